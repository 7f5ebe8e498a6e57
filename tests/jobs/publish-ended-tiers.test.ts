import { expect, test } from "bun:test";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { BusEvent } from "#shared/feed.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";

test("[POINTS-08] whose tier runs out by the clock is told, and nobody else", async () => {
  const app = await testApp();
  const { store, clock } = app.deps;
  const [gold, diamond] = [await addUser(store, clock), await addUser(store, clock)];
  const endsIn = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS);
  await grantTier(asSite(app.deps), { userId: gold, tier: "Gold", until: endsIn(10) });
  await grantTier(asSite(app.deps), { userId: diamond, tier: "Diamond", until: endsIn(60) });
  const received: BusEvent[] = [];
  const leave = await store.subscribe(
    (event) => received.push(event),
    () => {},
  );
  afterThisTest(leave);
  const job = siteJobs(app.deps).find(({ name }) => name === "publish-ended-tiers");
  const run = async (afterMs: number) => {
    app.clock.advance(afterMs);
    received.length = 0;
    await job?.run(new AbortController().signal);
    // Events come in the order of commits: what was told comes before this one.
    await store.write(async (tx) => tx.publish({ type: "points.changed", userId: "last" }));
    while (received.at(-1)?.type !== "points.changed") await Bun.sleep(1);
    return received.slice(0, -1);
  };
  expect(await run(9 * MINUTE_MS)).toEqual([]);
  expect(await run(MINUTE_MS + 5000)).toEqual([{ type: "account.changed", userId: gold }]);
  expect(await run(5 * MINUTE_MS)).toEqual([]);
});
