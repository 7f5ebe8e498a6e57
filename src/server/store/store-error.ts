import { DrizzleQueryError } from "drizzle-orm";

const SQLITE_UNIQUE = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);
const PG_UNIQUE = "23505";
const PG_UNDEFINED_TABLE = "42P01";
const PG_PROTOCOL_VIOLATION = "08P01";
const PG_ADMIN_SHUTDOWN = "57P01";
const PG_CONFLICTS = new Set(["40001", "40P01"]);

type DriverError = Error & { code?: unknown; errno?: unknown };

/** The driver's own error: drizzle wraps PostgreSQL's, and hands SQLite's on as they are. */
const driverError = (error: unknown): DriverError | null => {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  return inner instanceof Error ? inner : null;
};

/** True where a row was refused because its key or a unique column is taken, on either engine. */
export const isUniqueViolation = (error: unknown): boolean => {
  const driver = driverError(error);
  return driver?.errno === PG_UNIQUE || SQLITE_UNIQUE.has(String(driver?.code));
};

/** True where PostgreSQL gave a transaction up for the sake of another: it may succeed next time. */
export const isConflict = (error: unknown): boolean =>
  PG_CONFLICTS.has(String(driverError(error)?.errno));

/**
 * True where PostgreSQL could not read what was sent, and closed the connection: the statement never
 * ran, nor does anything of its transaction remain.
 */
export const isUnread = (error: unknown): boolean =>
  driverError(error)?.errno === PG_PROTOCOL_VIOLATION;

/** True where a connection ended, as that of a server that was restarted since it was used last. */
export const isLostConnection = (error: unknown): boolean => {
  const driver = driverError(error);
  return driver?.errno === PG_ADMIN_SHUTDOWN || driver?.code === "ERR_POSTGRES_CONNECTION_CLOSED";
};

/** True where a statement names a table that is not there, on either engine. */
export const isMissingTable = (error: unknown): boolean => {
  const driver = driverError(error);
  return (
    driver?.errno === PG_UNDEFINED_TABLE || driver?.message.startsWith("no such table") === true
  );
};

/** What the owner of the site can do something about. The message says what, in plain words. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
