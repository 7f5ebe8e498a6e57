import { signEvent } from "#sandbox/tebex/controls.ts";
import { processInbox } from "#server/modules/orders/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import type { ShopBasket } from "#server/providers/ports/outside.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { type TestApp, testApp, testConfig } from "./app.ts";
import { asSite } from "./context.ts";
import { configured } from "./identity.ts";
import { person } from "./people.ts";
import { POINTS, PROMO, scriptedShop, SHOP_ENV } from "./shop.ts";
import { PACKAGE } from "./tebex.ts";

/** What packages of the example community are worth, in points. */
export const WORTH = {
  gold: 650,
  diamond: 1300,
  points: 500,
  morePoints: 1200,
  promo: 200,
} as const;
export const LIMITED = PACKAGE.limited;
/** A package that community.toml says nothing of. */
export const STRANGE = 7_000_001;

/** How often each package is bought, by id. */
export type Bought = Readonly<Record<number, number>> | readonly (readonly [number, number])[];
const linesOf = (bought: Bought): (readonly [number, number])[] =>
  Array.isArray(bought)
    ? [...(bought as readonly (readonly [number, number])[])]
    : Object.entries(bought).map(([id, quantity]) => [Number(id), Number(quantity)] as const);

const PRICE = 4.99;
const money = (amount: number) => ({ amount: Math.round(amount * 100) / 100, currency: "USD" });
const CUSTOMER = {
  first_name: "Sandy",
  last_name: "Boxer",
  email: "sandy.boxer@customer.example",
  ip: "198.51.100.77",
  username: { id: "76561198000000000", username: "sandy-the-boxer" },
};
/** What nobody should find in our database or log. */
export const SECRETS: readonly string[] = [
  "Sandy",
  "Boxer",
  "sandy.boxer",
  "198.51.100.77",
  "sandy-the-boxer",
  "76561198000000000",
];

/** As Tebex writes a time: whole seconds, with an offset. */
const moment = (at: Date): string => at.toISOString().replace(/\.\d+Z$/u, "+00:00");

export type Payment = {
  transaction: string;
  bought: Bought;
  custom?: unknown;
  reference?: string | null;
  sequence?: string;
  paidAt: Date;
  status?: number;
  /** What was paid, where it is not what the lines cost. */
  paid?: number;
  currency?: string;
  coupons?: readonly unknown[];
  giftCards?: readonly unknown[];
};

/** A payment as events tell it [PAY-02]. */
export const paymentOf = (given: Payment) => {
  const lines = linesOf(given.bought);
  const { currency = "USD" } = given;
  const total = lines.reduce((sum, [, quantity]) => sum + quantity * PRICE, 0);
  return {
    transaction_id: given.transaction,
    status: { id: given.status ?? 1, description: "Complete" },
    payment_sequence: given.sequence ?? "oneoff",
    created_at: moment(given.paidAt),
    price: { ...money(total), currency },
    price_paid: { ...money(given.paid ?? total), currency },
    coupons: given.coupons ?? [],
    gift_cards: given.giftCards ?? [],
    customer: CUSTOMER,
    products: lines.map(([id, quantity]) => ({
      id,
      name: `Package ${id}`,
      quantity,
      base_price: money(PRICE),
      paid_price: money(PRICE * quantity),
      username: CUSTOMER.username,
    })),
    recurring_payment_reference: given.reference ?? null,
    custom: given.custom ?? null,
  };
};

export type ShopEvent = { id: string; type: string; date: string; subject: unknown };

export const event = (type: string, at: Date, subject: unknown): ShopEvent => ({
  id: crypto.randomUUID(),
  type,
  date: moment(at),
  subject,
});

/** A subscription as events tell it. */
export const subscriptionOf = (
  reference: string,
  given: { initial?: unknown; last?: unknown; nextAt?: Date } = {},
) => ({
  reference,
  next_payment_at: given.nextAt === undefined ? null : moment(given.nextAt),
  status: { id: 2, description: "Active" },
  initial_payment: given.initial ?? null,
  last_payment: given.last ?? null,
  customer: CUSTOMER,
});

const signed = (body: string) => signEvent(body, SHOP_ENV.TEBEX_WEBHOOK_SECRET);

/** One request of Tebex, or of somebody who would be it. */
export const post = (app: TestApp, body: string, signature: string | null) =>
  app.request("/api/tebex/webhook", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signature !== null && { "x-signature": signature }),
    },
    body,
  });

/** An event as Tebex sends it. @returns the status. */
export const send = async (app: TestApp, sent: ShopEvent): Promise<number> => {
  const body = JSON.stringify(sent);
  return (await post(app, body, signed(body))).status;
};
export { signed };

/** Puts an order into the store, as if its basket had been made. */
export const addOrder = async (
  { deps: { store, clock } }: TestApp,
  userId: string,
  asked: Bought,
  given: Partial<(typeof store)["tables"]["orders"]["$inferInsert"]> = {},
): Promise<number> => {
  const items = linesOf(asked).map(([packageId, quantity]) => ({
    packageId,
    name: `Package ${packageId}`,
    quantity,
    price: PRICE * quantity,
  }));
  const createdAt = clock.now();
  return store.write(async (tx) => {
    const [order] = await tx
      .insert(store.tables.orders)
      .values({
        userId,
        ident: `basket-${crypto.randomUUID()}`,
        state: "open",
        items,
        currency: "USD",
        hasPromo: items.some(({ packageId }) => packageId === PROMO),
        createdAt,
        nextCheckAt: new Date(createdAt.getTime() + 2 * MINUTE_MS),
        ...given,
      })
      .returning({ id: store.tables.orders.id });
    if (order === undefined) throw new Error("The order was not written.");
    return order.id;
  });
};

/** A Tebex whose baskets a test puts down; signatures are checked as they are in earnest. */
const scriptedBaskets = async () => {
  const { tebex } = await testConfig(SHOP_ENV);
  const real = createTebex(configured(tebex));
  const baskets = new Map<string, ShopBasket | Error>();
  const asked: string[] = [];
  const shop = {
    ...scriptedShop(),
    isSigned: (body: Uint8Array, signature: string) => real.isSigned(body, signature),
    basket: async (ident: string): Promise<ShopBasket> => {
      asked.push(ident);
      const found = baskets.get(ident) ?? new Error(`There is no basket ${ident}.`);
      if (found instanceof Error) throw found;
      return found;
    },
  };
  return { shop, baskets, asked };
};

/** The site with a Tebex that signs, a buyer, a stranger and an Admin. */
export const shopWithPeople = async (options: Parameters<typeof testApp>[0] = {}) => {
  const { shop, baskets, asked } = await scriptedBaskets();
  const app = await testApp({
    ...options,
    env: { ...SHOP_ENV, ...options.env },
    overrides: { shop, ...options.overrides },
  });
  const { store } = app.deps;
  const { tables: t } = store;
  const ada = await person(app, { firstName: "Ada", lastName: "Lynx" });
  const stranger = await person(app, { firstName: "Stray", lastName: "Cat" });
  const admin = await person(app, { role: "Admin", firstName: "Root", lastName: "Lynx" });
  const kept = () => store.read.select().from(t.shopFlags).orderBy(t.shopFlags.id);
  const all = {
    orders: () => store.read.select().from(t.orders).orderBy(t.orders.id),
    payments: () => store.read.select().from(t.payments).orderBy(t.payments.id),
    lines: () => store.read.select().from(t.paymentLines).orderBy(t.paymentLines.line),
    events: () => store.read.select().from(t.shopEvents).orderBy(t.shopEvents.id),
    /** Without what is to be given by hand: those are tasks of every order with a tier. */
    flags: async () => (await kept()).filter(({ kind }) => kind !== "benefits"),
    tasks: async () => (await kept()).filter(({ kind }) => kind === "benefits"),
    entries: () => store.read.select().from(t.pointEntries).orderBy(t.pointEntries.id),
    memberships: () => store.read.select().from(t.memberships).orderBy(t.memberships.tier),
    subscriptions: () => store.read.select().from(t.subscriptions),
    deliveries: () => store.read.select().from(t.deliveries).orderBy(t.deliveries.id),
    mails: () => store.read.select().from(t.outbox).orderBy(t.outbox.id),
    notifications: () => store.read.select().from(t.notifications).orderBy(t.notifications.id),
    audit: () => store.read.select().from(t.audit).orderBy(t.audit.id),
  };
  /** An order of Ada's, and a payment of it. */
  const order = async (
    bought: Bought = { [POINTS]: 1 },
    given: Partial<Payment> & { asked?: Bought } = {},
  ) => {
    const orderId = await addOrder(app, ada.id, given.asked ?? bought);
    const custom = { userId: ada.id, orderId };
    const payment = paymentOf({
      transaction: `tbx-${orderId}`,
      bought,
      custom,
      paidAt: app.clock.now(),
      ...given,
    });
    const paymentEvent = (type: string, subject: unknown = payment) =>
      event(`payment.${type}`, app.clock.now(), subject);
    return { orderId, custom, payment, paymentEvent };
  };
  return {
    app,
    store,
    clock: app.clock,
    ada,
    stranger,
    admin,
    baskets,
    asked,
    all,
    order,
    send: (sent: ShopEvent) => send(app, sent),
    work: () => processInbox(asSite(app.deps), new AbortController().signal),
    balance: (userId = ada.id) => readBalance(store.read, userId),
  };
};
export type ShopWithPeople = Awaited<ReturnType<typeof shopWithPeople>>;

/** Every order in which some things can come. */
export const permutations = <T>(things: readonly T[]): T[][] =>
  things.length <= 1
    ? [[...things]]
    : things.flatMap((one, index) =>
        permutations(things.toSpliced(index, 1)).map((rest) => [one].concat(rest)),
      );
