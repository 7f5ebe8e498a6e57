import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, gte, lt, max, min, sql, type SQL, sum } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx, Tx } from "#server/context/context.ts";
import type { GameReading } from "#server/providers/ports/outside.ts";
import { oncePerStore, type Reader, type Tables } from "#server/store/store.ts";
import type { HistoryGrain } from "#shared/constants/games.ts";
import { CHART_POINT_MS, DAY_MS, HISTORY_BUCKET_MS, HOUR_MS } from "#shared/constants/time.ts";
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

const BATCH_MAX = 64;

/**
 * Works through a list in batches of 64, 32, … 1: statements over many rows then come in seven
 * sizes, and the store keeps them compiled. Between two batches others get their turn, also
 * inside a transaction: on SQLite a statement stops everything, readers need not wait for all.
 */
export const inBatches = async <T>(
  items: readonly T[],
  work: (batch: T[]) => Promise<unknown>,
): Promise<void> => {
  let size = BATCH_MAX;
  for (let from = 0; from < items.length; from += size) {
    while (size > items.length - from) size /= 2;
    await work(items.slice(from, from + size));
    if (size === BATCH_MAX) await yieldToEventLoop();
  }
};

/** For `onConflictDoUpdate`: take over what the conflicting row would have brought. */
export const excluded = <Names extends string>(
  columns: Readonly<Record<Names, PgColumn>>,
): Record<Names, SQL> =>
  Object.fromEntries(
    Object.entries<PgColumn>(columns).map(([name, column]) => [
      name,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  ) as Record<Names, SQL>;

/** All buckets of one grain that begin in `[from, to)`. */
export const readBuckets = async (
  { tables: { serverHistory: t }, read }: { tables: Tables; read: Reader },
  grain: HistoryGrain,
  { from, to }: { from: Date; to: Date },
): Promise<HistoryBucket[]> =>
  read
    .select()
    .from(t)
    .where(and(eq(t.grain, grain), gte(t.at, from), lt(t.at, to)));

/** Prepared, since a day of charts asks it for each quarter hour. */
const tallyRead = oncePerStore((read) => {
  const { serverHistory: t } = read.tables;
  return read
    .select({
      serverKey: t.serverKey,
      playersMin: min(t.playersMin),
      playersMax: max(t.playersMax),
      playersSum: sum(t.playersSum).mapWith(Number),
      answered: sum(t.answered).mapWith(Number),
      probes: sum(t.probes).mapWith(Number),
    })
    .from(t)
    .where(
      and(
        eq(t.grain, "5m"),
        gte(t.at, sql.param(sql.placeholder("from"), t.at)),
        lt(t.at, sql.param(sql.placeholder("to"), t.at)),
      ),
    )
    .groupBy(t.serverKey)
    .prepare("history_tallies");
});

/** What the five-minute buckets that begin in `[from, to)` come to, of each server that has any. */
export const readTallies = (
  { read }: { read: Reader },
  { from, to }: { from: Date; to: Date },
): Promise<Array<Tally & { serverKey: string }>> => tallyRead(read).execute({ from, to });

/** The buckets of one grain and one server that begin in `[from, to)`. */
export const readServerBuckets = async (
  { tables: { serverHistory: t }, read }: { tables: Tables; read: Reader },
  { key, grain, from, to }: { key: string; grain: HistoryGrain; from: number; to: number },
): Promise<HistoryBucket[]> =>
  read
    .select()
    .from(t)
    .where(
      and(
        eq(t.serverKey, key),
        eq(t.grain, grain),
        gte(t.at, new Date(from)),
        lt(t.at, new Date(to)),
      ),
    );

/** Puts these buckets in the place of those of the same server, grain and start. */
export const writeBuckets = async (tx: Tx, buckets: readonly HistoryBucket[]): Promise<void> => {
  const { serverHistory: t } = tx.tables;
  const { playersMin, playersMax, playersSum, answered, probes } = t;
  await inBatches(buckets, (batch) =>
    tx
      .insert(t)
      .values(batch)
      .onConflictDoUpdate({
        target: [t.serverKey, t.grain, t.at],
        set: excluded({ playersMin, playersMax, playersSum, answered, probes }),
      }),
  );
};

/** Brings in history from elsewhere, such as the sample data of the demo. What is there stays. */
export const importHistory = (
  { write, tables }: Ctx,
  buckets: readonly HistoryBucket[],
): Promise<void> =>
  write((tx) =>
    inBatches(buckets, (batch) =>
      tx.insert(tables.serverHistory).values(batch).onConflictDoNothing(),
    ),
  );

/** How long the buckets of each width are kept. */
const HISTORY_KEPT_MS: Record<HistoryGrain, number> = {
  "5m": 2 * DAY_MS,
  "1h": 365 * DAY_MS,
};

const findEdge = async (
  reader: Reader,
  grain: HistoryGrain,
  edge: typeof asc | typeof desc,
  from = new Date(0),
): Promise<Date | null> => {
  const { serverHistory: t } = reader.tables;
  const [row] = await reader
    .select({ at: t.at })
    .from(t)
    .where(and(eq(t.grain, grain), gte(t.at, from)))
    .orderBy(edge(t.grain), edge(t.at))
    .limit(1);
  return row?.at ?? null;
};

const toHour = (serverKey: string, at: Date, tally: Tally): HistoryBucket => ({
  ...tally,
  serverKey,
  grain: "1h",
  at,
});

/** Adds up one hour, bucket by bucket, and writes it whole: a part of an hour would stay one. */
const rollUpHour = async (ctx: Ctx, hour: number): Promise<void> => {
  const tallies = new Map<string, Tally>();
  for (let from = hour; from < hour + HOUR_MS; from += HISTORY_BUCKET_MS) {
    const buckets = await readBuckets(ctx, "5m", {
      from: new Date(from),
      to: new Date(from + HISTORY_BUCKET_MS),
    });
    for (const bucket of buckets)
      tallies.set(
        bucket.serverKey,
        addTallies(tallies.get(bucket.serverKey) ?? EMPTY_TALLY, bucket),
      );
    await yieldToEventLoop();
  }
  if (tallies.size === 0) return;
  await ctx.write((tx) =>
    writeBuckets(
      tx,
      Array.from(tallies, ([serverKey, tally]) => toHour(serverKey, new Date(hour), tally)),
    ),
  );
};

/** @returns the end of the hours that are rolled up, in milliseconds since 1970. */
const rollUp = async (ctx: Ctx, now: Date, signal: AbortSignal): Promise<number> => {
  // A round that began before the turn of the hour is recorded after it.
  const end = +startOf(+now - HISTORY_BUCKET_MS, HOUR_MS);
  const newest = await findEdge(ctx.read, "1h", desc);
  let rolledUntil = newest === null ? 0 : +newest + HOUR_MS;
  while (!signal.aborted) {
    const next = await findEdge(ctx.read, "5m", asc, new Date(rolledUntil));
    if (next === null || +next >= end) return Math.max(rolledUntil, end);
    const hour = +startOf(next, HOUR_MS);
    await rollUpHour(ctx, hour);
    rolledUntil = hour + HOUR_MS;
  }
  return rolledUntil;
};

const prune = async (ctx: Ctx, grain: HistoryGrain, before: number, signal: AbortSignal) => {
  const { serverHistory: t } = ctx.tables;
  while (!signal.aborted) {
    const oldest = await findEdge(ctx.read, grain, asc);
    if (oldest === null || +oldest >= before) return;
    await ctx.write(async (tx) => {
      await tx.delete(t).where(and(eq(t.grain, grain), eq(t.at, oldest)));
    });
    await yieldToEventLoop();
  }
};

/**
 * Turns five-minute buckets into hours and removes what is past its time, in small steps.
 * @param signal stops between two steps; the next call goes on from there.
 */
export const rollUpHistory = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const now = ctx.clock.now();
  const rolledUntil = await rollUp(ctx, now, signal);
  // What is not in an hour yet stays, however old.
  await prune(ctx, "5m", Math.min(+now - HISTORY_KEPT_MS["5m"], rolledUntil), signal);
  await prune(ctx, "1h", +now - HISTORY_KEPT_MS["1h"], signal);
};
