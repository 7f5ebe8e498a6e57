import { type SQL, desc, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { AppError } from "#server/core/errors.ts";

type Row<Columns> = {
  readonly [Key in keyof Columns]: Columns[Key] extends PgColumn
    ? Columns[Key]["_"]["data"]
    : never;
};

export type Keyset<Columns> = {
  /** For `.orderBy(...)`: newest first. */
  readonly order: SQL[];
  /**
   * For `.where(...)`: the rows after the one that the cursor names. Undefined without a cursor.
   * @throws {AppError} bad_request when it is not a cursor of this list.
   */
  before(cursor: string | null | undefined): SQL | undefined;
  /** The cursor of a page's last row. */
  cursorOf(row: Row<Columns>): string;
  /**
   * A page of what was found.
   * @param rows one more than `limit`, where there are as many.
   */
  page<Found extends Row<Columns>>(
    rows: readonly Found[],
    limit: number,
  ): { shown: Found[]; nextCursor: string | null };
};

/** What is said of a cursor that is none. */
export const NO_SUCH_PAGE =
  "This page of the list does not exist. Start again from its first page.";
const LONGEST_CURSOR = 1000;

const encode = (values: readonly unknown[]) =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

const decode = (cursor: string): unknown[] | null => {
  if (cursor.length > LONGEST_CURSOR) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
};

/** PostgreSQL does not read others as JavaScript writes them. */
const YEAR_OF_FOUR_DIGITS = /^(?!0000)\d{4}-/;

/** Reads one value of a cursor as its column holds it; undefined where it does not fit. */
const revive = (column: PgColumn, value: unknown): string | number | Date | undefined => {
  if (column.dataType === "date") {
    const at = typeof value === "string" ? new Date(value) : null;
    if (at === null || Number.isNaN(at.getTime())) return undefined;
    return YEAR_OF_FOUR_DIGITS.test(at.toISOString()) ? at : undefined;
  }
  if (column.dataType === "number") return Number.isSafeInteger(value) ? Number(value) : undefined;
  return typeof value === "string" && !value.includes("\0") ? value : undefined;
};

const rowOf = (parts: readonly SQL[]) => sql`(${sql.join([...parts], sql`, `)})`;

/**
 * A list that goes by key, newest first: its order, the pages after a cursor, and the cursors, all
 * of the same columns. Written as a comparison of rows, which both engines answer from an index on
 * these columns; spelled out with `or` it takes PostgreSQL 90 times as long.
 * @param columns by their names in a row; together unique, none nullable.
 */
export const keyset = <Columns extends Record<string, PgColumn>>(
  columns: Columns,
): Keyset<Columns> => {
  const names = Object.keys(columns);
  const ordered = Object.values(columns);
  for (const column of ordered)
    if (!column.notNull) throw new Error(`A list cannot go by ${column.name}: it may be null.`);

  const cursorOf = (row: Row<Columns>) => encode(names.map((name) => row[name]));

  return {
    order: ordered.map((column) => desc(column)),
    cursorOf,
    page(rows, limit) {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { shown, nextCursor: last === undefined ? null : cursorOf(last) };
    },
    before(cursor) {
      if (cursor === null || cursor === undefined) return undefined;
      const values = decode(cursor);
      const params = ordered.map((column, index) => {
        const value = revive(column, values?.[index]);
        if (value === undefined) throw new AppError("bad_request", NO_SUCH_PAGE);
        return sql`${sql.param(value, column)}`;
      });
      if (values?.length !== ordered.length) throw new AppError("bad_request", NO_SUCH_PAGE);
      return sql`${rowOf(ordered.map((column) => sql`${column}`))} < ${rowOf(params)}`;
    },
  };
};
