import { Link } from "@tanstack/react-router";
import { SortColumn, type Sorting } from "#client/components/list-tools.tsx";
import { cn } from "#client/lib/cn.ts";
import { idIn } from "#client/lib/lists.ts";
import type { FiguresSearch } from "#client/lib/routing/list-searches.ts";
import { shortDuration } from "#client/lib/time.ts";
import type { Sort } from "#shared/constants/lists.ts";
import {
  FIGURE_COLUMNS,
  FIGURE_TICKETS_FEW,
  FIGURE_WEEKS,
  type FigureColumn,
  type FigureView,
  type FigureWeeks,
} from "#shared/constants/queue.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { dateFormat, numberFormat, numberText } from "#shared/rules/format.ts";
import { BYTE_ORDER_MARK, csvLine, fullName } from "#shared/rules/lines.ts";
import type { Duration, Figure, Figures, FiguresInput } from "#shared/schemas/desk.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

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
type FigureRow = {
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
const contentOf = ({ solved, unsolved }: Figure): number | null =>
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

const percent = numberFormat({ style: "percent", maximumFractionDigits: 0 });

/** Counts are best with many, times with short ones. */
const FIRST = {
  opened: "-opened",
  answered: "-answered",
  closed: "-closed",
  answer: "answer",
  solution: "solution",
  satisfaction: "-satisfaction",
} as const;

const Small = ({ children }: { children: string }) => (
  <span className="block text-xs text-balance text-faint">{children}</span>
);

/** Stands where there is no figure. */
const None = ({ text }: { text: string }) => (
  <span className="text-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">{text}</span>
  </span>
);

/** The median of a time, nine of ten, and from how many tickets that is known. */
export const DurationText = ({ tickets, medianMs, ninetiethMs }: Duration) =>
  medianMs === null || ninetiethMs === null ? (
    <None text={FIGURES_SCREEN.noTime} />
  ) : (
    <>
      <span className="block font-semibold whitespace-nowrap text-ink">
        {shortDuration(medianMs)}
      </span>
      <Small>{FIGURES_SCREEN.within(shortDuration(ninetiethMs))}</Small>
      <span
        className={cn(
          "block text-xs",
          tickets < FIGURE_TICKETS_FEW ? "text-accent-strong" : "text-faint",
        )}
      >
        {tickets < FIGURE_TICKETS_FEW
          ? FIGURES_SCREEN.fromFew(tickets)
          : FIGURES_SCREEN.from(tickets)}
      </span>
    </>
  );

/** How many were content, and of how many that is known. */
export const ContentText = ({
  figure,
  isWhole = false,
}: {
  figure: Figure;
  /** Whether it also says that nobody said anything. */
  isWhole?: boolean;
}) => {
  const share = contentOf(figure);
  const { solved, unsolved } = figure;
  return share === null ? (
    <>
      <None text={FIGURES_SCREEN.noneSaid} />
      {isWhole && (
        <span aria-hidden className="block text-xs text-faint">
          {FIGURES_SCREEN.noneSaid}
        </span>
      )}
    </>
  ) : (
    <>
      <span className="block font-semibold text-ink">{percent(share / 100)}</span>
      <Small>{FIGURES_SCREEN.solvedOf(solved, solved + unsolved)}</Small>
    </>
  );
};

const Cell = ({ figure, column }: { figure: Figure; column: FigureColumn }) => {
  const { opened, closed, answer, solution } = figure;
  if (column === "answer") return <DurationText {...answer} />;
  if (column === "solution") return <DurationText {...solution} />;
  if (column === "satisfaction") return <ContentText figure={figure} />;
  return numberText({ opened, answered: answer.tickets, closed }[column]);
};

type NameProps = { row: FigureRow; search: FiguresSearch };

const Name = ({ row: { name, remark, narrows }, search }: NameProps) => (
  <>
    {narrows === null ? (
      <bdi className={search.by === "helpers" ? undefined : "whitespace-nowrap"}>{name}</bdi>
    ) : (
      <Link
        to="/member/tickets/figures"
        search={{ ...search, ...narrows, by: "weeks", sort: undefined }}
        className="rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent"
      >
        <bdi>{name}</bdi>
      </Link>
    )}
    {remark !== null && <Small>{remark}</Small>}
  </>
);

type FiguresTableProps = Pick<Sorting<FigureColumn>, "onSort"> & {
  search: FiguresSearch;
  by: FigureView;
  rows: readonly FigureRow[];
  total: Figure;
};

const CELL = "px-2 py-2 text-right align-top tabular-nums";

/** The figures line by line: a table where there is room for one, else a card for each line. */
export const FiguresTable = ({ by, rows, total, search, onSort }: FiguresTableProps) => {
  const label = FIGURES_SCREEN.views[by];
  return (
    <div className="@container mt-3">
      <div className="panel hidden overflow-x-auto @3xl:block">
        <table aria-label={label} className="w-full text-sm">
          <thead className="border-b border-ground-600 text-xs tracking-wide text-muted uppercase [&_th]:font-semibold">
            <tr>
              <th scope="col" className="px-4 py-2 text-left">
                {FIGURES_SCREEN.columns[by]}
              </th>
              {FIGURE_COLUMNS.map((column) => (
                <SortColumn
                  key={column}
                  name={column}
                  first={FIRST[column]}
                  sort={search.sort}
                  onSort={onSort}
                  isRight
                  className="table-cell px-2 py-2 text-right whitespace-nowrap"
                >
                  {FIGURES_SCREEN[column]}
                </SortColumn>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-ground-700">
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="px-4 py-2 text-left align-top font-semibold">
                  <Name row={row} search={search} />
                </th>
                {FIGURE_COLUMNS.map((column) => (
                  <td key={column} className={CELL}>
                    <Cell figure={row.figure} column={column} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {rows.length > 1 && (
            <tfoot className="border-t-2 border-ground-600">
              <tr>
                <th scope="row" className="px-4 py-2 text-left align-top font-bold">
                  {FIGURES_SCREEN.total}
                </th>
                {FIGURE_COLUMNS.map((column) => (
                  <td key={column} className={CELL}>
                    <Cell figure={total} column={column} />
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <ul aria-label={label} className="grid gap-2 @3xl:hidden">
        {rows.map((row) => (
          <li key={row.key} className="panel p-3.5">
            <p className="font-semibold">
              <Name row={row} search={search} />
            </p>
            {isEmpty(row.figure) ? (
              <p className="mt-0.5 text-sm text-faint">{FIGURES_SCREEN.nothing}</p>
            ) : (
              <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-2.5 text-sm tabular-nums">
                {FIGURE_COLUMNS.map((column) => (
                  <div key={column} className="min-w-0">
                    <dt className="text-xs text-muted">{FIGURES_SCREEN[column]}</dt>
                    <dd className="mt-0.5">
                      <Cell figure={row.figure} column={column} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
