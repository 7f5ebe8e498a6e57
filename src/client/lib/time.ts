import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { dateFormat, numberText } from "#shared/rules/format.ts";
import { createEmitter } from "./emitter.ts";

/**
 * Acts once when so much time has passed.
 * @param ms null while it is not to begin.
 */
export const useAfter = (ms: number | null, act: () => void) => {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
};

/** The value as it was when it had last stood still for so long, in milliseconds. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};

/** So much time lies between two runs of the same work at least. */
const LEAST_MS = 500;
/** Work that takes longer than this no longer holds up its next run. */
const MOST_MS = 5000;

const inMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Work that news ask for, however often they come: it runs at once, and what is asked for while it
 * runs, or within the next half second, is one more run afterwards.
 * @param again starts that run; to mark who causes it, for instance.
 */
export const createPace = (again: (run: () => void) => void, pause = inMs) => {
  const running = new Map<string, { isDue: boolean }>();
  /** @param name tells one kind of work from another. */
  const ask = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const before = running.get(name);
    if (before !== undefined) {
      before.isDue = true;
      return;
    }
    const present = { isDue: false };
    running.set(name, present);
    await Promise.all([pause(LEAST_MS), Promise.race([work(), pause(MOST_MS)])]);
    running.delete(name);
    if (present.isDue) again(() => void ask(name, work));
  };
  return ask;
};

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
] as const;
/** "1 day", "3 hours". `Intl` knows the plurals, too, but takes 20 ms of a fast computer for three units. */
const counted = (count: number, unit: string) =>
  `${numberText(count)} ${count === 1 ? unit : `${unit}s`}`;
const day = dateFormat({ dateStyle: "medium" });
const exact = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** "3 minutes", "2 days": the largest whole unit; below a minute "a moment". */
export const roughDuration = (durationMs: number): string => {
  for (const [unit, lengthMs] of UNITS)
    if (durationMs >= lengthMs) return counted(Math.trunc(durationMs / lengthMs), unit);
  return "a moment";
};

/** "2 days 4 hours", "12 minutes": the two largest whole units; below a minute "a moment". */
export const longDuration = (durationMs: number): string => {
  const first = UNITS.findIndex(([, lengthMs]) => durationMs >= lengthMs);
  if (first === -1) return roughDuration(durationMs);
  let restMs = durationMs;
  const parts: string[] = [];
  for (const [unit, lengthMs] of UNITS.slice(first, first + 2)) {
    const count = Math.trunc(restMs / lengthMs);
    restMs -= count * lengthMs;
    if (count > 0) parts.push(counted(count, unit));
  }
  return parts.join(" ");
};

const SHORT_UNITS = ["d", "h", "min"] as const;

/** "2 d 4 h", "3 h 5 min", "12 min": the two largest units of a time, for a table; below a minute "under 1 min". */
export const shortDuration = (durationMs: number): string => {
  const minutes = Math.round(durationMs / 60_000);
  const counts = [Math.trunc(minutes / 1440), Math.trunc((minutes % 1440) / 60), minutes % 60];
  const first = counts.findIndex((count) => count > 0);
  if (first === -1) return "under 1 min";
  return SHORT_UNITS.slice(first, first + 2)
    .flatMap((unit, index) => {
      const count = counts[first + index] ?? 0;
      return count === 0 ? [] : [`${count} ${unit}`];
    })
    .join(" ");
};

/** What a field for a local date and time holds, such as `2026-11-24T18:30`. */
export const localFieldText = (at: Date): string => {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2026-11-24T18:30".length);
};

/** The exact local date and time. */
export const exactTime = (at: Date): string => exact(at);

/** "3 minutes ago"; after seven days the date. */
export const sinceText = (at: Date, nowMs: number): string => {
  const ageMs = Math.max(0, nowMs - at.getTime());
  return ageMs > 7 * DAY_MS ? day(at) : `${roughDuration(ageMs)} ago`;
};

/** The local date alone: "Nov 21, 2026". */
export const dayText = (at: Date): string => day(at);

const calendarDay = dateFormat({ weekday: "long", month: "long", day: "numeric", year: "numeric" });

/** The local day of a moment, as it is called now: "Today", "Yesterday", "Saturday, November 21, 2026". */
export const dayName = (at: Date, nowMs: number): string => {
  const daysAgo = (days: number) => {
    const then = new Date(nowMs);
    then.setDate(then.getDate() - days);
    return then.toDateString();
  };
  if (at.toDateString() === daysAgo(0)) return "Today";
  return at.toDateString() === daysAgo(1) ? "Yesterday" : calendarDay(at);
};

const TICK_MS = 30_000;

const ticks = createEmitter();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all that show a time, so that they are drawn together. */
const everyTick = (onChange: () => void) => {
  const leave = ticks.subscribe(onChange);
  timer ??= setInterval(() => ticks.emit(), TICK_MS);
  return () => {
    leave();
    if (!ticks.isEmpty()) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const presentTick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The present time in milliseconds, renewed every half minute; null before the page is live. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(everyTick, presentTick, () => null);
