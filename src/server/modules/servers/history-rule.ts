import type { GameReading } from "#server/providers/game-query/port.ts";
import type { Tables } from "#server/store/store.ts";
import { CHART_POINT_MS, HISTORY_BUCKET_MS } from "#shared/constants/timings.ts";
import type { ServerHistory, ServerPast } from "#shared/schemas/servers.ts";

export type HistoryBucket = Tables["serverHistory"]["$inferSelect"];
/** What is counted over any stretch of time. */
export type Tally = Pick<
  HistoryBucket,
  "playersMin" | "playersMax" | "playersSum" | "answered" | "probes"
>;

export const CHART_POINTS = 96;

export const EMPTY_TALLY: Tally = {
  playersMin: null,
  playersMax: null,
  playersSum: 0,
  answered: 0,
  probes: 0,
};

/** Start of the stretch of `widthMs` in which `at` lies. */
export const startOf = (at: Date | number, widthMs: number): Date =>
  new Date(Math.floor(Number(at) / widthMs) * widthMs);

export const bucketStart = (at: Date): Date => startOf(at, HISTORY_BUCKET_MS);

const oneDecimal = (value: number) => Math.round(value * 10) / 10;
const meanOf = ({ playersSum, answered }: Tally) =>
  // One decimal is finer than a chart can show.
  answered === 0 ? null : oneDecimal(playersSum / answered);
const shareOf = ({ answered, probes }: Tally) =>
  probes === 0 ? null : Math.round((answered / probes) * 10_000) / 10_000;

const least = (a: number | null, b: number | null) =>
  a === null ? b : b === null ? a : Math.min(a, b);
const most = (a: number | null, b: number | null) =>
  a === null ? b : b === null ? a : Math.max(a, b);

export const addTallies = (a: Tally, b: Tally): Tally => ({
  playersMin: least(a.playersMin, b.playersMin),
  playersMax: most(a.playersMax, b.playersMax),
  playersSum: a.playersSum + b.playersSum,
  answered: a.answered + b.answered,
  probes: a.probes + b.probes,
});

/** Counts one question; without a reading it was a miss. */
export const addProbe = (tally: Tally, reading: Pick<GameReading, "players"> | null): Tally =>
  addTallies(
    tally,
    reading === null
      ? { ...EMPTY_TALLY, probes: 1 }
      : {
          playersMin: reading.players,
          playersMax: reading.players,
          playersSum: reading.players,
          answered: 1,
          probes: 1,
        },
  );

/** End of the last point of a chart that is looked at `now`: that point is still growing. */
export const chartEnd = (now: Date): Date =>
  new Date(+startOf(now, CHART_POINT_MS) + CHART_POINT_MS);

/**
 * The 24-hour chart of one server.
 * @param tallies by the start of their quarter hour, in milliseconds since 1970.
 * @param end a full quarter hour.
 */
export const chartOf = (
  key: string,
  tallies: ReadonlyMap<number, Tally>,
  end: Date,
): ServerHistory => {
  const begin = +end - CHART_POINTS * CHART_POINT_MS;
  let day = EMPTY_TALLY;
  const points = Array.from({ length: CHART_POINTS }, (_, index) => {
    const tally = tallies.get(begin + index * CHART_POINT_MS);
    if (tally === undefined) return null;
    day = addTallies(day, tally);
    return meanOf(tally);
  });
  return {
    key,
    until: end.toISOString(),
    points,
    peak: day.playersMax ?? 0,
    uptime: day.probes === 0 ? null : day.answered / day.probes,
  };
};

/**
 * The past of one server.
 * @param tallies by the start of their point, in milliseconds since 1970.
 */
export const pastOf = (
  tallies: ReadonlyMap<number, Tally>,
  { from, stepMs, points }: { from: number; stepMs: number; points: number },
): ServerPast => {
  const each = Array.from(
    { length: points },
    (_, index) => tallies.get(from + index * stepMs) ?? EMPTY_TALLY,
  );
  const whole = each.reduce(addTallies, EMPTY_TALLY);
  return {
    from: new Date(from).toISOString(),
    stepMs,
    players: each.map(meanOf),
    peaks: each.map(({ playersMax }) => playersMax),
    uptime: each.map(shareOf),
    peak: whole.playersMax,
    mean: meanOf(whole),
    share: shareOf(whole),
  };
};
