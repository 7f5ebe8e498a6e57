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

/** The browser's clock, put right by the server's answers (facts §10). */
export const createServerClock = (
  shelf: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): ServerClock => {
  let offsetMs: number | null = null;
  // From an earlier page, and the clock may have been put right since: it never makes it later.
  const earlierMs = Math.min(0, Number(shelf.getItem(CLOCK_KEY)) || 0);
  return {
    nowMs: () => Date.now() + (offsetMs ?? earlierMs),
    note: (date, sentAtMs) => {
      const atMs = Date.parse(date ?? "");
      const nowMs = Date.now();
      // Where the clock was set, or the computer slept, in between, the answer says nothing.
      if (Number.isNaN(atMs) || Math.abs(nowMs - sentAtMs) >= NOTED_FROM_MS) return;
      offsetMs = atMs - nowMs;
      if (Math.abs(offsetMs) >= NOTED_FROM_MS) shelf.setItem(CLOCK_KEY, String(offsetMs));
      else if (shelf.getItem(CLOCK_KEY) !== null) shelf.removeItem(CLOCK_KEY);
    },
  };
};
