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
