// Runs jobs of a site once each, in the order given, and dies on the way as by kill -9. Arguments: names of jobs.
//   DIE_AT    before which statement that changes something, counted from 1; 0 for nowhere
//   AHEAD_MS  by how much its clock is ahead
// Says "done" at the end.
import { loadConfig } from "#server/config/config.ts";
import { createLog, createLogWriter } from "#server/core/log.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import type { Store, StoreTx } from "#server/store/store.ts";

const dieAt = Number(process.env["DIE_AT"] ?? "0");
const aheadMs = Number(process.env["AHEAD_MS"] ?? "0");
let statements = 0;

/** The same function, with a look in front. */
const mortal = <Start extends (...args: never[]) => unknown>(start: Start): Start => {
  const begin = (...args: never[]) => {
    statements += 1;
    if (statements === dieAt) process.kill(process.pid, "SIGKILL");
    return start(...args);
  };
  return begin as Start;
};

const makeMortal = (store: Store): void => {
  const write = store.write.bind(store);
  store.write = <T>(work: (tx: StoreTx) => Promise<T>): Promise<T> =>
    write((tx) =>
      work({
        ...tx,
        insert: mortal(tx.insert),
        update: mortal(tx.update),
        delete: mortal(tx.delete),
      }),
    );
};

const deps = await createDeps(await loadConfig(process.env), {
  log: createLog(createLogWriter(2).write, "error"),
  assets: { buildId: "none", html: "", neededFirst: [], find: () => undefined, paths: () => [] },
  clock: { now: () => new Date(Date.now() + aheadMs) },
});
makeMortal(deps.store);
for (const name of process.argv.slice(2)) {
  const job = siteJobs(deps).find((one) => one.name === name);
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  // The lease of a process that was killed would hold the next one up.
  await runJob(deps, { ...job, leased: false }, new AbortController().signal);
}
await closeDeps(deps);
console.log("done");
