import { DAY_MS, HOUR_MS } from "./time.ts";

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

/** What somebody is told by mail of their own account [SAFE-05]. */
export const SECURITY_EVENTS = [
  "newBrowser",
  "newNetwork",
  "passkeyAdded",
  "passkeyRemoved",
  "passkeyCopied",
  "codesGuessed",
  "factorAdded",
  "factorReplaced",
  "factorRemoved",
  "factorReset",
  "recoveryCodesMade",
  "recoveryCodeUsed",
  "addressChanged",
  "linkAdded",
  "linkRemoved",
  "roleChanged",
  "accountClosed",
  "accountReopened",
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Those that a member may do without [SAFE-07]. */
export const LINK_EVENTS: ReadonlySet<SecurityEvent> = new Set(["linkAdded", "linkRemoved"]);

/** Browsers of one member that push reaches; the one that was longest not seen goes for another. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

/** In UTF-16 units; those of the known services have a few hundred. */
export const PUSH_ENDPOINT_MAX = 1000;

/** Of both keys of a subscription, in base64url: 65 and 16 bytes. */
export const PUSH_KEY_MAX = { p256dh: 88, auth: 24 } as const;

/** What was to be pushed waits so long, so that whoever looks at it already is not disturbed. */
export const PUSH_WAIT_MS = 3000;

/** What could not be pushed within this time says nothing new any more. */
export const PUSH_KEPT_MS = 12 * HOUR_MS;

/** A browser that did not come back for so long is forgotten. */
export const PUSH_UNSEEN_MS = 60 * DAY_MS;

/** Refusals one after the other, and the site tells its owner. */
export const PUSH_REFUSALS_TOLD = 3;
