import {
  type ConsentKind,
  type ConsentWay,
  MARKETING_VERSION,
  type PolicyKind,
} from "./constants/accounts.ts";

/** What is agreed to, as a screen calls it. */
export const CONSENT_NAMES: Readonly<Record<ConsentKind, string>> = {
  rules: "Rules",
  privacy: "Privacy Policy",
  marketing: "News by email",
};

/** By which way somebody said so, behind a date. */
export const CONSENT_WAY_NAMES: Readonly<Record<ConsentWay, string>> = {
  registration: "when registering",
  settings: "in the settings",
  prompt: "when the site asked",
  unsubscription: "with the link of an email",
  import: "on the site that the account came from",
  earlier: "before this list began",
};

/**
 * What one agrees to by ticking news by email, by version: the older ones stay, so that it can be said
 * later what somebody agreed to. Every form that offers it shows label and hint.
 */
const MARKETING_TEXTS = {
  1: {
    label: "Send me news and offers",
    hint: (brand: string) =>
      `By email: new servers, events and offers from ${brand}. You can end that at any time, with the link in each of these emails or in your settings.`,
  },
} as const;

/** The text as it is today. */
export const MARKETING_TEXT = MARKETING_TEXTS[MARKETING_VERSION];

/** What is said of consents. */
export const CONSENTS = {
  unknownMember: "There is no such member.",
} as const;

const named = (kinds: readonly PolicyKind[]): string =>
  kinds.map((kind) => (kind === "rules" ? "rules" : "privacy policy")).join(" and ");

/** What asks members to agree to what has changed. */
export const CONSENT_PROMPT = {
  label: "Changed terms",
  /** @param kinds one or two policies. @param isChanged false where they were never shown to this person. */
  title: (kinds: readonly PolicyKind[], isChanged: boolean) => {
    if (!isChanged) return `Please agree to the ${named(kinds)}`;
    return `The ${named(kinds)} ${kinds.length === 1 && kinds[0] === "privacy" ? "has" : "have"} changed`;
  },
  text: "Please read what holds now, and tell us whether you agree.",
  read: (kind: PolicyKind) => (kind === "rules" ? "Read the rules" : "Read the privacy policy"),
  changes: "What has changed",
  changesFailed: "The changes could not be loaded.",
  added: "New or changed",
  removed: "No longer there",
  noChanges: "The page shows what holds today.",
  cut: "There is more: the page shows all of it.",
  agree: "I agree",
  disagree: "I do not agree",
  /** What whoever does not agree can do. */
  refused:
    "You can go on reading here, and this question stays. If you do not want to agree, you can close your account in the settings, or write to us.",
  settings: "Open the settings",
  failed: "That could not be saved. Please try again.",
  agreed: "Thank you. That is noted.",
  later: "Fold this away",
  show: "Show the question again",
} as const;

/** What one agreed to, in the settings and on a member's page. */
export const CONSENT_LIST = {
  title: "What you agreed to",
  memberTitle: "Agreed to",
  memberNone: "Nothing was written down yet.",
  intro: "Each line says what, when and how. Nothing of it is ever changed.",
  given: "agreed",
  refused: "did not agree",
  withdrawn: "ended",
  asked: "The site asks for your agreement.",
  joined: (day: string) => `agreed when the account was made, ${day}`,
  version: (version: number) => `version ${version}`,
  never: "not agreed",
  history: "All entries",
  loadFailed: "What you agreed to could not be loaded.",
} as const;

/** What an owner marks when the rules or the privacy policy are published. */
export const ASKS_AGAIN = {
  title: "Who has to agree again?",
  privacy: "Ask every member to agree to the changed privacy policy",
  rules: "Ask every member to agree to the changed rules",
  hint: "At their next visit, with a link to what has changed. For a typo, leave it empty.",
} as const;
