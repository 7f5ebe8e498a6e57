import { type SQL, and, asc, desc, isNotNull, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { AppError } from "#server/core/errors.ts";
import type { Sort } from "#shared/constants/lists.ts";

type Row<Columns> = {
  readonly [Key in keyof Columns]: Columns[Key] extends PgColumn
    ? Columns[Key]["_"]["notNull"] extends true
      ? Columns[Key]["_"]["data"]
      : Columns[Key]["_"]["data"] | null
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

const refuse = (): never => {
  throw new AppError("bad_request", NO_SUCH_PAGE);
};

/** In which order a list goes by its columns. */
type Way = {
  readonly isAscending: boolean;
  /** By what it was asked to be sorted, which its cursors tell; undefined for its own order. */
  readonly sort: string | undefined;
};

/** The order of a list and its cursors: the same for those that go one way and those that are sorted. */
const orderBy = <Columns extends Record<string, PgColumn>>(
  columns: Columns,
  { isAscending, sort }: Way,
) => {
  const names = Object.keys(columns);
  const ordered = Object.values(columns);
  const mark = sort === undefined ? [] : [[sort]];

  /** @returns the values of a cursor, none of which has been looked at yet. */
  const read = (cursor: string | null | undefined): unknown[] | undefined => {
    if (cursor === null || cursor === undefined) return undefined;
    const values = decode(cursor);
    if (values?.length !== mark.length + ordered.length) return refuse();
    const [given] = values;
    if (sort !== undefined && !(Array.isArray(given) && given[0] === sort)) return refuse();
    return values.slice(mark.length);
  };

  /** The rows after these values of some of the columns. */
  const after = (some: readonly PgColumn[], values: readonly unknown[]): SQL => {
    const params = some.map((column, index) => {
      const value = revive(column, values[index]) ?? refuse();
      return sql`${sql.param(value, column)}`;
    });
    const row = rowOf(some.map((column) => sql`${column}`));
    return isAscending ? sql`${row} > ${rowOf(params)}` : sql`${row} < ${rowOf(params)}`;
  };

  const cursorOf = (row: Row<Columns>) => encode([...mark, ...names.map((name) => row[name])]);

  return {
    ordered,
    read,
    after,
    cursorOf,
    order: ordered.map((column) => (isAscending ? asc(column) : desc(column))),
    page: <Found extends Row<Columns>>(rows: readonly Found[], limit: number) => {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { shown, nextCursor: last === undefined ? null : cursorOf(last) };
    },
  };
};

const assertNotNull = (columns: readonly PgColumn[]) => {
  for (const column of columns)
    if (!column.notNull) throw new Error(`A list cannot go by ${column.name}: it may be null.`);
};

/**
 * A list that goes by key, newest first: its order, the pages after a cursor, and the cursors, all
 * of the same columns. Written as a comparison of rows, which both engines answer from an index on
 * these columns; spelled out with `or` it takes PostgreSQL 90 times as long.
 * @param columns by their names in a row; together unique, none nullable.
 */
export const keyset = <Columns extends Record<string, PgColumn>>(
  columns: Columns,
): Keyset<Columns> => {
  const { ordered, read, after, order, cursorOf, page } = orderBy(columns, {
    isAscending: false,
    sort: undefined,
  });
  assertNotNull(ordered);
  return {
    order,
    cursorOf,
    page,
    before(cursor) {
      const values = read(cursor);
      return values === undefined ? undefined : after(ordered, values);
    },
  };
};

type SortedList<Columns extends Record<string, PgColumn>, Name extends string> = {
  /** Every column by which it can go, by its name in a row. */
  readonly columns: Columns;
  /** Its own order, newest first; none of them nullable. */
  readonly own: readonly (keyof Columns & string)[];
  /**
   * What it can be sorted by instead: the column, which alone may be null, and what makes it unique.
   * Each needs an index on these columns.
   */
  readonly by: Readonly<
    Record<Name, readonly [keyof Columns & string, ...(keyof Columns & string)[]]>
  >;
  /** What is asked for. */
  readonly sort: Sort<Name> | undefined;
};

type PageAsked = { cursor?: string | null | undefined; limit: number };

/**
 * Reads a page of a list that goes by key as `keyset` does, in its own order or sorted. Rows without
 * a value come last either way: they are asked for by themselves, since the engines do not agree
 * where they belong, and only so does the index give their order.
 * @param ask for so many of the rows that the condition leaves, in that order.
 * @throws {AppError} bad_request for a cursor of another list, or of the same in another order.
 */
export const readSorted = async <
  Columns extends Record<string, PgColumn>,
  Name extends string,
  Found extends Row<Columns>,
>(
  { columns, own, by, sort }: SortedList<Columns, Name>,
  { cursor, limit }: PageAsked,
  ask: (isAfter: SQL | undefined, order: SQL[], rows: number) => PromiseLike<Found[]>,
): Promise<{ shown: Found[]; nextCursor: string | null }> => {
  const isAscending = sort?.startsWith("-") === false;
  const names = sort === undefined ? own : by[(isAscending ? sort : sort.slice(1)) as Name];
  const named = names.map((name) => [name, columns[name]]);
  const list = orderBy<Columns>(Object.fromEntries(named), { isAscending, sort });
  const { ordered, order, after, page } = list;
  const [first, ...others] = ordered;
  const values = list.read(cursor);
  assertNotNull(sort === undefined ? ordered : others);
  if (first === undefined || first.notNull) {
    const isAfter = values === undefined ? undefined : after(ordered, values);
    return page(await ask(isAfter, order, limit + 1), limit);
  }
  const isAtEnd = values?.[0] === null;
  // What comes after a value has one.
  const hasValue = values === undefined || isAtEnd ? isNotNull(first) : after(ordered, values);
  const withValue = isAtEnd ? [] : await ask(hasValue, order, limit + 1);
  const missing = limit + 1 - withValue.length;
  if (missing === 0) return page(withValue, limit);
  const isAfterEmpty = isAtEnd ? after(others, values.slice(1)) : undefined;
  const without = await ask(and(isNull(first), isAfterEmpty), order, missing);
  return page([...withValue, ...without], limit);
};
