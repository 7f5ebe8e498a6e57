import type { SecurityEvent } from "./constants/mail.ts";

type Told = {
  /** What happened: the beginning of a sentence that goes on with a name, where there is one. */
  what: string;
  /** The heading of the mail. */
  heading: string;
};

/** What a security mail says of each event; in English, as all that is the program's. */
export const SECURITY_MAILS: Readonly<Record<SecurityEvent, Told>> = {
  newBrowser: { what: "A new browser was logged in", heading: "A new browser was logged in" },
  newNetwork: {
    what: "Your account was used from a new network",
    heading: "A login from a new network",
  },
  passkeyAdded: { what: "A passkey was added", heading: "A passkey was added" },
  passkeyRemoved: { what: "A passkey was removed", heading: "A passkey was removed" },
  passkeyCopied: {
    what: "A login with a copy of a passkey was refused. Remove the passkey",
    heading: "One of your passkeys was copied",
  },
  codesGuessed: {
    what: "Wrong codes were tried for the second step of a login: the first step, such as your password, was right. If it was not you, choose a new password now",
    heading: "Wrong codes were tried",
  },
  factorAdded: {
    what: "An authenticator app was added",
    heading: "An authenticator app was added",
  },
  factorReplaced: {
    what: "The authenticator app was replaced by another",
    heading: "Your authenticator app was replaced",
  },
  factorRemoved: {
    what: "The second step of your login was switched off",
    heading: "Your second step was switched off",
  },
  factorReset: {
    what: "Your second factor was reset",
    heading: "Your second factor was reset",
  },
  recoveryCodesMade: {
    what: "New recovery codes were made",
    heading: "New recovery codes were made",
  },
  recoveryCodeUsed: { what: "A recovery code was used", heading: "A recovery code was used" },
  addressChanged: {
    what: "The email address was changed",
    heading: "Your email address was changed",
  },
  linkAdded: { what: "An account was linked", heading: "An account was linked" },
  linkRemoved: { what: "An account was unlinked", heading: "An account was unlinked" },
  roleChanged: { what: "The role was changed", heading: "Your role was changed" },
  accountClosed: { what: "Your account was closed", heading: "Your account was closed" },
  accountReopened: { what: "Your account was opened again", heading: "Your account is open again" },
};

/** Who did it, and from where, as the end of a sentence. */
export const SECURITY_PLACES = {
  by: {
    team: "by the team",
    site: "by the site itself",
  },
  from: (browser: string | null, network: string | null): string =>
    [
      ...(browser === null ? [] : [`with ${browser}`]),
      ...(network === null ? [] : [`from the network ${network}`]),
    ].join(", ") || "from an unknown place",
} as const;

/** What stands below in these mails. */
export const SECURITY_MAIL = {
  summary: "If it was you, all is well.",
  action: "End all sessions",
  place: (where: string) => `It was done ${where}.`,
  lastTry: (where: string) => `The last one was tried ${where}.`,
  life: (days: number) =>
    `The link works once, for ${days} days. It opens a page that asks you first, logs your account out everywhere, and then leads to a new password.`,
  wrong: (contact: string) =>
    `Does something else look wrong in your account? Write to us at ${contact}.`,
  reason: (name: string) =>
    `You got this email because we tell you when something changes that keeps your account at ${name} safe.`,
} as const;

/** The page to which such a mail leads. */
export const END_SESSIONS = {
  text: "Your account is logged out in every browser, this one too. Whoever is in it has to log in again. Then set a new password, so that they cannot.",
  action: "End all sessions",
  done: "Your account is logged out everywhere. Now set a new password: whoever knows the old one could log in again.",
  setPassword: "Set a new password",
  linkInvalid:
    "This link is invalid or has expired. Log in, and end your sessions in the settings.",
  linkUsed: "This link was used already: it ended all sessions then.",
} as const;

/** What a member may choose of these mails. */
export const SECURITY_MAIL_SETTINGS = {
  title: "Security mails",
  links: "Tell me by email when an account is linked or unlinked",
  linksHint:
    "Mails about new browsers, your password, your address and your second step always come: they are how you notice that somebody else is in your account.",
  saved: "Saved.",
} as const;
