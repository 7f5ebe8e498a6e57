import { z } from "zod/mini";
import { BRAND_EMBLEMS, DISPLAY_FONTS } from "#shared/constants/brand.ts";
import { TIME_ZONE_MAX } from "#shared/constants/notices.ts";
import { isTimeZone, NO_TIME_ZONE } from "#shared/rules/local-time.ts";
import { type FaintPair, faintPair, hexOf, isLight, ratioText } from "#shared/rules/palette.ts";
import { words } from "#shared/schemas/text.ts";
import { ownPicture } from "./checks.ts";

const isLocale = (value: string) => {
  try {
    return Intl.Collator.supportedLocalesOf(value).length > 0;
  } catch {
    return false;
  }
};

/** Written as `#rrggbb` or `oklch(…)`, and kept as the former. */
const colour = z.pipe(
  z.string().check(
    z.maxLength(60),
    z.refine(
      (value) => hexOf(value.trim()) !== null,
      "must be a colour such as #1e90ff or oklch(0.7 0.15 250)",
    ),
  ),
  z.transform((value) => hexOf(value.trim()) ?? value),
);

/** What is said of colours on which too few people could read. */
const faintText = (given: string, { text, ground, measured, needed, instead }: FaintPair) =>
  `${given} makes ${text} on ${ground} too faint: a contrast of ${ratioText(measured)}, and ${ratioText(needed)} is needed${instead === null ? "" : `; ${instead} would do`}`;

/** One of the emblems that the program brings along, or a picture. */
const brandPicture = z
  .strictObject({ emblem: z.optional(z.enum(BRAND_EMBLEMS)), picture: z.optional(ownPicture) })
  .check(
    z.refine(
      ({ emblem, picture }) => (emblem === undefined) !== (picture === undefined),
      "needs an emblem or a picture, and one of them alone",
    ),
  );

/** What is painted behind the first screen and at the door. */
export const BRAND_SCENES = ["den"] as const;

/** Who the community is, and how its site looks. */
export const communityBrand = z
  .strictObject({
    name: words(60),
    tagline: words(120),
    description: words(200),
    currency: words(10),
    contactEmail: z.email().check(z.maxLength(254)),
    operator: words(120),
    jurisdiction: words(120),
    /** In which numbers, money and dates are written. */
    locale: z._default(
      z
        .string()
        .check(z.maxLength(35), z.refine(isLocale, "must be a locale such as en-US or de-DE")),
      "en-US",
    ),
    /** In which the community writes; the program itself speaks English. */
    language: z._default(
      z
        .string()
        .check(
          z.maxLength(35),
          z.refine(isLocale, "must be the tag of a language such as en or de"),
        ),
      "en",
    ),
    /** Decides what a day is: an IANA name. The one of the machine's part where it is left out. */
    timezone: z.optional(
      z.string().check(z.maxLength(TIME_ZONE_MAX), z.refine(isTimeZone, NO_TIME_ZONE)),
    ),
    /** Of what stands out, and what is there to press. */
    accent: colour,
    /** Of every page; panels, lines and texts follow from it. */
    background: colour,
    /** Of headings. */
    font: z.enum(DISPLAY_FONTS),
    /** A painted backdrop; light in the community's colours where it is left out. */
    scene: z.optional(z.enum(BRAND_SCENES)),
    /** Beside the name, in the bar and wherever nothing is. */
    logo: z._default(brandPicture, { emblem: "letter" }),
    /** Of the tab and of the installed application; the logo where it is left out. */
    icon: z.optional(brandPicture),
    /** What links to the site show; drawn for each page where it is left out. */
    socialImage: z.optional(ownPicture),
  })
  .check(({ value, issues }) => {
    // What is no colour has been refused already.
    if (hexOf(value.accent) === null || hexOf(value.background) === null) return;
    if (value.scene !== undefined && isLight(value.background))
      issues.push({
        code: "custom",
        input: value.scene,
        path: ["scene"],
        message: "is painted at night, and needs a dark background",
      });
    const pair = faintPair(value);
    if (pair !== null)
      issues.push({
        code: "custom",
        input: value[pair.key],
        path: [pair.key],
        message: faintText(value[pair.key], pair),
      });
  });
export type CommunityBrand = z.output<typeof communityBrand>;
