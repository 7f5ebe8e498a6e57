import { DrizzleQueryError } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import { errorFields, type Log, type LogFields } from "#server/core/log.ts";
import type { Store } from "./store.ts";

const SQLITE_UNIQUE = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);
const PG_UNIQUE = "23505";
const PG_UNDEFINED_TABLE = "42P01";
const PG_PROTOCOL_VIOLATION = "08P01";
const PG_ADMIN_SHUTDOWN = "57P01";
const PG_CONFLICTS = new Set(["40001", "40P01"]);

type RefusedByDriver = Error & { code?: unknown; errno?: unknown };

/** The driver's own error: drizzle wraps PostgreSQL's, and hands SQLite's on as they are. */
const driverError = (error: unknown): RefusedByDriver | null => {
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

/**
 * Why the database cannot be used now, though nothing is wrong with what was asked: it cannot be
 * reached or lets us in no more, its disk is full, it takes no writes, another process holds it, or its files fail.
 */
export type StoreTrouble = "away" | "full" | "read_only" | "busy" | "failing";

/** Deeper than any library wraps an error. */
const CAUSES_MAX = 6;

const SQLITE: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/, "full"],
  [/^(?:SQLITE_READONLY\w*|EROFS)$/, "read_only"],
  [/^SQLITE_(?:BUSY|LOCKED)\w*$/, "busy"],
  [/^SQLITE_(?:IOERR|CANTOPEN)\w*$/, "failing"],
];

/** SQLSTATE: a wrong user or password, no such database, and one that takes no connections. */
const REFUSES_US = /^(?:28|3D000$|55000$)/;
/** The last of these is also of statements, which never end the connection. */
const IS_OF_STATEMENTS_TOO = "55000";
/** Classes 08, 57P and 58 are of connections, shutdowns and the server's machine. */
const POSTGRES: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/^53100$/, "full"],
  [/^25006$/, "read_only"],
  [/^58/, "failing"],
  [/^(?:08|57P|53)/, "away"],
];
/** What Bun's driver says where no server has answered. */
const NO_SERVER = /^ERR_POSTGRES_(?:CONNECTION_\w+|IDLE_TIMEOUT|LIFETIME_TIMEOUT)$/;

/** Thrown where the store is asked for anything after it was closed, as while the program ends. */
export class StoreClosed extends Error {
  override readonly name = "StoreClosed";
  constructor() {
    super("The store is closed.");
  }
}

/** Thrown where a database takes a question and never answers. */
export class StoreSilent extends Error {
  override readonly name = "StoreSilent";
  constructor() {
    super("The database has not answered in time.");
  }
}

const firstMatch = (table: readonly (readonly [RegExp, StoreTrouble])[], word: string) =>
  table.find(([pattern]) => pattern.test(word))?.[1] ?? null;

const word = (value: unknown): string => (typeof value === "string" ? value : "");

type DriverError = Error & { code?: unknown; errno?: unknown; severity?: unknown };

/** What PostgreSQL said no with; "" for whatever else went wrong. */
const sqlStateOf = ({ code, errno }: DriverError): string =>
  code === "ERR_POSTGRES_SERVER_ERROR" ? word(errno) : "";

const refusesUs = (error: DriverError): boolean => {
  const sqlState = sqlStateOf(error);
  if (sqlState === IS_OF_STATEMENTS_TOO && error.severity !== "FATAL") return false;
  return REFUSES_US.test(sqlState);
};

const troubleOf = (error: DriverError): StoreTrouble | null => {
  if (error instanceof StoreClosed || error instanceof StoreSilent) return "away";
  const code = word(error.code);
  if (NO_SERVER.test(code) || refusesUs(error)) return "away";
  const sqlState = sqlStateOf(error);
  return sqlState === "" ? firstMatch(SQLITE, code) : firstMatch(POSTGRES, sqlState);
};

/** What caused an error, itself first. */
function* causesOf(error: unknown): Generator<DriverError> {
  let inner = error;
  for (let depth = 0; depth < CAUSES_MAX && inner instanceof Error; depth += 1) {
    yield inner;
    inner = inner.cause;
  }
}

/**
 * Whether an error, or what caused it, means that the database cannot be used at the moment.
 * @returns null for every other error, whoever is to blame for it.
 */
export const storeTroubleOf = (error: unknown): StoreTrouble | null => {
  for (const cause of causesOf(error)) {
    const trouble = troubleOf(cause);
    if (trouble !== null) return trouble;
  }
  return null;
};

/** Whether PostgreSQL has answered and lets nobody in: waiting alone changes nothing about that. */
export const isTurnedAway = (error: unknown): boolean => [...causesOf(error)].some(refusesUs);

/**
 * Logs what failed beside the requests. While the database cannot be used the store itself has said
 * so, once: whatever else fails of it is there for those alone who want every detail.
 */
export const logFailure = (
  log: Log,
  level: "warn" | "error",
  event: string,
  error: unknown,
  fields: LogFields = {},
): void => {
  log[storeTroubleOf(error) === null ? level : "debug"](event, {
    ...fields,
    ...errorFields(error),
  });
};

/** Only after so long without a failure is an outage over: a disk that is nearly full fails now and then. */
const QUIET_MS = 10_000;

/** A time in which the database could not be used. */
export type Outage = { from: Date; until: Date; trouble: StoreTrouble };

/** What this instance knows of such times. */
export type Outages = {
  /** True while one lasts, or has only just ceased. */
  isOpen(): boolean;
  /** The database has been written. */
  written(): void;
  /** What is over, and has not been told of: several become one. */
  unreported(): Outage | null;
  markReported(outage: Outage): void;
};

/** Follows the store of this instance: one line in the log when an outage begins, one when it is over. */
export const createOutages = (given: {
  store: Pick<Store, "onTrouble">;
  clock: Clock;
  log: Log;
}): Outages => {
  const { store, clock, log } = given;
  let open: { from: Date; trouble: StoreTrouble; failedAt: Date; wellSince: Date | null } | null =
    null;
  let unreported: Outage | null = null;

  store.onTrouble((trouble, error) => {
    const now = clock.now();
    if (open === null) {
      log.error("store.unavailable", { trouble, ...errorFields(error) });
      open = { from: now, trouble, failedAt: now, wellSince: null };
    } else {
      open.failedAt = now;
      open.wellSince = null;
    }
  });

  return {
    isOpen: () => open !== null,
    written: () => {
      if (open === null) return;
      const now = clock.now();
      open.wellSince ??= now;
      if (now.getTime() - open.failedAt.getTime() < QUIET_MS) return;
      const { from, trouble, wellSince: until } = open;
      open = null;
      const seconds = Math.round((until.getTime() - from.getTime()) / 1000);
      log.warn("store.available", { trouble, from: from.toISOString(), seconds });
      unreported = { from: unreported?.from ?? from, until, trouble };
    },
    unreported: () => unreported,
    markReported: (outage) => {
      if (unreported === outage) unreported = null;
    },
  };
};
