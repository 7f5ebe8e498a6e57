import { describe, expect, test } from "bun:test";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { checkOrders, inTurn } from "#server/modules/orders/index.ts";
import { ShopFailure } from "#server/providers/ports/outside.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import {
  addOrder,
  event,
  paymentOf,
  type ShopWithPeople,
  shopWithPeople,
  STRANGE,
  subscriptionOf,
  WORTH,
} from "#tests/support/orders.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { GOLD, MORE_POINTS, POINTS, PROMO } from "#tests/support/shop.ts";

const never = () => new AbortController().signal;
const check = ({ app }: ShopWithPeople) => checkOrders(asSite(app.deps), never());

/** An order of Ada's whose basket Tebex knows. */
const openOrder = async (
  fixture: ShopWithPeople,
  bought: Readonly<Record<number, number>> = { [POINTS]: 1 },
) => {
  const made = await fixture.order(bought);
  const row = (await fixture.all.orders()).find(({ id }) => id === made.orderId);
  const ident = row?.ident ?? "";
  const put = (isComplete: boolean, given: { custom?: { userId: string; orderId: number } } = {}) =>
    fixture.baskets.set(ident, {
      ident,
      isComplete,
      total: 4.99,
      currency: "USD",
      packages: Object.entries(bought).map(([id, quantity]) => ({
        id: Number(id),
        name: `Package ${id}`,
        quantity,
        price: 4.99 * quantity,
      })),
      custom: made.custom,
      ...given,
    });
  put(false);
  return { ...made, ident, put };
};
const first = async ({ all }: ShopWithPeople) => (await all.orders())[0];

describe("baskets whose event never came", () => {
  test("are asked for after two minutes, ever more rarely, and given up after three days", async () => {
    const fixture = await shopWithPeople();
    const { clock, asked } = fixture;
    await openOrder(fixture);
    await check(fixture);
    expect(asked).toEqual([]);
    const gaps: number[] = [];
    while ((await first(fixture))?.state === "open") {
      const due = (await first(fixture))?.nextCheckAt;
      if (due === null || due === undefined) break;
      gaps.push(due.getTime() - clock.now().getTime());
      clock.set(due);
      await check(fixture);
      expect(gaps.length).toBeLessThan(60);
    }
    expect(gaps[0]).toBe(2 * MINUTE_MS);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(DAY_MS);
    expect(gaps.length).toBeGreaterThan(10);
    expect(await first(fixture)).toMatchObject({
      state: "abandoned",
      nextCheckAt: null,
      paidAt: null,
    });
    const times = asked.length;
    clock.advance(30 * DAY_MS);
    await check(fixture);
    expect(asked).toHaveLength(times);
  });

  test("that were paid after all are credited by their event, however late", async () => {
    const fixture = await shopWithPeople();
    const { clock, send, balance } = fixture;
    const { paymentEvent } = await openOrder(fixture);
    clock.advance(4 * DAY_MS);
    await check(fixture);
    expect((await first(fixture))?.state).toBe("abandoned");
    await send(paymentEvent("completed"));
    expect([await balance(), (await first(fixture))?.state]).toEqual([WORTH.points, "paid"]);
  });

  test("show as paid, credit nothing, and are brought before the Admins once, after 15 minutes", async () => {
    const fixture = await shopWithPeople();
    const { admin, clock, balance, all } = fixture;
    const { put, orderId } = await openOrder(fixture);
    put(true);
    clock.advance(2 * MINUTE_MS);
    await check(fixture);
    expect(await first(fixture)).toMatchObject({
      state: "paid",
      paidAt: clock.now(),
      receivedAt: null,
      creditedAt: null,
    });
    clock.advance(14 * MINUTE_MS);
    await check(fixture);
    expect(await all.flags()).toEqual([]);
    clock.advance(MINUTE_MS);
    for (let time = 0; time < 3; time += 1) {
      await check(fixture);
      clock.advance(DAY_MS);
    }
    expect(await all.flags()).toMatchObject([
      { kind: "unconfirmed", orderId, isResolved: false, eventId: null },
    ]);
    expect(await all.notifications()).toMatchObject([
      { subject: `Order #${orderId} waits for you`, kind: "news" },
    ]);
    const reads = await fixture.store.read.select().from(fixture.store.tables.notificationReads);
    expect(reads).toMatchObject([{ userId: admin.id }]);
    expect([await balance(), await all.entries()]).toEqual([0, []]);
  });

  test("need nobody any more once their event has come", async () => {
    const fixture = await shopWithPeople();
    const { clock, send, balance, all } = fixture;
    const { put, paymentEvent } = await openOrder(fixture);
    put(true);
    for (const minutes of [2, 15]) {
      clock.advance(minutes * MINUTE_MS);
      await check(fixture);
    }
    expect(await all.flags()).toMatchObject([{ kind: "unconfirmed", isResolved: false }]);
    await send(paymentEvent("completed"));
    expect(await all.flags()).toMatchObject([
      { isResolved: true, resolvedAt: clock.now(), resolvedBy: null },
    ]);
    expect(await balance()).toBe(WORTH.points);
  });

  test("are not flagged where the event comes while they are looked at", async () => {
    const fixture = await shopWithPeople();
    const { app, clock, send, all, ada } = fixture;
    await openOrder(fixture);
    const orderId = await addOrder(
      app,
      ada.id,
      { [POINTS]: 1 },
      { state: "paid", paidAt: clock.now() },
    );
    clock.advance(20 * MINUTE_MS);
    const paid = paymentOf({
      transaction: "tbx-quick",
      bought: { [POINTS]: 1 },
      custom: { userId: ada.id, orderId },
      paidAt: clock.now(),
    });
    const { shop } = app.deps;
    if (shop === null) throw new Error("There is no store.");
    // The first order is asked for at Tebex; meanwhile the event of the second comes.
    const quick = {
      ...shop,
      basket: async (ident: string) => {
        await send(event("payment.completed", clock.now(), paid));
        return shop.basket(ident);
      },
    };
    await checkOrders(asSite({ ...app.deps, shop: quick }), never());
    expect([await all.flags(), (await all.orders())[1]?.state]).toEqual([[], "paid"]);
    expect(await all.notifications()).toHaveLength(1);
  });

  test("that are paid while Tebex is asked for the last time stay paid", async () => {
    const fixture = await shopWithPeople();
    const { app, store, clock, all } = fixture;
    const { orders } = store.tables;
    await openOrder(fixture);
    clock.advance(3 * DAY_MS + MINUTE_MS);
    const { shop } = app.deps;
    if (shop === null) throw new Error("There is no store.");
    const paidAt = clock.now();
    const nextCheckAt = new Date(paidAt.getTime() + 15 * MINUTE_MS);
    const slow = {
      ...shop,
      basket: async (ident: string) => {
        const open = await shop.basket(ident);
        await store.write((tx) => tx.update(orders).set({ state: "paid", paidAt, nextCheckAt }));
        return open;
      },
    };
    await checkOrders(asSite({ ...app.deps, shop: slow }), never());
    expect(await first(fixture)).toMatchObject({ state: "paid", paidAt, nextCheckAt });
    clock.advance(16 * MINUTE_MS);
    await check(fixture);
    expect((await all.flags()).map(({ kind }) => kind)).toEqual(["unconfirmed"]);
  });

  test("that are paid while somebody else has their turn are not given up", async () => {
    const fixture = await shopWithPeople();
    const { app, clock, all } = fixture;
    const { orderId, put } = await openOrder(fixture);
    clock.advance(4 * DAY_MS);
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    // Another tab changes the basket, and its buyer pays before the turn comes to giving it up.
    const others = inTurn(asSite(app.deps), orderId, () => isHeld);
    const checked = check(fixture);
    await Bun.sleep(50);
    put(true);
    hold();
    await Promise.all([others, checked]);
    expect(await first(fixture)).toMatchObject({ state: "paid", paidAt: clock.now() });
    clock.advance(16 * MINUTE_MS);
    await check(fixture);
    expect((await all.flags()).map(({ kind }) => kind)).toEqual(["unconfirmed"]);
  });

  test("of a Tebex that does not answer are asked for again; one that it has forgotten is given up", async () => {
    const fixture = await shopWithPeople();
    const { clock, baskets, all } = fixture;
    const { ident } = await openOrder(fixture);
    baskets.set(ident, new ShopFailure("unreachable"));
    for (let day = 0; day < 5; day += 1) {
      clock.advance(DAY_MS);
      await check(fixture);
    }
    expect((await first(fixture))?.state).toBe("open");
    baskets.set(ident, new ShopFailure("missing", "Basket not found"));
    clock.advance(DAY_MS);
    await check(fixture);
    expect(await all.orders()).toMatchObject([{ state: "abandoned", nextCheckAt: null }]);
  });

  test("without a name, since we were interrupted, are given up too", async () => {
    const fixture = await shopWithPeople();
    await addOrder(fixture.app, fixture.ada.id, { [POINTS]: 1 }, { ident: null });
    fixture.clock.advance(4 * DAY_MS);
    await check(fixture);
    expect([(await first(fixture))?.state, fixture.asked]).toEqual(["abandoned", []]);
  });
});

describe("an order that an Admin confirms", () => {
  test("gives what its basket has, is written down, and its late event gives nothing more", async () => {
    const fixture = await shopWithPeople();
    const { ada, admin, clock, send, balance, all } = fixture;
    const { orderId, put, paymentEvent, payment } = await openOrder(fixture, {
      [POINTS]: 3,
      [GOLD]: 1,
    });
    put(true);
    clock.advance(20 * MINUTE_MS);
    expect(await admin.orders.confirm.mutate({ orderId })).toBe("The order was credited.");
    const sum = 3 * WORTH.points + WORTH.gold;
    expect(await balance()).toBe(sum);
    expect(await all.audit()).toMatchObject([
      {
        action: "order.confirmed",
        actorId: admin.id,
        subject: ada.id,
        after: { orderId, points: sum },
      },
    ]);
    expect(await all.payments()).toMatchObject([
      { key: `order:${orderId}`, transactionId: null, sequence: "first", amountCents: 499 },
    ]);
    const tiers = await all.memberships();
    expect(tiers).toHaveLength(1);
    expect(await refusalOf(admin.orders.confirm.mutate({ orderId }))).toEqual([
      409,
      "This order was already credited.",
    ]);
    clock.advance(DAY_MS);
    await send(paymentEvent("completed", { ...payment, recurring_payment_reference: "sub-1" }));
    const started = { reference: "sub-1", initial_payment: payment };
    await send(event("recurring-payment.started", clock.now(), started));
    expect(await balance()).toBe(sum);
    expect(await all.payments()).toMatchObject([
      { transactionId: payment.transaction_id, reference: "sub-1", amountCents: 4 * 499 },
    ]);
    expect([await all.memberships(), (await all.mails()).length]).toEqual([tiers, 1]);
    expect(await all.subscriptions()).toMatchObject([{ reference: "sub-1", orderId }]);
    await send(paymentEvent("refunded"));
    expect([await balance(), (await first(fixture))?.state]).toEqual([0, "refunded"]);
    expect(await all.flags()).toEqual([]);
  });

  test("gives no more where its event names its pieces in other lines than its basket", async () => {
    const fixture = await shopWithPeople();
    const { admin, clock, send, balance, all } = fixture;
    const { orderId, custom, put, payment } = await openOrder(fixture, { [POINTS]: 3 });
    put(true);
    await admin.orders.confirm.mutate({ orderId });
    const [transaction, paidAt] = [payment.transaction_id, clock.now()];
    const inLines = (bought: [number, number][]) =>
      event("payment.completed", paidAt, paymentOf({ transaction, bought, custom, paidAt }));
    await send(
      inLines([
        [POINTS, 2],
        [POINTS, 1],
      ]),
    );
    expect([await balance(), await all.flags()]).toEqual([3 * WORTH.points, []]);
    // What the basket did not have yet is given.
    await send(
      inLines([
        [POINTS, 2],
        [POINTS, 2],
      ]),
    );
    expect((await all.lines()).map(({ line, quantity }) => [line, quantity])).toEqual([
      [`${POINTS}`, 3],
      [`${POINTS}#2`, 1],
    ]);
    expect(await balance()).toBe(4 * WORTH.points);
  });

  test("tells Admins that its tier is renewed by another one already", async () => {
    const fixture = await shopWithPeople();
    const { admin, clock, send, order, all } = fixture;
    const gold = await order({ [GOLD]: 1 }, { reference: "sub-1", sequence: "first" });
    await send(gold.paymentEvent("completed"));
    const started = subscriptionOf("sub-1", { initial: gold.payment });
    await send(event("recurring-payment.started", clock.now(), started));
    const { orderId, put } = await openOrder(fixture, { [GOLD]: 1 });
    put(true);
    await admin.orders.confirm.mutate({ orderId });
    expect(await all.flags()).toMatchObject([{ kind: "tier", orderId, eventId: null }]);
  });

  test("leaves the renewals to their own events", async () => {
    const fixture = await shopWithPeople();
    const { admin, clock, send, balance, all } = fixture;
    const { orderId, custom, put } = await openOrder(fixture, { [GOLD]: 1 });
    put(true);
    await admin.orders.confirm.mutate({ orderId });
    clock.advance(31 * DAY_MS);
    const second = paymentOf({
      transaction: "tbx-second",
      bought: { [GOLD]: 1 },
      custom,
      reference: "sub-1",
      sequence: "renewal",
      paidAt: clock.now(),
    });
    await send(event("payment.completed", clock.now(), second));
    expect([await balance(), (await all.payments()).length]).toEqual([2 * WORTH.gold, 2]);
  });

  test("has to be paid, bound to the order, and all of it configured", async () => {
    const fixture = await shopWithPeople();
    const { ada, stranger, admin, baskets, all, balance } = fixture;
    const { orderId, ident, put, custom } = await openOrder(fixture);
    const confirm = (id = orderId) => refusalOf(admin.orders.confirm.mutate({ orderId: id }));
    const notPaid = [409, "The store does not report this order as paid."];
    expect(await confirm()).toEqual(notPaid as [number, string]);
    put(true, { custom: { userId: ada.id, orderId: orderId + 1 } });
    expect(await confirm()).toEqual(notPaid as [number, string]);
    baskets.set(ident, new ShopFailure("unreachable"));
    expect((await confirm())[0]).toBe(502);
    expect((await confirm(999))[0]).toBe(404);
    const bare = await addOrder(fixture.app, ada.id, { [POINTS]: 1 }, { ident: null });
    expect(await confirm(bare)).toEqual(notPaid as [number, string]);
    const strange = await openOrder(fixture, { [POINTS]: 1, [STRANGE]: 1 });
    strange.put(true);
    expect((await confirm(strange.orderId))[0]).toBe(409);
    put(true, { custom });
    for (const member of [ada, stranger])
      expect((await refusalOf(member.orders.confirm.mutate({ orderId })))[0]).toBe(403);
    expect([await balance(), await all.payments(), await all.audit()]).toEqual([0, [], []]);
  });

  test("two Admins at once credit once", async () => {
    const fixture = await shopWithPeople();
    const { admin, balance, all } = fixture;
    const { orderId, put } = await openOrder(fixture, { [MORE_POINTS]: 2 });
    put(true);
    const said = await Promise.all(
      [1, 2, 3].map(() =>
        admin.orders.confirm.mutate({ orderId }).then(
          () => "credited",
          () => "refused",
        ),
      ),
    );
    expect(said.toSorted()).toEqual(["credited", "refused", "refused"]);
    expect([await balance(), (await all.audit()).length]).toEqual([2 * WORTH.morePoints, 1]);
  });

  test("of the promo counts as its receipt", async () => {
    const fixture = await shopWithPeople();
    const { ada, admin, clock, send, all } = fixture;
    const { orderId, put, paymentEvent } = await openOrder(fixture, { [PROMO]: 1 });
    put(true);
    await admin.orders.confirm.mutate({ orderId });
    const { promoReceivedDate } = await ada.members.membership.query();
    expect(promoReceivedDate).toBe("2026-03-01T12:00:00.000Z");
    clock.advance(DAY_MS);
    await send(paymentEvent("completed"));
    const again = await person(fixture.app, ada.id);
    expect([await all.flags(), (await again.members.membership.query()).promoReceivedDate]).toEqual(
      [[], promoReceivedDate],
    );
  });
});

const jobNames = ({ deps }: TestApp) => siteJobs(deps).map(({ name }) => name);

test("nothing of the shop runs where no shop is configured", async () => {
  const shopJobs = ["refresh-catalogue", "process-inbox", "check-orders"];
  expect(jobNames((await shopWithPeople()).app)).toEqual(expect.arrayContaining(shopJobs));
  const bare = jobNames(await testApp());
  for (const name of shopJobs) expect(bare).not.toContain(name);
});
