import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long to wait before something that failed is tried again: doubled with each attempt, up to a longest time.
 * @param attempts made so far, from 1.
 * @param given.jitter part of it that is left to chance, from 0 to 1, so that what failed together does not come back so.
 * @param random from 0 up to 1.
 */
export const growingDelayMs = (
  attempts: number,
  { firstMs, maxMs, jitter = 0 }: { firstMs: number; maxMs: number; jitter?: number },
  random = Math.random(),
): number => Math.min(firstMs * 2 ** (attempts - 1), maxMs) * (1 - jitter * random);

/**
 * What `Retry-After` says: seconds, with a fraction as some services send them, or a date (RFC 9110).
 * @param value of the header; null without one.
 * @param given.maxMs no longer than that, whatever it says.
 * @returns how long from now on, from 0; null where it says neither.
 */
export const retryAfterMs = (
  value: string | null,
  { nowMs, maxMs }: { nowMs: number; maxMs: number },
): number | null => {
  const text = value?.trim() ?? "";
  const isSeconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(text);
  // Other texts are dates for some programs, such as "-5".
  if (!isSeconds && !text.endsWith(" GMT")) return null;
  const ms = isSeconds ? Math.ceil(Number(text) * 1000) : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxMs);
};

/** Where every "now" comes from, so that a test can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * Time as it passes, whatever is done to the clock on the wall. Only differences of its
 * milliseconds mean anything.
 */
export type Timer = {
  nowMs(): number;
  /** Resolves after so many milliseconds, or as soon as `signal` aborts. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls once. @returns a function that takes it back. */
  after(ms: number, act: () => void): () => void;
  /** Calls again and again, so many milliseconds apart. @returns a function that ends it. */
  every(ms: number, act: () => void): () => void;
};

export const systemTimer: Timer = {
  nowMs: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
  after: (ms, act) => {
    const waiting = setTimeout(act, ms);
    return () => clearTimeout(waiting);
  },
  every: (ms, act) => {
    const running = setInterval(act, ms);
    return () => clearInterval(running);
  },
};

/** Without a zone the store means UTC, wherever the server stands. */
const ZONELESS = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d(\.\d+)?)?$/u;
/** Times that the software is about, and every database holds. */
const [FIRST_MS, LAST_MS] = [Date.UTC(2000, 0), Date.UTC(2200, 0)];

/** The moment of a time as others write it; null for what is none, or of another age. */
export const parseUtc = (raw: string): Date | null => {
  const date = new Date(
    ZONELESS.test(raw) ? `${raw.slice(0, 10)}T${raw.slice(11) || "00:00:00"}Z` : raw,
  );
  const ms = date.getTime();
  return ms >= FIRST_MS && ms < LAST_MS ? date : null;
};
