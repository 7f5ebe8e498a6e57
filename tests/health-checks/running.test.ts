import { expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { runJob } from "#server/jobs/scheduler.ts";
import { proveLedgerJob } from "#server/jobs/site-jobs.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import { OUTAGE } from "#shared/admin-messages.ts";
import { HEALTH_CHECKS } from "#shared/constants/health.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { findIn } from "#tests/support/health.ts";
import { job } from "#tests/support/jobs.ts";
import { person } from "#tests/support/people.ts";
import { smallDisk } from "#tests/support/small-disk.ts";
import { silentLog, TEST_ENGINE, testDatabase } from "#tests/support/store.ts";

const admin = (app: TestApp) => person(app, { role: "Admin" });
const signal = new AbortController().signal;

test("[OPS-05] an Admin sees every check, as doctor has them, and the jobs with their last and next run", async () => {
  const app = await testApp();
  const { deps, clock } = app;
  await runJob(deps, job({ name: "poll-servers", everyMs: HOUR_MS }), signal);
  await runJob(deps, job({ name: "own", leased: false, everyMs: HOUR_MS }), signal);
  const ada = await admin(app);
  const { checks, jobs, at } = await ada.health.read.query();
  expect(at).toBe(clock.now().toISOString());
  expect(checks.map(({ name }) => name)).toEqual([...HEALTH_CHECKS]);
  for (const { message } of checks) expect(message).not.toBe("");
  expect(findIn(checks, "instances").message).toContain("which answers you, runs 1 job");
  expect(findIn(checks, "ledger").message).toContain(HEALTH_WORK.notProven);
  const next = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const run = { startedAt: at, nextRunAt: next, failedAt: null, error: null, failures: 0 };
  expect(jobs).toMatchObject([
    { ...run, name: "own", state: "ok", holder: null, isEverywhere: true },
    {
      ...run,
      name: "poll-servers",
      state: "ok",
      holder: deps.instanceId.slice(0, 8),
      isEverywhere: false,
    },
  ]);
  const { fail, warn } = await ada.health.trouble.query();
  expect(fail).toBe(checks.filter(({ state }) => state === "fail").length);
  expect(warn).toBe(checks.filter(({ state }) => state === "warn").length);
});

test("the ledger is not proven while somebody looks: the last proof of a night is told", async () => {
  const app = await testApp();
  const { deps, clock } = app;
  clock.advance(24 * HOUR_MS - (clock.now().getTime() % (24 * HOUR_MS)) + 12 * HOUR_MS);
  await proveLedgerJob(asSite(deps)).run(signal);
  const provenAt = clock.now().toISOString();
  clock.advance(HOUR_MS);
  const { checks } = await (await admin(app)).health.read.query();
  expect(findIn(checks, "ledger")).toMatchObject({
    state: "ok",
    message: `${HEALTH.ledgerHolds(0)} ${HEALTH_WORK.proven(provenAt)}`,
  });
});

test("a provider that is left alone stands among the checks, with what waits for it", async () => {
  const app = await testApp();
  for (let time = 0; time < 5; time += 1) app.deps.breakers.steam.failed("timeout");
  const { checks } = await (await admin(app)).health.read.query();
  expect(findIn(checks, "providers")).toMatchObject({
    state: "warn",
    message: expect.stringMatching(/^Steam has failed since /),
  });
});

if (TEST_ENGINE === "sqlite")
  test("a full disk shows in Health, in the metrics and at /readyz", async () => {
    const disk = await smallDisk(8);
    if (disk === null) {
      if (process.env["CI"] === "true") throw new Error("CI must be able to mount a tmpfs.");
      console.warn("SKIPPED: a full disk needs a mounted tmpfs, which takes root on Linux.");
      return;
    }
    const template = await testDatabase();
    await copyFile(databaseFile(template.dataDir), databaseFile(disk.folder));
    const store = await openSqlite({ dataDir: disk.folder, log: silentLog });
    afterThisTest(() => store.close());
    const token = "a-token-of-the-monitoring";
    const app = await testApp({
      env: { METRICS_TOKEN: token },
      adjust: (config) => ({ ...config, dataDir: disk.folder }),
      overrides: { store },
    });
    const ada = await admin(app);
    disk.fillBut(0);
    const { settings } = store.tables;
    const grow = (index: number) =>
      store.write(async (tx) => {
        const value = "x".repeat(100_000);
        await tx
          .insert(settings)
          .values({ key: `filler ${index}`, value, updatedAt: app.clock.now() });
      });
    let isFull = false;
    for (let tries = 0; tries < 100 && !isFull; tries += 1)
      isFull = await grow(tries).then(
        () => false,
        () => true,
      );
    expect(isFull).toBe(true);
    // The write-ahead log may have had room for small things: it is taken, too.
    disk.fillBut(0);
    const ready = await app.request("/readyz");
    expect([ready.status, await ready.json()]).toEqual([503, { status: "full" }]);
    const metrics = await app.request("/metrics", {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await metrics.text();
    expect(text).toContain("\nlynxden_ready 0\n");
    expect(text).toContain("\nlynxden_store_full 1\n");
    expect(text).toContain("\nlynxden_disk_free_bytes 0\n");
    const { ok, checks } = await ada.health.read.query();
    expect(ok).toBe(false);
    expect(findIn(checks, "store")).toMatchObject({
      state: "fail",
      message: expect.stringContaining(HEALTH_WORK.notReady(OUTAGE.reasons.full)),
    });
    expect(findIn(checks, "disk")).toMatchObject({
      state: "fail",
      message: expect.stringContaining(HEALTH.diskLow),
    });
    expect((await ada.health.trouble.query()).fail).toBeGreaterThanOrEqual(2);
  });
