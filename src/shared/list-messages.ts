import { numberText } from "#shared/rules/format.ts";

/** Every list that comes in pages. */
export const LISTS = {
  loadMore: "Load more",
  tryAgain: "Try again",
  clear: "Clear",
  filters: "Filters",
  /** After a number of filters. */
  active: "active",
  csv: "Download what is shown as CSV",
  csvFailed: "The list could not be downloaded.",
  csvCut: (lines: number) =>
    `The file holds the first ${numberText(lines)} lines. Narrow the list to get the rest.`,
  /** Before what a list is narrowed to. */
  remove: "Remove the filter",
  sortBy: "Sort by",
  /** What the names of the columns are called together. */
  columns: "Columns",
  period: "Period",
  anyTime: "Any time",
  ownPeriod: "Custom dates",
  /** For a search that has neither. */
  needsWord: "A search needs a letter or a digit.",
  /** Read to people who do not see the rows. */
  shown: (count: number, unit: string) => `${count} ${unit} shown`,
} as const;

/** Boxes in which people are looked for. */
export const PEOPLE = {
  list: "People",
  anyone: "Anyone",
  searchByName: "Search by name",
  loadFailed: "The list of people could not be loaded.",
  /** @param label of the filter that is cleared. */
  showAll: (label: string) => `${label}: show all`,
} as const;

/** Figures that are drawn, and the table that says the same. */
export const CHARTS = {
  asTable: "Table",
  asChart: "Chart",
  total: "Total",
  /** Read to people who do not see the drawing. @param total with its unit. */
  summary: (total: string, since: string) =>
    `${total} in all since ${since}. The table has each figure.`,
} as const;

/** What the orders of lists are called: a list's own, and those that can be chosen besides. */
export const SORTS = {
  users: {
    own: "Newest first, Admins last",
    names: {
      name: "Name, A to Z",
      "-name": "Name, Z to A",
      "-joined": "Joined last",
      joined: "Joined first",
      "-points": "Most points",
      points: "Fewest points",
    },
  },
  orders: {
    own: "Newest first",
    names: {
      number: "Oldest first",
      "-total": "Highest total",
      total: "Lowest total",
      "-paid": "Paid last",
      paid: "Paid first",
      state: "State",
    },
  },
  events: {
    own: "Newest first",
    names: {
      received: "Oldest first",
      "-order": "Newest order",
      order: "Oldest order",
      state: "State",
    },
  },
  audit: { own: "Newest first", names: { time: "Oldest first" } },
  keys: { own: "Newest first", names: { created: "Oldest first" } },
} as const;
