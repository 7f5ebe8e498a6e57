import type { BackupConfig } from "#server/config/backups.ts";
import { intervalMs, type LastBackup } from "#server/modules/backups/index.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { fail, type Finding, ok, together, warn } from "./finding.ts";

/** So many intervals may pass: the site may have been down when one was due. */
const LATE_INTERVALS = 2;

/**
 * How old the last backup is, and whether more were tried.
 * @param config null where the site makes none.
 */
export const judgeBackups = (
  config: BackupConfig | null,
  { made, failed }: LastBackup,
  now: Date,
): Finding => {
  if (config === null) return warn(HEALTH.noBackups);
  const isHere = made !== null && made.place === config.place;
  const ageMs = isHere ? now.getTime() - made.at.getTime() : 0;
  const isLate = isHere && ageMs > LATE_INTERVALS * intervalMs(config);
  const last = isHere ? HEALTH.backupMade({ ...made, ageMs }) : HEALTH.backupAwaited(config.place);
  if (failed === null) return isLate ? fail(`${last} ${HEALTH.backupLate}`) : ok(last);
  const sentence = HEALTH.backupFailed(failed.since.toISOString(), failed.reason);
  return together([isLate || !isHere ? fail(sentence) : warn(sentence), ok(last)]);
};
