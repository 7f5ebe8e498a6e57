import { COUNT_MAX } from "#shared/constants/lists.ts";
import type { LabelColour, Priority } from "#shared/constants/queue.ts";

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
