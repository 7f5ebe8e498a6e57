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

/** What the server says of passkeys. */
export const PASSKEYS = {
  unavailable:
    "Passkeys work only where this site is opened by its own name. Open it at its usual address and try again.",
  over: "That took too long, or was tried already. Please try again.",
  refused: "This passkey could not be checked. Please try again, or log in another way.",
  unknown:
    "This passkey is not known here: it may have been removed. Log in another way, and add it again in your settings.",
  copied:
    "This passkey has been used elsewhere meanwhile, as if there were a copy of it. Log in another way and remove it in your settings.",
  notYours: "This passkey belongs to another account. Choose one of your own.",
  notMade: "This passkey could not be added. Please try again.",
  known: "This passkey was added before.",
  tooMany: (max: number) => `You have ${max} passkeys already. Remove one to add another.`,
  gone: "This passkey is not there any more.",
} as const;

/** Why a browser gave no passkey, and what to do. */
export const PASSKEY_FAILURES = {
  cancelled:
    "No passkey was chosen, or it took too long. Try again, and follow what your browser or device asks.",
  late: "That took too long. Please try again.",
  known: "This device or password manager already has a passkey for your account.",
  unsupported:
    "This browser or device cannot do that. Try another browser, your phone, or a security key.",
  wrong_host:
    "Passkeys do not work under this address. Open the site at its usual address and try again.",
  failed: "Your browser or device could not do that. Please try again.",
} as const;

const counted = (count: number) => `${count} other passkey${count === 1 ? "" : "s"}`;

/** One's passkeys in the settings. */
export const PASSKEY_SETTINGS = {
  title: "Passkeys",
  text: "Log in with your fingerprint, face or PIN instead of your password. Your device or password manager keeps the passkey; it works on this site alone.",
  add: "Add a passkey",
  none: "You have no passkeys yet.",
  unsupported:
    "This browser does not know passkeys. Open this page in another browser or on your phone to add one.",
  notOffered:
    "Passkeys work only where this site is opened by its own name. Open it at its usual address to add one.",
  full: (max: number) => `You have ${max} passkeys. Remove one to add another.`,
  loadFailed: "Your passkeys could not be loaded.",
  neverUsed: "Never used",
  synced: "Kept by your password manager",
  onOneDevice: "On one device",
  lost: "Made for another address of this site. Remove it and add a new one.",
  lostMark: "No longer works",
  rename: "Rename",
  renameOne: (name: string) => `Rename ${name}`,
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,

  addTitle: "Add a passkey",
  addText: "Next, your browser asks where to keep it and makes sure that it is you.",
  name: "Name",
  nameHint: "To recognize it later, such as “My phone”.",
  nameMissing: "Please give it a name.",
  goOn: "Continue",
  waiting: "Follow what your browser or device asks.",
  cancel: "Cancel",
  added: (name: string) => `The passkey “${name}” was added.`,
  addFailed: "The passkey could not be added. Please try again.",

  renameTitle: "Rename this passkey",
  save: "Save",
  renamed: "The passkey was renamed.",
  renameFailed: "The passkey could not be renamed. Please try again.",

  removeTitle: "Remove this passkey?",
  removeText: (name: string) =>
    `“${name}” no longer logs you in, and you are logged out everywhere else.`,
  remains: (others: number, hasPassword: boolean) => {
    if (hasPassword && others > 0)
      return `You still have your password and ${counted(others)} to log in with.`;
    if (hasPassword) return "You still have your password to log in with.";
    return others > 0
      ? `You still have ${counted(others)} to log in with.`
      : "It is your only way to log in.";
  },
  removeThere: "Your device may go on offering it: delete it there, too.",
  removed: (name: string) => `The passkey “${name}” was removed.`,
  removeFailed: "The passkey could not be removed. Please try again.",
} as const;

/** The login with a passkey. */
export const PASSKEY_LOGIN = {
  use: "Use a passkey",
  waiting: "Waiting for your passkey…",
  cancel: "Cancel",
  or: "or",
  failed: "The login with a passkey did not work. Please try again, or use your password.",
} as const;

/** The second step of a login. */
export const SECOND_STEP = {
  wanted: "Please enter the code of your second factor.",
  over: "This login has run out. Please log in again.",
  wrong: "That code is not right. Codes change every 30 seconds: enter the one you see now.",
  used: "This code was used already. Wait for the next one and enter that.",
  recoveryWrong: "That recovery code is not right, or was used already.",
  tooOften: "Too many wrong codes. Please log in again.",
  title: "Second step",
  appText: "Enter the six digits that your authenticator app shows now.",
  appLabel: "Code of your app",
  recoveryText: "Enter one of the recovery codes that you kept. Each works once.",
  recoveryLabel: "Recovery code",
  byRecovery: "Use a recovery code",
  byApp: "Use the code of my app",
  lost: "I lost my second factor",
  anotherAccount: "Log in as someone else",
  runOut: "This login has run out after five minutes. Please log in again.",
  next: "Go on",
} as const;

/** Logging in with Discord. */
export const DISCORD_LOGIN = {
  action: "Continue with Discord",
  waiting: "Go on in the window that has opened.",
  notProven: "Please sign in to Discord again.",
  unlinked:
    "No account here is linked to this Discord account. Log in with your password and link it in your settings, or create an account.",
} as const;

/** What the server says of one's second factors. */
export const FACTORS = {
  setupOver: "This has taken too long. Please begin again: a new picture is made for your app.",
  codeWrong: "That code is not right. Enter the six digits that your app shows now.",
  noApp: "You have no authenticator app.",
  removed: "Your authenticator app is removed.",
  proveFirst:
    "Log in with your second factor first: this session was begun without it. Only then can it be changed.",
} as const;

/** A second factor that was lost. */
export const LOST_FACTOR = {
  first: "Look for your recovery codes first: each of them works in place of your app, at once.",
  week: "Otherwise we email you a link. Once you follow it, your second factor is removed after a week. We remind you twice, and you can stop it at any time.",
  askedWithoutMail:
    "This site sends no email at the moment. An Admin can reset your second factor. Write to",
  mailLink: "Email me a link",
  back: "Back to the code",
  mailFailed: "We could not send the link.",
  beginText:
    "Your second factor is removed a week after you press the button. Until then you can stop it with the link in each of our emails, or by logging in with it.",
  begin: "Begin the week",
  begun: (time: string) => `Your second factor is removed on ${time}. We have sent you an email.`,
  keepText: "Someone reported your second factor as lost. Stop its removal here.",
  keep: "Keep my second factor",
  newPassword:
    "Was it not you who reported it? Then someone knows your password: choose a new one.",
  mailed:
    "We have sent you an email with a link. It begins a week after which your second factor is removed.",
  withoutMail: (contact: string) =>
    `This site sends no email at the moment. An Admin can reset your second factor: write to ${contact}.`,
  codeInvalid: "This link is invalid or has expired. Log in and ask for a new one.",
  codeUsed: "This link has already been used: the week is running.",
  stopInvalid: "There is nothing to stop: the removal has ended, or was stopped already.",
  stopped: "Stopped. Your second factor stays as it is.",
  waitsBefore: "Your second factor was reported as lost. It is removed on",
  waitsAfter:
    "If that was not you, someone knows your password and reads your email: keep your second factor, and choose new passwords for both.",
  noneWaits: "No removal of your second factor is waiting.",
  noticeTitle: "Your second factor will be removed",
  notice:
    "Someone who knows your password and reads your email has said that your second factor is lost. It is removed in a week. If that was not you, stop it in your settings and change your password.",
  mailSubject: "Your second factor",
  mailSummary: "The link begins a week after which your second factor is removed.",
  mailText: (brand: string) =>
    `someone entered your password at ${brand} and said that your second factor is lost. If that was you, go on with the button below. Your second factor is then removed after a week, in which we remind you twice.`,
  mailAction: "Remove my second factor",
  mailLife: (life: string) =>
    `The link works once, for ${life}. If you find your second factor in the meantime, log in with it: that stops the removal.`,
  mailNotYou:
    "Wasn't you? Then someone knows your password. Do not press the button, and choose a new password.",
} as const;

/** The mails that tell of a second factor. */
export const FACTOR_MAILS = {
  reason: (brand: string) =>
    `You got this email because we tell you about every change of your second factor at ${brand}.`,
} as const;

/** The mails that tell of a removal that waits. */
export const RESET_MAILS = {
  begun: {
    subject: "Your second factor will be removed in a week",
    heading: "Your second factor will be removed",
    summary: "If that was not you, stop it.",
    text: (time: string) =>
      `your second factor is removed on ${time}, since it was reported as lost. Until then you can stop this with the button below, or by logging in with it.`,
  },
  waiting: {
    subject: "Your second factor will be removed soon",
    heading: "Your second factor will be removed soon",
    summary: "If that was not you, stop it.",
    text: (time: string) =>
      `your second factor is removed on ${time}, since it was reported as lost. You can still stop this with the button below, or by logging in with it.`,
  },
  done: {
    subject: "Your second factor was removed",
    heading: "Your second factor was removed",
    summary: "You can log in with your password and set up a new one.",
    text: () =>
      "a week has passed since your second factor was reported as lost, so it is removed, and you are logged out everywhere. Log in with your password, and set up a new one in your settings.",
  },
  stop: "Keep my second factor",
  notYou:
    "Wasn't you? Then someone knows your password and reads your email. Stop it, and choose a new password for both.",
} as const;

/** The authenticator app in the settings. */
export const AUTHENTICATOR = {
  title: "Second factor",
  text: "An authenticator app shows a new code every 30 seconds. Your login asks for it after the password, so that nobody gets in who only knows your password. Other browsers are logged out when you set it up.",
  setUp: "Set up an authenticator app",
  name: "Authenticator app",
  added: "Added",
  used: "last used",
  replace: "Use another app",
  remove: "Remove",
  removeTitle: "Remove your authenticator app?",
  removeText:
    "Your login then asks for the password alone, your recovery codes stop working, and you are logged out everywhere else.",
  loadFailed: "Your second factor could not be loaded.",
  scanTitle: "1. Show it to your app",
  scanText:
    "Open an authenticator app on your phone, such as Aegis, Google Authenticator or your password manager, and scan this picture with it.",
  picture: "QR code for your authenticator app",
  keyText: "You cannot scan it? Type this key into the app:",
  copyKey: "Copy the key",
  keyCopied: "The key is copied.",
  keyCopyRefused: "Your browser does not allow copying. Select the key and copy it by hand.",
  openApp: "Open in an app here",
  codeTitle: "2. Enter its code",
  codeLabel: "Code of your app",
  codeHint: "Six digits. They change every 30 seconds.",
  confirm: "Confirm",
  done: "Your authenticator app is set up.",
} as const;

/** Recovery codes in the settings. */
export const RECOVERY_CODES = {
  title: "Recovery codes",
  newTitle: "Keep your recovery codes",
  once: "These codes are shown only now. Each opens your account once in place of your app, such as when you lose your phone. Keep them where you keep your passwords.",
  sheet: (brand: string) => `Recovery codes for ${brand}`,
  copy: "Copy",
  copied: "The codes are copied.",
  copyRefused: "Your browser does not allow copying. Download or print the codes.",
  download: "Download",
  print: "Print",
  kept: "I have kept them",
  left: (count: number) =>
    count === 0 ? "None is left." : `${count} ${count === 1 ? "is" : "are"} left.`,
  few: "Make new codes before you run out: without app and codes, it takes a week to get back in.",
  renew: "Make new codes",
  renewTitle: "Make new recovery codes?",
  renewText: "The ones you have now stop working.",
} as const;
