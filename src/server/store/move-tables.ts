import { getTableName, is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { KITS } from "./columns.ts";
import { defineSchema } from "./schema.ts";
import { StoreError } from "./store-error.ts";

/**
 * What a column holds, as it travels between two databases: a time as milliseconds, a yes or no as 1 or
 * 0, JSON as the text that it is on both.
 */
export type ColumnKind = "text" | "integer" | "boolean" | "time" | "bytes";

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
