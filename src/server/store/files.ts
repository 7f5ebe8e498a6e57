import { join } from "node:path";

/** Where SQLite's database lives in the data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, "lynxden.sqlite");

/** What SQLite keeps beside a database, and takes for a part of any database of that name. */
export const SIDECARS = ["-wal", "-shm", "-journal"] as const;

/** Held while the database is open: see folder-lock.ts. */
export const lockFile = (dataDir: string) => join(dataDir, "lynxden.lock");

/** Held by the one process that serves from the folder: see folder-lock.ts. */
export const serveLockFile = (dataDir: string) => join(dataDir, "lynxden.serve.lock");

/** Held by whoever makes a backup in the folder: see folder-lock.ts. */
export const backupLockFile = (dataDir: string) => join(dataDir, "lynxden.backup.lock");

/** A file beside the database that nothing is using, such as `lynxden.before-0002_points.…`. */
export const siblingFile = (dataDir: string, purpose: string, at: Date) =>
  join(dataDir, `lynxden.${purpose}.${at.toISOString().replaceAll(/[:.]/g, "-")}.sqlite`);
