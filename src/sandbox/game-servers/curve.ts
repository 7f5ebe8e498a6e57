import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";

/** Evening in the middle of North America, where the example community plays: 20:30, UTC-6. */
const BUSIEST_MS = 26.5 * HOUR_MS;

/** A number from 0 to 1 that is always the same for the same words (FNV-1a). */
export const chance = (...words: readonly (string | number)[]): number => {
  let hash = 0x811c9dc5;
  for (const character of words.join("|")) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) / 0x1_0000_0000;
};

/** A line through one random height per period, from -0.5 to 0.5. */
const wobble = (seed: string, at: number, periodMs: number) => {
  const step = Math.floor(at / periodMs);
  const part = at / periodMs - step;
  const from = chance(seed, periodMs, step);
  const to = chance(seed, periodMs, step + 1);
  return from + (to - from) * part * part * (3 - 2 * part) - 0.5;
};

/**
 * How many people play at a moment: an evening peak, a quiet morning, busier weekends, and some
 * unrest. The same for the same moment, so that sample history and the living servers agree.
 * @param at milliseconds since 1970.
 */
export const playersAt = (
  { key, maxPlayers, popularity }: { key: string; maxPlayers: number; popularity: number },
  at: number,
): number => {
  const phase = ((at - BUSIEST_MS) % DAY_MS) / DAY_MS;
  const evening = (0.5 + 0.5 * Math.cos(2 * Math.PI * phase)) ** 1.5;
  const weekday = new Date(at - 6 * HOUR_MS).getUTCDay();
  const week = weekday === 0 || weekday === 6 ? 1.2 : 1;
  const level = maxPlayers * popularity * week * (0.15 + 0.85 * evening);
  const drift = 1 + 0.7 * wobble(key, at, 50 * MINUTE_MS);
  const comings = 3 * wobble(key, at, 7 * MINUTE_MS) + 3 * wobble(key, at, 12_000);
  return Math.min(maxPlayers, Math.max(0, Math.round(level * drift + comings)));
};
