import { describe, expect, test } from "bun:test";
import { processEvent } from "#server/modules/orders/events.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { REVIEW_HINT, REVIEWS } from "#shared/shop-messages.ts";
import { bridgedDen, PLAYER } from "#tests/support/bridge.ts";
import { asSite } from "#tests/support/context.ts";
import {
  type Bought,
  event,
  type Payment,
  paymentOf,
  permutations,
  send,
  shopWithPeople,
  subscriptionOf,
  WORTH,
} from "#tests/support/orders.ts";
import { person } from "#tests/support/people.ts";
import { DIAMOND, GOLD, POINTS, PROMO } from "#tests/support/shop.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

describe("a plugin's transfers", () => {
  test.each(["earn", "spend"])(
    "%s: a key that was used for one game is not taken for another",
    async (act) => {
      const { plugin, give, entries } = await bridgedDen();
      await give(100);
      const asked = { ...PLAYER, points: 10, reason: "Wood", idempotencyKey: "rex-saddle-1" };
      const ask = (game: string) => plugin.call("POST", `/${act}`, { ...asked, game });
      expect((await ask("ark-se")).status).toBe(200);
      expect((await ask("rust")).status).toBe(409);
      expect(await ask("ark-se")).toMatchObject({ status: 200, answer: { isRepeat: true } });
      expect((await entries()).map(({ game }) => game)).toEqual([null, "ark-se"]);
    },
  );
});

/** What the site shows of a payment that waits: to its buyer, to Admins, and in the inbox. */
const world = async () => {
  const fixture = await shopWithPeople();
  const { ada, admin, all } = fixture;
  const mine = async () => {
    const answer = await ada.ask("GET", "/api/trpc/orders.mine?input=%7B%7D");
    const { result } = (await answer.json()) as {
      result: {
        data: { items: { id: number; payments: { id: number; review: string | null }[] }[] };
      };
    };
    return result.data.items.flatMap(({ payments }) => payments.map(({ review }) => review));
  };
  const confirm = (paymentId: number, who = admin) =>
    who.ask("POST", "/api/trpc/orders.confirmPayment", { paymentId });
  const open = async () =>
    (await all.flags()).flatMap(({ isResolved, kind, paymentId }) =>
      isResolved ? [] : [[kind, paymentId]],
    );
  return { ...fixture, mine, confirm, open };
};

test("what an Admin has worked on again does not note the Admin's network as the site's", async () => {
  const { store, ada, stranger, admin, order, send: tell, all } = await shopWithPeople();
  const { orders } = store.tables;
  const give = (userId: string) => store.write((tx) => tx.update(orders).set({ userId }));
  const { payment, paymentEvent } = await order();
  await give(stranger.id);
  const cent = { amount: 0.01, currency: "USD" };
  await tell(paymentEvent("completed", { ...payment, price_paid: cent }));
  await give(ada.id);
  const [waiting] = await all.events();
  await admin.ask("POST", "/api/trpc/orders.replay", { id: waiting?.id });
  const origins = (await all.audit()).flatMap(({ action, actorId, ...entry }) => {
    const { network, browser, requestId } = entry;
    const isKnown = [network, browser, requestId].some((part) => part !== null);
    return ["shop.event_replayed", "order.payment_held"].includes(action)
      ? [[action, actorId, isKnown]]
      : [];
  });
  expect(origins).toEqual([
    ["shop.event_replayed", admin.id, true],
    ["order.payment_held", null, false],
  ]);
});

/** An order and a first payment that is as it should be, and then one that is not. */
const paidTwice = async (first: Bought, second: Partial<Payment> & { bought?: Bought }) => {
  const fixture = await world();
  const { order, send: tell, app } = fixture;
  const paid = await order(first);
  await tell(paid.paymentEvent("completed"));
  const before = await fixture.balance();
  const again = paymentOf({
    transaction: "tbx-again",
    bought: first,
    custom: paid.custom,
    paidAt: new Date(app.clock.now().getTime() + MINUTE_MS),
    ...second,
  });
  await tell(event("payment.completed", app.clock.now(), again));
  return { ...fixture, ...paid, before, again };
};

describe("[PAY-03] a payment that does not fit its order gives nothing until an Admin confirms it", () => {
  const later = new Date("2026-04-01T12:00:00Z");
  test.each<[string, Bought, Partial<Payment> & { bought?: Bought }, string]>([
    ["a second one of a one-off order", { [POINTS]: 1 }, {}, "repeat"],
    ["a second one with other things", { [POINTS]: 1 }, { bought: { [POINTS]: 50 } }, "repeat"],
    ["a second one a month later", { [POINTS]: 1 }, { paidAt: later }, "repeat"],
    ["a renewal of what was bought once", { [POINTS]: 1 }, { sequence: "renewal" }, "renewal"],
    ["a second first month", { [GOLD]: 1 }, { sequence: "first", reference: "other" }, "repeat"],
    [
      "a renewal with more than was subscribed to",
      { [GOLD]: 1 },
      { sequence: "renewal", bought: { [GOLD]: 1, [POINTS]: 50 }, paidAt: later },
      "renewal",
    ],
    [
      "a renewal of ten months at once",
      { [GOLD]: 1 },
      { sequence: "renewal", bought: { [GOLD]: 10 }, paidAt: later },
      "renewal",
    ],
    [
      "a renewal for nothing",
      { [GOLD]: 1 },
      { sequence: "renewal", paidAt: later, paid: 0.01 },
      "price",
    ],
  ])("%s", async (_, first, second, reason) => {
    const fixture = await paidTwice(first, second);
    expect(await fixture.balance()).toBe(fixture.before);
    const id = (await fixture.all.payments())[1]?.id ?? 0;
    expect(await fixture.open()).toContainEqual(["payment", id]);
    expect(await fixture.mine()).toEqual([null, reason]);
    expect((await fixture.all.notifications()).map(({ message }) => message)).toContainEqual(
      `${REVIEWS[reason as keyof typeof REVIEWS]} ${REVIEW_HINT}`,
    );
    expect((await fixture.all.events()).map(({ state }) => state)).toEqual(["done", "flagged"]);
    // Neither the buyer nor a second look changes that.
    expect((await fixture.confirm(id, fixture.ada)).status).toBe(403);
    await fixture.send(event("payment.completed", fixture.clock.now(), fixture.again));
    expect(await fixture.balance()).toBe(fixture.before);
    const gives = (await fixture.all.lines())
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, { points }) => sum + points, 0);
    const answers = await Promise.all([
      fixture.confirm(id),
      fixture.confirm(id),
      fixture.confirm(id),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await fixture.balance()).toBe(fixture.before + gives);
    expect(await fixture.open()).not.toContainEqual(["payment", id]);
    expect(await fixture.mine()).toEqual([null, null]);
    const audited = (await fixture.all.audit()).flatMap(({ action, actorId, subject, after }) =>
      action.startsWith("order.payment_") ? [[action, actorId, subject, after]] : [],
    );
    const about = { orderId: 1, paymentId: id };
    expect(audited).toEqual([
      ["order.payment_held", null, fixture.ada.id, about],
      ["order.payment_confirmed", fixture.admin.id, fixture.ada.id, expect.objectContaining(about)],
    ]);
  });

  test.each<[string, Partial<Payment>, boolean]>([
    ["a cent for all of it", { paid: 0.01 }, true],
    ["nothing", { paid: 0 }, true],
    ["a coupon that explains a part of it", { paid: 1, coupons: [{ amount: 5 }] }, true],
    ["another currency", { currency: "JPY", paid: 9.98 }, true],
    ["the price", {}, false],
    ["more", { paid: 12 }, false],
    ["what a coupon left of it", { paid: 4.98, coupons: [{ code: "X", amount: 5 }] }, false],
    [
      "half, by a coupon of 50 percent",
      { paid: 4.99, coupons: [{ code: "X", discount: { type: "percentage", percentage: 50 } }] },
      false,
    ],
    [
      "what a gift card left of it",
      { paid: 0, giftCards: [{ card_number: "77", amount: { amount: 9.98, currency: "USD" } }] },
      false,
    ],
    ["what a coupon of unknown worth left", { paid: 2, coupons: [{ code: "X" }] }, false],
  ])("the first payment of an order, with %s", async (_, given, waits) => {
    const { order, send: tell, balance, open, all, mine } = await world();
    const { paymentEvent } = await order({ [POINTS]: 2 }, given);
    await tell(paymentEvent("completed"));
    expect(await balance()).toBe(waits ? 0 : 2 * WORTH.points);
    expect(await open()).toEqual(waits ? [["payment", 1]] : []);
    expect(await mine()).toEqual([waits ? "price" : null]);
    const kept = JSON.stringify((await all.events()).map(({ body }) => body));
    expect(kept).not.toContain("card_number");
  });

  test("the promo in many baskets, or many times in one, which are paid one after the other", async () => {
    const { app, admin, order, send: tell, balance, open, clock, confirm } = await world();
    const free = { paid: 0 };
    const orders = [];
    for (let nth = 0; nth < 5; nth += 1) orders.push(await order({ [PROMO]: 1 }));
    for (const one of orders) {
      clock.advance(MINUTE_MS);
      await tell(one.paymentEvent("completed"));
    }
    expect(await balance()).toBe(WORTH.promo);
    expect((await open()).map(([kind]) => kind)).toEqual(Array(4).fill("promo"));
    clock.advance(40 * DAY_MS);
    const many = await order({ [PROMO]: 99, [POINTS]: 1 }, free);
    await tell(many.paymentEvent("completed"));
    expect(await balance()).toBe(WORTH.promo);
    clock.advance(40 * DAY_MS);
    // What was paid beside it is given.
    const beside = await order({ [PROMO]: 99, [POINTS]: 1 });
    await tell(beside.paymentEvent("completed"));
    expect(await balance()).toBe(WORTH.promo + WORTH.points);
    const waiting = (await open()).at(-1)?.[1];
    // After so long they have to sign in again.
    const present = await person(app, admin.id);
    expect((await confirm(Number(waiting), present)).status).toBe(200);
    expect(await balance()).toBe(WORTH.promo + WORTH.points + 99 * WORTH.promo);
  });

  test("and nothing ever where it is returned before", async () => {
    const {
      balance,
      before,
      again,
      send: tell,
      confirm,
      clock,
      open,
      all,
    } = await paidTwice({ [POINTS]: 1 }, {});
    await tell(event("payment.refunded", clock.now(), again));
    expect(await open()).toEqual([]);
    expect((await all.events()).map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect((await confirm(2)).status).toBe(409);
    expect(await balance()).toBe(before);
    expect((await confirm(99)).status).toBe(404);
  });
});

describe("[PAY-07] whatever comes first, a payment is credited once", () => {
  test("an Admin's word and the late event, on two instances at once", async () => {
    const database = await testDatabase();
    const east = await shopWithPeople({ overrides: { store: await openForTest(database) } });
    const { app, ada, baskets, order, balance, clock } = east;
    const west = await shopWithPeople({ overrides: { store: await openForTest(database), clock } });
    const admin = await person(west.app, { role: "Admin" });
    for (let nth = 1; nth <= 4; nth += 1) {
      const { orderId, custom, paymentEvent: tell } = await order({ [POINTS]: 1 });
      const ident = (await east.all.orders()).find(({ id }) => id === orderId)?.ident ?? "";
      const packages = [{ id: POINTS, name: "P", quantity: 1, price: 4.99 }];
      const basket = { ident, isComplete: true, total: 4.99, currency: "USD", packages, custom };
      baskets.set(ident, basket);
      west.baskets.set(ident, basket);
      const [answer] = await Promise.all([
        admin.ask("POST", "/api/trpc/orders.confirm", { orderId }),
        send(app, tell("completed")),
      ]);
      expect([200, 409]).toContain(answer.status);
      expect(await balance(ada.id)).toBe(nth * WORTH.points);
    }
  });

  test("an Admin's confirmation and the same event again, on two instances at once", async () => {
    const fixture = await paidTwice({ [POINTS]: 1 }, {});
    const again = event("payment.completed", fixture.clock.now(), fixture.again);
    await Promise.all([
      fixture.confirm(2),
      fixture.send(again),
      fixture.confirm(2),
      processEvent(asSite(fixture.app.deps), 2),
    ]);
    expect(await fixture.balance()).toBe(2 * WORTH.points);
  });

  test("two payments of one order and the refund of one, in any order: never more than was confirmed", async () => {
    const fixture = await world();
    for (const turn of permutations([0, 1, 2])) {
      const before = await fixture.balance();
      const { orderId, custom, paymentEvent: tell, payment } = await fixture.order({ [POINTS]: 1 });
      const other = paymentOf({
        transaction: `other-${orderId}`,
        bought: { [POINTS]: 1 },
        custom,
        paidAt: fixture.clock.now(),
      });
      const news = [tell("completed"), tell("completed", other), tell("refunded", payment)];
      for (const nth of turn) await fixture.send(news[nth] ?? tell("completed"));
      expect([0, WORTH.points]).toContain((await fixture.balance()) - before);
      expect((await fixture.open()).length).toBeLessThanOrEqual(1);
      for (const [, id] of await fixture.open()) await fixture.confirm(Number(id));
    }
  });
});

describe("[PAY-08] a dispute", () => {
  const OUTCOMES = ["won", "lost", "closed"] as const;
  test.each(OUTCOMES)(
    "that is %s is not to be looked at any more, whichever is heard first",
    async (end) => {
      const { order, send: tell, open, all, balance } = await world();
      for (const turn of permutations(["completed", "dispute.opened", `dispute.${end}`])) {
        const before = await balance();
        const { paymentEvent, payment } = await order({ [POINTS]: 1 });
        const disputed = { ...payment, status: { id: 3, description: "Chargeback" } };
        for (const type of turn)
          await tell(paymentEvent(type, type === "completed" ? payment : disputed));
        expect(await open()).toEqual([]);
        expect((await balance()) - before).toBe(end === "won" ? WORTH.points : 0);
      }
      const states = new Set((await all.events()).map(({ state }) => state));
      expect([...states]).toEqual(["done"]);
      const kinds = new Set((await all.orders()).map(({ state }) => state));
      expect([...kinds]).toEqual([end === "won" ? "paid" : "refunded"]);
    },
  );

  test("is marked in the inbox until it has ended, and gives back what it took where the payment stands", async () => {
    const { order, send: tell, open, all, balance } = await world();
    const { paymentEvent, payment } = await order({ [POINTS]: 1 });
    await tell(paymentEvent("completed"));
    await tell(
      paymentEvent("dispute.opened", { ...payment, status: { id: 3, description: "Chargeback" } }),
    );
    expect([await balance(), await open()]).toEqual([0, [["dispute", null]]]);
    expect((await all.events()).map(({ state }) => state)).toEqual(["done", "flagged"]);
    await tell(paymentEvent("dispute.closed", payment));
    expect([await balance(), await open()]).toEqual([WORTH.points, []]);
    expect((await all.events()).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  });
});

describe("the inbox", () => {
  test("an event loses its mark when the last of what it brought up is settled", async () => {
    const { order, send: tell, all, admin } = await world();
    const { paymentEvent } = await order({ [POINTS]: 1, 7_000_001: 1 }, { asked: { [POINTS]: 1 } });
    await tell(paymentEvent("completed"));
    const states = async () => (await all.events()).map(({ state }) => state);
    const flags = await all.flags();
    expect(flags.map(({ kind }) => kind).toSorted()).toEqual(["items", "package"]);
    const settle = (id: number) => admin.ask("POST", "/api/trpc/orders.resolveFlag", { id });
    expect((await settle(flags[0]?.id ?? 0)).status).toBe(200);
    expect(await states()).toEqual(["flagged"]);
    expect((await settle(flags[1]?.id ?? 0)).status).toBe(200);
    expect(await states()).toEqual(["done"]);
  });
});

describe("a tier", () => {
  test("that is paid for by two subscriptions is told to Admins and to the buyer", async () => {
    const { order, send: tell, open, all, clock } = await world();
    for (const reference of ["r-1", "r-2"]) {
      const { paymentEvent, payment } = await order(
        { [DIAMOND]: 1 },
        { reference, sequence: "first", transaction: `tbx-${reference}` },
      );
      await tell(paymentEvent("completed"));
      const started = subscriptionOf(reference, { initial: payment });
      await tell(event("recurring-payment.started", clock.now(), started));
    }
    expect((await open()).map(([kind]) => kind)).toEqual(["tier"]);
    const reply = (await all.notifications()).filter(({ subject }) => subject.includes("twice"));
    expect(reply).toHaveLength(1);
  });
});
