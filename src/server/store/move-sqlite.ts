import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { KITS } from "./columns.ts";
import { batchOf, readOnly, type Side, type Target } from "./move-side.ts";
import { type MovedRow, type MovedTable, quoted } from "./move-tables.ts";
import { defineSchema } from "./schema.ts";
import type { Builders } from "./transaction.ts";

const cell = (value: unknown): MovedRow[number] =>
  value === null || typeof value === "string" || value instanceof Uint8Array
    ? value
    : Number(value);

const storeOver = (connection: Database) => {
  const tables = defineSchema(KITS.sqlite);
  // The builders of both dialects have the same methods: see `KITS`.
  const builders = drizzle({ client: connection }) as unknown as Builders;
  const read = {
    tables,
    select: builders.select.bind(builders),
    selectDistinct: builders.selectDistinct.bind(builders),
  };
  return readOnly({ engine: "sqlite", tables, read });
};

async function* rowsOf(connection: Database, table: MovedTable) {
  const columns = table.columns.map(({ name }, at) => `${quoted(name)} AS c${at}`).join(", ");
  const order = table.key.map(({ name }) => quoted(name)).join(", ");
  const names = table.columns.map((_, at) => `c${at}`);
  const statement = connection.query<Readonly<Record<string, unknown>>, []>(
    `SELECT ${columns} FROM ${quoted(table.name)} ORDER BY ${order}`,
  );
  const size = batchOf(table);
  let batch: MovedRow[] = [];
  for (const row of statement.iterate()) {
    batch.push(names.map((name) => cell(row[name])));
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A SQLite database in a transaction of `connection`. */
export const sqliteSide = (connection: Database): Side => ({
  rows: (table) => rowsOf(connection, table),
  lastNumber: async ({ name }) => {
    const [found] = connection.query("SELECT seq FROM sqlite_sequence WHERE name = ?").values(name);
    return Number(found?.[0] ?? 0);
  },
  store: storeOver(connection),
});

/** The same, to be filled. */
export const sqliteTarget = (connection: Database): Target => ({
  ...sqliteSide(connection),
  fill: async (table, rows) => {
    const columns = table.columns.map(({ name }) => quoted(name)).join(", ");
    const places = table.columns.map(() => "?").join(", ");
    const statement = connection.query(
      `INSERT INTO ${quoted(table.name)} (${columns}) VALUES (${places})`,
    );
    for (const row of rows) statement.run(...row);
  },
  setLastNumber: async ({ name }, number) => {
    connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [name]);
    if (number > 0)
      connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, number]);
  },
});
