import { Timer, TimerOff } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import { exactTime, roughDuration, shortDuration, useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK } from "#shared/desk-messages.ts";
import { TURN } from "#shared/thread-messages.ts";

/** So near the time is pointed out. */
const NEAR_MS = HOUR_MS;

/**
 * Until when a ticket is to be answered, from now on: "Answer due in 40 min", "2 h late"; with an icon, so that it is
 * told by more than a colour. Nothing before the page is live.
 */
export const DueMark = ({ dueAt, className }: { dueAt: string; className?: string }) => {
  const nowMs = useNow();
  if (nowMs === null) return null;
  const leftMs = Date.parse(dueAt) - nowMs;
  const isLate = leftMs <= 0;
  const time = shortDuration(Math.max(Math.abs(leftMs), MINUTE_MS));
  const Icon = isLate ? TimerOff : Timer;
  return (
    <span
      data-due={isLate ? "late" : "open"}
      title={DESK.answerUntil(exactTime(new Date(dueAt)))}
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap",
        isLate
          ? "bg-ember/15 text-ember"
          : leftMs <= NEAR_MS
            ? "bg-accent/15 text-accent-strong"
            : "bg-ground-700 text-muted",
        className,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {isLate ? DESK.late(time) : DESK.dueIn(time)}
    </span>
  );
};

/** A time within which it really happens: rounded up. */
const within = (durationMs: number): string => {
  const unitMs = durationMs < HOUR_MS ? 5 * MINUTE_MS : durationMs < DAY_MS ? HOUR_MS : DAY_MS;
  return roughDuration(Math.ceil(durationMs / unitMs) * unitMs);
};

/** How long a first answer usually takes; nothing where that is not known. */
export const UsualAnswer = () => {
  const { data } = trpc.tickets.usualAnswer.useQuery(undefined, { staleTime: 10 * MINUTE_MS });
  if (data?.medianMs == null) return null;
  return <span className="block">{TURN.usually(within(data.medianMs))}</span>;
};
