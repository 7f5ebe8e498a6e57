import { z } from "zod";
import { readSetting, removeSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";

const REASON_MAX_CHARACTERS = 500;

const moment = z.iso.datetime().transform((text) => new Date(text));

const made = z.object({
  /** The moment of which the backup is. */
  at: moment,
  /** From its begin until it was verified and in its place. */
  durationMs: z.number(),
  /** As it lies there, compressed. */
  bytes: z.number(),
  /** The folder or bucket, as it is configured. */
  place: z.string(),
  /** Of its file in that place. */
  name: z.string(),
  /** In all tables together, counted in the backup itself. */
  rows: z.number(),
});
/** A backup that was verified. */
export type MadeBackup = z.output<typeof made>;

const failed = z.object({
  /** Of the last attempt. */
  at: moment,
  /** Of the first one since a backup was made. */
  since: moment,
  /** A sentence for the owner. */
  reason: z.string(),
});
/** Attempts of which none has succeeded since. */
export type FailedBackup = z.output<typeof failed>;

/** A setting keeps what JSON can say: moments as text. */
type Written<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };
const lastMade: Setting<Written<MadeBackup>> = {
  key: "backup:made",
  schema: z.object({ ...made.shape, at: z.string() }),
};
const lastFailed: Setting<Written<FailedBackup>> = {
  key: "backup:failed",
  schema: z.object({ ...failed.shape, at: z.string(), since: z.string() }),
};

export type LastBackup = {
  /** The newest that was verified; null where there has been none. */
  made: MadeBackup | null;
  /** Null where none has been tried since, or the last attempt succeeded. */
  failed: FailedBackup | null;
};

/** What is known of the backups that the site makes by itself, whichever instance made them. */
export const lastBackup = async (reader: Reader): Promise<LastBackup> => {
  const [good, bad] = [await readSetting(reader, lastMade), await readSetting(reader, lastFailed)];
  return { made: good && made.parse(good), failed: bad && failed.parse(bad) };
};

/** Writes down, in the caller's transaction, that a backup is in its place. */
export const noteMade = async (tx: TimedTx, backup: MadeBackup): Promise<void> => {
  await writeSetting(tx, lastMade, { ...backup, at: backup.at.toISOString() });
  await removeSetting(tx, lastFailed);
};

/**
 * Writes down, in the caller's transaction, that an attempt failed.
 * @returns whether it is the first since a backup was made.
 */
export const noteFailed = async (tx: TimedTx, reason: string): Promise<boolean> => {
  const before = await readSetting(tx, lastFailed);
  const at = tx.clock.now().toISOString();
  await writeSetting(tx, lastFailed, {
    at,
    since: before?.since ?? at,
    reason: reason.slice(0, REASON_MAX_CHARACTERS),
  });
  return before === null;
};
