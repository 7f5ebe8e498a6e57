import { z } from "zod/mini";
import { BAR_RANGES } from "#shared/rules/bar-room.ts";
import { text, words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, httpsAddress, unique } from "./checks.ts";

/** What the home page has below its headline. */
export const HOME_SECTIONS = ["features", "steps", "services", "servers", "status"] as const;
export type HomeSection = (typeof HOME_SECTIONS)[number];

/** The icons that a feature may have. */
export const FEATURE_ICONS = [
  "shield",
  "machine",
  "gift",
  "heart",
  "discord",
  "servers",
  "rules",
  "shop",
] as const;
export type FeatureIcon = (typeof FEATURE_ICONS)[number];

const title = words(60).check(hasKnownPlaceholders());
const sentence = words(300).check(hasKnownPlaceholders());

/** How a section begins. @param usual its title where the community gives it none. */
const heading = (usual: string) => ({
  eyebrow: z.optional(title),
  title: z._default(title, usual),
  text: z.optional(sentence),
});

/** What the community says of itself on the home page. */
export const communityHome = z.strictObject({
  /** The sections that are shown, in their order. One without content is not shown either. */
  sections: z._default(z.array(z.enum(HOME_SECTIONS)).check(unique(null, (name) => name)), [
    ...HOME_SECTIONS,
  ]),
  eyebrow: z.optional(title),
  /** Of the first screen; the community's tagline and description where they are left out. */
  headline: z.optional(words(120).check(hasKnownPlaceholders())),
  text: z.optional(sentence),
  /** What has to be said by law wherever something is for sale. */
  note: z.optional(text(600).check(hasKnownPlaceholders())),
  features: z.prefault(
    z.strictObject({
      /** What the list is called for those who do not see it. */
      title: z._default(title, "Features"),
      items: z._default(
        z
          .array(z.strictObject({ title, text: sentence, icon: z.optional(z.enum(FEATURE_ICONS)) }))
          .check(
            z.maxLength(9),
            unique("title", ({ title }) => title),
          ),
        [],
      ),
    }),
    {},
  ),
  steps: z.prefault(
    z.strictObject({
      ...heading("How it works"),
      items: z._default(
        z.array(z.strictObject({ title, text: sentence })).check(
          z.maxLength(6),
          unique("title", ({ title }) => title),
        ),
        [],
      ),
    }),
    {},
  ),
  services: z.prefault(
    z.strictObject({
      ...heading("Services"),
      donation: z.prefault(
        z.strictObject({
          title: z._default(title, "One-time donation"),
          text: z.optional(sentence),
        }),
        {},
      ),
    }),
    {},
  ),
  servers: z.prefault(
    z.strictObject({
      ...heading("Servers"),
      /** `{servers}` is how many there are, such as "12 servers"; `{serverCount}` the number alone. */
      text: z.optional(words(300).check(hasKnownPlaceholders("servers", "serverCount"))),
    }),
    {},
  ),
  status: z.prefault(z.strictObject(heading("Server status")), {}),
});

/** The screens that menus may lead to. */
export const MENU_SCREENS = [
  "shop",
  "servers",
  "status",
  "rules",
  "calendar",
  "discord",
  "news",
  "privacy",
  "contact",
] as const;
export type MenuScreen = (typeof MENU_SCREENS)[number];

/** The longest name of an entry, in UTF-16 units. */
export const MENU_TITLE_MAX = 30;

/** A screen of the site, a page of the community's own, or a link to elsewhere. */
const menuEntry = z
  .strictObject({
    screen: z.optional(z.enum(MENU_SCREENS)),
    /** The key of the page. */
    page: z.optional(words(60)),
    link: z.optional(httpsAddress),
    /** What it is called; screens and pages have a name of their own. */
    title: z.optional(words(MENU_TITLE_MAX)),
  })
  .check(
    z.refine(
      ({ screen, page, link }) =>
        [screen, page, link].filter((target) => target !== undefined).length === 1,
      "needs a screen, a page or a link, and one of them alone",
    ),
    z.refine(({ link, title }) => link === undefined || title !== undefined, {
      error: "is required for a link",
      path: ["title"],
    }),
  );

/** Names what an entry leads to, as nothing else in its menu. */
const targetKey = ({ screen, page, link }: z.output<typeof menuEntry>): string =>
  screen ?? (page === undefined ? (link ?? "") : `/${page}`);

/** The lists of entries. */
export const MENUS = ["bar", "phone", "footer"] as const;

const menuList = z.array(menuEntry).check(
  z.maxLength(8),
  unique(null, (entry) => targetKey(entry)),
);

const screens = (...names: readonly MenuScreen[]) => names.map((screen) => ({ screen }));

/** What the community leads to from every screen. What it does not have is not shown. */
export const communityMenu = z.strictObject({
  bar: z._default(menuList, screens("shop", "servers", "rules", "discord")),
  /** The slide menu of small screens; what the bar has where it is left out. */
  phone: z.optional(menuList),
  footer: z._default(menuList, screens("rules", "privacy", "contact")),
  /** A sentence below the name at the foot of every screen. */
  motto: z.optional(words(100).check(hasKnownPlaceholders())),
});

/** An entry as it is shown: one that leads somewhere, with its name. */
const shownEntry = z.object({
  screen: z.optional(z.enum(MENU_SCREENS)),
  page: z.optional(z.string()),
  link: z.optional(z.string()),
  title: z.string(),
  /** Whether its title is the community's; left out where it is the program's. */
  isOwn: z.optional(z.literal(true)),
});
export type MenuEntry = z.output<typeof shownEntry>;

/** The menus as they are shown. */
export const shownMenu = z.object({
  bar: z.array(shownEntry),
  /** The ranges of widths in which the bar has room for all of its entries. */
  roomy: z.array(z.enum(BAR_RANGES)),
  phone: z.array(shownEntry),
  footer: z.array(shownEntry),
  motto: z.optional(z.string()),
});

const sentenceOr = (usual: string) => z._default(words(100).check(hasKnownPlaceholders()), usual);

/** Short sentences of the site that a community says in its own way. */
export const communityTexts = z.strictObject({
  /** Below the title of the login. */
  login: sentenceOr("Log in to {name}."),
  /** Above the name of whoever is signed in. */
  member: sentenceOr("Member of {name}"),
  /** On a page that is not there, the way to the home page. */
  back: sentenceOr("Back to the home page"),
  /** Where somebody has no notification. */
  quiet: sentenceOr("All quiet here"),
  /** Told to whoever has opened a ticket again; nothing where it is left out. */
  reopened: z.optional(words(100).check(hasKnownPlaceholders())),
});
