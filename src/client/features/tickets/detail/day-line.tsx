import { useNow } from "#client/lib/use-now.ts";
import { DAY_MS } from "#shared/constants/time.ts";

const withYear = new Intl.DateTimeFormat("en", { dateStyle: "long" });
const thisYear = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" });

/** "Today", "Yesterday", "Tuesday, November 3"; with the year where it is another. */
const dayName = (at: Date, nowMs: number | null): string => {
  if (nowMs === null) return withYear.format(at);
  const now = new Date(nowMs);
  if (at.toDateString() === now.toDateString()) return "Today";
  if (at.toDateString() === new Date(nowMs - DAY_MS).toDateString()) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? thisYear : withYear).format(at);
};

/** Where a new day begins in the thread. */
export const DayLine = ({ at }: { at: string }) => {
  const nowMs = useNow();
  return (
    <li className="mt-7 flex items-center gap-3 first:mt-2">
      <span aria-hidden className="h-px flex-1 bg-night-700" />
      <span className="font-display text-[0.95rem] font-bold tracking-[0.1em] text-faint uppercase">
        <time dateTime={at}>{dayName(new Date(at), nowMs)}</time>
      </span>
      <span aria-hidden className="h-px flex-1 bg-night-700" />
    </li>
  );
};
