import type { BackupConfig } from "#server/config/backups.ts";
import { type BackupPlace, BackupPlaceFailure } from "#server/providers/backups/port.ts";
import { isDiskFull, withPackedCopy } from "#server/store/packed-copy.ts";
import { StoreError } from "#server/store/store-error.ts";
import type { Engine } from "#server/store/store.ts";

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

const ENDINGS: Readonly<Record<Engine, string>> = { sqlite: "sqlite.zst", postgres: "dump" };
/** Ours, and no other file of that folder or bucket: the newest has the greatest name. */
const BACKUP_NAME = /^lynxden-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(?:sqlite\.zst|dump)$/;
/** What a copy that was cut off has left there. */
const LEFT_NAME = /^lynxden-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(?:sqlite\.zst|dump)\.partial$/;

const nameOf = ({ at, databaseUrl }: BackupWork): string =>
  `lynxden-${at.replace(/\.\d+Z$/, "Z").replaceAll(":", "-")}.${ENDINGS[databaseUrl === null ? "sqlite" : "postgres"]}`;

const sentenceIn = (error: unknown): string => {
  if (error instanceof StoreError || error instanceof BackupPlaceFailure) return error.message;
  throw error;
};

/** The newest backup of the site there that this engine can take; null where there is none. */
export const newestIn = async (
  place: Pick<BackupPlace, "list">,
  engine: Engine,
): Promise<string | null> => {
  const names = await place.list();
  return (
    names
      .filter((name) => BACKUP_NAME.test(name) && name.endsWith(ENDINGS[engine]))
      .toSorted()
      .at(-1) ?? null
  );
};

/** Removes all but the newest, and what was cut off. @returns how many files. */
const prune = async (place: BackupPlace, keep: number): Promise<number> => {
  const names = await place.list();
  const old = names
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .slice(0, -keep);
  const gone = [...old, ...names.filter((one) => LEFT_NAME.test(one))];
  for (const name of gone) await place.remove(name);
  return gone.length;
};

/**
 * Copies, verifies, puts in its place, and only then removes older ones than are kept. Where a disk is full these go
 * first, and it is tried once more: so a lower number makes room.
 */
export const makeBackup = async (
  work: BackupWork,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<BackupOutcome> => {
  const name = nameOf(work);
  const make = () =>
    withPackedCopy(work, signal, async ({ file, rows }): Promise<BackupOutcome> => {
      const bytes = await place.put(name, file);
      const unpruned = await prune(place, work.keep).then(() => null, sentenceIn);
      return { isMade: true, name, bytes, rows, unpruned };
    });
  try {
    return await make();
  } catch (error) {
    try {
      if (isDiskFull(error) && (await prune(place, work.keep)) > 0) return await make();
    } catch (again) {
      return { isMade: false, reason: sentenceIn(again) };
    }
    return { isMade: false, reason: sentenceIn(error) };
  }
};
