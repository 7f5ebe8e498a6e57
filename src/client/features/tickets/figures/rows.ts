import { idIn } from "#client/lib/lists.ts";
import {
  FIGURE_WEEKS,
  type FigureColumn,
  type FigureView,
  type FigureWeeks,
} from "#shared/constants/figures.ts";
import type { Sort } from "#shared/constants/lists.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/csv.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { Duration, Figure, Figures, FiguresInput } from "#shared/schemas/figures.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import type { FiguresSearch } from "./list-search.ts";

const WEEKS: FigureWeeks = 12;

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const figuresInputOf = (
  { weeks, category, helper }: FiguresSearch,
  { tickets }: Pick<SiteConfig, "tickets">,
): FiguresInput => {
  const known = tickets.categories.find(({ key }) => key === category);
  const id = idIn(helper);
  return {
    weeks: FIGURE_WEEKS.find((one) => one === weeks) ?? WEEKS,
    ...(known !== undefined && { category: known.key }),
    ...(id !== undefined && { helper: id }),
  };
};

/** One line of the table. */
export type FigureRow = {
  figure: Figure;
  key: string;
  name: string;
  /** What is said of it besides. */
  remark: string | null;
  /** What the figures are narrowed to by it; null where they cannot be. */
  narrows: Pick<FiguresSearch, "category" | "helper"> | null;
};

const day = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** @param week its Monday, "2026-11-23". */
const weekName = (week: string): string => day(new Date(week));

const rowsOf = {
  weeks: ({ weeks }) =>
    weeks.toReversed().map(({ week, figure }, index) => ({
      figure,
      key: week,
      name: weekName(week),
      remark: index === 0 ? FIGURES_SCREEN.present : null,
      narrows: null,
    })),
  helpers: ({ helpers }) =>
    helpers.map(({ helper, isInTeam, figure }) => ({
      figure,
      key: helper?.id ?? "",
      name: helper === null ? FIGURES_SCREEN.nobody : fullName(helper),
      remark: helper === null || isInTeam ? null : FIGURES_SCREEN.left,
      narrows: helper === null ? null : { helper: helper.id },
    })),
  categories: ({ categories }, { tickets }) =>
    categories.map(({ category, figure }) => ({
      figure,
      key: category,
      name: shownValue(tickets, "category", category),
      remark: null,
      narrows: tickets.categories.some(({ key }) => key === category) ? { category } : null,
    })),
} satisfies Record<
  FigureView,
  (figures: Figures, site: Pick<SiteConfig, "tickets">) => FigureRow[]
>;

/** Whether nothing happened. */
export const isEmpty = ({ opened, closed, answer }: Figure): boolean =>
  opened + closed + answer.tickets === 0;

/** How many of a hundred who said something were content; null where nobody did. */
export const contentOf = ({ solved, unsolved }: Figure): number | null =>
  solved + unsolved === 0 ? null : (100 * solved) / (solved + unsolved);

const VALUES = {
  opened: ({ opened }) => opened,
  answered: ({ answer }) => answer.tickets,
  closed: ({ closed }) => closed,
  answer: ({ answer }) => answer.medianMs,
  solution: ({ solution }) => solution.medianMs,
  satisfaction: contentOf,
} satisfies Record<FigureColumn, (figure: Figure) => number | null>;

/** Sorted by a column; lines without a value come last. */
const sorted = (rows: readonly FigureRow[], sort: Sort<FigureColumn>): FigureRow[] => {
  const isDown = sort.startsWith("-");
  const valueOf = VALUES[sort.replace("-", "") as FigureColumn];
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a.figure), valueOf(b.figure)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return isDown ? other - one : one - other;
  });
};

/** The lines of the table, as the address asks for them. */
export const tableOf = (
  figures: Figures,
  { by = "weeks", sort }: FiguresSearch,
  site: Pick<SiteConfig, "tickets">,
): FigureRow[] => {
  const rows = rowsOf[by](figures, site);
  return sort === undefined ? rows : sorted(rows, sort);
};

const minutes = (ms: number | null): number | "" => (ms === null ? "" : Math.round(ms / 60_000));

const durationCells = ({ tickets, medianMs, ninetiethMs }: Duration) => [
  tickets,
  minutes(medianMs),
  minutes(ninetiethMs),
];

const figureCells = ({ opened, closed, answer, solution, solved, unsolved }: Figure) => [
  opened,
  answer.tickets,
  closed,
  ...durationCells(answer),
  ...durationCells(solution),
  solved,
  unsolved,
];

/** The table as a CSV file. */
export const csvOf = (by: FigureView, rows: readonly FigureRow[], total: Figure): string => {
  const lines = [
    [FIGURES_SCREEN.columns[by], ...FIGURES_SCREEN.csvColumns],
    ...rows.map(({ key, name, figure }) => [by === "weeks" ? key : name, ...figureCells(figure)]),
    [FIGURES_SCREEN.total, ...figureCells(total)],
  ];
  return [BYTE_ORDER_MARK, ...lines.map((line) => csvLine(line))].join("");
};
