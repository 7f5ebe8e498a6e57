import { Database } from "bun:sqlite";
import { SQL } from "bun";
import { databaseFile } from "#server/store/data-folder.ts";
import type { StoreOptions } from "#server/store/open.ts";

export type RawRow = Record<string, unknown>;

/** Runs one statement past the store, on either engine. */
export const rawSql = async (
  options: Pick<StoreOptions, "databaseUrl" | "dataDir">,
  statement: string,
): Promise<RawRow[]> => {
  if (options.databaseUrl === null) {
    const connection = new Database(databaseFile(options.dataDir));
    try {
      connection.run("PRAGMA busy_timeout = 5000");
      connection.run("PRAGMA foreign_keys = ON");
      return connection.query<RawRow, []>(statement).all();
    } finally {
      connection.close();
    }
  }
  const sql = new SQL({ url: options.databaseUrl, max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.close();
  }
};
