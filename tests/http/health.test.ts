import { expect, test } from "bun:test";
import { createHealth } from "#server/store/health.ts";
import { testApp } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { emptyDatabase, openForTest, silentLog, testStore } from "#tests/support/store.ts";

test("/healthz is 200 while the process answers, whatever becomes of its store", async () => {
  const app = await testApp();
  const changes = [
    async () => {},
    async () => app.deps.health.drain(),
    () => app.deps.store.close(),
  ];
  for (const change of changes) {
    await change();
    const response = await app.request("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("/readyz is 200 while the store is migrated and can be read and written", async () => {
  const app = await testApp();
  const response = await app.request("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { leases } = app.deps.store.tables;
  // The write was a real one.
  expect(await app.deps.store.read.select({ name: leases.name }).from(leases)).toEqual([
    { name: `instance:${app.deps.instanceId}` },
  ]);
});

test("/readyz is 503 from the moment the program is told to stop", async () => {
  const app = await testApp();
  expect((await app.request("/readyz")).status).toBe(200);
  app.deps.health.drain();
  const response = await app.request("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "draining" });
});

test("/readyz is 503 with one word while the store cannot be used", async () => {
  const app = await testApp();
  await app.deps.store.close();
  const response = await app.request("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "away" });
});

test("a store that has not been migrated is none to serve from", async () => {
  const store = await openForTest(await emptyDatabase());
  const given = { store, clock: movableClock(), log: silentLog, instanceId: "only" };
  expect(await createHealth(given).check()).toBe("unmigrated");
});

test("however many balancers ask at once, the store is asked once", async () => {
  const store = await testStore();
  let writes = 0;
  const counted = {
    ...store,
    write: ((work) => {
      writes += 1;
      return store.write(work);
    }) satisfies typeof store.write,
  };
  const given = { store: counted, clock: movableClock(), log: silentLog, instanceId: "only" };
  const health = createHealth(given);
  const states = await Promise.all(Array.from({ length: 50 }, () => health.check()));
  expect(new Set(states)).toEqual(new Set(["ok"]));
  expect(writes).toBe(1);
});

/** More than the two seconds that a store has for its answer. */
const BLOCKED_MS = 2200;

test("a store whose answer waits for our own thread is not away", async () => {
  const store = await testStore();
  const behindWork = {
    ...store,
    write: (async (work) => {
      Bun.sleepSync(BLOCKED_MS);
      await Bun.sleep(1);
      return await store.write(work);
    }) satisfies typeof store.write,
  };
  const given = { store: behindWork, clock: movableClock(), log: silentLog, instanceId: "only" };
  expect(await createHealth(given).check()).toBe("ok");
});

test("a store that does not answer for two seconds is away", async () => {
  const store = await testStore();
  const silent = { ...store, write: () => new Promise<never>(() => {}) };
  const given = { store: silent, clock: movableClock(), log: silentLog, instanceId: "only" };
  expect(await createHealth(given).check()).toBe("away");
});

const REQUESTED = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/robots.txt",
  "/media/gone",
  "/",
  "/api/docs",
  "/api/none",
] as const;

test.each([
  ["", ["/robots.txt", "/media/gone", "/", "/api/docs", "/api/*"]],
  ["all", [...REQUESTED.slice(0, -1), "/api/*"]],
  ["none", []],
  ["errors", ["/media/gone", "/api/*"]],
  ["health", ["/healthz", "/readyz", "/metrics"]],
  ["pages, errors", ["/media/gone", "/", "/api/*"]],
  ["API", ["/api/docs", "/api/*"]],
])(
  "[OPS-04] with LOG_REQUESTS=%s the log has lines of the requests that it names",
  async (LOG_REQUESTS, wanted) => {
    const app = await testApp({ env: { LOG_REQUESTS } });
    for (const path of REQUESTED) await app.request(path);
    const lines = app.lines.filter(({ event }) => event === "request");
    expect(lines.map(({ path }) => path)).toEqual([...wanted]);
  },
);

test.each(["everything", "none,errors", ","])(
  "LOG_REQUESTS=%s is refused",
  async (LOG_REQUESTS) => {
    expect(await testApp({ env: { LOG_REQUESTS } }).catch(String)).toContain("LOG_REQUESTS");
  },
);
