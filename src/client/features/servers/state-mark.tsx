import { cn } from "#client/lib/cn.ts";
import { exactTime, roughDuration } from "#client/lib/time.ts";
import type { ServerState } from "#shared/constants/games.ts";
import { SERVERS } from "#shared/home-messages.ts";
import { numberFormat } from "#shared/rules/format.ts";

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
