import type { Database } from "bun:sqlite";
import type { TransactionSQL } from "bun";
import { getTableName, is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { KITS } from "./columns.ts";
import { readBuildersOver } from "./postgres.ts";
import { defineSchema } from "./schema.ts";
import type { Store } from "./store.ts";
import { type Builders, createWriteQueue } from "./transaction.ts";
import { StoreError } from "./trouble.ts";

/**
 * What a column holds, as it travels between two databases: a time as milliseconds, a yes or no as 1 or
 * 0, JSON as the text that it is on both.
 */
type ColumnKind = "text" | "integer" | "boolean" | "time" | "bytes";

export type MovedColumn = { readonly name: string; readonly kind: ColumnKind };
export type MovedTable = {
  readonly name: string;
  readonly columns: readonly MovedColumn[];
  /** Of the primary key, in its order. */
  readonly key: readonly MovedColumn[];
  /** Whose numbers the database gives out; null for none. */
  readonly numbered: string | null;
};
/** One cell for each column of the table. */
export type MovedRow = readonly (string | number | Uint8Array | null)[];

const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^text/, "text"],
  [/^bigint/, "integer"],
  [/^boolean/, "boolean"],
  [/^timestamp/, "time"],
  [/^bytea/, "bytes"],
];

const toColumn = (column: PgColumn): MovedColumn => {
  const type = column.getSQLType();
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1];
  if (kind === undefined) throw new StoreError(`Nobody knows how to move ${type}.`);
  return { name: column.name, kind };
};

type Config = ReturnType<typeof getTableConfig>;

const toTable = ({ name, columns, primaryKeys }: Config): MovedTable => {
  const keyColumns = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const moved = columns.map((column) => toColumn(column));
  // By their names: what stands in a key does not know its type (drizzle 0.45.4).
  const key = keyColumns.flatMap(
    (column) => moved.find((candidate) => candidate.name === column.name) ?? [],
  );
  return {
    name,
    columns: moved,
    key,
    numbered:
      columns.find(({ generatedIdentity }) => generatedIdentity !== undefined)?.name ?? null,
  };
};

/** To which tables rows refer, so that those come first. */
const neededBy = ({ name, foreignKeys }: Config): readonly string[] =>
  foreignKeys
    .map((foreignKey) => getTableName(foreignKey.reference().foreignTable))
    .filter((needed) => needed !== name);

/** Every table of the schema, each after those to which its rows refer. */
export const movedTables = (): readonly MovedTable[] => {
  const configs = Object.values(defineSchema(KITS.postgres)).flatMap((table) =>
    is(table, PgTable) ? [getTableConfig(table)] : [],
  );
  const ordered: Config[] = [];
  const isThere = (name: string) => ordered.some((config) => config.name === name);
  while (ordered.length < configs.length) {
    const next = configs.filter(
      (config) => !isThere(config.name) && neededBy(config).every(isThere),
    );
    if (next.length === 0) throw new StoreError("Tables refer to each other in a circle.");
    ordered.push(...next);
  }
  return ordered.map(toTable);
};

/** How a statement names a table or column. */
export const quoted = (name: string): string => `"${name}"`;

/** So many rows travel at once. */
const BATCH_ROWS = 1000;
/** Of tables with pictures and other files. */
const BATCH_FILES = 20;

const batchOf = ({ columns }: MovedTable): number =>
  columns.some(({ kind }) => kind === "bytes") ? BATCH_FILES : BATCH_ROWS;

/** One of the two databases of a move, within one transaction. */
export type Side = {
  /** The rows of a table in the order of its key, in batches. */
  rows(table: MovedTable): AsyncIterable<readonly MovedRow[]>;
  /** The last number that was given out in a table, 0 for none. */
  lastNumber(table: MovedTable): Promise<number>;
  /** For use cases that read alone: whoever writes is refused. */
  readonly store: Store;
};

/** The one that is filled. */
export type Target = Side & {
  fill(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** From now on numbers greater than this are given out. */
  setLastNumber(table: MovedTable, number: number): Promise<void>;
};

const refused = (): never => {
  throw new Error("A database is only read while it is moved.");
};

/** A store by which nothing can be written. */
const readOnly = ({ engine, tables, read }: Pick<Store, "engine" | "tables" | "read">): Store => ({
  engine,
  tables,
  read,
  write: refused,
  subscribe: refused,
  onTrouble: () => () => {},
  writeQueue: createWriteQueue(),
  ping: async () => {},
  releaseMemory: () => {},
  close: async () => {},
});

/** How a column is read; numbers come as floats, which are exact up to 2^53. */
const READ: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => column,
  integer: (column) => `${column}::float8`,
  boolean: (column) => `${column}::int4`,
  time: (column) => `(extract(epoch FROM ${column}) * 1000)::float8`,
  bytes: (column) => column,
};

/** How a cell becomes the column's value, and as what it arrives. */
const WRITTEN: Readonly<Record<ColumnKind, { as: string; value: (cell: string) => string }>> = {
  text: { as: "text", value: (cell) => cell },
  integer: { as: "bigint", value: (cell) => cell },
  boolean: { as: "int", value: (cell) => `${cell} = 1` },
  time: { as: "float8", value: (cell) => `to_timestamp(${cell} / 1000)` },
  bytes: { as: "text", value: (cell) => `decode(${cell}, 'hex')` },
};

const jsonOf = (rows: readonly MovedRow[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        row.map((cell, at) => [
          `c${at}`,
          cell instanceof Uint8Array ? Buffer.from(cell).toString("hex") : cell,
        ]),
      ),
    ),
  );

/** How a parameter becomes a part of the key again. */
const parameter = (kind: ColumnKind, at: number): string =>
  WRITTEN[kind].value(`$${at}::${WRITTEN[kind].as}`);

async function* postgresRows(connection: TransactionSQL, table: MovedTable) {
  const size = batchOf(table);
  const columns = table.columns.map(({ name, kind }) => READ[kind](quoted(name))).join(", ");
  const key = table.key.map(({ name }) => quoted(name)).join(", ");
  const after = table.key.map(({ kind }, at) => parameter(kind, at + 1)).join(", ");
  const places = table.key.map(({ name }) =>
    table.columns.findIndex((column) => column.name === name),
  );
  const ask = (where: string) =>
    `SELECT ${columns} FROM ${quoted(table.name)} ${where} ORDER BY ${key} LIMIT ${size}`;
  let batch: MovedRow[] = await connection.unsafe(ask("")).values();
  while (batch.length > 0) {
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < size) return;
    const reached = places.map((place) => last[place]);
    batch = await connection.unsafe(ask(`WHERE (${key}) > (${after})`), reached).values();
  }
}

const sequenceOf = ({ name, numbered }: MovedTable) =>
  `pg_get_serial_sequence('${quoted(name)}', '${numbered ?? ""}')`;

const storeOverPostgres = (connection: TransactionSQL) => {
  const tables = defineSchema(KITS.postgres);
  return readOnly({
    engine: "postgres",
    tables,
    read: { tables, ...readBuildersOver(connection) },
  });
};

/** A PostgreSQL database in a transaction of `connection`. */
export const postgresSide = (connection: TransactionSQL): Side => ({
  rows: (table) => postgresRows(connection, table),
  lastNumber: async (table) => {
    const [found] = await connection.unsafe(
      `SELECT coalesce(pg_sequence_last_value(${sequenceOf(table)}::regclass), 0)::float8 AS number`,
    );
    return Number(found.number);
  },
  store: storeOverPostgres(connection),
});

/** The same, to be filled. */
export const postgresTarget = (connection: TransactionSQL): Target => ({
  ...postgresSide(connection),
  fill: async (table, rows) => {
    const columns = table.columns.map(({ name }) => quoted(name)).join(", ");
    const values = table.columns.map(({ kind }, at) => WRITTEN[kind].value(`c${at}`)).join(", ");
    const cells = table.columns.map(({ kind }, at) => `c${at} ${WRITTEN[kind].as}`).join(", ");
    await connection.unsafe(
      `INSERT INTO ${quoted(table.name)} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM json_to_recordset($1::text::json) AS given(${cells})`,
      [jsonOf(rows)],
    );
  },
  setLastNumber: async (table, number) => {
    await connection.unsafe(
      `SELECT setval(${sequenceOf(table)}::regclass, ${Math.max(1, number)}, ${number > 0})`,
    );
  },
});

const cell = (value: unknown): MovedRow[number] =>
  value === null || typeof value === "string" || value instanceof Uint8Array
    ? value
    : Number(value);

const storeOverSqlite = (connection: Database) => {
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

async function* sqliteRows(connection: Database, table: MovedTable) {
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
  rows: (table) => sqliteRows(connection, table),
  lastNumber: async ({ name }) => {
    const [found] = connection.query("SELECT seq FROM sqlite_sequence WHERE name = ?").values(name);
    return Number(found?.[0] ?? 0);
  },
  store: storeOverSqlite(connection),
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
