import type { Clock } from "#server/core/clock.ts";

export type MovableClock = Clock & {
  /** Moves the clock on, by milliseconds. */
  advance(ms: number): void;
  set(at: Date | string): void;
};

/** A clock that stands still until a test moves it. */
export const movableClock = (start: Date | string = "2026-03-01T12:00:00.000Z"): MovableClock => {
  let nowMs = new Date(start).getTime();
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
    set(at) {
      nowMs = new Date(at).getTime();
    },
  };
};
