import type { CalendarKind, Repeat } from "#shared/schemas/calendar.ts";

/** What is said of the calendar. */
export const CALENDAR = {
  unknown: "There is no such entry.",
  changedMeanwhile: "Somebody else has changed this entry. Open it again to see what it says now.",
  noSuchServer: (key: string) => `There is no server "${key}".`,
  untilBeforeBegin: "It must not end before it begins.",
  overlaps: "It takes longer than the time until it happens again.",
  needsLength: "Rates hold for a while: say how long.",
  needsRates: "Say which rates hold meanwhile.",
  ratesOfNothing: "Only rates have rates.",
  isFull: (max: number) =>
    `The calendar holds ${max} entries that are not over. Remove some of them first.`,
} as const;

export const KIND_NAMES: Readonly<Record<CalendarKind, string>> = {
  wipe: "Wipe",
  restart: "Restart",
  event: "Event",
  rates: "Rates",
};

export const REPEAT_NAMES: Readonly<Record<Repeat, string>> = {
  never: "Once",
  daily: "Every day",
  weekly: "Every week",
  fortnightly: "Every two weeks",
  monthly: "Every month, on the same weekday",
};
