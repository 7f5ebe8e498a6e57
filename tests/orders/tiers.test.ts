import { describe, expect, test } from "bun:test";
import { grantTier } from "#server/modules/orders/index.ts";
import { monthAfter, tierEnd } from "#server/modules/orders/subscriptions.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { asSite } from "#tests/support/context.ts";
import {
  type Bought,
  event,
  paymentOf,
  type ShopWithPeople,
  shopWithPeople,
  subscriptionOf,
  WORTH,
} from "#tests/support/orders.ts";
import { person } from "#tests/support/people.ts";
import { DIAMOND, GOLD, POINTS } from "#tests/support/shop.ts";

const day = (text: string) => new Date(`${text}T12:00:00.000Z`);

describe("[POINTS-07] when a tier ends", () => {
  test("a month later on the same day, or on the last day of a shorter month", () => {
    for (const [from, until] of [
      ["2026-03-01", "2026-04-01"],
      ["2026-01-31", "2026-02-28"],
      ["2028-01-31", "2028-02-29"],
      ["2026-12-31", "2027-01-31"],
      ["2026-05-31", "2026-06-30"],
    ] as const)
      expect([from, monthAfter(day(from))]).toEqual([from, day(until)]);
  });

  test("each month begins where the one before ends, or when it was paid", () => {
    const month = (paidAt: string, cutAt: string | null = null) => ({
      paidAt: day(paidAt),
      cutAt: cutAt === null ? null : day(cutAt),
    });
    expect(tierEnd(null, [])).toBeNull();
    expect(tierEnd(day("2026-02-01"), [])).toEqual(day("2026-02-01"));
    expect(tierEnd(null, [month("2026-03-01"), month("2026-03-28")])).toEqual(day("2026-05-01"));
    expect(tierEnd(null, [month("2026-03-01"), month("2026-06-10")])).toEqual(day("2026-07-10"));
    expect(tierEnd(day("2026-03-20"), [month("2026-03-01")])).toEqual(day("2026-04-20"));
    expect(tierEnd(day("2026-01-20"), [month("2026-03-01")])).toEqual(day("2026-04-01"));
    // Two months at once of two subscriptions, of which one ended: whichever is told first.
    const both = [month("2026-03-01", "2026-03-11"), month("2026-03-01")];
    expect(tierEnd(null, both)).toEqual(day("2026-04-11"));
    expect(tierEnd(null, both.toReversed())).toEqual(day("2026-04-11"));
  });
});

/** A subscription of Ada's, month by month. */
const subscription = async (
  fixture: ShopWithPeople,
  packageId = GOLD,
  reference = `sub-${packageId}`,
) => {
  const { app, clock, order, send } = fixture;
  const { orderId, custom, payment, paymentEvent } = await order(
    { [packageId]: 1 },
    { reference, sequence: "first", transaction: `${reference}-1` },
  );
  const subscriptionEvent = (type: string, sent: Parameters<typeof subscriptionOf>[1] = {}) =>
    send(event(`recurring-payment.${type}`, clock.now(), subscriptionOf(reference, sent)));
  return {
    orderId,
    paymentEvent,
    subscriptionEvent,
    start: async () => {
      await send(paymentEvent("completed"));
      await subscriptionEvent("started", {
        initial: payment,
        last: payment,
        nextAt: monthAfter(app.clock.now()),
      });
    },
    renew: async (nth: number, sent: "twice" | "by payment" | "by renewal" = "twice") => {
      const paid = paymentOf({
        transaction: `${reference}-${nth}`,
        bought: { [packageId]: 1 },
        custom,
        reference,
        sequence: "renewal",
        paidAt: clock.now(),
      });
      if (sent !== "by renewal") await send(event("payment.completed", clock.now(), paid));
      const nextAt = monthAfter(clock.now());
      if (sent !== "by payment")
        await subscriptionEvent("renewed", { initial: payment, last: paid, nextAt });
      return event("payment.refunded", clock.now(), paid);
    },
  };
};
/** Ada, who signs in anew: months have passed. */
const back = ({ app, ada }: ShopWithPeople) => person(app, ada.id);
const ends = async ({ all }: ShopWithPeople) =>
  (await all.memberships()).map(({ tier, endsAt }) => [tier, endsAt.toISOString().slice(0, 10)]);

describe("a subscription", () => {
  test("is paid monthly points with the first payment and every renewal, each told once or twice", async () => {
    const fixture = await shopWithPeople();
    const { clock, balance, all } = fixture;
    const gold = await subscription(fixture);
    await gold.start();
    expect([await balance(), await ends(fixture)]).toEqual([WORTH.gold, [["Gold", "2026-04-01"]]]);
    for (const [index, sent] of (["twice", "by payment", "by renewal"] as const).entries()) {
      clock.advance(30 * DAY_MS);
      await gold.renew(index + 2, sent);
      expect([sent, await balance()]).toEqual([sent, (index + 2) * WORTH.gold]);
    }
    // Paid 1 March, 31 March, 30 April and 30 May: each month follows the one before.
    expect(await ends(fixture)).toEqual([["Gold", "2026-07-01"]]);
    // What is given by hand is asked for once [PAY-09].
    expect(await all.tasks()).toMatchObject([{ kind: "benefits", isResolved: false }]);
    expect((await all.payments()).map(({ sequence, key }) => [sequence, key])).toEqual([
      ["first", `order:${gold.orderId}`],
      ["renewal", "transaction:sub-6036701-2"],
      ["renewal", "transaction:sub-6036701-3"],
      ["renewal", "transaction:sub-6036701-4"],
    ]);
    expect(await all.subscriptions()).toMatchObject([
      { tier: "Gold", state: "active", nextPaymentAt: day("2026-06-30") },
    ]);
    expect(await all.mails()).toHaveLength(4);
    expect((await all.notifications()).at(-1)?.message).toContain(
      "this month of your subscription",
    );
    expect(await all.flags()).toEqual([]);
    expect(await (await back(fixture)).orders.subscription.query()).toMatchObject({
      tiers: [{ tier: "Gold", endsAt: "2026-07-01T12:00:00.000Z" }],
      subscriptions: [{ tier: "Gold", state: "active", orderId: gold.orderId }],
    });
  });

  test("beside other things in one basket is followed like any other", async () => {
    const fixture = await shopWithPeople();
    const { clock, all, send, order, balance } = fixture;
    const bought: Bought = [
      [POINTS, 2],
      [DIAMOND, 1],
    ];
    const { payment, paymentEvent } = await order(bought, {
      reference: "sub-mixed",
      sequence: "mixed",
    });
    await send(paymentEvent("completed"));
    const started = subscriptionOf("sub-mixed", { initial: payment, nextAt: day("2026-04-01") });
    await send(event("recurring-payment.started", clock.now(), started));
    expect(await all.subscriptions()).toMatchObject([{ tier: "Diamond", state: "active" }]);
    expect(await balance()).toBe(2 * WORTH.points + WORTH.diamond);
    clock.advance(DAY_MS);
    await send(event("recurring-payment.ended", clock.now(), subscriptionOf("sub-mixed")));
    expect(await ends(fixture)).toEqual([["Diamond", "2026-03-02"]]);
    expect(await balance()).toBe(2 * WORTH.points + WORTH.diamond);
  });

  test("of which the payment did not tell is found by its own events", async () => {
    const fixture = await shopWithPeople();
    const { clock, all, send, order } = fixture;
    const { payment, paymentEvent } = await order({ [GOLD]: 1 });
    await send(paymentEvent("completed"));
    const started = subscriptionOf("sub-late", { initial: payment });
    await send(event("recurring-payment.started", clock.now(), started));
    expect(await all.subscriptions()).toMatchObject([{ reference: "sub-late", state: "active" }]);
    expect(await all.payments()).toMatchObject([{ reference: "sub-late" }]);
  });

  test("runs on when it is cancelled, is taken up again, and is over when it ends", async () => {
    const fixture = await shopWithPeople();
    const { clock, all } = fixture;
    const gold = await subscription(fixture);
    await gold.start();
    const seen = async () => {
      const [sub] = await all.subscriptions();
      return [sub?.state, sub?.nextPaymentAt?.toISOString().slice(0, 10), ...(await ends(fixture))];
    };
    clock.advance(DAY_MS);
    await gold.subscriptionEvent("cancellation.requested", { nextAt: day("2026-04-01") });
    expect(await seen()).toEqual(["cancelled", undefined, ["Gold", "2026-04-01"]]);
    clock.advance(DAY_MS);
    await gold.subscriptionEvent("cancellation.aborted", { nextAt: day("2026-04-01") });
    expect(await seen()).toEqual(["active", "2026-04-01", ["Gold", "2026-04-01"]]);
    clock.advance(DAY_MS);
    expect(await all.tasks()).toMatchObject([{ isResolved: false }]);
    await gold.subscriptionEvent("ended");
    expect(await seen()).toEqual(["ended", undefined, ["Gold", "2026-03-04"]]);
    // Nothing has to be given any more [PAY-09].
    expect(await all.tasks()).toMatchObject([{ isResolved: true, resolvedBy: null }]);
    expect(await (await back(fixture)).orders.subscription.query()).toMatchObject({
      tiers: [],
    });
    expect((await (await back(fixture)).members.membership.query()).sub).toBeNull();
  });

  test("old news of it change nothing; of one second, the later news count", async () => {
    const fixture = await shopWithPeople();
    const { clock, all, send } = fixture;
    const gold = await subscription(fixture);
    await gold.start();
    const at = (type: string, when: Date) =>
      send(event(`recurring-payment.${type}`, when, subscriptionOf("sub-6036701")));
    const state = async () => (await all.subscriptions())[0]?.state;
    const later = new Date(clock.now().getTime() + DAY_MS);
    await at("cancellation.requested", later);
    await at("cancellation.aborted", new Date(later.getTime() - 1000));
    expect(await state()).toBe("cancelled");
    await at("cancellation.aborted", later);
    expect(await state()).toBe("active");
    await at("cancellation.requested", later);
    expect(await state()).toBe("cancelled");
  });

  test("a renewal whose payment is not complete gives nothing", async () => {
    const fixture = await shopWithPeople();
    const gold = await subscription(fixture);
    await gold.start();
    const failed = paymentOf({
      transaction: "sub-failed",
      bought: { [GOLD]: 1 },
      paidAt: fixture.clock.now(),
      status: 18,
    });
    await gold.subscriptionEvent("renewed", { last: failed });
    expect([await fixture.balance(), (await fixture.all.payments()).length]).toEqual([
      WORTH.gold,
      1,
    ]);
  });

  test("without what names the buyer is known by its reference", async () => {
    const fixture = await shopWithPeople();
    const gold = await subscription(fixture);
    await gold.start();
    fixture.clock.advance(31 * DAY_MS);
    const paid = paymentOf({
      transaction: "sub-nameless",
      bought: { [GOLD]: 1 },
      reference: "sub-6036701",
      paidAt: fixture.clock.now(),
    });
    await fixture.send(event("payment.completed", fixture.clock.now(), paid));
    expect([await fixture.balance(), await fixture.all.flags()]).toEqual([2 * WORTH.gold, []]);
    expect((await fixture.all.payments())[1]).toMatchObject({
      orderId: gold.orderId,
      sequence: "renewal",
    });
  });
});

describe("tiers beside each other", () => {
  test("a lower one does not shorten a higher one, nor the other way round", async () => {
    const fixture = await shopWithPeople();
    const { clock, order, send } = fixture;
    const diamond = await subscription(fixture, DIAMOND);
    await diamond.start();
    clock.advance(3 * DAY_MS);
    const gold = await order({ [GOLD]: 1 });
    await send(gold.paymentEvent("completed"));
    expect(await ends(fixture)).toEqual([
      ["Diamond", "2026-04-01"],
      ["Gold", "2026-04-04"],
    ]);
    expect((await (await back(fixture)).members.membership.query()).sub).toBe("Diamond:2026-04-01");
    await send(gold.paymentEvent("refunded"));
    expect((await (await back(fixture)).members.membership.query()).sub).toBe("Diamond:2026-04-01");
    const again = await order({ [GOLD]: 1 });
    await send(again.paymentEvent("completed"));
    clock.advance(DAY_MS);
    await diamond.subscriptionEvent("ended");
    expect((await (await back(fixture)).members.membership.query()).sub).toStartWith("Gold:");
  });

  test("a refund takes back exactly its month", async () => {
    const fixture = await shopWithPeople();
    const { clock, send } = fixture;
    const gold = await subscription(fixture);
    await gold.start();
    clock.advance(20 * DAY_MS);
    const refund = await gold.renew(2);
    expect(await ends(fixture)).toEqual([["Gold", "2026-05-01"]]);
    await send(refund);
    expect((await fixture.all.notifications()).at(-1)).toMatchObject({
      subject: "A renewal of order #1 was taken back",
      message: `What a renewal of order #1 gave was taken back because its payment was returned. That is ${WORTH.gold} ZP less on your account.`,
    });
    expect(await ends(fixture)).toEqual([["Gold", "2026-04-01"]]);
    await send(gold.paymentEvent("refunded"));
    expect(await ends(fixture)).toEqual([["Gold", "2026-03-21"]]);
    expect(await fixture.balance()).toBe(0);
  });

  test("one that was given by hand is prolonged, and is what remains after a refund", async () => {
    const fixture = await shopWithPeople();
    const { app, ada, send, order } = fixture;
    await grantTier(asSite(app.deps), { userId: ada.id, tier: "Gold", until: day("2026-03-20") });
    const { paymentEvent } = await order({ [GOLD]: 1 });
    await send(paymentEvent("completed"));
    expect(await ends(fixture)).toEqual([["Gold", "2026-04-20"]]);
    await send(paymentEvent("refunded"));
    expect(await ends(fixture)).toEqual([["Gold", "2026-03-20"]]);
  });

  test("months that were paid before one was given by hand are not counted on it", async () => {
    const fixture = await shopWithPeople();
    const { app, clock, ada, send, order } = fixture;
    for (let month = 0; month < 3; month += 1) {
      await send((await order({ [GOLD]: 1 })).paymentEvent("completed"));
      clock.advance(31 * DAY_MS);
    }
    clock.set(day("2026-07-01"));
    await grantTier(asSite(app.deps), { userId: ada.id, tier: "Gold", until: day("2026-07-10") });
    const { paymentEvent } = await order({ [GOLD]: 1 });
    await send(paymentEvent("completed"));
    expect(await ends(fixture)).toEqual([["Gold", "2026-08-10"]]);
    await send(paymentEvent("refunded"));
    expect(await ends(fixture)).toEqual([["Gold", "2026-07-10"]]);
  });
});
