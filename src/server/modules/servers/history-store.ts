import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx, Ctx } from "#server/context/context.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import type { HistoryGrain } from "#shared/constants/games.ts";
import type { HistoryBucket } from "./history-rule.ts";

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
