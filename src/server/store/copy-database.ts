import { Database } from "bun:sqlite";
import { open, rename, rm } from "node:fs/promises";
import { ensurePrivateFile } from "./private-files.ts";

/** Writes what is still in the operating system's hands to the disk. */
export const syncFile = async (file: string) => {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Copies a SQLite database as it was at one moment, while others read and write it. The copy appears
 * under its name when it is complete, and replaces what was there.
 * @throws when the disk is full or `to` cannot be written; nothing is left behind then.
 */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  const partial = `${to}.partial`;
  await rm(partial, { force: true });
  const connection = new Database(from, { readonly: true });
  try {
    // An empty file is as good as none, and keeps its mode.
    ensurePrivateFile(partial);
    connection.run("VACUUM INTO ?", [partial]);
    await syncFile(partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    connection.close();
  }
};
