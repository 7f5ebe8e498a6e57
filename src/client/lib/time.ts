import { useSyncExternalStore } from "react";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { createEmitter } from "./emitter.ts";

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
] as const;
const formats = Object.fromEntries(
  UNITS.map(([unit]) => [
    unit,
    new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }),
  ]),
);
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** "3 minutes", "2 days": the largest whole unit; below a minute "a moment". */
export const roughDuration = (durationMs: number): string => {
  for (const [unit, lengthMs] of UNITS)
    if (durationMs >= lengthMs)
      return formats[unit]?.format(Math.trunc(durationMs / lengthMs)) ?? "";
  return "a moment";
};

/** The exact local date and time, for hover texts. */
export const exactTime = (at: Date): string => exact.format(at);

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
