import { Timer, TimerOff } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import { exactTime, shortDuration, useNow } from "#client/lib/time.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK } from "#shared/desk-messages.ts";

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
