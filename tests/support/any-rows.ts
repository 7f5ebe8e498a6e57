import { eq, getTableColumns, getTableName, type Table } from "drizzle-orm";
import { getTableConfig as postgresConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { getTableConfig as sqliteConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Store } from "#server/store/store.ts";
import { systemIn } from "./context.ts";
import { userColumns } from "./user-columns.ts";

type Row = Record<string, unknown>;

const foreignOf = (store: Store, table: unknown) => {
  const { foreignKeys } =
    store.engine === "sqlite"
      ? sqliteConfig(table as SQLiteTable)
      : postgresConfig(table as PgTable);
  return new Map(
    foreignKeys.flatMap((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference();
      return columns.map((column, index) => [
        column.name,
        { table: foreignTable as unknown, column: foreignColumns[index]?.name ?? "" },
      ]);
    }),
  );
};

/** The words that a column may hold; its builder keeps them. */
const wordsOf = (column: PgColumn): readonly string[] | undefined => {
  const { config } = column as unknown as {
    config?: { fieldConfig?: { oneOf?: readonly string[] }; oneOf?: readonly string[] };
  };
  return config?.fieldConfig?.oneOf ?? config?.oneOf;
};

/** Such numbers, and moments so soon after 1970, stand nowhere else. */
const FIRST = 700_000;
let count = FIRST;

/** Whether a value was made up for a row, and is in that row alone. */
export const isMadeUp = (value: unknown): boolean =>
  value instanceof Date
    ? isMadeUp(value.getTime())
    : typeof value === "number"
      ? value > FIRST && value <= count
      : typeof value === "string" && /^any-\d+$/.test(value);

const valueFor = (column: PgColumn): unknown => {
  count += 1;
  if (column.dataType === "date") return new Date(count);
  if (column.dataType === "boolean") return false;
  if (column.dataType === "number") return count;
  const type = column.getSQLType();
  if (type === "blob" || type === "bytea") return Buffer.from([1]);
  const words = wordsOf(column);
  if (words !== undefined) return words[0];
  // Columns of JSON are text, too: a list will do for both.
  return column.mapToDriverValue("") === '""' ? [] : `any-${count}`;
};

type Filling = {
  /** What is not made up, by `table.column`: where code reads a value that has to be of a certain form. */
  values?: Readonly<Record<string, unknown>>;
  /** Columns that may stay empty are filled, too. */
  isWhole?: boolean;
};

const columnsOf = (table: Table) => Object.entries(getTableColumns(table)) as [string, PgColumn][];

/** Puts rows into tables: what names a person names this one, and what a row refers to is theirs if it can be. */
const rowMaker = (store: Store, userId: string, { values = {}, isWhole = false }: Filling) => {
  const theirs = new Set(userColumns(store));
  const byName = new Map<string, Table>(
    Object.values(store.tables).map((table) => [getTableName(table), table]),
  );
  const find = async (table: Table): Promise<Row | undefined> => {
    const name = getTableName(table);
    const own = columnsOf(table).find(([, column]) => theirs.has(`${name}.${column.name}`));
    const isTheirs = own === undefined ? undefined : eq(own[1], userId);
    const [mine] = await store.read.select().from(table).where(isTheirs).limit(1);
    return mine ?? (await store.read.select().from(table).limit(1))[0];
  };
  const add = async (table: Table): Promise<Row> => {
    const name = getTableName(table);
    const foreign = foreignOf(store, table);
    const row: Row = {};
    for (const [key, column] of columnsOf(table)) {
      const target = foreign.get(column.name);
      const at = `${name}.${column.name}`;
      if (at in values) row[key] = values[at];
      else if (theirs.has(at)) row[key] = userId;
      // The database numbers them.
      else if (column.primary && column.hasDefault) continue;
      else if (!isWhole && (!column.notNull || column.hasDefault)) continue;
      else if (target === undefined) row[key] = valueFor(column);
      else {
        const other = byName.get(getTableName(target.table as Table));
        if (other === undefined) throw new Error(`${name} refers to no table.`);
        const found = (await find(other)) ?? (await add(other));
        const [field] = columnsOf(other).find(([, one]) => one.name === target.column) ?? [""];
        row[key] = found[field];
      }
    }
    return systemIn(store).write(async (tx) => {
      const added = await tx
        .insert(table as PgTable)
        .values(row)
        .onConflictDoNothing()
        .returning();
      return added[0] ?? {};
    });
  };
  return async (name: string): Promise<void> => {
    const table = byName.get(name);
    if (table === undefined) throw new Error(`There is no table ${name}.`);
    await add(table);
  };
};

/** Puts a row into a table, where it belongs to a person by what it refers to. */
export const anyRow = (
  store: Store,
  userId: string,
  table: string,
  filling: Filling = {},
): Promise<void> => rowMaker(store, userId, filling)(table);

/**
 * Puts a row that names a person into every table that can, in every column that can.
 * @returns the tables, by their names.
 */
export const rowsEverywhere = async (
  store: Store,
  userId: string,
  filling: Filling = {},
): Promise<string[]> => {
  const add = rowMaker(store, userId, filling);
  const names = [...new Set(userColumns(store).map((column) => column.split(".")[0] ?? ""))];
  for (const name of names) if (name !== "users") await add(name);
  return names;
};
