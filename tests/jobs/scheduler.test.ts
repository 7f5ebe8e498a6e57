import { expect, test } from "bun:test";
import type { Job } from "#server/jobs/job.ts";
import { type JobDeps, runJob, startJobs } from "#server/jobs/scheduler.ts";
import { systemClock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { silentLog, testStore } from "#tests/support/store.ts";

const running = new AbortController().signal;

/** Two instances of the site on one store, and a clock they share. */
const twoInstances = async () => {
  const store = await testStore();
  const clock = movableClock();
  const instance = (instanceId: string): JobDeps => ({ store, clock, log: silentLog, instanceId });
  return { store, clock, first: instance("first"), second: instance("second") };
};

const job = (given: Partial<Job> = {}): Job => ({
  name: "count",
  everyMs: 15_000,
  leased: true,
  run: async () => {},
  ...given,
});

const eventually = async (isTrue: () => boolean, withinMs = 5000) => {
  const until = performance.now() + withinMs;
  while (!isTrue()) {
    if (performance.now() > until) throw new Error("It did not happen in time.");
    await Bun.sleep(5);
  }
};

test("of two instances one polls, the other stands by", async () => {
  const { first, second, clock } = await twoInstances();
  expect(await runJob(first, job(), running)).toBe("ran");
  expect(await runJob(second, job(), running)).toBe("standby");
  clock.advance(15_000);
  expect(await runJob(first, job(), running)).toBe("ran");
  clock.advance(44_999);
  expect(await runJob(second, job(), running)).toBe("standby");
});

test("45 seconds after its last sign of life a dead instance is replaced", async () => {
  const { first, second, clock } = await twoInstances();
  await runJob(first, job(), running);
  clock.advance(45_000);
  expect(await runJob(second, job(), running)).toBe("ran");
  expect(await runJob(first, job(), running)).toBe("standby");
});

test("jobs that run rarely are taken over as soon as the others", async () => {
  const { first, second, clock } = await twoInstances();
  const rare = job({ everyMs: 600_000 });
  await runJob(first, rare, running);
  clock.advance(45_000);
  expect(await runJob(second, rare, running)).toBe("ran");
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

/** Instances with their own real clock, for what only happens while time goes by. */
const started = async (store: Store, instanceId: string, ...jobs: Job[]) => {
  const handle = startJobs({ store, clock: systemClock, log: silentLog, instanceId }, jobs);
  afterThisTest(() => handle.stop());
  return handle;
};

test("a job runs at once, then in its interval, and never overlaps itself", async () => {
  let runs = 0;
  let under = 0;
  let most = 0;
  const slow = job({
    everyMs: 10,
    leased: false,
    run: async () => {
      runs += 1;
      under += 1;
      most = Math.max(most, under);
      await Bun.sleep(25);
      under -= 1;
    },
  });
  const jobs = await started(await testStore(), "only", slow);
  await eventually(() => runs >= 4);
  await jobs.stop();
  expect(most).toBe(1);
  const after = runs;
  await Bun.sleep(40);
  expect(runs).toBe(after);
});

test("a job that fails runs again in its turn", async () => {
  let runs = 0;
  const failing = job({
    everyMs: 10,
    leased: false,
    run: async () => {
      runs += 1;
      throw new Error("again");
    },
  });
  await started(await testStore(), "only", failing);
  await eventually(() => runs >= 3);
});

test("stopping tells the running job and waits for it", async () => {
  let isRunning = false;
  let wasTold = false;
  const long = job({
    run: async (signal) => {
      isRunning = true;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      wasTold = true;
      await Bun.sleep(20);
      isRunning = false;
    },
  });
  const jobs = await started(await testStore(), "only", long);
  await eventually(() => isRunning);
  await jobs.stop();
  expect(wasTold).toBe(true);
  expect(isRunning).toBe(false);
});

test("an instance that stops hands its job over at once, long before the lease ends", async () => {
  const store = await testStore();
  const runs: string[] = [];
  const counting = (name: string) => job({ run: async () => void runs.push(name) });
  const first = await started(store, "first", counting("first"));
  await eventually(() => runs.length === 1);
  await started(store, "second", counting("second"));
  await Bun.sleep(50);
  expect(runs).toEqual(["first"]);
  await first.stop();
  await eventually(() => runs.length === 2);
  expect(runs).toEqual(["first", "second"]);
});

test("a run that takes longer than the lease keeps it", async () => {
  const store = await testStore();
  let runs = 0;
  const long = job({
    everyMs: 40,
    run: async () => {
      runs += 1;
      await Bun.sleep(400);
    },
  });
  await started(store, "first", long);
  await eventually(() => runs === 1);
  let others = 0;
  await started(store, "second", job({ everyMs: 40, run: async () => void (others += 1) }));
  await Bun.sleep(300);
  expect(others).toBe(0);
});

test("a run whose lease another instance has taken is told to stop", async () => {
  const store = await testStore();
  let wasTold = false;
  let isRunning = false;
  const long = job({
    everyMs: 60,
    run: async (signal) => {
      isRunning = true;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      wasTold = true;
    },
  });
  await started(store, "first", long);
  await eventually(() => isRunning);
  const { leases } = store.tables;
  await store.write(async (tx) => {
    await tx.update(leases).set({ holder: "second", until: new Date(Date.now() + 60_000) });
  });
  await eventually(() => wasTold);
});
