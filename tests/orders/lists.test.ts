import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { dayAfter, localTime } from "#shared/rules/local-time.ts";
import {
  addOrder,
  event,
  LIMITED,
  paymentOf,
  shopWithPeople,
  subscriptionOf,
  WORTH,
} from "#tests/support/orders.ts";
import { refusalOf } from "#tests/support/people.ts";
import { DIAMOND, GOLD, MORE_POINTS, POINTS } from "#tests/support/shop.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

describe("one's own purchases", () => {
  test("show each order's way", async () => {
    const { ada, clock, store, order, send, all } = await shopWithPeople();
    const { orderId, paymentEvent } = await order({ [POINTS]: 2, [LIMITED]: 1, [DIAMOND]: 1 });
    const open = await ada.orders.mine.query({});
    expect(open).toMatchObject({
      items: [
        {
          id: orderId,
          state: "open",
          items: [
            { packageId: DIAMOND, quantity: 1, price: 4.99 },
            { packageId: POINTS, quantity: 2, price: 9.98 },
            { packageId: LIMITED, quantity: 1, price: 4.99 },
          ],
          total: null,
          currency: "USD",
          createdAt: "2026-03-01T12:00:00.000Z",
          paidAt: null,
          receivedAt: null,
          creditedAt: null,
          points: 0,
          tier: null,
          deliveries: { done: 0, total: 0 },
          payments: [],
        },
      ],
      nextCursor: null,
    });
    clock.advance(90_000);
    await send(paymentEvent("completed"));
    const points = 2 * WORTH.points + 1000 + WORTH.diamond;
    expect((await ada.orders.mine.query({})).items[0]).toMatchObject({
      state: "paid",
      total: 19.96,
      paidAt: "2026-03-01T12:00:00.000Z",
      receivedAt: "2026-03-01T12:01:30.000Z",
      creditedAt: "2026-03-01T12:01:30.000Z",
      points,
      tier: "Diamond",
      deliveries: { done: 0, total: 2 },
      payments: [{ sequence: "first", transactionId: `tbx-${orderId}`, amount: 19.96, points }],
    });
    const { deliveries: d } = store.tables;
    const [delivery] = await all.deliveries();
    const done = { isDone: true, acknowledgedAt: clock.now() };
    await store.write((tx) =>
      tx
        .update(d)
        .set(done)
        .where(eq(d.id, delivery?.id ?? 0)),
    );
    expect((await ada.orders.mine.query({})).items[0]?.deliveries).toEqual({ done: 1, total: 2 });
    await send(paymentEvent("refunded"));
    expect((await ada.orders.mine.query({})).items[0]).toMatchObject({
      state: "refunded",
      points: 0,
      deliveries: { done: 1, total: 1 },
      payments: [{ points: 0 }],
    });
  });

  test("are nobody else's, newest first, page by page", async () => {
    const { app, ada, stranger, admin, all } = await shopWithPeople();
    for (let n = 0; n < 5; n += 1) await addOrder(app, ada.id, { [POINTS]: 1 });
    const foreign = await addOrder(app, stranger.id, { [GOLD]: 1 });
    const pages: number[][] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: number }[]; nextCursor: string | null } =
        await ada.orders.mine.query({ limit: 2, cursor });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const ids = (await all.orders()).flatMap(({ id, userId }) => (userId === ada.id ? [id] : []));
    expect(pages.flat()).toEqual(ids.toReversed());
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect((await stranger.orders.mine.query({})).items.map(({ id }) => id)).toEqual([foreign]);
    expect((await admin.orders.mine.query({})).items).toEqual([]);
    expect((await refusalOf(ada.orders.mine.query({ cursor: "nonsense" })))[0]).toBe(400);
    expect((await app.request("/api/trpc/orders.mine")).status).toBe(401);
  });

  test("a subscription is its subscriber's alone", async () => {
    const { ada, stranger, clock, order, send } = await shopWithPeople();
    const { payment } = await order({ [GOLD]: 1 }, { reference: "sub-1" });
    const next = new Date("2026-04-01T12:00:00.000Z");
    const started = subscriptionOf("sub-1", { initial: payment, nextAt: next });
    await send(event("recurring-payment.started", clock.now(), started));
    expect(await ada.orders.subscription.query()).toMatchObject({
      tiers: [{ tier: "Gold", endsAt: next.toISOString() }],
      subscriptions: [{ tier: "Gold", state: "active", nextPaymentAt: next.toISOString() }],
      manageUrl: expect.stringContaining("https://"),
    });
    expect(await stranger.orders.subscription.query()).toMatchObject({
      tiers: [],
      subscriptions: [],
    });
  });
});

describe("what Admins see", () => {
  test("is everybody's orders, of one state or one person, with what is wrong", async () => {
    const { app, ada, stranger, admin, clock, order, send } = await shopWithPeople();
    await linkDiscord(app.deps, ada.id, "ada#1");
    const { orderId, paymentEvent } = await order({ [MORE_POINTS]: 1 }, { asked: { [POINTS]: 1 } });
    await send(paymentEvent("completed"));
    const open = await addOrder(app, stranger.id, { [GOLD]: 1 });
    const { items, nextCursor } = await admin.orders.all.query({});
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { id: open, userId: stranger.id, buyer: "Stray Cat", state: "open", flags: [] },
      {
        id: orderId,
        userId: ada.id,
        buyer: "ada#1",
        state: "paid",
        // What was bought, not what was asked for.
        items: [{ packageId: MORE_POINTS }],
        flags: [{ kind: "items", orderId }],
      },
    ]);
    const idsOf = async (input: Parameters<typeof admin.orders.all.query>[0]) =>
      (await admin.orders.all.query(input)).items.map(({ id }) => id);
    expect(await idsOf({ state: "open" })).toEqual([open]);
    expect(await idsOf({ userId: ada.id })).toEqual([orderId]);
    expect(await idsOf({ userId: ada.id, state: "open" })).toEqual([]);
    const day = localTime(clock.now(), "America/Chicago").day;
    expect(await idsOf({ paidFrom: day })).toEqual([orderId]);
    expect(await idsOf({ paidFrom: dayAfter(day, 1) })).toEqual([]);
    expect(await idsOf({ limit: 1 })).toEqual([open]);
    const page = await admin.orders.all.query({ limit: 1 });
    expect(await idsOf({ limit: 1, cursor: page.nextCursor })).toEqual([orderId]);
  });

  test("is the inbox and its flags, filtered, newest first", async () => {
    const { clock, admin, order, send } = await shopWithPeople();
    const { orderId, paymentEvent, payment } = await order();
    await send(paymentEvent("completed"));
    const foreign = paymentOf({
      transaction: "tbx-other",
      bought: { [POINTS]: 1 },
      paidAt: clock.now(),
    });
    await send(event("payment.completed", clock.now(), foreign));
    const renewed = subscriptionOf("sub-1", { last: payment });
    await send(event("recurring-payment.renewed", clock.now(), renewed));
    const { items } = await admin.orders.events.query({});
    expect(items).toMatchObject([
      { type: "recurring-payment.renewed", orderId, transactionId: payment.transaction_id },
      { type: "payment.completed", state: "flagged", orderId: null, transactionId: "tbx-other" },
      { type: "payment.completed", state: "done", orderId, attempts: 1, error: null },
    ]);
    expect(items[0]).not.toHaveProperty("body");
    const alone = await admin.orders.all.query({ orderId });
    expect(alone.items.map(({ id }) => id)).toEqual([orderId]);
    expect((await admin.orders.all.query({ orderId: orderId + 1 })).items).toEqual([]);
    expect((await admin.orders.flags.query({ orderId })).items).toEqual([]);
    const typesOf = async (input: Parameters<typeof admin.orders.events.query>[0]) =>
      (await admin.orders.events.query(input)).items.map(({ type }) => type);
    expect(await typesOf({ state: "flagged" })).toHaveLength(1);
    expect(await typesOf({ orderId })).toHaveLength(2);
    const page = await admin.orders.events.query({ limit: 2 });
    expect(await typesOf({ limit: 2, cursor: page.nextCursor })).toEqual(["payment.completed"]);
    const now = clock.now();
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
    expect(await typesOf({ from: at(0) })).toHaveLength(3);
    expect(await typesOf({ from: at(1) })).toEqual([]);
    expect(await typesOf({ until: at(0) })).toEqual([]);
    clock.advance(10 * 60_000);
    await send(event("payment.declined", clock.now(), foreign));
    expect(await typesOf({ from: at(1) })).toEqual(["payment.declined"]);
    expect(await typesOf({ from: at(0), until: at(10 * 60_000) })).toHaveLength(3);
    expect(await typesOf({ sort: "received", from: at(0), limit: 1 })).toEqual([
      "payment.completed",
    ]);
    const flags = await admin.orders.flags.query({});
    expect(flags.items).toMatchObject([{ kind: "buyer", orderId: null, resolvedAt: null }]);
    await admin.orders.resolveFlag.mutate({ id: flags.items[0]?.id ?? 0 });
    expect((await admin.orders.flags.query({})).items).toEqual([]);
    expect((await admin.orders.flags.query({ isResolved: true })).items).toMatchObject([
      { resolvedBy: admin.id },
    ]);
  });

  test("is for no member's eyes", async () => {
    const { app, ada } = await shopWithPeople();
    for (const call of [
      () => ada.orders.all.query({}),
      () => ada.orders.events.query({}),
      () => ada.orders.flags.query({}),
      () => ada.orders.trouble.query(),
    ])
      expect((await refusalOf(call()))[0]).toBe(403);
    for (const name of ["all", "events", "flags", "trouble"])
      expect((await app.request(`/api/trpc/orders.${name}`)).status).toBe(401);
  });
});
