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
