import { z } from "zod";
import type { BackupConfig } from "#server/config/providers.ts";
import type { SystemCtx } from "#server/context/context.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { type BackupPlace, BackupPlaceFailure } from "#server/providers/ports/files.ts";
import { isDiskFull, withPackedCopy } from "#server/store/packed-copy.ts";
import { readSetting, removeSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Engine, Reader, TimedTx } from "#server/store/store.ts";
import { StoreError } from "#server/store/trouble.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { BACKUPS } from "#shared/data-messages.ts";
import { localTime } from "#shared/rules/local-time.ts";

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

/** After a failure it is tried again so soon, or after half of the interval. */
const RETRY_MS = HOUR_MS;

/** How long there is from one backup to the next. */
export const intervalMs = ({ every }: BackupConfig): number => ("ms" in every ? every.ms : DAY_MS);

/** The day on which the time of day has come last, such as "2026-12-01". */
const lastDayAt = (time: string, at: Date, timeZone: string): string => {
  const local = localTime(at, timeZone);
  if (local.time.slice(0, 5) >= time) return local.day;
  // A date without a time is midnight in UTC, where every day has 24 hours.
  return new Date(Date.parse(local.day) - DAY_MS).toISOString().slice(0, 10);
};

/**
 * Whether a backup is to be made now. The first one to a place is due at once.
 * @param timeZone where the community is.
 */
export const isBackupDue = (
  config: BackupConfig,
  { made, failed }: LastBackup,
  now: Date,
  timeZone: string,
): boolean => {
  if (failed !== null) {
    const retryMs = Math.min(RETRY_MS, intervalMs(config) / 2);
    return Math.abs(now.getTime() - failed.at.getTime()) >= retryMs;
  }
  // One that is said to be of the future was made by a clock that was wrong.
  if (made === null || made.place !== config.place || made.at > now) return true;
  const { every } = config;
  return "ms" in every
    ? now.getTime() - made.at.getTime() >= every.ms
    : lastDayAt(every.time, made.at, timeZone) < lastDayAt(every.time, now, timeZone);
};

/** What the process that makes a backup is told. */
export type BackupWork = Pick<BackupConfig, "to" | "keep"> & {
  databaseUrl: string | null;
  dataDir: string;
  /** The moment after which it is named, in ISO 8601. */
  at: string;
};

type BackupOutcome =
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

type BackupCtx = Pick<SystemCtx, "config" | "clock" | "log" | "read" | "write">;

/**
 * Makes one backup to the configured place, and writes down how it went.
 * @returns null where none is configured, or it was told to stop.
 */
export const backUpNow = async (
  ctx: BackupCtx,
  backUp: BackUp,
  signal: AbortSignal,
): Promise<BackupOutcome | null> => {
  const { config, clock, log } = ctx;
  const { backups, databaseUrl, dataDir } = config;
  if (backups === null) return null;
  const { to, keep, place } = backups;
  const at = clock.now();
  const outcome = await backUp({ databaseUrl, dataDir, to, keep, at: at.toISOString() }, signal);
  if (signal.aborted) return null;
  if (outcome.isMade) {
    const { name, bytes, rows, unpruned } = outcome;
    const durationMs = clock.now().getTime() - at.getTime();
    log.info("backup.made", { name, place, bytes, rows, durationMs });
    if (unpruned !== null) log.warn("backup.not_pruned", { message: unpruned });
    await ctx.write((tx) => noteMade(tx, { at, durationMs, bytes, place, name, rows }));
    return outcome;
  }
  const { reason } = outcome;
  log.error("backup.failed", { message: reason, place });
  await ctx.write(async (tx) => {
    const isFirst = await noteFailed(tx, reason);
    if (isFirst)
      await notifyAdmins(tx, { subject: BACKUPS.subject, message: BACKUPS.message(reason) });
  });
  return outcome;
};

/** Makes a backup where one is due. */
export const backUpWhenDue = async (
  ctx: BackupCtx,
  backUp: BackUp,
  signal: AbortSignal,
): Promise<void> => {
  const { backups, community } = ctx.config;
  if (backups === null) return;
  const last = await lastBackup(ctx.read);
  if (isBackupDue(backups, last, ctx.clock.now(), community.timezone))
    await backUpNow(ctx, backUp, signal);
};
