import { setImmediate as yieldToEventLoop } from "node:timers/promises";
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

  /** The rows on one side of these values of some of the columns. */
  const beside = (some: readonly PgColumn[], values: readonly unknown[], isAfter: boolean): SQL => {
    const params = some.map((column, index) => sql`${sql.param(values[index], column)}`);
    const row = rowOf(some.map((column) => sql`${column}`));
    if (!isAfter)
      return isAscending ? sql`${row} <= ${rowOf(params)}` : sql`${row} >= ${rowOf(params)}`;
    return isAscending ? sql`${row} > ${rowOf(params)}` : sql`${row} < ${rowOf(params)}`;
  };

  /** The rows after these values of a cursor. */
  const after = (some: readonly PgColumn[], values: readonly unknown[]): SQL =>
    beside(
      some,
      some.map((column, index) => revive(column, values[index]) ?? refuse()),
      true,
    );

  const cursorOf = (row: Row<Columns>) => encode([...mark, ...names.map((name) => row[name])]);

  return {
    names,
    ordered,
    read,
    after,
    beside,
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

export type SortedList<Columns extends Record<string, PgColumn>, Name extends string> = {
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

const wayOf = <Columns extends Record<string, PgColumn>, Name extends string>({
  columns,
  own,
  by,
  sort,
}: SortedList<Columns, Name>) => {
  const isAscending = sort?.startsWith("-") === false;
  const names = sort === undefined ? own : by[(isAscending ? sort : sort.slice(1)) as Name];
  const named = names.map((name) => [name, columns[name]]);
  return orderBy<Columns>(Object.fromEntries(named), { isAscending, sort });
};

/** A part of a sorted list: of its rows with a value, or of those without one. */
type Part<Found> = {
  /** Its rows, after those of the cursor. */
  rows: SQL | undefined;
  /** Those of it up to a row and with it, and those after it. */
  upTo: (row: Found) => SQL;
  beyond: (row: Found) => SQL | undefined;
};

/**
 * The parts in their order. Rows without a value come last either way: they are asked for by themselves, since the
 * engines do not agree where they belong, and only so does the index give their order.
 */
const partsOf = <
  Columns extends Record<string, PgColumn>,
  Name extends string,
  Found extends Row<Columns>,
>(
  list: SortedList<Columns, Name>,
  cursor: string | null | undefined,
): Part<Found>[] => {
  const { names, ordered, after, beside, read } = wayOf(list);
  const [first, ...others] = ordered;
  const values = read(cursor);
  assertNotNull(list.sort === undefined ? ordered : others);
  const partOf = (
    some: readonly PgColumn[],
    { isPart, start }: { isPart: SQL | undefined; start: SQL | undefined },
  ): Part<Found> => {
    const valuesOf = (row: Found) => names.slice(-some.length).map((name) => row[name]);
    return {
      rows: start ?? isPart,
      upTo: (row) => beside(some, valuesOf(row), false),
      beyond: (row) => and(isPart, beside(some, valuesOf(row), true)),
    };
  };
  if (first === undefined || first.notNull) {
    const start = values === undefined ? undefined : after(ordered, values);
    return [partOf(ordered, { isPart: undefined, start })];
  }
  const isAtEnd = values?.[0] === null;
  const isEmpty = isNull(first);
  const afterEmpty = isAtEnd ? and(isEmpty, after(others, values.slice(1))) : undefined;
  const without = partOf(others, { isPart: isEmpty, start: afterEmpty });
  if (isAtEnd) return [without];
  // What comes after a value has one.
  const start = values === undefined ? undefined : after(ordered, values);
  return [
    partOf(ordered, { isPart: start === undefined ? isNotNull(first) : undefined, start }),
    without,
  ];
};

/**
 * Reads a page of a list that goes by key as `keyset` does, in its own order or sorted; rows without a value come
 * last either way.
 * @param ask for so many of the rows that the condition leaves, in that order.
 * @throws {AppError} bad_request for a cursor of another list, or of the same in another order.
 */
export const readSorted = async <
  Columns extends Record<string, PgColumn>,
  Name extends string,
  Found extends Row<Columns>,
>(
  list: SortedList<Columns, Name>,
  { cursor, limit }: PageAsked,
  ask: (isAfter: SQL | undefined, order: SQL[], rows: number) => PromiseLike<Found[]>,
): Promise<{ shown: Found[]; nextCursor: string | null }> => {
  const { order, page } = wayOf(list);
  const found: Found[] = [];
  for (const { rows } of partsOf<Columns, Name, Found>(list, cursor)) {
    found.push(...(await ask(rows, order, limit + 1 - found.length)));
    if (found.length > limit) break;
  }
  return page(found, limit);
};

/** So many rows are gone through at once, in some milliseconds. */
const STRETCH_ROWS = 2000;
/** So many before a set is made. */
const FIRST_ROWS = 500;

/** What each row of a list is asked: by a look at others, and, where there is one, by a set that is made first. */
type Passing = { looks: SQL; isInSet?: SQL | undefined };

/**
 * The same of a list of which few rows may pass, and far apart. It is gone through in stretches, so that
 * everybody else gets their turn in between; with a set, which is quick but has to be made, at once after the
 * first rows.
 * @param ask as for `readSorted`, after `skip` of the rows.
 */
export const readSortedPassing = async <
  Columns extends Record<string, PgColumn>,
  Name extends string,
  Found extends Row<Columns>,
>(
  list: SortedList<Columns, Name>,
  { cursor, limit }: PageAsked,
  ask: (
    isAsked: SQL | undefined,
    order: SQL[],
    rows: number,
    skip?: number,
  ) => PromiseLike<Found[]>,
  { looks, isInSet }: Passing,
): Promise<{ shown: Found[]; nextCursor: string | null }> => {
  const { order, page } = wayOf(list);
  const found: Found[] = [];
  const read = async (rows: SQL | undefined, passes: SQL) => {
    found.push(...(await ask(and(rows, passes), order, limit + 1 - found.length)));
    return found.length > limit;
  };
  for (const { rows, upTo, beyond } of partsOf<Columns, Name, Found>(list, cursor)) {
    let rest = rows;
    for (;;) {
      const [end] = await ask(rest, order, 1, isInSet === undefined ? STRETCH_ROWS : FIRST_ROWS);
      if (await read(end === undefined ? rest : and(rest, upTo(end)), looks))
        return page(found, limit);
      if (end === undefined) break;
      rest = beyond(end);
      await yieldToEventLoop();
      if (isInSet === undefined) continue;
      if (await read(rest, isInSet)) return page(found, limit);
      break;
    }
  }
  return page(found, limit);
};
