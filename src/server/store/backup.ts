import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { copyDatabase } from "./copy-database.ts";
import { databaseFile } from "./files.ts";
import { StoreError } from "./store-error.ts";

/**
 * Copies the database into `file` as it is at this moment, while the site serves. Belongs in a
 * process of its own: copying stops everything else in it.
 * @throws {StoreError} when there is already such a file, when it cannot be written or the database
 *   not be read, or when the database is not SQLite.
 */
export const backup = async (
  options: { databaseUrl: string | null; dataDir: string },
  file: string,
): Promise<void> => {
  if (options.databaseUrl !== null)
    throw new StoreError(
      `PostgreSQL brings its own tool: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
    );
  const from = databaseFile(options.dataDir);
  if (!existsSync(from)) throw new StoreError(`There is no database in ${options.dataDir}.`);
  if (existsSync(file)) throw new StoreError(`${resolve(file)} exists already. Name another file.`);
  try {
    await copyDatabase(from, resolve(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database could not be copied to ${resolve(file)}: ${reason}`, {
      cause: error,
    });
  }
};
