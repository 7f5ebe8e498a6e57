import { existsSync, statSync } from "node:fs";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import { databaseFile } from "./data-folder.ts";
import { one } from "./one.ts";
import type { Store } from "./store.ts";

type Asked = Pick<Store, "engine" | "read">;

const askFor = async <T>(read: Asked["read"], value: SQL<T>): Promise<T> =>
  one(await read.select({ value }).from(sql`(SELECT 1) AS "once"`)).value;

const bytesOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

/**
 * The version of SQLite or of PostgreSQL's server, and what the database takes on disk.
 * @throws where the database cannot be asked.
 */
export const readFigures = async (
  { engine, read }: Asked,
  dataDir: string,
): Promise<{ version: string; bytes: number }> => {
  if (engine === "sqlite") {
    const file = databaseFile(dataDir);
    const version = await askFor(read, sql`sqlite_version()`.mapWith(String));
    return { version, bytes: bytesOf(file) + bytesOf(`${file}-wal`) };
  }
  const version = await askFor(read, sql`current_setting('server_version')`.mapWith(String));
  const size = sql`pg_database_size(current_database())`.mapWith(Number);
  return { version, bytes: await askFor(read, size) };
};

/**
 * How far this machine's clock is ahead of that of PostgreSQL's server, in milliseconds.
 * @returns null with SQLite, which has no other clock.
 * @throws where the database cannot be asked.
 */
export const readClockLead = async (
  { engine, read }: Asked,
  clock: Clock,
): Promise<number | null> => {
  if (engine === "sqlite") return null;
  const startedMs = performance.now();
  const at = sql`extract(epoch FROM clock_timestamp()) * 1000`.mapWith(Number);
  const serverMs = await askFor(read, at);
  const roundTripMs = performance.now() - startedMs;
  return clock.now().getTime() - roundTripMs / 2 - serverMs;
};
