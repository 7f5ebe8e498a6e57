/** What of the community's document everybody agrees to who has an account. */
export const POLICY_KINDS = ["rules", "privacy"] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** What a person can agree to. */
export const CONSENT_KINDS = [...POLICY_KINDS, "marketing"] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/**
 * By which way somebody said so. `earlier` is what was chosen before consents were written down, with the
 * time that the record of events knows.
 */
export const CONSENT_WAYS = [
  "registration",
  "settings",
  "prompt",
  "unsubscription",
  "import",
  "earlier",
] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];

/**
 * Which text one agrees to by ticking news by email. It counts up whenever that text says something else,
 * and the old one stays beside it.
 */
export const MARKETING_VERSION = 1 as const;

/** The page that ends the news by email, and what providers post to. Its token is in the query. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/** How the mailing of a post stands. */
export const MAILING_STATES = ["sending", "stopped", "done"] as const;

/**
 * What has become of the mail to one person: in the outbox, sent, given up, or never sent since they
 * withdrew or the mailing was stopped.
 */
export const MAILING_OUTCOMES = ["queued", "sent", "failed", "skipped"] as const;
export type MailingOutcome = (typeof MAILING_OUTCOMES)[number];
