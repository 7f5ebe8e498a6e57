import { HOUR_MS } from "#shared/constants/time.ts";

/** The mails of the site, by their templates. */
export const MAIL_KINDS = [
  "verify",
  "reset",
  "claim",
  "browser",
  "guessed",
  "goodbye",
  "password-changed",
  "confirm-address",
  "address-taken",
  "address-changed",
  "address-reverted",
  "security",
  "receipt",
  "archive",
  "erased",
  "merge-code",
  "merged",
  "lost-factor",
  "factor-reset",
  "strike",
  "news",
  "answer",
  "notice",
  "digest",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail that could not be sent for so long is given up: it would only confuse. */
export const MAIL_TRIED_MS = 48 * HOUR_MS;

/** So many paragraphs of a post a mail shows at most: its summary, and what stands before the first heading. */
export const NEWS_MAIL_PARAGRAPHS_MAX = 8;
