import { z } from "zod/mini";
import { text, words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, unique } from "./checks.ts";

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
