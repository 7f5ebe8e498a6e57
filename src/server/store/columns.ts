import { type BuildExtraConfigColumns, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";

/** Text of PostgreSQL compares by code point, as SQLite's does, whatever the locale of the server. */
const PG_TEXT = 'text COLLATE "C"';

const JSON_MAPPING = {
  toDriver: (value: unknown) => JSON.stringify(value),
  fromDriver: (value: string): unknown => JSON.parse(value),
};
const BYTES_MAPPING = {
  fromDriver: (value: Uint8Array) =>
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength),
};

type ChoiceConfig = { name: string; fieldConfig?: { oneOf?: readonly string[] } };

/** Both dialects keep the constraint of a choice where `kit.choice` has put it: in its builder. */
const choiceConfigs = (columns: Readonly<Record<string, unknown>>) =>
  Object.values(columns).map((builder) => (builder as { config: ChoiceConfig }).config);

const choiceChecks = (table: string, columns: Readonly<Record<string, unknown>>) =>
  choiceConfigs(columns).flatMap(({ name, fieldConfig }) => {
    if (fieldConfig?.oneOf === undefined) return [];
    const words = fieldConfig.oneOf.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ");
    return [{ name: `${table}_${name}_choice`, rule: sql.raw(`"${name}" in (${words})`) }];
  });

const pgText = pg.customType<{ data: string; driverData: string }>({ dataType: () => PG_TEXT });
const pgBytes = pg.customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  ...BYTES_MAPPING,
});
const sqliteBytes = sqlite.customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "blob",
  ...BYTES_MAPPING,
});

/** Column and table builders of PostgreSQL; every column is named as in SQL (`snake_case`). */
const postgresKit = {
  /** Text that orders by code point. */
  text: (name: string) => pgText(name),
  /** A whole number up to 2^53. */
  integer: (name: string) => pg.bigint(name, { mode: "number" }),
  boolean: (name: string) => pg.boolean(name),
  /** An instant, to the millisecond. */
  time: (name: string) => pg.timestamp(name, { withTimezone: true, precision: 3 }),
  /** Any JSON value. `.$type<T>()` is a promise of whoever writes it. */
  json: (name: string) =>
    pg.customType<{ data: unknown; driverData: string }>({
      dataType: () => "text",
      ...JSON_MAPPING,
    })(name),
  bytes: (name: string) => pgBytes(name),
  /** One word of a tuple of `#shared/constants`; the table checks it, so a new word is a migration. */
  choice: <const Words extends readonly [string, ...string[]]>(name: string, oneOf: Words) =>
    pg.customType<{
      data: Words[number];
      driverData: string;
      config: { oneOf: readonly string[] };
    }>({ dataType: () => PG_TEXT })(name, { oneOf }),
  /** A number as primary key that is never given out twice. */
  id: (name: string) =>
    pg.bigint(name, { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  table: <Name extends string, Columns extends Record<string, pg.PgColumnBuilderBase>>(
    name: Name,
    columns: Columns,
    extras: (
      self: BuildExtraConfigColumns<Name, Columns, "pg">,
    ) => pg.PgTableExtraConfigValue[] = () => [],
  ) =>
    pg.pgTable(name, columns, (self) => [
      ...extras(self),
      ...choiceChecks(name, columns).map((choice) => pg.check(choice.name, choice.rule)),
    ]),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
};

/** A dialect's builders. Both are typed as PostgreSQL's, so that rows have one static type. */
export type Kit = typeof postgresKit;

const sqliteChoice = sqlite.customType<{
  data: string;
  driverData: string;
  config: { oneOf: readonly string[] };
}>({ dataType: () => "text" });

const sqliteKit = {
  text: (name: string) => sqlite.text(name),
  integer: (name: string) => sqlite.integer(name),
  boolean: (name: string) => sqlite.integer(name, { mode: "boolean" }),
  time: (name: string) => sqlite.integer(name, { mode: "timestamp_ms" }),
  json: (name: string) =>
    sqlite.customType<{ data: unknown; driverData: string }>({
      dataType: () => "text",
      ...JSON_MAPPING,
    })(name),
  bytes: (name: string) => sqliteBytes(name),
  choice: (name: string, oneOf: readonly string[]) => sqliteChoice(name, { oneOf }),
  id: (name: string) => sqlite.integer(name).primaryKey({ autoIncrement: true }),
  table: (
    name: string,
    columns: Record<string, sqlite.SQLiteColumnBuilderBase>,
    extras: (
      self: Record<string, sqlite.SQLiteColumn>,
    ) => sqlite.SQLiteTableExtraConfigValue[] = () => [],
  ) =>
    sqlite.sqliteTable(name, columns, (self) => [
      ...extras(self),
      ...choiceChecks(name, columns).map((choice) => sqlite.check(choice.name, choice.rule)),
    ]),
  index: sqlite.index,
  uniqueIndex: sqlite.uniqueIndex,
  primaryKey: sqlite.primaryKey,
} satisfies Record<keyof Kit, unknown>;

/**
 * The kit of each engine. SQLite's is shown as PostgreSQL's: the builders have the same methods
 * and the columns read and take the same JavaScript values (proven by tests/store/columns.test.ts).
 */
export const KITS = {
  sqlite: sqliteKit as unknown as Kit,
  postgres: postgresKit,
} as const;
export type Engine = keyof typeof KITS;
