import type { BackupConfig } from "#server/config/backups.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { LastBackup } from "./record.ts";

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
