/** How urgent a ticket is to the team, the most urgent first. */
export const PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The place of each, as it is stored: a list by priority begins with the least. */
export const PRIORITY_RANKS = { urgent: 0, high: 1, normal: 2, low: 3 } as const satisfies Record<
  Priority,
  number
>;

/** What the team sees of all tickets, in the order of its tabs. */
export const QUEUE_TABS = ["reply", "unassigned", "mine", "all", "closed"] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** By what the queue goes: who waits longest, whose answer is due first, the newest, the most urgent. */
export const QUEUE_SORTS = ["waiting", "due", "newest", "priority"] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** The colours that a label may have. */
export const LABEL_COLOURS = [
  "grey",
  "red",
  "orange",
  "yellow",
  "green",
  "blue",
  "violet",
] as const;
export type LabelColour = (typeof LABEL_COLOURS)[number];

/** So many labels a community can have, and one ticket; the longest name, in characters. */
export const LABELS_MAX = 50;
export const TICKET_LABELS_MAX = 10;
export const LABEL_NAME_MAX = 30;

/** So many tickets, orders and strikes of whoever opened a ticket stand beside it. */
export const REQUESTER_ENTRIES = 5;

/** So many tickets can be changed at once. */
export const QUEUE_CHANGE_MAX = 100;

/** Whoever has not said for so long that they look at a ticket does so no more. */
export const PRESENCE_MS = 45_000;
/** Who looks at a ticket says so this often. */
export const PRESENCE_BEAT_MS = 20_000;

/** Of how many weeks the figures of the support desk can be asked for, the present one among them. */
export const FIGURE_WEEKS = [4, 12, 26, 52] as const;
export type FigureWeeks = (typeof FIGURE_WEEKS)[number];

/** What they are listed by. */
export const FIGURE_VIEWS = ["weeks", "helpers", "categories"] as const;
export type FigureView = (typeof FIGURE_VIEWS)[number];

/** What a table of them can be sorted by. */
export const FIGURE_COLUMNS = [
  "opened",
  "answered",
  "closed",
  "answer",
  "solution",
  "satisfaction",
] as const;
export type FigureColumn = (typeof FIGURE_COLUMNS)[number];
export const FIGURE_SORTS = FIGURE_COLUMNS.flatMap((name) => [name, `-${name}`] as const);

/** So many of the newest words that players left at closing are shown. */
export const FIGURE_WORDS_MAX = 20;

/** From fewer tickets no median is told apart from chance: how many there were is pointed out. */
export const FIGURE_TICKETS_FEW = 5;
