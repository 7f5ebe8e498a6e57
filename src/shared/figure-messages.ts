import type { FigureView, FigureWeeks } from "./constants/queue.ts";

const tickets = (count: number): string => `${count} ${count === 1 ? "ticket" : "tickets"}`;

/** The screen with the figures of the support desk. */
export const FIGURES_SCREEN = {
  title: "Ticket Figures",
  entry: "Figures",
  eyebrow: "Support",
  toQueue: "Queue",
  failed: "The figures could not be loaded. Please try again.",
  period: "Period",
  weeks: (weeks: FigureWeeks) => `${weeks} weeks`,
  category: "Category",
  allCategories: "All categories",
  helper: "Helper",
  allHelpers: "All helpers",
  /** Whoever is asked about and cannot be named. */
  someone: "Somebody else",
  empty: "No figures yet",
  emptyText:
    "In this period no ticket was opened, answered or closed. Choose a longer one, or come back once there are some.",
  emptyNarrowed: "Nothing matches",
  emptyNarrowedText:
    "In this period there was no such ticket. Choose a longer one, or another helper or category.",
  clear: "Clear filters",
  csv: "Save this table as a CSV file",
  views: { weeks: "By week", helpers: "By helper", categories: "By category" } satisfies Record<
    FigureView,
    string
  >,
  viewsLabel: "What the table goes by",
  columns: {
    weeks: "Week",
    helpers: "Helper",
    categories: "Category",
  } satisfies Record<FigureView, string>,
  opened: "Opened",
  answered: "Answered",
  closed: "Closed",
  answer: "First answer",
  solution: "Solution",
  satisfaction: "Satisfaction",
  median: "Median",
  ninetieth: "9 of 10 within",
  /** How many tickets a figure comes from. */
  from: (count: number) => `from ${tickets(count)}`,
  fromFew: (count: number) => `from ${tickets(count)} only`,
  within: (time: string) => `9 of 10 within ${time}`,
  solvedOf: (solved: number, said: number) => `${solved} of ${said} said solved`,
  noneSaid: "Nobody said",
  noTime: "None yet",
  nothing: "Nothing happened.",
  present: "So far",
  nobody: "Nobody yet",
  left: "no longer in the team",
  total: "All",
  volume: "Opened and answered",
  times: "Time to the first answer",
  volumeSummary: (opened: number, answered: number) =>
    `${tickets(opened)} opened and ${tickets(answered)} answered for the first time, week by week.`,
  volumeHint: "Columns: opened. The line across: answered for the first time.",
  timesSummary: (median: string | null) =>
    median === null
      ? "No ticket was answered."
      : `Half of the first answers came within ${median}; week by week.`,
  timesHint: "Columns: half of the answers came within. The line across: 9 of 10 did.",
  words: "What players said at closing",
  wordsText: "The newest words, with the ticket that they are about.",
  solved: "Solved",
  unsolved: "Not solved",
  how: "How this is counted",
  howLines: [
    "A ticket counts in the week in which it was opened, first answered or closed. Merged tickets count once.",
    "The median is the time within which half of the tickets were answered or solved. Times run around the clock, not by working hours.",
    "A ticket that silence closed was solved by the team's last answer. One that a player called unsolved has no solution.",
    "First answers belong to whoever wrote them; everything else to whoever takes care of the ticket, or else answered it first.",
    "Weeks that are over are added up once an hour: later changes to their tickets show by then.",
  ],
  csvColumns: [
    "Opened",
    "Answered",
    "Closed",
    "First answer: tickets",
    "First answer: median (minutes)",
    "First answer: 9 of 10 within (minutes)",
    "Solution: tickets",
    "Solution: median (minutes)",
    "Solution: 9 of 10 within (minutes)",
    "Said solved",
    "Said not solved",
  ],
} as const;
