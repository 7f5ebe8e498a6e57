/**
 * Why the database cannot be used now, though nothing is wrong with what was asked: it cannot be
 * reached, its disk is full, it takes no writes, another process holds it, or its files fail.
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

/** SQLSTATE: classes 08, 57P and 58 are of connections, shutdowns and the server's machine. */
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

const troubleOf = (error: Error & { code?: unknown; errno?: unknown }): StoreTrouble | null => {
  if (error instanceof StoreClosed || error instanceof StoreSilent) return "away";
  const code = word(error.code);
  if (NO_SERVER.test(code)) return "away";
  return code === "ERR_POSTGRES_SERVER_ERROR"
    ? firstMatch(POSTGRES, word(error.errno))
    : firstMatch(SQLITE, code);
};

/**
 * Whether an error, or what caused it, means that the database cannot be used at the moment.
 * @returns null for every other error, whoever is to blame for it.
 */
export const storeTroubleOf = (error: unknown): StoreTrouble | null => {
  let inner = error;
  for (let depth = 0; depth < CAUSES_MAX && inner instanceof Error; depth += 1) {
    const trouble = troubleOf(inner);
    if (trouble !== null) return trouble;
    inner = inner.cause;
  }
  return null;
};
