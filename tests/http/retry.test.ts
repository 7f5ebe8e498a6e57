import { expect, test } from "bun:test";
import { growingDelayMs, retryAfterMs } from "#server/core/clock.ts";
import { createWebhookSender } from "#server/providers/webhooks/send.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";

const HOURLY = { firstMs: 30_000, maxMs: HOUR_MS };

test("delays double up to the longest one, and chance makes them shorter only", () => {
  const delays = [1, 2, 3, 8, 9, 60, 5000].map((attempts) => growingDelayMs(attempts, HOURLY));
  expect(delays).toEqual([30_000, 60_000, 120_000, HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS]);
  const byChance = [0, 0.5, 1].map((random) =>
    growingDelayMs(1, { ...HOURLY, jitter: 0.2 }, random),
  );
  expect(byChance).toEqual([30_000, 27_000, 24_000]);
});

test("a service says in seconds or by a date when it is to be asked again, and no longer than we wait", () => {
  const nowMs = Date.parse("2026-11-24T12:00:00Z");
  const read = (value: string | null) => retryAfterMs(value, { nowMs, maxMs: HOUR_MS });
  expect(read("120")).toBe(2 * MINUTE_MS);
  // Discord tells milliseconds.
  expect(read(" 1.2345 ")).toBe(1235);
  expect(read("0")).toBe(0);
  expect(read("Tue, 24 Nov 2026 12:05:00 GMT")).toBe(5 * MINUTE_MS);
  expect(read("Tue, 24 Nov 2026 11:00:00 GMT")).toBe(0);
  for (const long of ["999999999", "Wed, 24 Nov 2027 12:00:00 GMT"])
    expect(read(long)).toBe(HOUR_MS);
  for (const none of [null, "", "soon", "-5", "1e9", "1234567890123x"])
    expect([none, read(none)]).toEqual([none, null]);
});

test("[HOOK-04] a webhook's receiver may name a date as well, and one that says now has failed", async () => {
  let retryAfter = "";
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response(null, { status: 429, headers: { "retry-after": retryAfter } }),
  });
  afterThisTest(() => server.stop(true));
  const send = createWebhookSender(() => true);
  const waits = async (value: string) => {
    retryAfter = value;
    const outcome = await send({ url: server.url.href, headers: {}, body: "{}" });
    return outcome.isSent ? "sent" : outcome.retryAfterMs;
  };
  expect(await waits(new Date(Date.now() + 10 * HOUR_MS).toUTCString())).toBe(HOUR_MS);
  expect(await waits("2")).toBe(2000);
  expect(await waits("0")).toBeNull();
});
