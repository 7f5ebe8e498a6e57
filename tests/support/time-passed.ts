import { Database } from "bun:sqlite";
import { NO_ASSETS } from "#scripts/demo/world.ts";
import { loadConfig } from "#server/config/config.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { NOTICE_MAIL_WAIT_MS } from "#shared/constants/notices.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { site } from "./site.ts";
import { silentLog } from "./store.ts";

/** Has everybody who is signed in have proven long ago who they are. */
export const letTimePass = async (): Promise<void> => {
  const database = new Database(databaseFile((await site()).dataDir));
  database.run("PRAGMA busy_timeout = 5000");
  database.run("UPDATE sessions SET confirmed_at = ?", [Date.now() - 11 * MINUTE_MS]);
  database.close();
};

/** Has what waits to be mailed to somebody be due: they have not read it for ten minutes. */
export const letNoticesRipen = async (userId: string): Promise<void> => {
  const database = new Database(databaseFile((await site()).dataDir));
  database.run("PRAGMA busy_timeout = 5000");
  database.run("UPDATE notice_mails SET due_at = due_at - ? WHERE user_id = ?", [
    NOTICE_MAIL_WAIT_MS,
    userId,
  ]);
  database.close();
};

/**
 * Runs jobs of a site, as they would run so much later. Its own jobs go on as it is now.
 * @param env what the site was started with.
 */
export const runLater = async (
  env: Readonly<Record<string, string>>,
  aheadMs: number,
  names: readonly string[],
): Promise<void> => {
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const deps = await createDeps(await loadConfig(env), {
    log: silentLog,
    assets: NO_ASSETS,
    clock,
  });
  try {
    const jobs = siteJobs(deps);
    for (const name of names) {
      const job = jobs.find((one) => one.name === name);
      if (job === undefined) throw new Error(`There is no job ${name}.`);
      await job.run(new AbortController().signal);
    }
  } finally {
    await closeDeps(deps);
  }
};
