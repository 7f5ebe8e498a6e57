import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { readBalance } from "#server/modules/points/index.ts";
import { addUser } from "#tests/support/accounts.ts";
import {
  addOrder,
  DAY_MS,
  event,
  LIMITED,
  paymentOf,
  permutations,
  type ShopDen,
  shopDen,
  subscriptionOf,
  WORTH,
} from "#tests/support/orders.ts";
import { GOLD, POINTS, PROMO } from "#tests/support/shop.ts";

/** A buyer of their own for each order of events, so that one site can see them all. */
const outcome = async (
  { app, clock, store, send, work }: ShopDen,
  tellOf: (buyer: { userId: string; orderId: number; n: string }) => ReturnType<typeof event>[],
  order: readonly number[],
) => {
  const n = order.join("");
  const userId = await addUser(store, clock);
  const orderId = await addOrder(app, userId, { [POINTS]: 2, [GOLD]: 1, [PROMO]: 1, [LIMITED]: 1 });
  const told = tellOf({ userId, orderId, n: `${n}-${orderId}` });
  for (const index of order) {
    const one = told[index];
    if (one !== undefined) expect(await send(one)).toBe(200);
  }
  // What came too early is tried again.
  clock.advance(10_000);
  await work();
  const { orders, memberships, subscriptions, deliveries, storeEvents } = store.tables;
  const [kept] = await store.read.select().from(orders).where(eq(orders.id, orderId));
  const tiers = await store.read.select().from(memberships).where(eq(memberships.userId, userId));
  const waits = await store.read.select().from(deliveries).where(eq(deliveries.userId, userId));
  const subs = await store.read
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const left = await store.read.select().from(storeEvents).where(eq(storeEvents.state, "waiting"));
  return {
    balance: await readBalance(store, store.read, userId),
    state: kept?.state,
    tiers: tiers.flatMap(({ tier, endsAt }) =>
      endsAt > clock.now() ? [[tier, endsAt.toISOString()]] : [],
    ),
    deliveries: waits.filter(({ isDone }) => !isDone).length,
    subscriptions: subs.map(({ state, nextPaymentAt, tier }) => [state, nextPaymentAt, tier]),
    waiting: left.length,
  };
};

describe("events in every order end alike", () => {
  const BOUGHT = { [POINTS]: 2, [GOLD]: 1, [PROMO]: 1, [LIMITED]: 1 };
  const ALL = 2 * WORTH.points + WORTH.gold + WORTH.promo + 1000;
  const START = new Date("2026-03-01T12:00:00.000Z");
  const tells =
    (types: readonly string[]) => (buyer: { userId: string; orderId: number; n: string }) => {
      const { userId, orderId, n } = buyer;
      const custom = { userId, orderId };
      const reference = `sub-${n}`;
      const later = (days: number) => new Date(START.getTime() + days * DAY_MS);
      const first = paymentOf({
        transaction: `tbx-${n}`,
        bought: BOUGHT,
        custom,
        reference,
        sequence: "mixed",
        paidAt: START,
      });
      const second = paymentOf({
        transaction: `tbx-${n}-2`,
        bought: { [GOLD]: 1 },
        custom,
        reference,
        sequence: "renewal",
        paidAt: later(31),
      });
      const known: Record<string, ReturnType<typeof event>> = {
        started: event(
          "recurring-payment.started",
          START,
          subscriptionOf(reference, { initial: first, last: first, nextAt: later(31) }),
        ),
        renewed: event(
          "recurring-payment.renewed",
          later(31),
          subscriptionOf(reference, { initial: first, last: second, nextAt: later(62) }),
        ),
        "renewal-paid": event("payment.completed", later(31), second),
        "renewal-refunded": event("payment.refunded", later(33), second),
        cancelled: event(
          "recurring-payment.cancellation.requested",
          later(32),
          subscriptionOf(reference, { nextAt: later(62) }),
        ),
        aborted: event(
          "recurring-payment.cancellation.aborted",
          later(33),
          subscriptionOf(reference, { nextAt: later(62) }),
        ),
        ended: event("recurring-payment.ended", later(40), subscriptionOf(reference)),
      };
      return types.map((type) => known[type] ?? event(`payment.${type}`, START, first));
    };
  const endings = async (types: readonly string[]) => {
    const den = await shopDen();
    const outcomes = [];
    for (const order of permutations(types.map((_, index) => index)))
      outcomes.push(await outcome(den, tells(types), order));
    const [first] = outcomes;
    for (const one of outcomes) expect(one).toEqual(first as (typeof outcomes)[number]);
    expect(await den.all.flags()).toEqual([]);
    return first;
  };

  test("completed, refunded, disputed, won", async () => {
    expect(await endings(["completed", "refunded", "dispute.opened", "dispute.won"])).toMatchObject(
      { balance: 0, state: "refunded", tiers: [], deliveries: 0, waiting: 0 },
    );
  }, 60_000);

  test("completed, disputed, won, and told a second time by its subscription", async () => {
    expect(await endings(["completed", "dispute.opened", "dispute.won", "started"])).toMatchObject({
      balance: ALL,
      state: "paid",
      tiers: [["Gold", "2026-04-01T12:00:00.000Z"]],
      deliveries: 2,
      waiting: 0,
    });
  }, 60_000);

  test("completed, disputed, won, lost", async () => {
    expect(
      await endings(["completed", "dispute.opened", "dispute.won", "dispute.lost"]),
    ).toMatchObject({ balance: 0, state: "refunded", tiers: [], deliveries: 0 });
  }, 60_000);

  test("a first month, a renewal that is told twice, and a refund of the first", async () => {
    expect(await endings(["completed", "renewed", "renewal-paid", "refunded"])).toMatchObject({
      balance: WORTH.gold,
      state: "paid",
      tiers: [["Gold", "2026-05-01T12:00:00.000Z"]],
      deliveries: 0,
    });
  }, 60_000);

  test("started, renewed, cancelled, taken up again", async () => {
    expect(await endings(["started", "renewed", "cancelled", "aborted"])).toMatchObject({
      balance: ALL + WORTH.gold,
      state: "paid",
      tiers: [["Gold", "2026-05-01T12:00:00.000Z"]],
      subscriptions: [["active", new Date("2026-05-02T12:00:00.000Z"), "Gold"]],
      waiting: 0,
    });
  }, 60_000);

  test("started, renewed, ended, with a renewal that was refunded", async () => {
    expect(await endings(["started", "renewed", "ended", "renewal-refunded"])).toMatchObject({
      balance: ALL,
      tiers: [["Gold", "2026-04-01T12:00:00.000Z"]],
      subscriptions: [["ended", null, "Gold"]],
      waiting: 0,
    });
  }, 60_000);

  test("started, renewed, ended: the second month ends with it", async () => {
    expect(await endings(["completed", "started", "renewed", "ended"])).toMatchObject({
      balance: ALL + WORTH.gold,
      tiers: [["Gold", "2026-04-10T12:00:00.000Z"]],
      subscriptions: [["ended", null, "Gold"]],
      waiting: 0,
    });
  }, 60_000);
});
