import { and, asc, desc, gt, gte, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "./store.ts";

/** So many rows are quickly looked up by their ids. */
export const SELECTIVE_ROWS_MAX = 256;

/** A query that has no limit of its own yet. */
export type Limitable<Row> = { limit(rows: number): PromiseLike<readonly Row[]> };

/**
 * What a condition finds, where that is little enough to be named by ids. A common one leads to far
 * too many, page or not: there each row of the list is asked in turn, until the page is full. Either
 * way alone would walk everything for the other kind.
 * @param query without a limit of its own.
 * @returns null where there are more than 256.
 */
export const findFew = async <Row>(query: Limitable<Row>): Promise<readonly Row[] | null> => {
  const rows = await query.limit(SELECTIVE_ROWS_MAX + 1);
  return rows.length > SELECTIVE_ROWS_MAX ? null : rows;
};

/**
 * Asks each row of a list in turn whether a query of one column finds something for it. Not `exists`,
 * which PostgreSQL makes a join of: that is, it finds all before it gives the first.
 */
export const findsOne = (query: { limit(rows: number): SQLWrapper }): SQL =>
  sql`(${query.limit(1)}) is not null`;

/** Clocks of instances differ a little: so far, ids may be out of step with the time. */
const SKEW_MS = 60_000;

/** Not every database can write a moment of any year: from here on nothing has happened. */
const LAST_MOMENT_MS = Date.UTC(9000, 0);

const momentOf = (time: string): number => Math.min(Math.max(Date.parse(time), 0), LAST_MOMENT_MS);

/**
 * For `.where(...)`: what came in a period, of a list that goes by its ids. Those around it are looked
 * up by an index on time and id, so that neither anything older nor anything newer is walked.
 * @param period times in ISO: the first moment, and the first one after it; undefined for no bound.
 */
export const isWithin = async (
  reader: Reader,
  { id, at }: { id: PgColumn; at: PgColumn },
  { from, until }: { from?: string | undefined; until?: string | undefined },
): Promise<SQL | undefined> => {
  const nextTo = async (isThere: SQL, order: typeof asc) => {
    const [found] = await reader
      .select({ id })
      .from(id.table)
      .where(isThere)
      .orderBy(order(at), order(id))
      .limit(1);
    return found?.id;
  };
  const wanted: (SQL | undefined)[] = [];
  if (from !== undefined) {
    const fromMs = momentOf(from);
    const before = await nextTo(lt(at, new Date(fromMs - SKEW_MS)), desc);
    wanted.push(gte(at, new Date(fromMs)), before === undefined ? undefined : gt(id, before));
  }
  if (until !== undefined) {
    const untilMs = momentOf(until);
    const after = await nextTo(gte(at, new Date(untilMs + SKEW_MS)), asc);
    wanted.push(lt(at, new Date(untilMs)), after === undefined ? undefined : lt(id, after));
  }
  return and(...wanted);
};
