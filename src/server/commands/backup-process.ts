import { type BackUp, type BackupWork, makeBackup } from "#server/modules/backups/index.ts";
import { openPlace } from "#server/providers/backups/place.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { BACKUPS } from "#shared/data-messages.ts";

/** Long enough for a great database and a slow line. */
const MAX_HOURS = 6;
/** Whoever was told to end and is still there, as in an upload that nothing can interrupt, is ended. */
const END_WITHIN_MS = 5000;
const KILL_AFTER_MS = 2 * END_WITHIN_MS;
const EXIT_ENDED = 1;

/**
 * Makes backups in a process of their own, which stands still meanwhile in place of the site.
 * @param command how this program is started so that it answers `answerBackupWork`.
 * @param killAfterMs how long it has to end by itself once it was told to.
 */
export const backUpApart =
  (command: readonly string[], killAfterMs = KILL_AFTER_MS): BackUp =>
  async (work, signal) => {
    const timeout = AbortSignal.timeout(MAX_HOURS * HOUR_MS);
    const over = AbortSignal.any([signal, timeout]);
    const child = Bun.spawn([...command], {
      stdin: new Blob([JSON.stringify(work)]),
      stdout: "pipe",
      stderr: "inherit",
      signal: over,
    });
    over.addEventListener("abort", () => {
      setTimeout(() => child.kill("SIGKILL"), killAfterMs).unref();
    });
    const [answer, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    if (timeout.aborted) return { isMade: false, reason: BACKUPS.tookTooLong(MAX_HOURS) };
    if (code !== 0) return { isMade: false, reason: BACKUPS.ended(code) };
    return JSON.parse(answer) as Awaited<ReturnType<BackUp>>;
  };

/**
 * Ends pg_dump along with this process, which has a moment to clean up after it. SQLite's copy is made
 * here, and ends as the process does.
 */
const untilTold = ({ databaseUrl }: BackupWork, endWithinMs: number): AbortSignal => {
  const told = new AbortController();
  if (databaseUrl !== null)
    process.once("SIGTERM", () => {
      told.abort();
      setTimeout(() => process.exit(EXIT_ENDED), endWithinMs).unref();
    });
  return told.signal;
};

/**
 * The other side of `backUpApart`.
 * @param question what its process reads.
 * @param endWithinMs how long it takes at most to end once it is told to.
 * @returns what it writes.
 */
export const answerBackupWork = async (
  question: string,
  endWithinMs = END_WITHIN_MS,
): Promise<string> => {
  const work = JSON.parse(question) as BackupWork;
  return JSON.stringify(await makeBackup(work, openPlace(work.to), untilTold(work, endWithinMs)));
};
