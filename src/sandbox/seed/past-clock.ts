import type { Clock } from "#server/core/clock.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/** A clock that stood still so many days before another's now. */
export const pastClock = (clock: Clock, daysAgo: number): Clock => {
  const at = clock.now().getTime() - daysAgo * DAY_MS;
  return { now: () => new Date(at) };
};
