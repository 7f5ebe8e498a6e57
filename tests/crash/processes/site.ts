//   "statement 37"  before the 37th statement that changes something
//   "line 3"        before the third line that one transaction writes into the ledger
//   "commit"        when a transaction has written into the ledger, and before it commits
//   "answer"        once it has committed, and before anybody is told
//   "table NAME"    before the first statement that changes this table
//   "kept NAME"     once a transaction that changed this table has committed, and before anybody is told
// Says "listening" when it serves, and "died …" with its last breath.
import { writeSync } from "node:fs";
import { loadConfig } from "#server/config/config.ts";
import { createLog, createLogWriter } from "#server/core/log.ts";
import { assetsFromFolder } from "#server/http/static.ts";
import type { Job } from "#server/jobs/job-lease.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { startSite } from "#server/serve.ts";
// The site with the jobs of its shop alone, which can be told when to die. Argument: folder of the
// client. DIE_AT, as kill -9 at an exact place:
import type { StoreTx } from "#server/store/store.ts";
import type { Store } from "#server/store/store.ts";
import { plainDraw, plainRender } from "#tests/support/plain-prerender.ts";

/** So often the shop's jobs run here. In milliseconds. */
const EVERY_MS = 250;

const [client = "."] = process.argv.slice(2);
const [place = "", nth = "0"] = (process.env["DIE_AT"] ?? "").split(" ");
const print = (line: string) => void writeSync(1, `${line}\n`);

let statements = 0;

/** @param lines that the transaction under way has written into the ledger. */
const dieIf = (isTime: boolean, lines: number) => {
  if (!isTime) return;
  print(`died ${JSON.stringify({ place, lines })}`);
  process.kill(process.pid, "SIGKILL");
};

/** Looks at every statement of the store's transactions before it is made. */
const makeMortal = (store: Store): void => {
  const { pointEntries } = store.tables;
  const named: unknown = Object.entries(store.tables).find(([name]) => name === nth)?.[1];
  const write = store.write.bind(store);
  store.write = async <T>(work: (tx: StoreTx) => Promise<T>): Promise<T> => {
    let lines = 0;
    let isNamedChanged = false;
    const after = <Start extends (...args: never[]) => unknown>(start: Start): Start => {
      const begin = (...args: never[]) => {
        const [table]: unknown[] = args;
        const isNamed = table !== undefined && table === named;
        dieIf(place === "table" && isNamed, lines);
        isNamedChanged ||= isNamed;
        const isLine = start === insert && table === pointEntries;
        statements += 1;
        dieIf(place === "statement" && statements === Number(nth), lines);
        dieIf(place === "line" && isLine && lines + 1 === Number(nth), lines);
        if (isLine) lines += 1;
        return start(...args);
      };
      // The same function with a look in front: it takes and returns what `start` does.
      return begin as Start;
    };
    let insert: unknown;
    const result = await write(async (tx) => {
      lines = 0;
      isNamedChanged = false;
      ({ insert } = tx);
      const watched = {
        ...tx,
        insert: after(tx.insert),
        update: after(tx.update),
        delete: after(tx.delete),
      };
      const done = await work(watched);
      dieIf(place === "commit" && lines > 0, lines);
      return done;
    });
    dieIf(place === "answer" && lines > 0, lines);
    dieIf(place === "kept" && isNamedChanged, lines);
    return result;
  };
};

/** Without leases: that of a killed process would hold the next one up for 15 seconds. */
const SHOP_JOBS = new Set(["refresh-catalogue", "process-inbox", "check-orders"]);
const eager = (job: Job): Job => ({ ...job, leased: false, everyMs: EVERY_MS, jitterMs: 0 });

const config = await loadConfig(process.env);
const site = await startSite(config, {
  log: createLog(createLogWriter(2).write, "warn"),
  assets: await assetsFromFolder(client),
  render: plainRender,
  draw: plainDraw,
  jobs: (deps) => {
    makeMortal(deps.store);
    return siteJobs(deps)
      .filter(({ name }) => SHOP_JOBS.has(name))
      .map(eager);
  },
});
process.once("SIGTERM", async () => {
  await site.stop();
  process.exit(0);
});
// Whoever hears it may end us at once.
print("listening");
