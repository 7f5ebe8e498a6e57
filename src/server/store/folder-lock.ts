import { Database } from "bun:sqlite";
import { isBusy } from "./busy.ts";
import { backupLockFile, lockFile, serveLockFile } from "./files.ts";
import { ensureOwnFile } from "./private-files.ts";

/**
 * SQLite's own lock on an empty file, so it works on every platform and ends with its process,
 * however that ends.
 * @returns a function that lets go, or null when others are in the way.
 */
const lockOn = (file: string, mode: "shared" | "alone"): (() => void) | null => {
  ensureOwnFile(file);
  const lock = new Database(file);
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

/**
 * Who may use the data folder: any number of processes share it, or one has it alone.
 * @param mode `shared` for whoever opens the database, `alone` for whoever replaces it.
 * @returns a function that lets go, or null when others are in the way.
 */
export const lockFolder = (dataDir: string, mode: "shared" | "alone"): (() => void) | null =>
  lockOn(lockFile(dataDir), mode);

/**
 * Makes this process the one that serves from the data folder: what instances tell each other stays
 * within a process on SQLite. Commands beside it need no such lock.
 * @returns a function that lets go, or null while another process serves from it.
 */
export const lockForServing = (dataDir: string): (() => void) | null =>
  lockOn(serveLockFile(dataDir), "alone");

/**
 * Makes this process the one that makes a backup in the data folder.
 * @returns a function that lets go, or null while another makes one.
 */
export const lockForBackup = (dataDir: string): (() => void) | null =>
  lockOn(backupLockFile(dataDir), "alone");
