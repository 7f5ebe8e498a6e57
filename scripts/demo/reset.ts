import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SQL } from "bun";

/** Forgets the demo's data: the database in the data folder, or everything in the PostgreSQL database. */
export const resetData = async (dataDir: string, databaseUrl: string | null): Promise<void> => {
  if (databaseUrl !== null) {
    const sql = new SQL({ url: databaseUrl, max: 1 });
    await sql.unsafe("DROP SCHEMA public CASCADE");
    await sql.unsafe("CREATE SCHEMA public");
    await sql.close();
  }
  for await (const file of new Bun.Glob("lynxden.*").scan({
    cwd: dataDir,
    throwErrorOnBrokenSymlink: false,
  }))
    await rm(join(dataDir, file));
};
