import { Link } from "@tanstack/react-router";
import { Check, Copy, LogIn, ThumbsUp } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { useCopy } from "#client/lib/clipboard.ts";
import { cn } from "#client/lib/cn.ts";
import { exactTime, roughDuration, useNow } from "#client/lib/time.ts";
import type { ServerState } from "#shared/constants/games.ts";
import { SERVERS } from "#shared/messages.ts";
import { numberFormat } from "#shared/rules/format.ts";
import type { ServerHistory, ServerRow } from "#shared/schemas/servers.ts";

const LOOK: Record<ServerState, { label: string; light: string; text: string }> = {
  online: { label: "Online", light: "bg-moss", text: "text-moss" },
  offline: { label: "Offline", light: "bg-ember", text: "text-ember" },
  unknown: { label: "Unknown", light: "bg-ground-500", text: "text-muted" },
};

type StateDetailProps = {
  state: ServerState;
  since: string | null;
  /** Share of answered probes of the last day, or null. */
  uptime: number | null;
  now: number | null;
};

const percent = numberFormat({
  style: "percent",
  maximumFractionDigits: 1,
  roundingMode: "trunc",
});

/** A hexagonal light with what it means. */
export const StateMark = ({ state }: { state: ServerState }) => {
  const { label, light, text } = LOOK[state];
  return (
    <span className="flex items-center gap-1.5 md:gap-2.5">
      <span aria-hidden className="relative grid size-4 shrink-0 place-items-center">
        {state === "online" && <span className="hexagon absolute inset-0 bg-moss/25" />}
        <span className={cn("hexagon h-[11px] w-[10px]", light)} />
      </span>
      <span className={cn("text-sm font-semibold md:text-base", text)}>{label}</span>
    </span>
  );
};

/** Since when an offline server is gone, or the uptime of the last day. */
export const StateDetail = ({ state, since, uptime, now }: StateDetailProps) => {
  if (state === "unknown") return SERVERS.noAnswerYet;
  if (state === "offline" && since !== null && now !== null)
    return (
      <>
        for{" "}
        <time dateTime={since} title={`Offline since ${exactTime(new Date(since))}`}>
          {roughDuration(now - Date.parse(since))}
        </time>
      </>
    );
  if (uptime === null) return "\u00a0";
  return <span title={SERVERS.uptimeMeaning}>{percent(uptime)} uptime</span>;
};

/** How one joins: a link for Steam, or the address to paste. */
const ConnectCell = ({ row }: { row: ServerRow }) => {
  const { isCopied, copy } = useCopy(row.connectInfo);
  const Icon = isCopied ? Check : Copy;
  if (row.connectUrl === null)
    return (
      <Button variant="outline" size="sm" onClick={copy} aria-label={SERVERS.copyAddress(row.name)}>
        <Icon aria-hidden />
        Copy
      </Button>
    );
  return (
    <div className="flex items-center gap-1">
      <Button asChild variant="outline" size="sm">
        <a href={row.connectUrl} aria-label={`Join ${row.name}`}>
          <LogIn aria-hidden />
          Join
        </a>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        onClick={copy}
        aria-label={SERVERS.copyAddress(row.name)}
        title={`Copy ${row.connectInfo}`}
      >
        <Icon aria-hidden />
      </Button>
    </div>
  );
};

const WIDTH = 132;
const HEIGHT = 34;
const TOP = 3;

type Run = { from: number; values: number[] };

/** Splits the day where nothing was measured, so that a gap stays a gap. */
const runsOf = (points: readonly (number | null)[]): Run[] => {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const [index, value] of points.entries()) {
    if (value === null) open = null;
    else if (open === null) runs.push((open = { from: index, values: [value] }));
    else open.values.push(value);
  }
  return runs;
};

const round = (value: number) => Math.round(value * 10) / 10;

/** Players of the last 24 hours as a small area chart. */
const PlayerChart = ({ history }: { history: ServerHistory | undefined }) => {
  if (history === undefined) return <div style={{ width: WIDTH, height: HEIGHT }} aria-hidden />;
  const { points, peak } = history;
  const top = Math.max(peak, 4);
  const x = (index: number) => round((index / (points.length - 1)) * WIDTH);
  const y = (value: number) => round(HEIGHT - (value / top) * (HEIGHT - TOP));
  const label = history.uptime === null ? SERVERS.noPlayersMeasured : SERVERS.playersOfDay(peak);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
      className="max-w-full min-w-0 overflow-visible text-accent"
    >
      <title>{label}</title>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-ground-600" strokeWidth="1" />
      {runsOf(points).map(({ from, values }) => {
        const line = values.map((value, index) => `${x(from + index)} ${y(value)}`).join("L");
        const end = x(from + values.length - 1);
        return (
          <g key={from}>
            <path
              d={`M${x(from)} ${HEIGHT}L${line}L${end} ${HEIGHT}Z`}
              fill="currentColor"
              opacity="0.16"
            />
            <path
              d={values.length === 1 ? `M${line}h1` : `M${line}`}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
            />
          </g>
        );
      })}
    </svg>
  );
};

const HEADINGS = [
  { name: "Status", className: "w-[27%] md:w-[18%] lg:w-[15%]" },
  { name: "Server", className: "" },
  { name: "Version", className: "hidden w-[11%] lg:table-cell" },
  { name: "Players", className: "w-[26%] md:w-[24%] lg:w-[23%]" },
  { name: "Vote", className: "w-[14%] md:w-[12%] lg:w-[9%]" },
  { name: "Connect", className: "hidden w-[20%] md:table-cell lg:w-[15%]" },
] as const;

const SHEET = { isSheet: true };

const cell = "px-2 py-3 align-middle md:px-3 xl:px-4";

const Head = () => (
  <thead>
    <tr className="border-b border-ground-600 text-left">
      {HEADINGS.map(({ name, className }) => (
        <th
          key={name}
          scope="col"
          className={cn(
            "px-2 py-3 font-display text-sm font-bold tracking-[0.06em] text-faint display-case md:px-3 md:text-base md:tracking-[0.12em] xl:px-4",
            className,
          )}
        >
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

const Players = ({ row, history }: { row: ServerRow; history: ServerHistory | undefined }) => (
  <div className="flex flex-col gap-1 md:flex-row md:items-center md:gap-4">
    <span
      className={cn(
        "tabular-nums md:min-w-18 md:shrink-0 md:whitespace-nowrap",
        row.state === "online" ? "text-ink" : "text-faint",
      )}
      title={row.state === "online" ? undefined : SERVERS.lastKnown}
    >
      {row.state === "unknown" && row.maxPlayers === 0 ? (
        "–"
      ) : (
        <>
          <span className="font-semibold md:text-lg">{row.players}</span>
          <span className="text-sm text-faint md:text-base"> / {row.maxPlayers}</span>
        </>
      )}
    </span>
    <PlayerChart history={history} />
  </div>
);

const Row = ({
  row,
  history,
  now,
}: {
  row: ServerRow;
  history: ServerHistory | undefined;
  now: number | null;
}) => {
  const detail = (
    <StateDetail state={row.state} since={row.since} uptime={history?.uptime ?? null} now={now} />
  );
  return (
    <tr
      data-server={row.key}
      className="relative border-b border-ground-700/70 transition-colors last:border-0 hover:bg-ground-800/50"
    >
      <td className={cell}>
        <StateMark state={row.state} />
        <span className="hidden pl-6.5 text-xs whitespace-nowrap text-faint md:block">
          {detail}
        </span>
      </td>
      <th scope="row" className={cn(cell, "text-left font-normal")}>
        {/* The whole row leads to the server; what else can be pressed in it lies above. */}
        <Link
          to="/servers/$serverKey"
          params={{ serverKey: row.key }}
          state={SHEET}
          resetScroll={false}
          title={row.name}
          className="font-semibold text-ink after:absolute after:inset-0 hover:text-accent-strong"
        >
          <span className="line-clamp-3 wrap-anywhere">{row.name}</span>
        </Link>
        <span className="block text-xs text-faint md:hidden">{detail}</span>
        {row.serverName !== row.name && (
          <span className="hidden truncate text-sm text-faint md:block" title={row.serverName}>
            {row.serverName}
          </span>
        )}
      </th>
      <td className={cn(cell, "hidden text-sm text-muted tabular-nums lg:table-cell")}>
        <span className="block truncate" title={row.version || undefined}>
          {row.version || "–"}
        </span>
      </td>
      <td className={cell}>
        <Players row={row} history={history} />
      </td>
      <td className={cell}>
        {row.voteUrl === null ? (
          <span className="text-faint">–</span>
        ) : (
          <a
            href={row.voteUrl}
            target="_blank"
            rel="noopener"
            aria-label={`Vote for ${row.name}`}
            className="relative z-1 inline-flex min-h-9 min-w-6 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline"
          >
            <ThumbsUp className="size-4.5 md:size-4" aria-hidden />
            <span className="hidden md:inline">Vote</span>
          </a>
        )}
      </td>
      <td className={cn(cell, "hidden md:table-cell")}>
        <div className="relative z-1 w-fit">
          <ConnectCell row={row} />
        </div>
      </td>
    </tr>
  );
};

const bone = "animate-pulse rounded bg-ground-700";

/** Rows in their final height, so that nothing moves when the status arrives. */
const SkeletonRow = ({ name }: { name: string }) => (
  <tr className="border-b border-ground-700/70 last:border-0">
    <td className={cell}>
      <div className={cn(bone, "h-4 w-16")} />
    </td>
    <th scope="row" className={cn(cell, "text-left font-normal")}>
      <span className="line-clamp-3 font-semibold wrap-anywhere text-muted">{name}</span>
      <span className={cn(bone, "mt-0.5 block h-3.5 w-16 max-w-full md:mt-1.5 md:w-40")} />
    </th>
    <td className={cn(cell, "hidden lg:table-cell")}>
      <div className={cn(bone, "h-4 w-14")} />
    </td>
    <td className={cell}>
      <div className={cn(bone, "h-[62px] w-full max-w-48 md:h-[34px]")} />
    </td>
    <td className={cell}>
      <div className={cn(bone, "h-4 w-6 md:w-12")} />
    </td>
    <td className={cn(cell, "hidden md:table-cell")}>
      <div className={cn(bone, "h-9 w-24")} />
    </td>
  </tr>
);

type StatusTableProps = {
  caption: string;
  /** Undefined while they load. */
  rows: readonly ServerRow[] | undefined;
  /** Names to show until then. */
  expected: readonly { key: string; name: string }[];
  historyOf: (key: string) => ServerHistory | undefined;
};

export const StatusTable = ({ caption, rows, expected, historyOf }: StatusTableProps) => {
  const now = useNow();
  return (
    <table className="w-full table-fixed border-collapse" aria-busy={rows === undefined}>
      <caption className="sr-only">{caption}</caption>
      <Head />
      <tbody>
        {rows === undefined
          ? expected.map(({ key, name }) => <SkeletonRow key={key} name={name} />)
          : rows.map((row) => (
              <Row key={row.key} row={row} history={historyOf(row.key)} now={now} />
            ))}
      </tbody>
    </table>
  );
};
