import { z } from "zod/mini";
import { BAR_RANGES } from "#shared/rules/bar-room.ts";
import { words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, httpsAddress, unique } from "./checks.ts";

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
