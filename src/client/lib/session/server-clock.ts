import type { SafeStorage } from "#client/lib/storage.ts";

/** Where the difference lies that the last page has seen, in milliseconds; only where it matters. */
export const CLOCK_KEY = "clockOffset";
/** Clocks of computers differ by seconds, and nobody's session depends on those. */
const NOTED_FROM_MS = 60_000;

export type ServerClock = {
  /** The server's time, as far as it is known, in milliseconds. */
  nowMs: () => number;
  /**
   * Takes the server's time from an answer.
   * @param date its `Date` header.
   * @param sentAtMs when it was asked for, by the browser's clock.
   */
  note: (date: string | null, sentAtMs: number) => void;
};

/** The browser's clock, put right by the server's answers [SESS-14]. */
export const createServerClock = (storage: SafeStorage): ServerClock => {
  let offsetMs: number | null = null;
  // From an earlier page, and the clock may have been put right since: it never makes it later.
  const earlierMs = Math.min(0, Number(storage.getItem(CLOCK_KEY)) || 0);
  return {
    nowMs: () => Date.now() + (offsetMs ?? earlierMs),
    note: (date, sentAtMs) => {
      const atMs = Date.parse(date ?? "");
      const nowMs = Date.now();
      // Where the clock was set, or the computer slept, in between, the answer says nothing.
      if (Number.isNaN(atMs) || Math.abs(nowMs - sentAtMs) >= NOTED_FROM_MS) return;
      offsetMs = atMs - nowMs;
      if (Math.abs(offsetMs) >= NOTED_FROM_MS) storage.setItem(CLOCK_KEY, String(offsetMs));
      else if (storage.getItem(CLOCK_KEY) !== null) storage.removeItem(CLOCK_KEY);
    },
  };
};
