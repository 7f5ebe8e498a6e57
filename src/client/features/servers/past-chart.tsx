import { useState } from "react";
import { ChartFrame } from "#client/components/bar-chart.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import { HISTORY_RANGES, type HistoryRange } from "#shared/constants/games.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { dateFormat, numberFormat } from "#shared/rules/format.ts";
import type { ServerPast } from "#shared/schemas/servers.ts";
import { SERVER } from "#shared/server-messages.ts";

const NAMES: Record<HistoryRange, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "1y": "1 year",
};

const HEIGHT = 100;
const hours = dateFormat({ hour: "numeric" });
const weekdays = dateFormat({ weekday: "short" });
const days = dateFormat({ month: "short", day: "numeric" });
const months = dateFormat({ month: "short", year: "numeric" });
const dayAndHour = dateFormat({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const wholeDay = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
/** What the axis says of points that are so wide. */
const axisOf = (stepMs: number) =>
  stepMs >= DAY_MS ? months : stepMs > HOUR_MS ? days : stepMs === HOUR_MS ? weekdays : hours;
const percent = numberFormat({
  style: "percent",
  maximumFractionDigits: 1,
  roundingMode: "trunc",
});
const number = numberFormat({ maximumFractionDigits: 1 });

const shareText = (share: number | null) => (share === null ? "–" : percent(share));
const playersText = (players: number | null) => (players === null ? "–" : number(players));

/** The smallest round number that is not below `value`, and can be halved. */
const roundTop = (value: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))));
  return [1, 2, 4, 6, 8, 10].map((by) => by * step).find((top) => top >= Math.max(value, 4)) ?? 4;
};

/** When a point began: days of the year are those of the world's clock, as they are counted. */
const timeText = ({ from, stepMs }: ServerPast, index: number) => {
  const at = new Date(Date.parse(from) + index * stepMs);
  return (stepMs >= DAY_MS ? wholeDay : dayAndHour)(at);
};

/** Stretches of neighbouring points that are alike, so that a gap stays a gap. */
const runsOf = <Kind,>(kinds: readonly Kind[]) => {
  const runs: { kind: Kind; from: number; count: number }[] = [];
  for (const [index, kind] of kinds.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.kind === kind) last.count += 1;
    else runs.push({ kind, from: index, count: 1 });
  }
  return runs;
};

/** An outline over each point's whole width, in units of points. */
const stepsOf = (values: readonly (number | null)[], y: (value: number) => number) =>
  runsOf(values.map((value) => value !== null))
    .filter(({ kind }) => kind)
    .map(({ from, count }) => {
      const steps = values
        .slice(from, from + count)
        .map((value, index) => `V${y(value ?? 0)}H${from + index + 1}`);
      const [first = 0] = values.slice(from);
      return { from, until: from + count, line: `M${from} ${y(first ?? 0)}${steps.join("")}` };
    });

const STATES = [
  { name: "up", look: "fill-moss" },
  { name: "partly", look: "fill-accent" },
  { name: "down", look: "fill-ember" },
  { name: "unknown", look: "fill-ground-600" },
] as const;
const stateOf = (share: number | null) =>
  STATES[share === null ? 3 : share >= 0.995 ? 0 : share > 0.05 ? 1 : 2];

const summaryOf = ({ peak, mean, share }: ServerPast) =>
  SERVER.pastLabel(peak ?? 0, playersText(mean), shareText(share));

const Chart = ({ past }: { past: ServerPast }) => {
  const [pointed, setPointed] = useState<number | null>(null);
  const count = past.players.length;
  const top = roundTop(past.peak ?? 0);
  const y = (value: number) => Math.round((1 - value / top) * HEIGHT * 10) / 10;
  const marks = [0, 1, 2, 3].map((quarter) =>
    axisOf(past.stepMs)(new Date(Date.parse(past.from) + (quarter / 4) * count * past.stepMs)),
  );
  return (
    <div>
      <p className="flex min-h-6 flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        {pointed === null ? (
          summaryOf(past)
        ) : (
          <>
            <span>{timeText(past, pointed)}</span>
            <span>
              <strong className="font-semibold text-ink">
                {playersText(past.players[pointed] ?? null)}
              </strong>{" "}
              playing · peak {playersText(past.peaks[pointed] ?? null)} ·{" "}
              {shareText(past.uptime[pointed] ?? null)} up
            </span>
          </>
        )}
      </p>
      <div
        className="relative mt-2 touch-pan-y"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const index = Math.floor(((clientX - left) / width) * count);
          setPointed(Math.min(Math.max(index, 0), count - 1));
        }}
        onPointerLeave={() => setPointed(null)}
      >
        <svg
          viewBox={`0 0 ${count} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full overflow-visible text-accent"
        >
          {[0, HEIGHT / 2, HEIGHT].map((at) => (
            <path
              key={at}
              d={`M0 ${at}H${count}`}
              className="stroke-ground-600"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {stepsOf(past.peaks, y).map(({ from, until, line }) => (
            <path
              key={from}
              d={`${line}H${until}V${HEIGHT}H${from}Z`}
              fill="currentColor"
              opacity="0.14"
            />
          ))}
          {stepsOf(past.players, y).map(({ from, until, line }) => (
            <g key={from}>
              <path d={`${line}H${until}V${HEIGHT}H${from}Z`} fill="currentColor" opacity="0.22" />
              <path
                d={line}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                vectorEffect="non-scaling-stroke"
              />
            </g>
          ))}
          {pointed !== null && (
            <path
              d={`M${pointed + 0.5} 0V${HEIGHT}`}
              className="stroke-ink"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <span className="absolute top-0.5 left-1 text-xs text-faint">{top}</span>
        <span className="absolute top-20 left-1 mt-0.5 text-xs text-faint">{top / 2}</span>
        <svg
          viewBox={`0 0 ${count} 1`}
          preserveAspectRatio="none"
          className="mt-1.5 block h-2 w-full"
        >
          {runsOf(past.uptime.map(stateOf)).map(({ kind, from, count: width }) => (
            <rect key={from} x={from} width={width} height="1" className={kind.look} />
          ))}
        </svg>
      </div>
      <p className="mt-1 grid grid-cols-4 text-xs text-faint">
        {marks.map((mark, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a day may come twice
          <span key={index}>{mark}</span>
        ))}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {STATES.map(({ name, look }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <svg viewBox="0 0 1 1" className={cn("size-2.5", look)}>
              <rect width="1" height="1" />
            </svg>
            {name}
          </span>
        ))}
      </p>
    </div>
  );
};

/** Players and uptime of one server over a range that one picks, as a chart or as a table. */
export const PastChart = ({ serverKey }: { serverKey: string }) => {
  const [range, setRange] = useState<HistoryRange>("24h");
  const { data, isError, isFetching, isPlaceholderData, refetch } = trpc.servers.past.useQuery(
    { key: serverKey, range },
    // Until the next range is there the one before stays, and nothing moves.
    { staleTime: MINUTE_MS, placeholderData: (before) => before },
  );
  const rows = (data?.players ?? []).map((players, index) => [
    data === undefined ? "" : timeText(data, index),
    playersText(players),
    playersText(data?.peaks[index] ?? null),
    shareText(data?.uptime[index] ?? null),
  ]);
  return (
    <div className="min-h-[23rem]" aria-busy={isFetching}>
      <fieldset
        aria-label={SERVER.pastRange}
        className="mb-4 grid grid-cols-4 gap-1 rounded-xl border border-ground-700 bg-ground-950/70 p-1"
      >
        {HISTORY_RANGES.map((entry) => (
          <button
            key={entry}
            type="button"
            aria-pressed={entry === range}
            onClick={() => setRange(entry)}
            className="min-h-10 rounded-lg px-1 text-sm font-semibold text-muted hover:text-ink aria-pressed:bg-ground-700 aria-pressed:text-accent-strong"
          >
            {NAMES[entry]}
          </button>
        ))}
      </fieldset>
      {isError ? (
        <LoadFailed
          message={SERVER.pastFailed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Skeleton className="h-72 w-full" />
      ) : (
        <ChartFrame
          heading="h2"
          title={SERVER.pastTitle}
          summary={data.share === null ? SERVER.pastEmpty : summaryOf(data)}
          table={{ head: ["From", "Players", "Peak", "Uptime"], rows: rows.toReversed() }}
          className={isPlaceholderData ? "opacity-60" : undefined}
        >
          {data.share === null ? (
            <p className="grid h-60 place-items-center text-center text-muted">
              {SERVER.pastEmpty}
            </p>
          ) : (
            <Chart past={data} />
          )}
        </ChartFrame>
      )}
    </div>
  );
};
