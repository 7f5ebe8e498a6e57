import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";

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
