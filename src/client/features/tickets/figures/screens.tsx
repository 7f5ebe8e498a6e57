import { Link } from "@tanstack/react-router";
import { Download, ListTodo } from "lucide-react";
import { type ReactNode, useId } from "react";
import { BarChart, dayColumn } from "#client/components/bar-chart.tsx";
import { SelectFilter } from "#client/components/filter-bar.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { saveCsv, useFileGuard } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { Permitted } from "#client/components/permitted.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { forThose, FRESH } from "#client/lib/routing/lazy-route.ts";
import type { FiguresSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { shortDuration } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { FIGURE_VIEWS, FIGURE_WEEKS, type FigureWeeks } from "#shared/constants/queue.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import { HOUR_MS, LOADED_FRESH_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { LISTS } from "#shared/list-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Figure, Figures } from "#shared/schemas/desk.ts";
import {
  ContentText,
  csvOf,
  DurationText,
  figuresInputOf,
  FiguresTable,
  isEmpty,
  tableOf,
} from "./table.tsx";

const Hint = ({ children }: { children: string }) => (
  <p className="mt-2 text-sm text-pretty text-muted">{children}</p>
);

/** A scale in hours, or in minutes where nothing took two hours. */
const unitOf = (longestMs: number) =>
  longestMs > 2 * HOUR_MS ? { ms: HOUR_MS, sign: "h" } : { ms: MINUTE_MS, sign: "min" };

/** Week by week: what came and what was answered, and how long that took. */
const FigureCharts = ({ weeks, total }: Pick<Figures, "weeks" | "total">) => {
  const columns = weeks.map(({ week }) => dayColumn(week));
  const medians = weeks.map(({ figure: { answer } }) => answer.medianMs ?? 0);
  const ninetieths = weeks.map(({ figure: { answer } }) => answer.ninetiethMs ?? 0);
  const unit = unitOf(Math.max(0, ...ninetieths));
  const { answer, opened } = total;
  return (
    <div className="mt-3 grid gap-3 lg:grid-cols-2">
      <div className="panel min-w-0 p-4">
        <BarChart
          heading="h2"
          title={FIGURES_SCREEN.volume}
          columnName={FIGURES_SCREEN.columns.weeks}
          columns={columns}
          series={[
            {
              key: "opened",
              label: FIGURES_SCREEN.opened,
              values: weeks.map(({ figure }) => figure.opened),
            },
          ]}
          compared={{
            label: FIGURES_SCREEN.answered,
            values: weeks.map(({ figure }) => figure.answer.tickets),
          }}
          valueText={numberText}
          summary={FIGURES_SCREEN.volumeSummary(opened, answer.tickets)}
        />
        <Hint>{FIGURES_SCREEN.volumeHint}</Hint>
      </div>
      <div className="panel min-w-0 p-4">
        <BarChart
          heading="h2"
          title={FIGURES_SCREEN.times}
          columnName={FIGURES_SCREEN.columns.weeks}
          columns={columns}
          series={[
            {
              key: "median",
              label: FIGURES_SCREEN.median,
              values: medians.map((ms) => ms / unit.ms),
            },
          ]}
          compared={{
            label: FIGURES_SCREEN.ninetieth,
            values: ninetieths.map((ms) => ms / unit.ms),
          }}
          valueText={(value) => (value === 0 ? "–" : shortDuration(value * unit.ms))}
          scaleText={(value) => `${numberText(value)} ${unit.sign}`}
          summary={FIGURES_SCREEN.timesSummary(
            answer.medianMs === null ? null : shortDuration(answer.medianMs),
          )}
        />
        <Hint>{FIGURES_SCREEN.timesHint}</Hint>
      </div>
    </div>
  );
};

type SegmentsProps<Value extends string | number> = {
  legend: string;
  values: readonly Value[];
  value: Value;
  label: (value: Value) => string;
  onChoose: (value: Value) => void;
};

/** One of a few, side by side. */
const Segments = <Value extends string | number>({
  legend,
  values,
  value,
  label,
  onChoose,
}: SegmentsProps<Value>) => {
  const group = useId();
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col rounded-lg border border-ground-500 p-0.5 max-sm:basis-full">
      <legend className="sr-only">{legend}</legend>
      {values.map((one) => (
        <label
          key={one}
          className="relative grid h-9 cursor-pointer place-items-center rounded-md text-sm font-semibold whitespace-nowrap text-muted transition-colors select-none has-checked:bg-accent has-checked:text-ground-950 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong max-md:h-11 max-sm:px-1 sm:px-3.5"
        >
          <input
            type="radio"
            name={group}
            aria-label={label(one)}
            className="sr-only"
            checked={one === value}
            onChange={() => onChoose(one)}
          />
          {label(one)}
        </label>
      ))}
    </fieldset>
  );
};

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <li className="panel min-w-0 p-3.5 text-sm tabular-nums sm:p-4 [&>span:first-of-type]:text-muted">
    <span className="block font-semibold">{label}</span>
    <div className="mt-1 [&>span:first-child]:font-display [&>span:first-child]:text-2xl [&>span:first-child]:leading-tight [&>span:first-child]:font-extrabold">
      {children}
    </div>
  </li>
);

const TILES = "mt-3 grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-5 lg:gap-3";

const Tiles = ({ total }: { total: Figure }) => (
  <ul className={TILES}>
    <Tile label={FIGURES_SCREEN.opened}>
      <span className="block text-ink">{numberText(total.opened)}</span>
    </Tile>
    <Tile label={FIGURES_SCREEN.answered}>
      <span className="block text-ink">{numberText(total.answer.tickets)}</span>
    </Tile>
    <Tile label={FIGURES_SCREEN.answer}>
      <DurationText {...total.answer} />
    </Tile>
    <Tile label={FIGURES_SCREEN.solution}>
      <DurationText {...total.solution} />
    </Tile>
    <Tile label={FIGURES_SCREEN.satisfaction}>
      <ContentText figure={total} isWhole />
    </Tile>
  </ul>
);

/** As high as what comes. */
const FiguresSkeleton = () => (
  <div aria-busy>
    <div className={TILES}>
      {Array.from({ length: 5 }, (_, tile) => (
        <Skeleton key={tile} className="h-26 rounded-[14px]" />
      ))}
    </div>
    <div className="mt-3 grid gap-3 lg:grid-cols-2">
      <Skeleton className="h-72 rounded-[14px]" />
      <Skeleton className="h-72 rounded-[14px]" />
    </div>
    <Skeleton className="mt-3 h-96 rounded-[14px]" />
  </div>
);

const Words = ({ words }: Pick<Figures, "words">) => (
  <section aria-label={FIGURES_SCREEN.words} className="panel mt-3 p-4">
    <h2 className="font-display text-xl font-bold tracking-wide display-case">
      {FIGURES_SCREEN.words}
    </h2>
    <ul className="mt-2 divide-y divide-ground-700">
      {words.map(({ ticketId, at, isSolved, word }) => (
        <li key={ticketId} className="py-2">
          <q className="wrap-anywhere text-ink">{word}</q>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className={isSolved ? "text-moss" : "text-ember"}>
              {isSolved ? FIGURES_SCREEN.solved : FIGURES_SCREEN.unsolved}
            </span>
            <Link
              to="/member/tickets/ticket/$ticketId"
              params={{ ticketId: String(ticketId) }}
              className="-my-3 inline-flex min-h-11 min-w-6 items-center rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong"
            >
              #{ticketId}
            </Link>
            <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);

const How = () => (
  <details className="panel mt-3 px-4 py-3">
    <summary className="-my-3 cursor-pointer py-3 font-semibold text-muted transition-colors hover:text-ink">
      {FIGURES_SCREEN.how}
    </summary>
    <ul className="mt-2 list-disc space-y-1.5 pl-5 text-sm text-pretty text-muted">
      {FIGURES_SCREEN.howLines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </details>
);

const UNNARROWED = { category: undefined, helper: undefined };

/** How the team works on tickets [DESK-07]. */
const FiguresScreen = ({ search, onSearch }: SearchProps<FiguresSearch>) => {
  const site = useSite();
  const input = figuresInputOf(search, site);
  const by = search.by ?? "weeks";
  const helpers = trpc.queue.helpers.useQuery();
  const { data, isError, isFetching, isPlaceholderData, refetch } = trpc.figures.read.useQuery(
    input,
    { staleTime: LOADED_FRESH_MS, placeholderData: (before) => before },
  );
  const rows = data === undefined ? [] : tableOf(data, search, site);
  const assertConfirmed = useFileGuard();
  const save = async (csv: string) => {
    try {
      await assertConfirmed();
      saveCsv(`ticket-figures-${by}-${input.weeks}-weeks`, csv);
    } catch (error) {
      toast("error", messageOf(error) ?? LISTS.csvFailed, "admin");
    }
  };
  const isNarrowed = input.category !== undefined || input.helper !== undefined;
  const people = new Map(
    [...(helpers.data ?? []), ...(data?.helpers.flatMap(({ helper }) => helper ?? []) ?? [])].map(
      (helper) => [helper.id, fullName(helper)],
    ),
  );
  if (input.helper !== undefined && !people.has(input.helper))
    people.set(input.helper, FIGURES_SCREEN.someone);
  const categories = site.tickets.categories.map(({ key }) => key);
  return (
    <>
      <ScreenHeading
        eyebrow={FIGURES_SCREEN.eyebrow}
        title={FIGURES_SCREEN.title}
        actions={
          <Button asChild variant="ghost" size="sm" className="max-md:h-11">
            <Link to="/member/tickets/queue">
              <ListTodo aria-hidden />
              {FIGURES_SCREEN.toQueue}
            </Link>
          </Button>
        }
      />
      <search className="mt-3 flex flex-wrap items-end gap-2 [&_select]:h-11">
        <Segments<FigureWeeks>
          legend={FIGURES_SCREEN.period}
          values={FIGURE_WEEKS}
          value={input.weeks}
          label={FIGURES_SCREEN.weeks}
          onChoose={(weeks) => onSearch({ weeks })}
        />
        <SelectFilter
          label={FIGURES_SCREEN.helper}
          className="max-sm:flex-1 sm:w-52"
          value={input.helper}
          all={FIGURES_SCREEN.allHelpers}
          options={[...people.keys()]}
          names={Object.fromEntries(people)}
          onChange={(helper) => onSearch({ helper })}
        />
        <SelectFilter
          label={FIGURES_SCREEN.category}
          className="max-sm:flex-1 sm:w-52"
          value={input.category}
          all={FIGURES_SCREEN.allCategories}
          options={categories}
          names={Object.fromEntries(
            categories.map((key) => [key, shownValue(site.tickets, "category", key)]),
          )}
          onChange={(category) => onSearch({ category })}
        />
      </search>
      {data === undefined && isError && (
        <div className="mt-4">
          <LoadFailed
            message={FIGURES_SCREEN.failed}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data === undefined && !isError && <FiguresSkeleton />}
      {data !== undefined && isEmpty(data.total) && (
        <div className="mt-3">
          <EmptyPanel
            title={isNarrowed ? FIGURES_SCREEN.emptyNarrowed : FIGURES_SCREEN.empty}
            text={isNarrowed ? FIGURES_SCREEN.emptyNarrowedText : FIGURES_SCREEN.emptyText}
          >
            {isNarrowed && (
              <Button variant="outline" onClick={() => onSearch(UNNARROWED)}>
                {FIGURES_SCREEN.clear}
              </Button>
            )}
          </EmptyPanel>
        </div>
      )}
      {data !== undefined && !isEmpty(data.total) && (
        <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
          <Tiles total={data.total} />
          <FigureCharts {...data} />
          <div className="mt-5 flex flex-wrap items-center justify-between gap-2">
            <Segments
              legend={FIGURES_SCREEN.viewsLabel}
              values={FIGURE_VIEWS}
              value={by}
              label={(view) => FIGURES_SCREEN.views[view]}
              onChoose={(view) => onSearch({ by: view, sort: undefined })}
            />
            <Button
              variant="outline"
              size="sm"
              className="max-md:h-11"
              title={FIGURES_SCREEN.csv}
              disabled={isPlaceholderData}
              onClick={() => void save(csvOf(by, rows, data.total))}
            >
              <Download aria-hidden className="max-sm:hidden" />
              CSV
            </Button>
          </div>
          <FiguresTable
            by={by}
            rows={rows}
            total={data.total}
            search={search}
            onSort={(sort) => onSearch({ sort })}
          />
          {data.words.length > 0 && <Words words={data.words} />}
          <How />
        </div>
      )}
    </>
  );
};

export const TicketFigures = withSearch<FiguresSearch>((props) => (
  <Permitted key="figures" needed="tickets" title={FIGURES_SCREEN.title}>
    <FiguresScreen {...props} />
  </Permitted>
));

export const loadFigures = forThose<FiguresSearch>("tickets", ({ queries, site, search }) => {
  void queries.queue.helpers.prefetch();
  void queries.figures.read.prefetch(figuresInputOf(search, site), FRESH);
});
