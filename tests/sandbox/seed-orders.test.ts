import { expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { seedAccounts } from "#sandbox/seed/accounts.ts";
import { as, findCast, seedCommunity } from "#sandbox/seed/community-life.ts";
import { SAMPLE_ORDERS } from "#sandbox/seed/shopping.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";

/** On this machine, as imitated Tebex wants it; nobody listens there. */
const SITE = "http://den.localhost:9";
/** A machine may be busy: what hangs ends all the same. */
const SEEDING_MS = 600_000;

test(
  "people of the sample community have bought at the store, and the site has heard of all of it",
  async () => {
    const sandbox = await startSandbox();
    afterThisTest(() => sandbox.stop());
    const { deps } = await testApp({ env: { ...sandbox.environment, PUBLIC_URL: SITE } });
    await seedAccounts(deps, () => sandbox.mail.list());
    await seedCommunity(deps, sandbox.tebex);
    await seedCommunity(deps, sandbox.tebex);
    const cast = await findCast(deps);
    if (cast === null) throw new Error("Somebody of the sample community is missing.");
    const { orders } = as(deps, cast.rowan);
    const { items } = await orders.all({ limit: 50 });
    // Those that nobody pays are given up by a job.
    expect(items.map(({ state }) => state).toReversed()).toEqual([
      "paid",
      "refunded",
      "paid",
      "paid",
      "disputed",
      "open",
      "open",
    ]);
    expect(items).toHaveLength(SAMPLE_ORDERS.length);
    expect(items.at(-1)).toMatchObject({
      points: 1800,
      tier: "Gold",
      payments: [{ sequence: "first" }, { sequence: "renewal", points: 650 }],
    });
    expect(items.find(({ deliveries }) => deliveries.total > 0)?.deliveries).toEqual({
      done: 0,
      total: 2,
    });
    const subscription = await as(deps, cast.pell).orders.subscription();
    expect(subscription).toMatchObject({ tiers: [], subscriptions: [{ state: "ended" }] });
    expect((await orders.events({ state: "waiting" })).items).toEqual([]);
    expect(await proveLedger(asSite(deps), new AbortController().signal)).toMatchObject({
      broken: 0,
    });
    const { items: lines } = await as(deps, cast.morgan).points.statement({ limit: 50 });
    const times = lines.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  },
  SEEDING_MS,
);
