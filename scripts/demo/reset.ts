import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SQL } from "bun";

/** What a site puts into its data folder; whatever else lies there is not the demo's. */
const isOurs = (name: string) => name.startsWith("lynxden.") || name === "attachments";

/**
 * Forgets the demo's data: the database and the attachments in the data folder, which may be missing, and
 * everything in the PostgreSQL database.
 */
export const resetData = async (dataDir: string, databaseUrl: string | null): Promise<void> => {
  if (databaseUrl !== null) {
    const sql = new SQL({ url: databaseUrl, max: 1 });
    await sql.unsafe("DROP SCHEMA public CASCADE");
    await sql.unsafe("CREATE SCHEMA public");
    await sql.close();
  }
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names.filter(isOurs))
    await rm(join(dataDir, name), { recursive: true, force: true });
};
