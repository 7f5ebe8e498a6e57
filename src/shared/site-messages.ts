import type { SiteSection } from "#shared/constants/site.ts";
import { numberText } from "#shared/rules/format.ts";

/** The sections of the site's document, as they are listed: their groups, and what each is. */
export const SITE_GROUPS: readonly { title: string; sections: readonly SiteSection[] }[] = [
  { title: "Look", sections: ["brand", "menu", "home", "links"] },
  { title: "Play", sections: ["games", "servers"] },
  { title: "Shop and points", sections: ["tiers", "shop", "rewards"] },
  { title: "Texts", sections: ["rules", "pages", "privacy", "mails", "welcome", "texts"] },
  { title: "Support", sections: ["tickets", "pictures"] },
];

export const SECTION_TEXTS: Readonly<Record<SiteSection, { title: string; text: string }>> = {
  brand: { title: "Brand", text: "Name, tagline, who runs it, contact and language." },
  links: { title: "Links", text: "Discord, donations and other places of the community." },
  menu: { title: "Menus", text: "What the bar, the menu of phones and the foot lead to." },
  home: { title: "Home page", text: "Headline, features, steps, and which sections stand where." },
  games: { title: "Games", text: "What you play: texts, pictures, rates, and how people join." },
  servers: { title: "Servers", text: "The game servers, where they are, and their order." },
  tiers: { title: "Tiers", text: "The subscriptions: prices, points and what they bring." },
  rewards: { title: "Rewards", text: "Points for votes and for play." },
  shop: { title: "Shop", text: "What each package of the store gives." },
  rules: { title: "Rules", text: "The rules, tab by tab, and the ladder." },
  pages: { title: "Pages", text: "Pages of your own, such as an imprint or your staff." },
  privacy: { title: "Privacy policy", text: "What you say of people's data." },
  tickets: { title: "Tickets", text: "What tickets can be about." },
  mails: { title: "Mails", text: "Subject and introduction of each mail." },
  welcome: { title: "Welcome", text: "The notifications that a new member finds." },
  texts: { title: "Short texts", text: "Sentences that the site says in your own way." },
  pictures: { title: "Foreign pictures", text: "From where messages may show pictures." },
};

/** Admin, Site: the list of sections. */
export const SITE_OVERVIEW = {
  title: "Site",
  intro:
    "Change what the site says, look at it beside the form, then publish. Nobody sees a draft but those who may change the site.",
  loadFailed: "Failed to load the site's document.",
  draftOf: (name: string) => `Draft by ${name}`,
  draft: "Draft",
  stale: "Behind what is published",
  problems: (count: number) => (count === 1 ? "1 problem" : `${count} problems`),
  warnings: (count: number) => (count === 1 ? "1 warning" : `${count} warnings`),
  version: (number: number) => `Version ${number}`,
  publishedBy: (name: string) => `published by ${name}`,
  fromFile: "from the file",
  history: "History",
  publish: "Publish…",
  nothingToPublish: "There is no draft to publish.",
  drafts: (count: number) =>
    count === 1 ? "1 section has a draft" : `${count} sections have drafts`,
  noDrafts: "Everything is published.",
} as const;

/** The screen of one section. */
export const SITE_EDITOR = {
  back: "All sections",
  loadFailed: "Failed to load this section.",
  edit: "Edit",
  preview: "Preview",
  hidePreview: "Hide preview",
  showPreview: "Show preview",
  discard: "Discard draft",
  discardTitle: "Discard this draft?",
  discardText: "What was changed since it was published is lost, whoever changed it.",
  discardAction: "Yes, Discard",
  discarded: "Draft discarded.",
  discardFailed: "The draft could not be discarded.",
  save: {
    saved: "Saved",
    asPublished: "As published",
    waiting: "Saving…",
    saving: "Saving…",
    failed: "Not saved yet",
    conflict: "Somebody else changed this",
  },
  tryAgain: "Try again",
  problemsTitle: (count: number) =>
    count === 1 ? "One thing has to be put right" : `${count} things have to be put right`,
  /** Above what may be published all the same. */
  noticesTitle: (count: number) =>
    count === 1 ? "One thing may be better" : `${count} things may be better`,
  /** Above what is wrong in other sections, while this one has a draft. */
  doesNotGo:
    "Other sections do not go with the drafts yet, so the preview may leave this one out. Put right:",
  levels: { error: "To put right", warning: "Worth a look", hint: "Hint" },
  whole: "The section",
  damagedTitle: "The draft of this section cannot be read",
  damagedText:
    "It is damaged in the database and was set aside. The form shows what is published: what you change takes the draft's place.",
  staleTitle: "Something newer was published meanwhile",
  staleText: "Your draft began from an older version. Choose what it goes on from.",
  mergeBoth: "Keep both changes",
  mergeMine: "Keep the draft",
  mergeTheirs: "Take what is published",
  merged: "The draft goes on from what is published.",
  mergedWith: (paths: string) => `Kept as in the draft, since both had changed it: ${paths}`,
  mergeFailed: "That did not work. Try again in a moment.",
  conflictTitle: (name: string | null) =>
    `${name ?? "Somebody else"} has saved another draft of this section`,
  conflictText: "Nothing of yours is lost: it is still here. Choose how to go on.",
  keepBoth: "Keep both changes",
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  theirChanges: "What the other draft changed",
  bothChanged: (paths: string) =>
    `Both of you changed: ${paths}. “Keep both changes” keeps yours there.`,
  optional: "optional",
  insert: (name: string) => `Insert {${name}}`,
  mayHave: "May have",
  addTo: (what: string) => `New ${what}`,
  packageNamed: (name: string, id: string) => `${name} (${id})`,
  points: (points: number) => (points === 1 ? "1 point" : `${numberText(points)} points`),
  unnamed: (what: string) => `Unnamed ${what}`,
  find: (what: string) => `Find a ${what}`,
  showMore: "Show more",
  /** Of what has to be put right, or may be. */
  andMore: (count: number) => `and ${count} more`,
  fewer: "Show fewer",
  noneFound: "None has this in its name.",
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  duplicate: (name: string) => `Duplicate ${name}`,
  remove: (name: string) => `Remove ${name}`,
  open: (name: string) => `Edit ${name}`,
  drag: "Drag to another place",
  removed: (name: string) => `${name} removed.`,
  undo: "Undo",
  nowAt: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}.`,
  full: (max: number) => `No more than ${max}.`,
  length: (length: number, max: number) => `${length} of ${max} characters`,
  keyLocked: "In use: it does not change any more.",
  keyUnlock: "Change it nevertheless",
  keyAt: "Address",
  otherThan: (usual: string) => `${usual} (usual)`,
  pasteHint: "Rows can be pasted from a table.",
  row: (number: number) => `row ${number}`,
} as const;

/** What stands in a menu. */
export const MENU_FORM_TEXTS = {
  target: "Leads to",
  screens: "Screens of the site",
  pages: "Your pages",
  elsewhere: "Another address…",
  address: "Address",
  title: "Name",
  usual: "usual name",
  add: "Add an entry",
  own: "A menu of its own",
  entry: "entry",
} as const;

/** A server is asked as the form has it. */
export const ASK_NOW = {
  action: "Ask now",
  hint: "Asks the server as it stands here, before anything is saved.",
  incomplete: "Choose the game, and fill in host and port: then it can be asked.",
  noProtocol: "Servers of this game are not asked: it has no status.",
  failed: "It could not be asked. Try again in a moment.",
  answers: (tookMs: number) => `It answers, after ${tookMs} ms.`,
  silent: "There is no answer.",
  at: (address: string) => `Asked at ${address}.`,
  name: "Name",
  players: "Players",
  of: (players: number, max: number) => `${players} of ${max}`,
  map: "Map",
  version: "Version",
  /** Why there is none, and what to do. */
  reasons: {
    unresolved: "The host name has no address. Look for a slip, or whether the name is registered.",
    refused:
      "Nothing listens on this port. The server is off, or it answers questions on another one: see Query port.",
    closed:
      "Something listens there and hangs up. It may be another program: compare the port with the server's own settings.",
    malformed:
      "Something answers, and not as this game does. Compare port and protocol: it may be another program.",
    unlisted:
      "Epic's matchmaking does not list this address. The server is off, or it announces another address or port.",
    denied: "Epic's matchmaking is not set up: EPIC_MATCHMAKING_* lets the site ask there.",
    failed:
      "The network failed on the way there. Check the host, and whether this machine can reach it.",
    silent:
      "Nothing came back in time. The server is off, a firewall keeps the question out, or it answers on another port: see Query port.",
  },
} as const;

/** In what a length of time is told. */
export const DURATION_UNITS = {
  label: "unit",
  names: { minutes: "minutes", hours: "hours", days: "days of 24 h" },
} as const;

/** What may stand in braces, and what it stands for. */
export const BRACES: Readonly<Record<string, string>> = {
  name: "the community's name",
  currency: "its currency",
  operator: "who runs it",
  contact: "the contact address",
  jurisdiction: "the law that applies",
  servers: "how many servers there are: 12 servers",
  serverCount: "how many servers there are, the number alone",
  username: "the first name of the reader",
  updated: "the day of the last change",
};

/** What follows from the two colours of a community. */
export const PALETTE_FIELD = {
  title: "The palette, and how well it is read",
  hint: "Worked out from the two colours as you choose them. AA of WCAG asks for 4.5:1 where text is read.",
  swatches: "Colours",
  allMet: "All pairs meet AA.",
  unmet: (count: number) =>
    count === 1
      ? "One pair does not meet AA: it cannot be published."
      : `${count} pairs do not meet AA: they cannot be published.`,
  wrong: "Write both colours as #rrggbb or oklch(…) to see what follows from them.",
  what: "What",
  sample: "Aa",
  ratio: "Contrast",
  level: "AA",
  met: "met",
  below: "not met",
  names: {
    "ground-950": "Page",
    "ground-850": "Panel",
    "ground-800": "Raised panel",
    "ground-700": "Line",
    "ground-600": "Strong line",
    faint: "Faint text",
    muted: "Quiet text",
    ink: "Text",
    "accent-deep": "Dark accent",
    accent: "Accent",
    "accent-strong": "Bright accent",
    "accent-ground": "Ground of the accent",
  } as Readonly<Record<string, string>>,
} as const;

/** A mail beside its form. */
export const MAIL_PREVIEW = {
  title: "Preview of the mail",
  which: "Mail",
  form: "Form",
  html: "With colours",
  text: "Plain text",
  subject: "Subject",
  sample: "As you would get it now, with sample values. Its links lead nowhere.",
  failed: "The mail could not be shown.",
} as const;

/** The frame with the real page. */
export const SITE_PREVIEW = {
  title: "Preview of the page",
  leftOut:
    "Put right what is marked in the form: until then this shows the section as it is published.",
  page: "Page",
  desktop: "Desktop",
  phone: "Phone",
  width: "Width",
  reload: "Load anew",
  newTab: "Open in a tab",
  pages: {
    home: "Home",
    games: "Home: games",
    servers: "Home: server status",
    tiers: "Home: tiers",
    rules: "Rules",
    shop: "Shop",
    privacy: "Privacy policy",
    tickets: "New ticket",
    welcome: "Notifications",
    login: "Login",
    member: "Member area",
    missing: "A page that is not there",
    quiet: "No notifications",
  },
  sign: "Draft, not published",
  versionSign: (number: number) => `Version ${number}, as it was published`,
  leave: "Leave the preview",
} as const;

/** What publishing asks and says. */
export const SITE_PUBLISH = {
  title: "Publish",
  intro: "From the moment you publish, everybody sees this.",
  loadFailed: "Failed to load the changes.",
  nothing: "Nothing has changed.",
  /** A list that is empty. */
  none: "nothing",
  choose: (title: string) => `Publish ${title}`,
  note: "What has changed",
  noteHint: "Optional. It stands in the history.",
  notePlaceholder: "Weekend rates for the anniversary",
  action: "Publish now",
  published: "Published.",
  failed: "It could not be published.",
  choosesNone: "Choose at least one section.",
  stale:
    "Something newer was published meanwhile, and both changed the same section. Keep both changes, then look again.",
  merge: "Keep both changes",
  draftChanged:
    "A draft was changed since you looked. The changes above are the present ones: look again, then publish.",
  broken: "Put right what is wrong, or leave the section out.",
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  more: (count: number) => `and ${count} more`,
  /** Above what is wrong in sections that have no draft. */
  elsewhere: "What is published in other sections does not go with these drafts. Put right:",
  /** The order of a list has changed. */
  order: "Order",
  conflictsHere: "Changed here and in what was published meanwhile",
  before: "Before",
  after: "After",
  picture: "the picture",
  changes: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
  isSame: "The draft says what is published.",
} as const;

/** The versions of the site. */
export const SITE_HISTORY = {
  title: "History",
  pageTitle: "History of the site",
  intro: "Every version that was published. An older one can be looked at and put back.",
  loadFailed: "Failed to load the history.",
  versionFailed: "Failed to load this version.",
  empty: "Nothing was published yet.",
  current: "Now published",
  damaged: "Cannot be read any more",
  version: (number: number) => `Version ${number}`,
  sources: {
    file: "from the file",
    browser: "in the browser",
    restore: "restored",
    import: "imported",
  },
  noNote: "No note",
  view: "Look at it",
  viewed: (number: number) => `version ${number}, in a new tab`,
  restore: "Restore",
  restoreTitle: (number: number) => `Restore version ${number}?`,
  restoreText:
    "The site says again what it said then, as a new version. What came later stays in the history, and drafts stay as they are.",
  restoreAction: "Yes, Restore",
  restored: "Restored.",
  restoreFailed: "It could not be restored.",
  restoredNote: (number: number) => `Back to version ${number}`,
  changes: "What it changed",
  noChanges: "It changed nothing.",
  first: "The first version.",
} as const;

/** Admin, Site: where maintenance begins and ends. */
export const MAINTENANCE_PANEL = {
  endIsPast: "The expected end must be in the future.",
  noReason: "Say why.",
  off: "The site is open.",
  offText:
    "In maintenance nobody but Admins can change anything. Status, rules, news and the login stay; plugins are asked to try again later.",
  on: (begun: string) => `In maintenance since ${begun}`,
  begin: "Begin maintenance…",
  change: "Change…",
  end: "Open the site",
  dialogTitle: "Maintenance",
  dialogText:
    "Members see at once, on every open page, why they have to wait. You and other Admins can go on.",
  reason: "Why",
  reasonHint: "One sentence that everybody reads, such as: We move to a faster machine.",
  expectedEnd: "Expected end",
  expectedEndHint: (zone: string) =>
    `May be empty. In your own time zone, ${zone}; readers see it in theirs. It does not open the site by itself.`,
  wrongEnd: "This is no date and time.",
  confirm: "Begin",
  confirmChange: "Save",
  failed: "It did not work. The site is as it was.",
  begun: "The site is in maintenance.",
  ended: "The site is open again.",
} as const;
