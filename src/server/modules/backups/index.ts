import type { SystemCtx } from "#server/context/context.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { BACKUPS } from "#shared/backup-messages.ts";
import type { BackUp, BackupOutcome } from "./make.ts";
import { lastBackup, noteFailed, noteMade } from "./record.ts";
import { isBackupDue } from "./schedule.ts";

export { type BackUp, type BackupWork, makeBackup, newestIn } from "./make.ts";
export { lastBackup, type LastBackup } from "./record.ts";
export { intervalMs } from "./schedule.ts";

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
