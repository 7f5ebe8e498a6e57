import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Job } from "#server/jobs/job.ts";
import { type JobDeps, runJob, startJobs } from "#server/jobs/scheduler.ts";
import { createKeeper, createTenure } from "#server/jobs/tenure.ts";
import { systemClock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";
import { StoreClosed } from "#server/store/trouble.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { mortal, silentLog, testStore } from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

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
  const jobs = startJobs(second, [often("second")]);
  afterThisTest(() => jobs.stop());
  await eventually(() => runs.includes("second"));
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
  const tenures = names.map((name) => createTenure(deps, job({ name }), keeper));
  for (const tenure of tenures) expect(await tenure.claim()).toBe("taken");
  clock.advance(5000);
  writes = 0;
  await keeper.renew();
  for (const tenure of tenures) expect(await tenure.claim()).toBe("kept");
  expect(writes).toBe(1);
  clock.advance(5000);
  for (const name of names) expect(await runJob(second, job({ name }), running)).toBe("standby");

  const { leases } = first.store.tables;
  await second.store.write(async (tx) => {
    await tx.update(leases).set({ holder: "second" }).where(eq(leases.name, "job:job 7"));
  });
  await keeper.renew();
  const held = await Promise.all(tenures.map((tenure) => tenure.claim()));
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
  const stopped = await started(store, "first", rare(runs, "first"));
  await eventually(() => runs.length === 1);
  await started(store, "second", rare(runs, "second"));
  const { leases } = store.tables;
  const holders = async () =>
    (await store.read.select({ holder: leases.holder }).from(leases)).map(({ holder }) => holder);
  expect(await holders()).toEqual(["first"]);
  await stopped.stop();
  await until(async () => (await holders())[0] === "second");
  expect(runs).toEqual(["first"]);
});

test.each(["stop", "kill"] as const)(
  "each interval has one run, of two instances at work, and when one of them goes: %s",
  async (end) => {
    const store = await testStore();
    const everyMs = 150;
    const starts: { name: string; at: number }[] = [];
    const counting = (name: string) =>
      job({ everyMs, run: async () => void starts.push({ name, at: performance.now() }) });
    const mine = mortal(store);
    const first = await started(mine.store, "first", counting("first"));
    await eventually(() => starts.length === 1);
    await started(store, "second", counting("second"));
    await eventually(() => starts.length === 4);
    if (end === "stop") await first.stop();
    else mine.kill();
    await eventually(() => starts.filter(({ name }) => name === "second").length === 3);
    const gaps = starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? 0));
    // A run begins some milliseconds after it is due, the next one maybe fewer: on a busy machine the
    // gap is that much shorter. One run too many would leave no more than half of it.
    expect(gaps.filter((gapMs) => gapMs < 0.8 * everyMs)).toEqual([]);
  },
);

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
