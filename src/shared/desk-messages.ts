import { COUNT_MAX } from "./constants/lists.ts";
import type { LabelColour, Priority } from "./constants/queue.ts";

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** Notifications of how the team works on tickets. They name nobody. */
export const DESK_NOTIFICATIONS = {
  dueSoon: (id: number, subject: string) => ({
    subject: `Ticket #${id} is soon to be answered`,
    message: `“${subject}” waits for the team, and its time is nearly over.`,
  }),
  overdue: (id: number, subject: string) => ({
    subject: `The answer to ticket #${id} is late`,
    message: `“${subject}” has waited for the team longer than it should.`,
  }),
  closesSoon: (id: number, subject: string, left: number) => ({
    subject: `Ticket #${id} will be closed`,
    message: `The team has answered “${subject}”. Without a word from you it is closed in ${days(left)}.`,
  }),
  closedBySilence: (id: number, subject: string, silent: number) => ({
    subject: `Ticket #${id} was closed`,
    message: `“${subject}” was closed after ${days(silent)} without an answer. If it isn't solved, restore it.`,
  }),
};

/** On the ticket itself. */
export const DESK = {
  closedBySilence: (silent: number) => `Closed after ${days(silent)} without an answer`,
  /** @param time such as "2 h 5 min". */
  late: (time: string) => `${time} late`,
  dueIn: (time: string) => `Answer due in ${time}`,
  /** The moment itself. */
  answerUntil: (time: string) => `Answer by ${time}`,
} as const;

/** What the team is told about its queue of tickets. */
export const QUEUE = {
  noHelper: "Only somebody who may answer tickets can take care of one.",
  noHelperHere:
    "Only somebody who may see tickets of its category as one of the team can take care of one.",
  noLabel: "There is no such label.",
  labelTaken: "There is a label of this name already.",
  tooManyLabels: "There are 50 labels already. Remove one first.",
  tooManyOnTicket: "A ticket can have 10 labels at most.",
  tooManyAtOnce: "At most 100 tickets can be changed at once, each of them once.",
} as const;

export const PRIORITY_NAMES: Readonly<Record<Priority, string>> = {
  urgent: "Urgent",
  high: "High",
  normal: "Normal",
  low: "Low",
};

export const COLOUR_NAMES: Readonly<Record<LabelColour, string>> = {
  grey: "Grey",
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  blue: "Blue",
  violet: "Violet",
};

const tickets = (count: number) => `${count} ${count === 1 ? "ticket" : "tickets"}`;

/** The screen of the queue. */
export const QUEUE_SCREEN = {
  title: "Ticket Queue",
  eyebrow: "Support",
  search: "Search tickets by #number, words, people or labels",
  searchShort: "Search tickets",
  failed: "The tickets could not be loaded. Please try again.",
  tabs: {
    reply: "Needs reply",
    unassigned: "Unassigned",
    mine: "Mine",
    all: "All",
    closed: "Closed",
  },
  empty: {
    reply: "Nobody waits for an answer.",
    unassigned: "Every ticket has somebody who takes care of it.",
    mine: "You take care of no ticket.",
    all: "There is no open ticket.",
    closed: "There is no closed ticket.",
  },
  emptyText: {
    reply: "New tickets and replies appear here by themselves.",
    unassigned: "New tickets appear here by themselves.",
    mine: "Tickets that you take, and those that others assign to you, appear here.",
    all: "New tickets appear here by themselves.",
    closed: "Tickets appear here once they are closed.",
  },
  sort: "Sort",
  sorts: { waiting: "Longest wait", due: "Due first", newest: "Newest", priority: "Most urgent" },
  anyTime: "Late or not",
  late: "Late",
  anyPriority: "Any priority",
  anyLabel: "Any label",
  waits: "Waits",
  unread: "Unread:",
  nothingSaid: "No messages yet.",
  noText: "Message removed or without text",
  select: (id: number) => `Select ticket #${id}`,
  selected: (count: number) => `${tickets(count)} selected`,
  clearSelection: "Clear",
  close: "Close",
  restore: "Restore",
  acts: { assign: "Assign", label: "Label", priority: "Priority" },
  choosing: { assign: "Assign to", label: "Label", priority: "Priority" },
  forTickets: (count: number) => `For ${tickets(count)}.`,
  toMe: "Me",
  toNobody: "Nobody",
  takeOff: "Remove",
  newLabel: "New label",
  colour: "Colour",
  make: "Create",
  changed: (count: number) => `${tickets(count)} changed.`,
  undone: "Undone.",
  skipped: (count: number) =>
    count === 1
      ? "One ticket was changed by someone else and stays as it is."
      : `${count} tickets were changed by someone else and stay as they are.`,
  nothingChanged: "Nothing to change.",
  changeFailed: "The tickets could not be changed. Please try again.",
  facts: "Team details",
  assignee: "Assigned to",
  nobody: "Nobody",
  priority: "Priority",
  labels: "Labels",
  noLabels: "None",
  requester: "Opened by",
  due: "Answer due",
  edit: "Change",
  alsoLooking: (names: readonly string[]) =>
    `${names.join(", ")} ${names.length === 1 ? "is" : "are"} looking at this ticket too.`,
  takenBy: (name: string) => `${name} takes care of this ticket.`,
  takenByYou: "You take care of this ticket.",
  takenByNobody: "Nobody takes care of this ticket yet.",
  takeOver: "Take over",
  takeOverFrom: (name: string) => `Take over from ${name}`,
  noneOpen: "No ticket selected",
  noneOpenText: "Choose one from the list, or press J for the first.",
  keys: "Shortcuts",
  keysHint: "Single keys that work while you are not typing.",
  keysOn: "Use shortcuts in this browser",
} as const;

/** What the team may know of whoever opened a ticket. */
export const REQUESTER = {
  title: "About this member",
  failed: "This could not be loaded.",
  tickets: "Last tickets",
  noTickets: "No other ticket.",
  statuses: { Open: "Open", closed: "Closed" },
  orders: "Last orders",
  noOrders: "No order.",
  allOrders: "All orders",
  strikes: "Last strikes",
  noStrikes: "No strike.",
  allStrikes: "All strikes",
} as const;

/** The labels of the team, all of them. */
export const LABEL_SCREEN = {
  title: "Labels",
  open: "Labels",
  about: "The team sorts tickets by them. Members do not see them.",
  none: "There is no label yet.",
  loadFailed: "The labels could not be loaded.",
  name: "Name",
  edit: (name: string) => `Edit ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  save: "Save",
  cancel: "Cancel",
  counting: "Counting its tickets…",
  removeTitle: (name: string) => `Remove the label “${name}”?`,
  removeText: (count: number | null) =>
    count === null
      ? "It is taken off every ticket that has it. This cannot be undone."
      : count === 0
        ? "No ticket has it. This cannot be undone."
        : `It is taken off ${count >= COUNT_MAX ? `more than ${COUNT_MAX - 1} tickets` : tickets(count)}. This cannot be undone.`,
  remove: "Remove label",
  removed: (name: string) => `The label “${name}” was removed.`,
  failed: "The label could not be changed. Please try again.",
} as const;

/** What each key of the queue does. */
export const QUEUE_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["J / ↓", "Next ticket"],
  ["K / ↑", "Previous ticket"],
  ["Enter", "Open the ticket, or write an answer"],
  ["X", "Select or unselect"],
  ["R", "Reply"],
  ["S", "Saved reply"],
  ["C", "Close, or restore a closed one"],
  ["T", "Take"],
  ["A", "Assign"],
  ["L", "Label"],
  ["P", "Priority; then 1 to 4"],
  ["Esc", "Leave the box you type in, or clear the selection"],
  ["/", "Search"],
  ["?", "Show these shortcuts"],
];

/** Notes of the team on tickets: what the server answers. */
export const NOTES = {
  forTeam: "Notes are for the team alone.",
  unknown: "There is no such note.",
  notYours: "Only its author can change a note.",
  tooLate: "A note can be changed for ten minutes. Write another one instead.",
  removed: "The note is removed.",
} as const;

/** Notes of the team on tickets: what the screens say. */
export const NOTE_SCREEN = {
  label: "Note to the team",
  onlyTeam: "Only the team sees this.",
  write: "Write a note to the team",
  save: "Save note",
  reply: "Reply",
  modes: "What you write",
  modeHint: "Ctrl+J switches",
  failed: "The note could not be saved.",
  loadFailed: "The notes of the team could not be loaded.",
  edit: "Edit note",
  saveEdit: "Save changes",
  cancel: "Cancel",
  remove: "Remove note",
  removeTitle: "Remove this note?",
  removeText: "It is gone for everyone on the team.",
  edited: "edited",
} as const;

/** Saved replies: what the server answers. */
export const SAVED_REPLIES = {
  unknown: "There is no such saved reply.",
  unknownPlaceholder: (name: string, known: readonly string[]) =>
    `contains {${name}}, which stands for nothing. Known are ${known.map((one) => `{${one}}`).join(", ")}`,
  staysShared: "A shared reply stays shared. Save a private copy instead.",
  changedMeanwhile:
    "Someone changed this reply in the meantime. Reload it to see the latest version.",
  full: (max: number) => `There are ${max} shared replies already. Remove one first.`,
  ownFull: (max: number) => `You have ${max} private replies already. Remove one first.`,
  removed: "The saved reply is removed.",
} as const;

/** Saved replies: what the screens say. */
export const SAVED_REPLY_SCREEN = {
  eyebrow: "Support",
  about:
    "Answers that the team gives again and again. To choose one, press Saved replies above the message box, or type / while it is empty.",
  open: "Saved replies",
  openHint: "Type / in an empty message",
  search: "Search saved replies",
  list: "Saved replies",
  choose: "Choose a saved reply",
  manage: "Manage saved replies",
  emptyText:
    "Write an answer once, with placeholders for names and numbers, and send it with a few keys.",
  none: "There are no saved replies yet.",
  noMatch: "No saved reply matches.",
  loadFailed: "The saved replies could not be loaded.",
  shared: "Shared with the team",
  private: "Only you",
  add: "New reply",
  edit: "Edit reply",
  remove: "Remove",
  removeTitle: "Remove this reply?",
  removeShared: "It is gone for everyone on the team.",
  removeOwn: "It cannot be brought back.",
  save: "Save reply",
  cancel: "Cancel",
  saved: "The reply is saved.",
  failed: "The reply could not be saved.",
  name: "Title",
  nameMissing: "Please enter a title.",
  text: "Text",
  textMissing: "Please enter a text.",
  share: "Share it with the team",
  shareHint: "Everyone who answers tickets can use and change it.",
  staysShared: "It is shared: everyone who answers tickets can use and change it.",
  placeholders: "Placeholders, filled in when the reply is chosen",
  insert: (name: string, meaning: string) => `Insert {${name}}: ${meaning}`,
} as const;

/** The transcript of a ticket. */
export const TRANSCRIPT = {
  open: "Transcript",
  loadFailed: "The transcript could not be loaded.",
  loading: "Loading the transcript…",
  /** Until the subject is known. */
  title: (id: number) => `Transcript of ticket #${id}`,
  back: (id: number) => `Back to ticket #${id}`,
  print: "Print",
  save: "Save as a file",
  withNotes: "With the notes of the team",
  notesWarning: "With notes of the team. Do not pass it on to players.",
  description: "Description",
  people: "People",
  opened: "Opened",
  status: "Status",
  conversation: "Conversation",
  /** What closes tickets that nobody answers. */
  site: "The site",
  none: "Nothing was said yet.",
  note: "Note to the team",
  edited: "edited",
  removed: "Removed by its author.",
  file: (name: string) => `File: ${name}`,
  madeAt: (at: string, zone: string) => `Written ${at}. Times are those of ${zone}.`,
} as const;

/** What happened, after who did it. */
export const TRANSCRIPT_EVENTS = {
  opened: "opened the ticket",
  edited: "changed the ticket",
  assigned: (names: string) => `assigned ${names}`,
  unassigned: (names: string) => `removed ${names}`,
  closed: "closed the ticket",
  closedBySilence: (days: number) =>
    `closed the ticket after ${days} ${days === 1 ? "day" : "days"} without an answer`,
  restored: "restored the ticket",
  merged: (from: number, into: number) => `merged #${from} into #${into}`,
} as const;
