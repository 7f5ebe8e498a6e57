import { type Clock, parseUtc } from "#server/core/clock.ts";
import type { Probe } from "./port.ts";

const TIMEOUT_MS = 5000;

/** How far the clock was ahead, half-way between question and answer. */
const aheadOf = (headers: Headers, answeredAt: Date, roundTripMs: number): number | null => {
  // An answer that somebody has kept is dated when it was made.
  const date = headers.has("age") ? null : parseUtc(headers.get("date") ?? "");
  return date === null ? null : answeredAt.getTime() - roundTripMs / 2 - date.getTime();
};

/**
 * One GET: everything below 500 is an answer, also that nothing is there.
 * @param timeoutMs after which nobody is waited for.
 */
export const createProbe =
  (clock: Clock, timeoutMs = TIMEOUT_MS): Probe =>
  async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const startedMs = performance.now();
    try {
      const response = await fetch(address, { redirect: "manual", signal });
      const aheadMs = aheadOf(response.headers, clock.now(), performance.now() - startedMs);
      await response.body?.cancel();
      return { failure: response.status >= 500 ? "status" : null, aheadMs };
    } catch {
      return { failure: signal.aborted ? "timeout" : "unreachable", aheadMs: null };
    }
  };
