import { describe, expect, test } from "bun:test";
import type { Deps } from "#server/deps.ts";
import { type JobDeps, startJobs } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { creditPresence } from "#server/modules/bridge/index.ts";
import type { Store } from "#server/store/store.ts";
import { PLAYER } from "#tests/support/bridge.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { twoInstances } from "#tests/support/instances.ts";
import { mortal, TEST_ENGINE } from "#tests/support/store.ts";
import { movableTimer } from "#tests/support/timer.ts";
import { until } from "#tests/support/until.ts";

const QUARTER_MS = 15 * 60_000;
/** After this a killed instance is replaced. */
const LEASE_MS = 45_000;
/** Within this every instance looks at each of its jobs. */
const LOOK_MS = 2500;

/** Two instances whose jobs wait by one timer, which stands still until `pass` lets time go by. */
const inOneTime = async () => {
  const world = await twoInstances();
  const timer = movableTimer();
  return {
    ...world,
    started: (deps: JobDeps, jobs: Parameters<typeof startJobs>[1]) => {
      const handle = startJobs({ ...deps, timer }, jobs);
      afterThisTest(() => handle.stop());
      return handle;
    },
    pass: (ms: number) => {
      world.clock.advance(ms);
      timer.advance(ms);
    },
    /** So many jobs have looked, and wait for their next look. */
    idle: (jobs: number) => until(() => timer.waiting() === jobs),
  };
};

/** The site's jobs that one instance does for all; a run does nothing but tell that it was. */
const loggedJobs = (deps: Deps, runs: string[]) =>
  siteJobs(deps)
    // One that is due again with each look would run with each.
    .filter(({ leased, everyMs }) => leased && everyMs > LOOK_MS)
    .map((job) => Object.assign(job, { run: async () => void runs.push(job.name) }));

const holdersOf = async ({ read, tables: { leases } }: Store) =>
  (await read.select({ holder: leases.holder }).from(leases)).map(({ holder }) => holder);
const holdsAll = (store: Store, holder: string, jobs: number) => async () => {
  const holders = await holdersOf(store);
  return holders.length === jobs && holders.every((one) => one === holder);
};

// Instances share a PostgreSQL; a site on SQLite is one instance.
if (TEST_ENGINE === "postgres")
  describe("the jobs of two instances on one database", () => {
    test("run once in each of their intervals, also when one stops and when the other is killed", async () => {
      const { store, east, west, started, pass, idle } = await inOneTime();
      const runs: string[] = [];
      const jobs = loggedJobs(east.deps, runs);
      const all = jobs.map(({ name }) => name).toSorted();
      const doomed = mortal(west.deps.store);

      const first = started(east.deps, jobs);
      const second = started({ ...west.deps, store: doomed.store }, loggedJobs(west.deps, runs));
      // One job begins a moment after the other.
      pass(LOOK_MS);
      await idle(2 * all.length);
      expect(runs.toSorted()).toEqual(all);
      await first.stop();
      pass(LOOK_MS);
      await idle(all.length);
      expect(await holdsAll(store, west.deps.instanceId, all.length)()).toBe(true);
      expect(runs.toSorted()).toEqual(all);

      doomed.kill();
      await second.stop();
      pass(LEASE_MS);
      started({ ...east.deps, instanceId: "third" }, jobs);
      pass(LOOK_MS);
      await idle(all.length);
      const due = jobs
        .filter(({ everyMs, jitterMs = 0 }) => everyMs + jitterMs <= LEASE_MS)
        .map(({ name }) => name);
      expect(due).toContain("poll-servers");
      expect(await holdsAll(store, "third", all.length)()).toBe(true);
      expect(runs.toSorted()).toEqual([...all, ...due].toSorted());
    });

    test("[POINTS-05] credit a quarter of an hour once, reported to both, whoever has the job and even where both have", async () => {
      const { east, west, clock, calls, member, grant, entries, started, pass, idle } =
        await inOneTime();
      await grant("Gold", "2026-06-01T00:00:00Z");
      for (const { deps } of [east, west])
        started(
          deps,
          siteJobs(deps).filter(({ name }) => name === "credit-presence"),
        );
      await idle(2);
      const never = new AbortController().signal;
      const quarters = ["12:00", "12:15", "12:30", "12:45"];
      for (let quarter = 1; quarter <= quarters.length; quarter += 1) {
        const report = { game: "ark-se", players: [PLAYER] };
        const answers = await Promise.all(
          [...calls, ...calls].map((call) => call("POST", "/presence", report)),
        );
        for (const { answer } of answers) expect(answer).toMatchObject({ earning: 1 });
        // As if the lease were worth nothing.
        if (quarter % 2 === 0)
          await Promise.all([east, west].map(({ deps }) => creditPresence(asSite(deps), never)));
        // Every ten seconds or so, in whichever of them has it.
        for (let looks = 0; looks < 10; looks += 1) {
          pass(LOOK_MS);
          await idle(2);
        }
        expect(await entries()).toHaveLength(quarter);
        // The lease of either is over with it.
        clock.advance(QUARTER_MS);
      }
      await Promise.all([east, west, east].map(({ deps }) => creditPresence(asSite(deps), never)));
      expect(await entries()).toMatchObject(
        quarters.map((time, index) => ({
          userId: member.id,
          delta: 7,
          balance: 7 * (index + 1),
          reference: `passive:2026-03-01T${time}:00.000Z:${member.id}`,
        })),
      );
    });
  });
