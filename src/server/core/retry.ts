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
