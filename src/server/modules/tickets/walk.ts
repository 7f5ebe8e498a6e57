import { and, gt, lte, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { setImmediate as others } from "node:timers/promises";

/** So many tickets are asked at once for what a list is narrowed by, in some milliseconds. */
const STRETCH = 4000;

type Walk<Row> = {
  /** By which the list goes, newest first. */
  id: PgColumn;
  /** Where it begins. */
  before: SQL | undefined;
  /** So many rows are wanted. */
  limit: number;
  /** The id of the row after so many of the list, whatever it is narrowed by; none where it ends. */
  edge: (stretch: SQL | undefined, after: number) => PromiseLike<readonly { id: number }[]>;
  /** Rows of a stretch that pass. */
  ask: (stretch: SQL | undefined, limit: number) => PromiseLike<readonly Row[]>;
};

/**
 * A page of a list of which few rows may pass, and far apart. It is gone through in stretches, so that
 * everybody else gets their turn in between.
 */
export const walk = async <Row>({ id, before, limit, edge, ask }: Walk<Row>): Promise<Row[]> => {
  const rows: Row[] = [];
  let stretch = before;
  for (;;) {
    const [end] = await edge(stretch, STRETCH);
    const isInside = end === undefined ? stretch : and(stretch, gt(id, end.id));
    rows.push(...(await ask(isInside, limit - rows.length)));
    if (end === undefined || rows.length >= limit) return rows;
    stretch = lte(id, end.id);
    await others();
  }
};
