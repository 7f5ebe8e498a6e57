import { eq } from "drizzle-orm";
import { readBalance } from "#server/modules/points/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { addUser } from "./accounts.ts";
import {
  addOrder,
  event,
  LIMITED,
  paymentOf,
  type ShopWithPeople,
  subscriptionOf,
  WORTH,
} from "./orders.ts";
import { GOLD, POINTS, PROMO } from "./shop.ts";

const BOUGHT = { [POINTS]: 2, [GOLD]: 1, [PROMO]: 1, [LIMITED]: 1 };
/** Points of everything that was bought, once. */
export const ALL = 2 * WORTH.points + WORTH.gold + WORTH.promo + 1000;
const START = new Date("2026-03-01T12:00:00.000Z");
/** Events of a payment and its subscription, by short names, about a buyer of their own. */
export const eventsOf =
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

const assertTaken = (status: number) => {
  if (status !== 200) throw new Error(`The event was answered ${status}.`);
};

/**
 * Sends events in an order, tries again what came too early, and looks at what a buyer has then. Each
 * call has a buyer of its own, so that one site can see them all.
 * @param order indexes of what `tellOf` gives; one may stand there twice.
 */
export const outcome = async (
  { app, clock, store, send, work }: ShopWithPeople,
  paymentEventsOf: (buyer: {
    userId: string;
    orderId: number;
    n: string;
  }) => ReturnType<typeof event>[],
  order: readonly number[],
) => {
  const n = order.join("");
  const userId = await addUser(store, clock);
  const orderId = await addOrder(app, userId, { [POINTS]: 2, [GOLD]: 1, [PROMO]: 1, [LIMITED]: 1 });
  const sent = paymentEventsOf({ userId, orderId, n: `${n}-${orderId}` });
  for (const index of order) {
    const one = sent[index];
    if (one !== undefined) assertTaken(await send(one));
  }
  // What came too early is tried again.
  clock.advance(10_000);
  await work();
  const { orders, memberships, subscriptions, deliveries, shopEvents } = store.tables;
  const [kept] = await store.read.select().from(orders).where(eq(orders.id, orderId));
  const tiers = await store.read.select().from(memberships).where(eq(memberships.userId, userId));
  const waits = await store.read.select().from(deliveries).where(eq(deliveries.userId, userId));
  const subs = await store.read
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  const left = await store.read.select().from(shopEvents).where(eq(shopEvents.state, "waiting"));
  return {
    balance: await readBalance(store.read, userId),
    state: kept?.state,
    tiers: tiers.flatMap(({ tier, endsAt }) =>
      endsAt > clock.now() ? [[tier, endsAt.toISOString()]] : [],
    ),
    deliveries: waits.filter(({ isDone }) => !isDone).length,
    subscriptions: subs.map(({ state, nextPaymentAt, tier }) => [state, nextPaymentAt, tier]),
    waiting: left.length,
  };
};
