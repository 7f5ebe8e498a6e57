import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig as postgresConfig, type PgTable } from "drizzle-orm/pg-core";
import { getTableConfig as sqliteConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Store } from "#server/store/store.ts";

/** Columns whose names say that they hold a person's id, and do not. */
const OTHERS: Readonly<Record<string, string>> = {
  "deliveries.acknowledged_by": "a bridge key",
  "orders.claimed_by": "an instance of the program",
  "users.deactivated_by": "owner, or admin",
  "notifications.subject": "a heading",
  "tickets.subject": "a heading",
};

const SAYS_WHO =
  /^(user_id|actor|actor_id|author_id|owner_id|member_id|subject|.*_(by|user|user_id))$/;

const foreignColumns = (store: Store, table: unknown): string[] => {
  const { foreignKeys } =
    store.engine === "sqlite"
      ? sqliteConfig(table as SQLiteTable)
      : postgresConfig(table as PgTable);
  return foreignKeys.flatMap((key) => {
    const { foreignTable, columns } = key.reference();
    return getTableName(foreignTable) === "users" ? columns.map(({ name }) => name) : [];
  });
};

/** Every column, as `table.column`, that refers to users or whose name says that it holds who somebody is. */
export const userColumns = (store: Store): string[] =>
  Object.values(store.tables).flatMap((table) => {
    const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
    const referring = new Set([
      ...foreignColumns(store, table),
      ...columns.filter((name) => SAYS_WHO.test(name)),
    ]);
    return [...referring]
      .map((name) => `${getTableName(table)}.${name}`)
      .filter((column) => !(column in OTHERS));
  });

/** In which columns a text stands, as it is or within something, and in how many rows of each table. */
export const whereFound = async (
  { tables, read }: Store,
  text: string,
): Promise<{ columns: Set<string>; rowsOf: (columns: readonly string[]) => number }> => {
  const columns = new Set<string>();
  const rows: { table: string; columns: string[] }[] = [];
  for (const table of Object.values(tables)) {
    const name = getTableName(table);
    const named = Object.entries(getTableColumns(table));
    for (const row of await read.select().from(table)) {
      const found = named
        .filter(([key]) =>
          JSON.stringify((row as Record<string, unknown>)[key] ?? null).includes(text),
        )
        .map(([, column]) => `${name}.${column.name}`);
      for (const column of found) columns.add(column);
      if (found.length > 0) rows.push({ table: name, columns: found });
    }
  }
  return {
    columns,
    rowsOf: (wanted) =>
      rows.filter((row) => row.columns.some((one) => wanted.includes(one))).length,
  };
};
