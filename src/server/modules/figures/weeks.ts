import { dayAfter, endOfDay, localTime, mondayOf, startOfDay } from "#shared/rules/local-time.ts";

/** A week by its Monday, where the community is; `until` is not part of it. */
export type Week = { week: string; from: Date; until: Date };

const DAYS = 7;

/** The last weeks up to the one in which a moment lies, the oldest first. @param zone such as "Europe/Berlin". */
export const weeksUntil = (now: Date, count: number, zone: string): Week[] => {
  const present = mondayOf(localTime(now, zone).day);
  return Array.from({ length: count }, (_, index) => {
    const week = dayAfter(present, (index + 1 - count) * DAYS);
    return {
      week,
      from: startOfDay(week, zone),
      until: endOfDay(dayAfter(week, DAYS - 1), zone),
    };
  });
};
