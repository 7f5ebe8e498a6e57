import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { BRAND_EMBLEMS, DISPLAY_FONTS } from "#shared/constants/brand.ts";
import { TIME_ZONE_MAX } from "#shared/constants/notices.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { isTimeZone, NO_TIME_ZONE } from "#shared/rules/local-time.ts";
import { type FaintPair, faintPair, hexOf, isLight, ratioText } from "#shared/rules/palette.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import { text, words } from "#shared/schemas/text.ts";
import { pairText } from "#shared/site-publishing-messages.ts";
import { hasKnownPlaceholders, hasPlaceholders, ownPicture } from "./checks.ts";

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
const faintText = (given: string, pair: FaintPair) => {
  const { measured, needed, instead } = pair;
  const wouldDo = instead === null ? "" : `; ${instead} would do`;
  return `${given} makes ${pairText(pair)} too faint: a contrast of ${ratioText(measured)}, and ${ratioText(needed)} is needed${wouldDo}`;
};

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

/**
 * What the community says in one of the site's mails.
 * @param known what may stand in braces beside its name and currency.
 * @param needed what the introduction must have of that, since the mail is about it.
 */
const mail = (known: readonly string[], needed: readonly string[] = []) =>
  z.strictObject({
    subject: words(120).check(hasKnownPlaceholders(...known)),
    /** All above the button that is not the program's. An empty line stands between paragraphs. */
    intro: text(2000).check(
      z.refine(isSeen, "must not be empty"),
      hasKnownPlaceholders(...known),
      hasPlaceholders(...needed),
    ),
  });

/** What the community says in the mails of the site. Links, buttons and what stands below are the program's. */
export const communityMails = z.strictObject({
  verify: mail([]),
  reset: mail(["username"]),
  browser: mail(["username"]),
  guessed: mail(["username", "time"], ["time"]),
  goodbye: mail(["username", "days", "until"], ["until"]),
  passwordChanged: mail(["username", "time"], ["time"]),
  security: mail(["username", "what", "time", "place"], ["what", "time", "place"]),
  receipt: mail(["username", "order", "time"], ["order", "time"]),
});
export type CommunityMails = z.output<typeof communityMails>;

/** The mails that a community says something in. */
export const MAIL_NAMES = [
  "verify",
  "reset",
  "browser",
  "guessed",
  "passwordChanged",
  "security",
  "goodbye",
  "receipt",
] as const satisfies readonly (keyof CommunityMails)[];
export type MailName = (typeof MAIL_NAMES)[number];

/** No address of the web: it stands for the site's own where that is not known. */
const HERE = "https://here.invalid";

/** A notification that new members find. */
export const welcomeNotification = z.strictObject({
  title: words(LENGTHS.notificationSubject).check(hasKnownPlaceholders()),
  text: text(LENGTHS.notificationMessage).check(
    z.refine(isSeen, "must not be empty"),
    hasKnownPlaceholders(),
  ),
  /** Where it leads; nowhere where it is left out. */
  link: z.optional(
    words(LENGTHS.notificationLink).check(
      z.refine(
        (value) => linkTarget(value, HERE) !== null,
        "must be a path of this site or an https address",
      ),
    ),
  ),
});
