import { expect, test } from "bun:test";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import type { BusEvent } from "#shared/bus.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";

test("[POINTS-08] whose tier runs out by the clock is told, and nobody else", async () => {
  const app = await testApp();
  const { store, clock } = app.deps;
  const [gold, diamond] = [await addUser(store, clock), await addUser(store, clock)];
  const endsIn = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS);
  await grantTier(asSite(app.deps), { userId: gold, tier: "Gold", until: endsIn(10) });
  await grantTier(asSite(app.deps), { userId: diamond, tier: "Diamond", until: endsIn(60) });
  const events = await hear(store);
  const job = siteJobs(app.deps).find(({ name }) => name === "publish-ended-tiers");
  const run = async (afterMs: number) => {
    app.clock.advance(afterMs);
    await job?.run(new AbortController().signal);
    return await events();
  };
  expect(await run(9 * MINUTE_MS)).toEqual([]);
  const told: BusEvent[] = [{ type: "account.changed", userId: gold }];
  expect(await run(MINUTE_MS + 5000)).toEqual(told);
  expect(await run(5 * MINUTE_MS)).toEqual(told);
});
