import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { CHARTS } from "#shared/list-messages.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { Button } from "./ui/button.tsx";

/** Steps between the lines of a scale, in each power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const LINES = 4;
/** So many labels fit under the columns of a narrow chart. */
const LABELS_MAX = 4;

/**
 * The lines of a scale that holds a value: 0, some round numbers, and the last one at or above it.
 * @param max the largest value, from 0.
 * @param smallest step between two lines, such as 1 for what is counted.
 */
export const scaleFor = (max: number, smallest = 1): number[] => {
  const rough = Math.max(max / LINES, smallest);
  const power = 10 ** Math.floor(Math.log10(rough));
  const isStep = (step: number) => step >= rough - 1e-9 && step % smallest === 0;
  const step = STEPS.map((each) => each * power).find(isStep) ?? 10 * power;
  const count = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, line) => line * step);
};

type ChartFrameProps = {
  title: string;
  /** Below what the chart stands. */
  heading?: "h2" | "h3";
  /** What a screen reader says of the drawing. */
  summary: string;
  /** The same figures as a table: the first cell of each row names it. */
  table: { head: readonly string[]; rows: readonly (readonly string[])[] };
  /** Stands between title and button, such as a choice of periods. */
  controls?: ReactNode;
  /** What the colours mean. */
  legend?: ReactNode;
  className?: string;
  /** The drawing: all that it says stands in the table as well. */
  children: ReactNode;
};

/** The frame of every chart: its title, the drawing, and a button that shows a table instead. */
export const ChartFrame = ({
  title,
  heading: Heading = "h3",
  summary,
  table: { head, rows },
  controls,
  legend,
  className,
  children,
}: ChartFrameProps) => {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? ChartNoAxesColumn : Table2;
  return (
    <section aria-labelledby={id} className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading id={id} className="font-display text-xl font-bold tracking-wide display-case">
          {title}
        </Heading>
        <div className="flex items-center gap-2">
          {controls}
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            aria-label={`${isTable ? CHARTS.asChart : CHARTS.asTable}: ${title}`}
            onClick={() => setIsTable(!isTable)}
          >
            <Icon aria-hidden />
            {isTable ? CHARTS.asChart : CHARTS.asTable}
          </Button>
        </div>
      </div>
      {isTable ? (
        // A wide table is moved sideways, by keyboard as well.
        <section
          aria-label={`${title}: ${CHARTS.asTable}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-3 max-h-80 overflow-auto rounded-lg border border-ground-700"
        >
          <table className="w-full text-sm tabular-nums">
            <thead className="sticky top-0 bg-ground-800 text-left text-muted">
              <tr>
                {head.map((name, column) => (
                  <th
                    key={name}
                    scope="col"
                    className={cn("px-3 py-2 font-semibold", column > 0 && "text-right")}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-ground-700">
              {rows.map(([name = "", ...cells]) => (
                <tr key={name}>
                  <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
                    {name}
                  </th>
                  {cells.map((cell, column) => (
                    <td key={head[column + 1]} className="px-3 py-2 text-right whitespace-nowrap">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <>
          <p className="sr-only">{summary}</p>
          <div aria-hidden className="mt-3">
            {children}
          </div>
          {legend}
        </>
      )}
    </section>
  );
};

/** One colour for each of the first series; those beyond share the last. */
const COLOURS = ["bg-accent", "bg-moss", "bg-crystal", "bg-blades", "bg-ember", "bg-faint"];
/** As many as can be told apart. */
const SERIES_MAX = COLOURS.length;
const colourOf = (index: number) => COLOURS[Math.min(index, SERIES_MAX - 1)];

type BarSeries = {
  key: string;
  label: string;
  /** One for each column, from 0. */
  values: readonly number[];
};

/** `label` stands below it, `name` in the table. */
type Column = { label: string; name: string };

type BarChartProps = Pick<ChartFrameProps, "heading"> & {
  title: string;
  /** What a column is: "Week". */
  columnName: string;
  columns: readonly Column[];
  /** What each column is made of, from the bottom; at most `SERIES_MAX`. */
  series: readonly BarSeries[];
  /** A value with its unit: "3.5 h". */
  valueText: (value: number) => string;
  /** A value of the scale, which has little room; `valueText` where nothing is said. */
  scaleText?: (value: number) => string;
  /** The smallest step of the scale. */
  smallest?: number;
  /** What a screen reader says of the drawing; what the columns come to where nothing is said. */
  summary?: string;
  /** One of several on a screen. */
  isSmall?: boolean;
  /** What each column is compared with: a line across it, and a column of the table. */
  compared?: { label: string; values: readonly number[] };
};

/** Columns that are named by their first day, such as weeks: no time zone may move them. */
const shortDay = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
const wholeDay = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** The column of a day. @param day "2026-12-01". */
export const dayColumn = (day: string): Column => ({
  label: shortDay(new Date(day)),
  name: wholeDay(new Date(day)),
});

/** From so many columns on they are narrower than their labels. */
const DENSE = 21;
/** From so many on, a phone has few pixels for each. */
const VERY_DENSE = 61;

/** The more columns there are, the narrower is what parts them. */
const gapOf = (columns: number): string =>
  columns >= VERY_DENSE ? "gap-px" : columns >= DENSE ? "gap-0.5 sm:gap-1" : "gap-1 sm:gap-2";

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Figures over time as stacked columns, with their scale, a legend and a table. */
export const BarChart = ({
  title,
  heading,
  columnName,
  columns,
  series,
  valueText,
  scaleText = valueText,
  smallest,
  summary,
  isSmall = false,
  compared,
}: BarChartProps) => {
  const totals = columns.map((_, column) => sum(series.map(({ values }) => values[column] ?? 0)));
  const lines = scaleFor(Math.max(0, ...totals, ...(compared?.values ?? [])), smallest);
  const top = lines.at(-1) ?? 1;
  const isOne = series.length < 2;
  const gap = gapOf(columns.length);
  const legend = !isOne && (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {series.map(({ key, label }, index) => (
        <li key={key} className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden
            className={cn("size-3 shrink-0 rounded-sm forced-color-adjust-none", colourOf(index))}
          />
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <ChartFrame
      title={title}
      heading={heading}
      summary={summary ?? CHARTS.summary(valueText(sum(totals)), columns.at(0)?.name ?? "")}
      legend={legend}
      table={{
        head: [
          columnName,
          ...series.map(({ label }) => label),
          ...(isOne ? [] : [CHARTS.total]),
          ...(compared === undefined ? [] : [compared.label]),
        ],
        rows: columns.map(({ name }, column) => [
          name,
          ...series.map(({ values }) => valueText(values[column] ?? 0)),
          ...(isOne ? [] : [valueText(totals[column] ?? 0)]),
          ...(compared === undefined ? [] : [valueText(compared.values[column] ?? 0)]),
        ]),
      }}
    >
      <div className={cn("relative ml-12", isSmall ? "h-28" : "h-44")}>
        {lines.map((line) => (
          <div
            key={line}
            style={{ bottom: `${(line / top) * 100}%` }}
            className={cn(
              "absolute inset-x-0 border-t",
              line === 0 ? "border-ground-500" : "border-ground-700",
            )}
          >
            <span className="absolute right-full -translate-y-1/2 pr-2 text-xs leading-none whitespace-nowrap text-faint tabular-nums">
              {scaleText(line)}
            </span>
          </div>
        ))}
        <div className={cn("absolute inset-0 flex items-end px-1", gap)}>
          {columns.map(({ name }, column) => (
            <div
              key={name}
              title={`${name}: ${valueText(totals[column] ?? 0)}`}
              className="relative flex h-full min-w-0 flex-1 flex-col-reverse overflow-hidden rounded-t-sm"
            >
              {(compared?.values[column] ?? 0) > 0 && (
                <div
                  style={{
                    bottom: `min(${((compared?.values[column] ?? 0) / top) * 100}%, 100% - 2px)`,
                  }}
                  className="absolute inset-x-0 h-0.5 bg-ink forced-color-adjust-none outline outline-ground-950"
                />
              )}
              {series.map(({ key, values }, index) => (
                <div
                  key={key}
                  style={{ height: `${((values[column] ?? 0) / top) * 100}%` }}
                  className={cn("shrink-0 forced-color-adjust-none", colourOf(index))}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <div className={cn("mt-1.5 ml-12 flex px-1 text-xs text-faint", gap)}>
        {columns.map(({ name, label }, column) => (
          <span
            key={name}
            className={cn(
              "min-w-0 flex-1 text-center whitespace-nowrap",
              // There is room for some, the last among them.
              (columns.length - 1 - column) % Math.ceil(columns.length / LABELS_MAX) !== 0 &&
                "invisible",
            )}
          >
            <span
              className={cn(
                "inline-flex w-0",
                columns.length >= DENSE && column === columns.length - 1
                  ? "justify-end"
                  : "justify-center",
              )}
            >
              {label}
            </span>
          </span>
        ))}
      </div>
    </ChartFrame>
  );
};
