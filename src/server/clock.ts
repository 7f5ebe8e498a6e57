/** Where every "now" comes from, so that a test can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

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
