import type { BackupConfig } from "#server/config/backups.ts";
import { type BackupPlace, BackupPlaceFailure } from "#server/providers/backups/port.ts";
import { withPackedCopy } from "#server/store/packed-copy.ts";
import { StoreError } from "#server/store/store-error.ts";

/** What the process that makes a backup is told. */
export type BackupWork = Pick<BackupConfig, "to" | "keep"> & {
  databaseUrl: string | null;
  dataDir: string;
  /** The moment after which it is named, in ISO 8601. */
  at: string;
};

export type BackupOutcome =
  | {
      isMade: true;
      name: string;
      bytes: number;
      rows: number;
      /** Why older ones are still there, a sentence; null where they are not. */
      unpruned: string | null;
    }
  | { isMade: false; reason: string };

/** Makes one backup. Never throws what its owner could do something about: that is its outcome. */
export type BackUp = (work: BackupWork, signal: AbortSignal) => Promise<BackupOutcome>;

/** Ours, and no other file of that folder or bucket: the newest has the greatest name. */
const BACKUP_NAME = /^lynxden-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(?:sqlite\.zst|dump)$/;
/** What a copy that was cut off has left there. */
const LEFT_NAME = /^lynxden-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(?:sqlite\.zst|dump)\.partial$/;

const nameOf = ({ at, databaseUrl }: BackupWork): string =>
  `lynxden-${at.replace(/\.\d+Z$/, "Z").replaceAll(":", "-")}.${databaseUrl === null ? "sqlite.zst" : "dump"}`;

const sentenceIn = (error: unknown): string => {
  if (error instanceof StoreError || error instanceof BackupPlaceFailure) return error.message;
  throw error;
};

/** The newest backup of the site there; null where there is none. */
export const newestIn = async (place: Pick<BackupPlace, "list">): Promise<string | null> => {
  const names = await place.list();
  return (
    names
      .filter((name) => BACKUP_NAME.test(name))
      .toSorted()
      .at(-1) ?? null
  );
};

/** Removes all but the newest, and what was cut off. @returns why it could not; null where it could. */
const prune = async (place: BackupPlace, keep: number): Promise<string | null> => {
  try {
    const names = await place.list();
    const old = names
      .filter((name) => BACKUP_NAME.test(name))
      .toSorted()
      .slice(0, -keep);
    for (const name of [...old, ...names.filter((one) => LEFT_NAME.test(one))])
      await place.remove(name);
    return null;
  } catch (error) {
    return sentenceIn(error);
  }
};

/** Copies, verifies, puts in its place, and only then removes older ones. */
export const makeBackup = async (
  work: BackupWork,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<BackupOutcome> => {
  const name = nameOf(work);
  try {
    return await withPackedCopy(work, signal, async ({ file, rows }) => {
      const bytes = await place.put(name, file);
      return { isMade: true, name, bytes, rows, unpruned: await prune(place, work.keep) };
    });
  } catch (error) {
    return { isMade: false, reason: sentenceIn(error) };
  }
};
