import type { CalendarKind, Repeat } from "./constants/lists.ts";

/** What is said of the calendar. */
export const CALENDAR = {
  unknown: "There is no such entry.",
  changedMeanwhile: "Somebody else has changed this entry. Open it again to see what it says now.",
  noSuchServer: (key: string) => `There is no server "${key}".`,
  untilBeforeBegin: "It must not end before it begins.",
  overlaps: "It takes longer than the time until it happens again.",
  needsLength: "Rates hold for a while: say how long.",
  needsRates: "Say which rates hold meanwhile.",
  ratesOfNothing: "Only rates have rates.",
  isFull: (max: number) =>
    `The calendar holds ${max} entries that are not over. Remove some of them first.`,
} as const;

export const KIND_NAMES: Readonly<Record<CalendarKind, string>> = {
  wipe: "Wipe",
  restart: "Restart",
  event: "Event",
  rates: "Rates",
};

export const REPEAT_NAMES: Readonly<Record<Repeat, string>> = {
  never: "Once",
  daily: "Every day",
  weekly: "Every week",
  fortnightly: "Every two weeks",
  monthly: "Every month, on the same weekday",
};

/** The public calendar, and its part of a server's sheet. */
export const CALENDAR_SCREEN = {
  eyebrow: "What is coming",
  intro: (zone: string) => `Wipes, restarts, events and special rates. Times are yours: ${zone}.`,
  label: "What is coming",
  in: (duration: string) => `in ${duration}`,
  now: "now",
  nowFor: (duration: string) => `now, for ${duration}`,
  /** How often something happens, within a sentence. */
  repeats: {
    daily: "every day",
    weekly: "every week",
    fortnightly: "every two weeks",
    monthly: "every month",
  },
  /** In place of the names of servers: it is not about the whole community. */
  goneServers: (count: number) =>
    count === 1
      ? "About a server that is no longer listed here."
      : "About servers that are no longer listed here.",
  server: "Server",
  allServers: "All servers",
  loadFailed: "Failed to load the calendar.",
  empty: {
    title: "Nothing planned",
    text: "There is no wipe, restart or event in the next two months. What is planned will stand here.",
  },
  subscribe: "Add to my calendar",
  copy: "Copy address",
  subscribeText:
    "Your calendar program asks again by itself, so that what changes here changes there.",
  onServer: "Coming up",
  whole: "Whole calendar",
} as const;

/** Admin, Calendar. */
export const CALENDAR_ADMIN = {
  label: "Entries",
  counted: ["entry", "entries"],
  allKinds: "Everything",
  when: "When",
  allTimes: "Any time",
  times: { coming: "Still to come", over: "Over" },
  sorts: {
    entered: "Entered first first",
    "-entered": "Entered last first",
    begins: "Earliest first",
    "-begins": "Latest first",
  },
  csv: [
    "Entry",
    "What",
    "Servers",
    "Begins (UTC)",
    "Minutes",
    "Repeats",
    "Repeats until (UTC)",
    "Next (UTC)",
  ],
  noMatch: { title: "No entry matches.", text: "Choose another kind or time." },
  add: "New entry",
  addTitle: "New entry",
  editTitle: "Change entry",
  edit: (title: string) => `Change ${title}`,
  remove: "Remove",
  removeTitle: "Remove this entry?",
  removeText: "It disappears from the site, and from calendars that people have subscribed to.",
  removeAction: "Yes, remove",
  removed: "Removed from the calendar.",
  removeFailed: "It could not be removed.",
  saved: "Saved. Everybody sees it now.",
  saveFailed: "It could not be saved.",
  loadFailed: "Failed to load the calendar.",
  over: "Over",
  next: "Next",
  everywhere: "the whole community",
  servers: (count: number) => (count === 1 ? "1 server" : `${count} servers`),
  empty: {
    title: "Nothing planned",
    text: "Enter wipes, restarts, events and rates that hold for a while. Each server's sheet counts down to them.",
  },
  kind: "What",
  name: "Title",
  nameMissing: "Say what it is called.",
  details: "Details",
  detailsHint: "May be empty.",
  begins: "Begins",
  beginsMissing: "Say when it begins.",
  beginsHint: (own: string, site: string) =>
    own === site
      ? `Times are of ${own}.`
      : `Times are yours, of ${own}. What repeats keeps its time of day in ${site}.`,
  ends: "Ends",
  endsHint: "Empty for what takes no time, such as a wipe.",
  endsBefore: "It must end after it begins.",
  tooLong: "It may take four weeks at most.",
  repeat: "Repeats",
  repeatUntil: "Until",
  repeatUntilHint: "Empty if it goes on.",
  onServers: "Servers",
  onServersHint: "None chosen: it is about the whole community.",
  goneServers: "No longer there",
  goneServer: (key: string) => `${key} (no longer there)`,
  rates: "Rates meanwhile",
  rateName: (number: number) => `Name of rate ${number}`,
  rateValue: (number: number) => `Value of rate ${number}`,
  rateNameExample: "Harvest",
  rateValueExample: "×2",
  addRate: "Add a rate",
  removeRate: (number: number) => `Remove rate ${number}`,
  rateIncomplete: "Each rate needs a name and a value.",
  save: "Save",
} as const;
