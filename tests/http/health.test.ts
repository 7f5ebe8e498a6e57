import { expect, test } from "bun:test";
import { createHealth } from "#server/health.ts";
import { testApp } from "#tests/support/app.ts";
import { emptyDatabase, openForTest, silentLog } from "#tests/support/store.ts";

test("/healthz is 200 while the store can be reached and is migrated", async () => {
  const app = await testApp();
  const response = await app.request("/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("/healthz is 503 from the moment the program is told to stop", async () => {
  const app = await testApp();
  app.deps.health.stop();
  const response = await app.request("/healthz");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ status: "stopping" });
});

test("/healthz is 503 while the store cannot be reached, and says so in the log", async () => {
  const app = await testApp();
  await app.request("/healthz");
  await app.deps.store.close();
  expect((await app.request("/healthz")).status).toBe(503);
  expect(app.lines.some((line) => line.event === "health.failed")).toBe(true);
});

test("a store that has not been migrated is none to serve from", async () => {
  const store = await openForTest(await emptyDatabase());
  expect(await createHealth({ store, log: silentLog }).check()).toBe("unavailable");
});
