import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, gt, lte, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** So many tickets are asked at once for what a list is narrowed by, in some milliseconds. */
const BATCH_ROWS = 4000;

type BatchedScan<Row> = {
  /** By which the list goes, newest first. */
  id: PgColumn;
  /** Where it begins. */
  before: SQL | undefined;
  /** So many rows are wanted. */
  limit: number;
  /** The id of the row after so many of the list, whatever it is narrowed by; none where it ends. */
  edge: (batch: SQL | undefined, after: number) => PromiseLike<readonly { id: number }[]>;
  /** Rows of a stretch that pass. */
  ask: (batch: SQL | undefined, limit: number) => PromiseLike<readonly Row[]>;
};

/**
 * A page of a list of which few rows may pass, and far apart. It is gone through in stretches, so that
 * everybody else gets their turn in between.
 */
export const scanInBatches = async <Row>({
  id,
  before,
  limit,
  edge,
  ask,
}: BatchedScan<Row>): Promise<Row[]> => {
  const rows: Row[] = [];
  let batch = before;
  for (;;) {
    const [end] = await edge(batch, BATCH_ROWS);
    const isInside = end === undefined ? batch : and(batch, gt(id, end.id));
    rows.push(...(await ask(isInside, limit - rows.length)));
    if (end === undefined || rows.length >= limit) return rows;
    batch = lte(id, end.id);
    await yieldToEventLoop();
  }
};
