import { asc } from "drizzle-orm";
import { z } from "zod";
import { tierEnd } from "#server/modules/orders/subscriptions.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import type { Store } from "#server/store/store.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { asSite } from "#tests/support/context.ts";
import type { Item, Purchase } from "./buyer.ts";
import type { World } from "./world.ts";

/** What stands in the site's store, and everything in it that should be otherwise. */
export type Proof = {
  /** One sentence each; empty where every order is credited exactly once. */
  wrong: readonly string[];
  /** Orders that were made and never paid. */
  unpaid: number;
  ledgerLines: number;
  events: number;
};

const readAll = async ({ read, tables: t }: Store) => ({
  orders: await read.select().from(t.orders).orderBy(asc(t.orders.id)),
  payments: await read.select().from(t.payments),
  lines: await read.select().from(t.paymentLines),
  entries: await read.select().from(t.pointEntries).orderBy(asc(t.pointEntries.id)),
  memberships: await read.select().from(t.memberships),
  deliveries: await read.select().from(t.deliveries),
  mails: await read.select().from(t.outbox),
  notifications: await read.select().from(t.notifications),
  events: await read.select().from(t.shopEvents),
  flags: await read.select().from(t.shopFlags),
});
type Everything = Awaited<ReturnType<typeof readAll>>;

/** Of a mail that the outbox holds, what is told here. */
const receipt = z.object({
  template: z.literal("receipt"),
  data: z.object({ orderId: z.int() }),
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

const words = (value: unknown) => JSON.stringify(value);

/** Compares what is with what should be. */
const createComparison = () => {
  const wrong: string[] = [];
  return {
    wrong,
    expect: (what: string, is: unknown, should: unknown) => {
      if (words(is) !== words(should)) wrong.push(`${what}: ${words(is)}, not ${words(should)}.`);
    },
    /** The same things, in any order. */
    expectAll: (what: string, is: readonly string[], should: readonly string[]) => {
      const surplus = is.filter((one, index) => !should.includes(one) || is.indexOf(one) < index);
      const missing = should.filter((one) => !is.includes(one));
      if (surplus.length > 0) wrong.push(`${what}, too much: ${words(surplus)}.`);
      if (missing.length > 0) wrong.push(`${what}, missing: ${words(missing)}.`);
    },
  };
};
type Comparison = ReturnType<typeof createComparison>;

/** What packages of the community give. */
const givesOf = ({ config }: World) => {
  const gives = new Map(config.community.shop.packages.map((one) => [one.id, one]));
  const of = (packageId: number) => {
    const found = gives.get(packageId);
    if (found === undefined) throw new Error(`Package ${packageId} gives nothing.`);
    return found;
  };
  return {
    of,
    points: ({ packageId, quantity }: Item) => of(packageId).points * quantity,
    tiers: (items: readonly Item[]) => items.flatMap(({ packageId }) => of(packageId).tier ?? []),
    deliveries: (items: readonly Item[]) =>
      sum(items.map(({ packageId }) => of(packageId).deliveries.length)),
  };
};
type Gives = ReturnType<typeof givesOf>;

/** One order that was paid: everything that it gives, once; nothing where it was given back. */
const compareOrder = (
  { expect }: Comparison,
  gives: Gives,
  all: Everything,
  { orderId, items, isRefunded, transactionId }: Purchase,
) => {
  const name = `Order ${orderId}`;
  const order = all.orders.find(({ id }) => id === orderId);
  expect(`${name}, state`, order?.state, isRefunded ? "refunded" : "paid");
  const payments = all.payments.filter((one) => one.orderId === orderId);
  expect(
    `${name}, payments`,
    payments.map((one) => one.transactionId),
    [transactionId],
  );
  const prefix = `shop:${payments[0]?.id}:`;
  const entries = all.entries.filter(({ reference }) => reference.startsWith(prefix));
  const worth = items.map(gives.points).filter((points) => points > 0);
  const given = entries.flatMap(({ delta }) => (delta > 0 ? [delta] : []));
  // Where the refund was heard of first, nothing was given in the first place.
  if (!isRefunded || given.length > 0)
    expect(`${name}, points given`, inOrder(given), inOrder(worth));
  expect(`${name}, points`, sum(entries.map(({ delta }) => delta)), isRefunded ? 0 : sum(worth));
  if (!isRefunded) expect(`${name} is credited`, order?.creditedAt !== null, true);
  const isOwn = ({ reference }: { reference: string }) => reference.startsWith(prefix);
  const waiting = all.deliveries.filter((one) => isOwn(one) && !one.isDone).length;
  expect(`${name}, deliveries`, waiting, isRefunded ? 0 : gives.deliveries(items));
  const receipts = all.mails.filter(
    ({ payload }) => receipt.safeParse(payload).data?.data.orderId === orderId,
  );
  const thanks = all.notifications.filter(
    ({ subject, message }) => subject === CHECKOUT.thanks && message.includes(`#${orderId} `),
  );
  const notificationsDue = given.length > 0 ? 1 : 0;
  expect(`${name}, receipts`, receipts.length, notificationsDue);
  expect(`${name}, thanks`, thanks.length, notificationsDue);
};

const nameOf = (userId: string, tier: string) => `${tier} of ${userId}`;

/** Whoever paid for months of a tier has it for so many months. */
const compareTiers = (
  { expectAll }: Comparison,
  gives: Gives,
  all: Everything,
  purchases: readonly Purchase[],
) => {
  const months = new Map<string, Date[]>();
  for (const { member, items, paidAt, isRefunded } of purchases)
    for (const tier of isRefunded ? [] : gives.tiers(items)) {
      const name = nameOf(member.userId, tier);
      // The store tells whole seconds.
      const at = new Date(Math.floor(paidAt.getTime() / 1000) * 1000);
      months.set(name, [...(months.get(name) ?? []), at]);
    }
  const should = [...months].map(([name, paid]) => {
    const end = tierEnd(
      null,
      paid.map((paidAt) => ({ paidAt, cutAt: null })),
    );
    return `${name} until ${end?.toISOString()}`;
  });
  // One that was taken back ended then.
  const now = new Date();
  const is = all.memberships.flatMap(({ userId, tier, endsAt }) =>
    endsAt > now ? [`${nameOf(userId, tier)} until ${endsAt.toISOString()}`] : [],
  );
  expectAll("Tiers", is, should);
};

/** Proves, from the rows alone, that all that was paid is credited exactly once, and nothing else. */
export const prove = async (
  world: World,
  store: Store,
  purchases: readonly Purchase[],
): Promise<Proof> => {
  const comparison = createComparison();
  const { expect, expectAll, wrong } = comparison;
  const gives = givesOf(world);
  const all = await readAll(store);
  const paid = new Set(purchases.map(({ orderId }) => orderId));
  for (const purchase of purchases) compareOrder(comparison, gives, all, purchase);
  compareTiers(comparison, gives, all, purchases);
  expect("Payments", all.payments.length, purchases.length);
  expect("Lines", all.lines.length, sum(purchases.map(({ items }) => items.length)));
  const unpaid = all.orders.filter(({ id }) => !paid.has(id));
  const gifts = unpaid.flatMap(({ id, creditedAt }) => (creditedAt === null ? [] : [id]));
  expect("Credited and never paid", gifts, []);
  for (const { userId } of world.members) {
    const bought = purchases.filter((one) => one.member.userId === userId && !one.isRefunded);
    const should = sum(bought.flatMap(({ items }) => items.map(gives.points)));
    const newest = all.entries.findLast((entry) => entry.userId === userId);
    expect(`Balance of ${userId}`, newest?.balance ?? 0, should);
  }
  const sentIds = world.sandbox.tebex.events().map(({ id }) => id);
  expectAll(
    "Events",
    all.events.map(({ eventId }) => eventId),
    sentIds,
  );
  const undone = all.events.flatMap(({ state, type, error }) =>
    state === "done" ? [] : [`${type} is ${state}: ${error}`],
  );
  expect("Events that are not done", undone, []);
  expect(
    "Flags",
    all.flags.flatMap(({ kind, details }) => (kind === "benefits" ? [] : [details])),
    [],
  );
  const ledger = await proveLedger(asSite({ store }), new AbortController().signal);
  expect("Ledger lines that do not follow from the one before", ledger?.broken, 0);
  return {
    wrong,
    unpaid: unpaid.length,
    ledgerLines: all.entries.length,
    events: all.events.length,
  };
};
