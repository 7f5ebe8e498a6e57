import { describe, expect, test } from "bun:test";
import { runJob } from "#server/jobs/scheduler.ts";
import { judgeInstances, judgeJobs, judgeShop } from "#server/modules/health-checks/work.ts";
import { noteRefusal, readRefusals } from "#server/modules/shop/index.ts";
import { noteJobUnderWay, readJobs, readLeases } from "#server/store/job-runs.ts";
import { StoreSilent } from "#server/store/trouble.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { testConfig } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite } from "#tests/support/context.ts";
import { job } from "#tests/support/jobs.ts";
import { silentLog, testStore } from "#tests/support/store.ts";
import { movableTimer } from "#tests/support/timer.ts";
import { until } from "#tests/support/until.ts";

const signal = new AbortController().signal;

const world = async () => {
  const store = await testStore();
  const clock = movableClock();
  // Leases need not be renewed: the clock stands still.
  const timer = { ...movableTimer(), every: () => () => {} };
  const instance = (instanceId: string) => ({ store, clock, timer, log: silentLog, instanceId });
  const run = (name: string, work: () => Promise<void> = async () => {}, id = "first-instance") =>
    runJob(instance(id), job({ name, everyMs: MINUTE_MS, run: work }), signal);
  const judge = async (isServing = true) =>
    judgeJobs(await readJobs(store.read, clock), clock.now(), isServing);
  return { store, clock, timer, run, judge };
};

const fails = () => Promise.reject(new TypeError("with somebody's name"));

describe("jobs", () => {
  test("before the first has run there is nothing to say of them", async () => {
    const { judge } = await world();
    expect(await judge()).toEqual({ state: "ok", message: HEALTH_WORK.noJobs });
  });

  test("are told with their last runs, and one that fails by a word, not by what it said", async () => {
    const { clock, run, judge, store } = await world();
    const startedAt = clock.now().toISOString();
    expect(await run("a")).toBe("ran");
    expect(await judge()).toEqual({ state: "ok", message: HEALTH_WORK.jobsRun(1, startedAt) });
    expect(await run("b", fails)).toBe("failed");
    const failing = await judge();
    expect(failing.state).toBe("warn");
    expect(failing.message).toContain("b has failed once");
    expect(failing.message).toContain("(TypeError)");
    expect(JSON.stringify(await readJobs(store.read, clock))).not.toContain("somebody");
    // The third failure is no accident any more.
    await run("b", fails);
    await run("b", fails);
    expect(await judge()).toMatchObject({ state: "fail" });
    await run("b");
    expect((await judge()).state).toBe("ok");
    const [, b] = await readJobs(store.read, clock);
    expect(b).toMatchObject({
      name: "b",
      failing: null,
      nextRunAt: new Date(clock.now().getTime() + MINUTE_MS).toISOString(),
      lastRun: {
        everyMs: MINUTE_MS,
        failedAt: startedAt,
        succeededAt: startedAt,
        error: "TypeError",
      },
    });
  });

  test("that nobody runs any more are late, and all of them together say that the site does not run", async () => {
    const { clock, run, judge } = await world();
    const startedAt = clock.now().toISOString();
    await run("a");
    await run("b");
    clock.advance(5 * MINUTE_MS + 1);
    expect(await judge()).toEqual({ state: "fail", message: HEALTH_WORK.nobodyWorks(startedAt) });
    // Whoever has stopped the site knows it.
    expect(await judge(false)).toMatchObject({ state: "warn" });
    await run("b");
    const late = await judge();
    expect(late.state).toBe("fail");
    expect(late.message).toContain(HEALTH_WORK.jobLate("a", startedAt, MINUTE_MS));
  });
});

test("a job that takes long is under way, and neither late nor to be restarted, while its instance has it", async () => {
  const { store, clock, timer, run, judge } = await world();
  await run("a");
  clock.advance(HOUR_MS);
  const startedAt = clock.now().toISOString();
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = run("a", () => {
    begun.resolve();
    return end.promise;
  });
  const noted = async () => (await readJobs(store.read, clock))[0]?.underWaySince;
  await begun.promise;
  timer.advance(MINUTE_MS);
  await until(async () => (await noted()) === startedAt);
  expect(await judge()).toEqual({
    state: "ok",
    message: `${HEALTH_WORK.jobUnderWay("a", startedAt)}\n${HEALTH_WORK.jobsRun(1, startedAt)}`,
  });
  const records = await readJobs(store.read, clock);
  const after = (ms: number) =>
    judgeJobs(records, new Date(Date.parse(startedAt) + ms), true).state;
  expect(after(6 * HOUR_MS)).toBe("ok");
  // One that hangs is late in the end.
  expect(after(9 * HOUR_MS)).toBe("fail");
  end.resolve();
  expect(await running).toBe("ran");
  expect(await noted()).toBeNull();
});

test("a run that the store has ended is not under way any more", async () => {
  const { store, clock, timer, run } = await world();
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = run("a", () => {
    begun.resolve();
    return end.promise;
  });
  const noted = async () => (await readJobs(store.read, clock))[0]?.underWaySince ?? null;
  await begun.promise;
  timer.advance(MINUTE_MS);
  await until(async () => (await noted()) !== null);
  end.reject(new StoreSilent());
  expect(await running).toBe("storeless");
  expect(await noted()).toBeNull();
});

test("a run whose instance ended in the middle of it is not under way", async () => {
  const { store, clock, run, judge } = await world();
  await run("a");
  const started = { startedAt: clock.now(), holder: "first-instance" };
  await store.write((tx) => noteJobUnderWay({ ...tx, clock }, "a", started));
  expect((await judge()).message).toContain("a is under way since");
  clock.advance(10 * MINUTE_MS);
  expect((await judge()).state).toBe("fail");
  // Another one has it now.
  await run("a", fails, "second-instance");
  expect((await judge()).message).not.toContain("under way");
});

test("instances are told with the jobs that each of them runs", async () => {
  const { store, clock, run } = await world();
  expect(judgeInstances(await readLeases(store.read, clock), null).message).toBe(
    HEALTH_WORK.noInstance,
  );
  await run("a");
  await run("b");
  await run("c", undefined, "second-instance");
  const held = judgeInstances(await readLeases(store.read, clock), "second-instance");
  expect(held).toEqual({
    state: "ok",
    message: [
      HEALTH_WORK.instances(2),
      HEALTH_WORK.instance("first-in", false, 2),
      HEALTH_WORK.instance("second-i", true, 1),
    ].join("\n"),
  });
  clock.advance(HOUR_MS);
  expect(await readLeases(store.read, clock)).toEqual([]);
});

const quiet = {
  waiting: 0,
  waitingSince: null,
  lastReceivedAt: new Date("2026-03-01T12:00:00Z"),
  lastRefusedAt: null,
};
const now = new Date("2026-03-01T13:00:00Z");
const withShop = async () => {
  const env = { TEBEX_PUBLIC_TOKEN: "token", TEBEX_WEBHOOK_SECRET: "secret" };
  return await testConfig(env);
};
const before = (ms: number) => new Date(now.getTime() - ms);

describe("the shop", () => {
  test("says when an event last came, and what to enter where none ever did", async () => {
    const config = await withShop();
    expect(judgeShop({ ...config, tebex: null }, quiet, [], now).message).toBe(HEALTH_WORK.noShop);
    expect(judgeShop(config, quiet, [], now)).toEqual({
      state: "ok",
      message: HEALTH_WORK.lastEvent("2026-03-01T12:00:00.000Z"),
    });
    const never = judgeShop(config, { ...quiet, lastReceivedAt: null }, [], now);
    expect(never.state).toBe("ok");
    expect(never.message).toContain("http://den.example/api/tebex/webhook");
  });

  test("tells of an event that was not signed, until one comes in that is", async () => {
    const config = await withShop();
    const judge = (lastReceivedAt: Date | null, lastRefusedAt: Date) =>
      judgeShop(config, { ...quiet, lastReceivedAt, lastRefusedAt }, [], now);
    const refusedAt = before(MINUTE_MS);
    for (const receivedAt of [null, before(2 * MINUTE_MS)]) {
      const found = judge(receivedAt, refusedAt);
      expect(found.state).toBe("warn");
      expect(found.message).toContain(HEALTH_WORK.notSigned(refusedAt.toISOString()));
    }
    expect(judge(now, refusedAt).state).toBe("ok");
  });

  test("fails where an event has waited for longer than ten minutes", async () => {
    const config = await withShop();
    const waitingFor = (ms: number) =>
      judgeShop(config, { ...quiet, waiting: 1, waitingSince: before(ms) }, [], now).state;
    expect(waitingFor(10 * MINUTE_MS)).toBe("ok");
    expect(waitingFor(10 * MINUTE_MS + 1)).toBe("fail");
  });

  test("tells what Tebex refused for reasons that nobody knows, for thirty days", async () => {
    const { store, clock } = await world();
    const ctx = asSite({ store, clock, log: silentLog });
    await noteRefusal(ctx, "The moon is full.");
    clock.advance(MINUTE_MS);
    await noteRefusal(ctx, "");
    await noteRefusal(ctx, "The moon is full.");
    const refusals = await readRefusals(store.read, clock.now());
    expect(refusals).toMatchObject([
      { detail: "The moon is full.", times: 2, lastAt: clock.now().toISOString() },
      { detail: "", times: 1 },
    ]);
    const found = judgeShop(await withShop(), quiet, refusals, now);
    expect(found.state).toBe("warn");
    expect(found.message).toContain("2 times");
    expect(found.message).toContain("“The moon is full.”");
    for (let other = 0; other < 20; other += 1) await noteRefusal(ctx, `Reason ${other}`);
    expect(await readRefusals(store.read, clock.now())).toHaveLength(10);
    clock.advance(30 * DAY_MS);
    expect(await readRefusals(store.read, clock.now())).toEqual([]);
  });
});
