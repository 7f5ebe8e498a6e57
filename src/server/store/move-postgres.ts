import type { TransactionSQL } from "bun";
import { KITS } from "./columns.ts";
import { batchOf, readOnly, type Side, type Target } from "./move-side.ts";
import { type ColumnKind, type MovedRow, type MovedTable, quoted } from "./move-tables.ts";
import { readBuildersOver } from "./postgres.ts";
import { defineSchema } from "./schema.ts";

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

async function* rowsOf(connection: TransactionSQL, table: MovedTable) {
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

const storeOver = (connection: TransactionSQL) => {
  const tables = defineSchema(KITS.postgres);
  return readOnly({
    engine: "postgres",
    tables,
    read: { tables, ...readBuildersOver(connection) },
  });
};

/** A PostgreSQL database in a transaction of `connection`. */
export const postgresSide = (connection: TransactionSQL): Side => ({
  rows: (table) => rowsOf(connection, table),
  lastNumber: async (table) => {
    const [found] = await connection.unsafe(
      `SELECT coalesce(pg_sequence_last_value(${sequenceOf(table)}::regclass), 0)::float8 AS number`,
    );
    return Number(found.number);
  },
  store: storeOver(connection),
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
