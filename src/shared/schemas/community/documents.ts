import { z } from "zod/mini";
import { richLine, text, words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, httpsAddress } from "./checks.ts";

/** What all documents of the community may have in braces, beside what every text may. */
export const DOCUMENT_PLACEHOLDERS = ["operator", "contact", "jurisdiction"] as const;

const markdown = text(50_000);

/** Sentences that the policy shows as a list. */
const points = z._default(
  z.array(words(500).check(hasKnownPlaceholders(...DOCUMENT_PLACEHOLDERS))).check(z.maxLength(20)),
  [],
);

const sentence = words(300).check(hasKnownPlaceholders(...DOCUMENT_PLACEHOLDERS, "updated"));

/** The privacy policy as the file has it. */
export const communityPrivacy = z.strictObject({
  /** Day of the last change. */
  updated: z.iso.date(),
  /** Below the heading of the page. */
  intro: z.optional(sentence),
  /** The policy in a few sentences, for people in a hurry. */
  summary: z._default(z.array(sentence).check(z.maxLength(10)), []),
  /** What the law asks for, each shown where the text has its name in braces: see `ownBlocks`. */
  legalBasis: points,
  rights: points,
  /** In years: `{minimum-age}` in sentences. */
  minimumAge: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
  /** With whom people can complain. */
  authority: z.optional(
    z.strictObject({
      name: words(200),
      address: z.optional(words(300)),
      url: z.optional(httpsAddress),
    }),
  ),
  text: markdown,
});

/**
 * First parts of the addresses that are the site's own, without those that no key of a page can be, such
 * as files with an ending: screens and their old addresses, calls, and folders of files.
 */
export const OWN_PATHS = [
  "api",
  "app-shell",
  "art",
  "assets",
  "auth",
  "calendar",
  "claim",
  "confirm-address",
  "confirm-browser",
  "discord",
  "end-sessions",
  "forgot-password",
  "healthz",
  "keep-factor",
  "login",
  "login-success",
  "lost-factor",
  "media",
  "member",
  "metrics",
  "news",
  "nothing-here",
  "og",
  "pictures",
  "privacy-policy",
  "readyz",
  "register",
  "resend-verification",
  "reset-password",
  "revert-address",
  "rules",
  "servers",
  "setup",
  "shop",
  "unsubscribe",
  "verify",
  "verify-email",
  "zlg-rules",
] as const;
type OwnPath = `/${(typeof OWN_PATHS)[number]}`;
/** An address of the site's own: what answers under another one does not compile. */
export type OwnAddress = OwnPath | `${OwnPath}/${string}` | `${OwnPath}.${string}`;

/** A page of the community's own as the file has it. */
export const communityPage = z.strictObject({
  /** Its address: `imprint` is at `/imprint`. */
  key: z.string().check(
    z.maxLength(60),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
    z.refine((key) => !OWN_PATHS.some((own) => own === key), {
      error: ({ input }) => `"${String(input)}" is an address of the site's own`,
    }),
  ),
  title: words(60).check(hasKnownPlaceholders(...DOCUMENT_PLACEHOLDERS)),
  /** For search engines and the previews of links. */
  description: words(200).check(hasKnownPlaceholders(...DOCUMENT_PLACEHOLDERS)),
  text: markdown,
});
export type WrittenPage = z.output<typeof communityPage>;

/** The language of a block that the program wrote, where the community writes in another. */
const lang = { lang: z.optional(z.literal("en")) };

export const documentBlock = z.discriminatedUnion("kind", [
  z.object({ ...lang, kind: z.literal("paragraph"), text: richLine }),
  z.object({ ...lang, kind: z.literal("heading"), id: z.string(), title: z.string() }),
  z.object({ ...lang, kind: z.literal("list"), items: z.array(richLine) }),
  /** A list with numbers, of which `start` is the first. */
  z.object({ ...lang, kind: z.literal("steps"), start: z.int(), items: z.array(richLine) }),
  z.object({
    ...lang,
    kind: z.literal("terms"),
    items: z.array(z.object({ term: richLine, text: richLine })),
  }),
]);
export type DocumentBlock = z.output<typeof documentBlock>;

export const documentSection = z.object({
  /** Anchor of the section. */
  id: z.string(),
  title: z.string(),
  /** Left out where sections have none. */
  number: z.optional(z.string()),
  blocks: z.array(documentBlock),
});
export type DocumentSection = z.output<typeof documentSection>;

/** The privacy policy as it is shown. Where its texts tell the day of the last change they have `{updated}`. */
export const privacyPolicy = z.object({
  /** Day of the last change, as `2025-02-18`: whoever shows it writes it out. */
  updated: z.string(),
  intro: z.nullable(z.string()),
  summary: z.array(z.string()),
  sections: z.array(documentSection),
});
export type PrivacyPolicy = z.output<typeof privacyPolicy>;

/** A page of the community's own as it is shown. */
export const documentPage = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** What stands before the first section. */
  opening: z.array(documentBlock),
  sections: z.array(documentSection),
});
export type DocumentPage = z.output<typeof documentPage>;

export const pageInput = z.strictObject({ key: z.string().check(z.maxLength(60)) });
