import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** So many rows are quickly looked up by their ids. */
export const SELECTIVE_ROWS_MAX = 256;

/**
 * What a condition finds, where that is little enough to be named by ids. A common one leads to far
 * too many, page or not: there each row of the list is asked in turn, until the page is full. Either
 * way alone would walk everything for the other kind.
 * @param query without a limit of its own.
 * @returns null where there are more than 256.
 */
export const findFew = async <Row>(query: {
  limit(rows: number): PromiseLike<readonly Row[]>;
}): Promise<readonly Row[] | null> => {
  const rows = await query.limit(SELECTIVE_ROWS_MAX + 1);
  return rows.length > SELECTIVE_ROWS_MAX ? null : rows;
};

/**
 * Asks each row of a list in turn whether a query of one column finds something for it. Not `exists`,
 * which PostgreSQL makes a join of: that is, it finds all before it gives the first.
 */
export const findsOne = (query: { limit(rows: number): SQLWrapper }): SQL =>
  sql`(${query.limit(1)}) is not null`;
