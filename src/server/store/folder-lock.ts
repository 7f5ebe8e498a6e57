import { Database } from "bun:sqlite";
import { lockFile } from "./files.ts";
import { isBusy } from "./busy.ts";

/**
 * Who may use the data folder: any number of processes share it, or one has it alone. The lock is
 * SQLite's own on an empty file, so it works on every platform and ends with its process, however
 * that ends.
 * @param mode `shared` for whoever opens the database, `alone` for whoever replaces it.
 * @returns a function that lets go, or null when others are in the way.
 */
export const lockFolder = (dataDir: string, mode: "shared" | "alone"): (() => void) | null => {
  const lock = new Database(lockFile(dataDir));
  try {
    lock.run("PRAGMA busy_timeout = 0");
    if (mode === "alone") lock.run("BEGIN EXCLUSIVE");
    else {
      lock.run("BEGIN");
      // The shared lock is taken by the first read and kept by the open transaction.
      lock.run("SELECT count(*) FROM sqlite_schema");
    }
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return () => lock.close();
};
