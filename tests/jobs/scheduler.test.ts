import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createJobLease, createKeeper, type Job } from "#server/jobs/job-lease.ts";
import { type JobDeps, runJob, startJobs } from "#server/jobs/scheduler.ts";
import { readFailedJobs } from "#server/store/job-runs.ts";
import type { Store } from "#server/store/store.ts";
import { StoreClosed } from "#server/store/trouble.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { heldJob, inOneTime, job } from "#tests/support/jobs.ts";
import { mortal, silentLog, testStore } from "#tests/support/store.ts";
import { movableTimer } from "#tests/support/timer.ts";
import { until } from "#tests/support/until.ts";

const running = new AbortController().signal;

/** Two instances of the site on one store, a clock they share, and timers that stand still. */
const twoInstances = async () => {
  const store = await testStore();
  const clock = movableClock();
  // A lease does not end while a busy machine is still taking it.
  const instance = (instanceId: string): JobDeps => ({
    store,
    clock,
    timer: movableTimer(),
    log: silentLog,
    instanceId,
  });
  return { store, clock, first: instance("first"), second: instance("second") };
};

test("of two instances one polls, the other stands by", async () => {
  const { first, second, clock } = await twoInstances();
  expect(await runJob(first, job(), running)).toBe("ran");
  expect(await runJob(second, job(), running)).toBe("standby");
  clock.advance(15_000);
  expect(await runJob(first, job(), running)).toBe("ran");
  clock.advance(5999);
  expect(await runJob(second, job(), running)).toBe("standby");
});

test("6 seconds after its last sign of life a dead instance is replaced", async () => {
  const { first, second, clock } = await twoInstances();
  await runJob(first, job(), running);
  clock.advance(5999);
  expect(await runJob(second, job(), running)).toBe("standby");
  clock.advance(1);
  // It has the job now, and lets it rest for what is left of its interval.
  expect(await runJob(second, job(), running)).toBe("early");
  expect(await runJob(first, job(), running)).toBe("standby");
});

/** What counts how often it ran on each instance. */
const rare = (runs: string[], name: string, given: Partial<Job> = {}) =>
  job({ everyMs: 600_000, run: async () => void runs.push(name), ...given });

test("whoever takes a job over, or starts again, lets it rest for what is left of its interval", async () => {
  const { first, second, clock } = await twoInstances();
  const runs: string[] = [];
  const look = (deps: JobDeps) => runJob(deps, rare(runs, deps.instanceId), running);
  expect(await look(first)).toBe("ran");
  expect(await look(first)).toBe("early");
  clock.advance(6000);
  expect(await look(second)).toBe("early");
  clock.advance(600_000 - 6000 - 1);
  expect(await look(second)).toBe("early");
  clock.advance(1);
  expect(await look(second)).toBe("ran");
  clock.advance(599_999);
  expect(await look(first)).toBe("early");
  expect(runs).toEqual(["first", "second"]);
});

test("a job whose instance was killed while it ran is run by the next as soon as the lease ends", async () => {
  const { first, second, clock } = await twoInstances();
  const runs: string[] = [];
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const endless = rare(runs, "first", {
    run: () => {
      begun.resolve();
      return goesOn.promise;
    },
  });
  const asleep = runJob(first, endless, running);
  await begun.promise;
  clock.advance(5999);
  expect(await runJob(second, rare(runs, "second"), running)).toBe("standby");
  clock.advance(1);
  expect(await runJob(second, rare(runs, "second"), running)).toBe("ran");
  // The first was only asleep: what it says of a job that is another's now counts for nothing.
  clock.advance(300_000 - 6000);
  await second.store.write(async (tx) => {
    const until = new Date(clock.now().getTime() + 6000);
    await tx.update(second.store.tables.leases).set({ until });
  });
  goesOn.resolve();
  await asleep;
  clock.advance(300_000);
  expect(await runJob(first, rare(runs, "first"), running)).toBe("early");
  clock.advance(6000);
  expect(await runJob(first, rare(runs, "first"), running)).toBe("ran");
  expect(runs).toEqual(["second", "first"]);
});

test("a job that failed, or was told to stop, is run by the next at once, whatever its interval", async () => {
  for (const [run, outcome] of [
    [() => Promise.reject(new Error("No such luck.")), "failed"],
    [async () => {}, "stopped"],
  ] as const) {
    const { first, second, clock } = await twoInstances();
    const stopping = new AbortController();
    const unlucky = job({
      everyMs: 600_000,
      run: () => {
        stopping.abort();
        return run();
      },
    });
    expect(await runJob(first, unlucky, stopping.signal)).toBe(outcome);
    clock.advance(6000);
    expect(await runJob(second, rare([], "second"), running)).toBe("ran");
  }
});

test("a clock that was set back lets a job rest for one interval at most", async () => {
  const { first, second, clock } = await twoInstances();
  const runs: string[] = [];
  const often = (name: string) => rare(runs, name, { everyMs: 60 });
  expect(await runJob(first, often("first"), running)).toBe("ran");
  clock.advance(-365 * 86_400_000);
  const timer = movableTimer();
  const jobs = startJobs({ ...second, timer }, [often("second")]);
  afterThisTest(() => jobs.stop());
  // Once it has found that the job is due later, and once for each look until then.
  for (let passedMs = 0; passedMs < 60; passedMs += 20) {
    await until(() => timer.waiting() === 1);
    timer.advance(20);
  }
  await until(() => runs.includes("second"));
});

test("a rest that cannot be read is asked for again, and nothing runs meanwhile", async () => {
  const { first, second, clock } = await twoInstances();
  expect(await runJob(first, rare([], "first"), running)).toBe("ran");
  clock.advance(600_000);
  const read: Store["read"] = {
    ...first.store.read,
    select: () => {
      throw new Error("gone");
    },
  };
  const blind: JobDeps = { ...second, store: { ...second.store, read } };
  expect(await runJob(blind, rare([], "second"), running)).toBe("standby");
  expect(await runJob(second, rare([], "second"), running)).toBe("ran");
});

test("a job without a lease runs on every instance", async () => {
  const { first, second } = await twoInstances();
  const own = job({ leased: false });
  expect(await runJob(first, own, running)).toBe("ran");
  expect(await runJob(second, own, running)).toBe("ran");
});

test("a job that fails is logged, and nothing is thrown", async () => {
  const { first } = await twoInstances();
  const lines: unknown[] = [];
  const log = { ...silentLog, error: (...line: unknown[]) => void lines.push(line) };
  const failing = job({ run: () => Promise.reject(new Error("No such luck.")) });
  expect(await runJob({ ...first, log }, failing, running)).toBe("failed");
  expect(lines).toMatchObject([["job.failed", { job: "count", message: "No such luck." }]]);
});

test("a lease that cannot be asked for is nobody's: the job stands by", async () => {
  const { first } = await twoInstances();
  const broken: Store = { ...first.store, write: () => Promise.reject(new Error("gone")) };
  expect(await runJob({ ...first, store: broken }, job(), running)).toBe("standby");
});

test("all leases of an instance are kept by one write, and one that another has taken is lost", async () => {
  const { first, second, clock } = await twoInstances();
  let writes = 0;
  const write: Store["write"] = (work) => {
    writes += 1;
    return first.store.write(work);
  };
  const deps = { ...first, store: { ...first.store, write } };
  const keeper = createKeeper(deps);
  const names = Array.from({ length: 20 }, (_, index) => `job ${index}`);
  const jobLeases = names.map((name) => createJobLease(deps, job({ name }), keeper));
  for (const jobLease of jobLeases) expect(await jobLease.claim()).toBe("taken");
  clock.advance(5000);
  writes = 0;
  await keeper.renew();
  for (const jobLease of jobLeases) expect(await jobLease.claim()).toBe("kept");
  expect(writes).toBe(1);
  clock.advance(5000);
  for (const name of names) expect(await runJob(second, job({ name }), running)).toBe("standby");

  const { leases } = first.store.tables;
  await second.store.write(async (tx) => {
    await tx.update(leases).set({ holder: "second" }).where(eq(leases.name, "job:job 7"));
  });
  await keeper.renew();
  const held = await Promise.all(jobLeases.map((jobLease) => jobLease.claim()));
  expect(held.filter((hold) => hold === "elsewhere")).toHaveLength(1);
  expect(held[7]).toBe("elsewhere");
});

test("a job that could not use the database is not an error of its own, and need not wait for its turn", async () => {
  const { first } = await twoInstances();
  const lines: unknown[] = [];
  const log = { ...silentLog, error: (...line: unknown[]) => void lines.push(line) };
  const storeless = job({ run: () => Promise.reject(new StoreClosed()) });
  expect(await runJob({ ...first, log }, storeless, running)).toBe("storeless");
  expect(lines).toEqual([]);
});

test("a job runs at once, then in its interval, and never overlaps itself", async () => {
  const time = inOneTime(await testStore());
  const slow = heldJob({ everyMs: 10, leased: false });
  const jobs = time.start("only", [slow.job]);
  for (const run of [1, 2, 3, 4]) {
    await until(() => slow.going.runs === run);
    time.pass(25);
    expect(slow.going.runs).toBe(run);
    slow.finish();
  }
  await until(() => slow.going.runs === 5);
  const stopped = jobs.stop();
  slow.finish();
  await stopped;
  time.pass(1000);
  expect(slow.going).toMatchObject({ runs: 5, most: 1 });
});

test("a job that fails runs again in its turn", async () => {
  const time = inOneTime(await testStore());
  let runs = 0;
  const failing = job({
    everyMs: 10,
    leased: false,
    run: async () => {
      runs += 1;
      throw new Error("again");
    },
  });
  time.start("only", [failing]);
  for (const run of [1, 2, 3]) {
    await time.idle(1);
    expect(runs).toBe(run);
    time.pass(10);
  }
});

test("stopping tells the running job and waits for it", async () => {
  const time = inOneTime(await testStore());
  const long = heldJob();
  const jobs = time.start("only", [long.job]);
  await until(() => long.going.under === 1);
  const stopped = jobs.stop();
  await until(() => long.going.wasAborted);
  expect(await Promise.race([stopped, Promise.resolve("is running")])).toBe("is running");
  long.finish();
  await stopped;
  expect(long.going.under).toBe(0);
});

test("an instance that stops hands its job over at once, long before the lease ends", async () => {
  const store = await testStore();
  const time = inOneTime(store);
  const runs: string[] = [];
  const stopped = time.start("first", [rare(runs, "first")]);
  await time.idle(1);
  time.start("second", [rare(runs, "second")]);
  await time.idle(2);
  const { leases } = store.tables;
  const holders = async () =>
    (await store.read.select({ holder: leases.holder }).from(leases)).map(({ holder }) => holder);
  expect(await holders()).toEqual(["first"]);
  await stopped.stop();
  // The longest until it looks.
  time.pass(2500);
  await until(async () => (await holders())[0] === "second");
  expect(runs).toEqual(["first"]);
});

test.each(["stop", "kill"] as const)(
  "each interval has one run, of two instances at work, and when one of them goes: %s",
  async (end) => {
    const store = await testStore();
    const time = inOneTime(store);
    const everyMs = 150;
    const starts: { name: string; at: number }[] = [];
    const counting = (name: string) =>
      job({ everyMs, run: async () => void starts.push({ name, at: time.timer.nowMs() }) });
    const untilStarts = async (jobs: number, isEnough: () => boolean) => {
      for (let passedMs = 0; !isEnough(); passedMs += 5) {
        expect(passedMs).toBeLessThan(20 * everyMs);
        time.pass(5);
        await time.idle(jobs);
      }
    };
    const mine = mortal(store);
    const first = time.start("first", [counting("first")], mine.store);
    await time.idle(1);
    time.start("second", [counting("second")]);
    await time.idle(2);
    await untilStarts(2, () => starts.length === 4);
    if (end === "stop") await first.stop();
    else mine.kill();
    await untilStarts(
      end === "stop" ? 1 : 2,
      () => starts.filter(({ name }) => name === "second").length === 3,
    );
    const gaps = starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? 0));
    expect(gaps.filter((gapMs) => gapMs < everyMs)).toEqual([]);
  },
);

test("a run that takes longer than the lease keeps it", async () => {
  const store = await testStore();
  const time = inOneTime(store);
  const long = heldJob({ everyMs: 40 });
  const jobs = time.start("first", [long.job]);
  await until(() => long.going.runs === 1);
  let others = 0;
  time.start("second", [job({ everyMs: 40, run: async () => void (others += 1) })]);
  await time.idle(1);
  const { leases } = store.tables;
  const heldUntilMs = async () => {
    const [lease] = await store.read.select({ until: leases.until }).from(leases);
    return lease?.until.getTime() ?? 0;
  };
  // More than three times as long as it lasts without being renewed.
  for (let renewal = 0; renewal < 10; renewal += 1) {
    time.pass(40);
    await until(async () => (await heldUntilMs()) > time.clock.now().getTime() + 40);
    await time.idle(1);
  }
  expect(others).toBe(0);
  const stopped = jobs.stop();
  long.finish();
  await stopped;
});

test("a run whose lease another instance has taken is told to stop", async () => {
  const store = await testStore();
  const time = inOneTime(store);
  const long = heldJob({ everyMs: 60 });
  const jobs = time.start("first", [long.job]);
  await until(() => long.going.runs === 1);
  const { leases } = store.tables;
  await store.write(async (tx) => {
    const later = new Date(time.clock.now().getTime() + 60_000);
    await tx.update(leases).set({ holder: "second", until: later });
  });
  await until(() => {
    time.pass(60);
    return long.going.wasAborted;
  });
  const stopped = jobs.stop();
  long.finish();
  await stopped;
});

test("a job that fails is written down until it works again, whoever runs it", async () => {
  const { store, clock, first, second } = await twoInstances();
  let isBroken = true;
  const run = async () => {
    if (isBroken) throw new Error("broken");
  };
  const look = (deps: JobDeps) => runJob(deps, job({ run }), running);
  const failed = () => readFailedJobs(store.read, clock);
  const since = clock.now().toISOString();
  expect(await look(first)).toBe("failed");
  clock.advance(60_000);
  expect(await look(second)).toBe("failed");
  expect(await failed()).toEqual([{ name: job().name, since, times: 2 }]);
  clock.advance(60_000);
  isBroken = false;
  expect(await look(first)).toBe("ran");
  expect(await failed()).toEqual([]);
});
