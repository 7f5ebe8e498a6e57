import type { Database } from "bun:sqlite";
import { type Migration, pendingMigrations } from "./journal.ts";
import { readSqliteJournal } from "./migrate-sqlite.ts";
import { StoreError } from "./store-error.ts";

/**
 * Makes sure that a SQLite file is a whole database of this program, or of an older one.
 * @returns the migrations that it lacks.
 * @throws {StoreError} with a sentence where it is not.
 */
export const checkCopy = (
  connection: Database,
  known: readonly Migration[],
): readonly Migration[] => {
  const [finding] = connection.query("PRAGMA integrity_check").values();
  if (finding?.[0] !== "ok") throw new StoreError(`It is damaged: ${String(finding?.[0])}`);
  const applied = readSqliteJournal(connection);
  if (applied.length === 0) throw new StoreError("It is not a Lynxden database.");
  const pending = pendingMigrations(applied, known);
  if (connection.query("PRAGMA foreign_key_check").values().length > 0)
    throw new StoreError("It is damaged: rows lack what they refer to.");
  return pending;
};

/** How many rows each table has. */
export const countRows = (connection: Database): ReadonlyMap<string, number> => {
  const tables = connection
    .query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .values()
    .map(([name]) => String(name));
  return new Map(
    tables.map((name) => [
      name,
      Number(connection.query(`SELECT count(*) FROM "${name}"`).values()[0]?.[0]),
    ]),
  );
};
