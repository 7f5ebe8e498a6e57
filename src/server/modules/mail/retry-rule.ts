import { HOUR_MS } from "#shared/constants/time.ts";

const FIRST_DELAY_MS = 30_000;
const DELAY_MAX_MS = HOUR_MS;
/** Part of the delay that is left to chance, so that what failed together does not come back so. */
const JITTER = 0.2;

/** A mail that could not be sent for so long would only confuse. */
export const GIVE_UP_MS = 48 * HOUR_MS;

/**
 * How long to wait after a failure, in milliseconds: 30 s, doubled each time, up to an hour.
 * @param attempts made so far, from 1.
 * @param random from 0 up to 1.
 */
export const retryDelayMs = (attempts: number, random = Math.random()): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), DELAY_MAX_MS) * (1 - JITTER * random);
