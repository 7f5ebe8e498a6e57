import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { isHeld } from "#server/modules/orders/effects.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { EffectKind } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { systemIn } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import {
  addOrder,
  type Bought,
  event,
  LIMITED,
  shopWithPeople,
  WORTH,
} from "#tests/support/orders.ts";
import { DIAMOND, GOLD, MORE_POINTS, OLD, POINTS, PROMO } from "#tests/support/shop.ts";

describe("[PAY-03, PAY-04] what a payment gives", () => {
  test("quantity × points for every line, with a ledger line for each", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const bought = { [POINTS]: 7, [MORE_POINTS]: 2, [GOLD]: 1, [OLD]: 3, [LIMITED]: 1 };
    const { paymentEvent, orderId } = await order(bought);
    expect(await send(paymentEvent("completed"))).toBe(200);
    const sum = 7 * 500 + 2 * 1200 + 650 + 3 * 300 + 1000;
    expect(await balance()).toBe(sum);
    const [payment] = await all.payments();
    expect(payment).toMatchObject({
      key: `order:${orderId}`,
      sequence: "first",
      transactionId: `tbx-${orderId}`,
      amountCents: Math.round(14 * 499),
    });
    const entries = await all.entries();
    expect(entries.map(({ delta }) => delta).toSorted((a, b) => a - b)).toEqual([
      650, 900, 1000, 2400, 3500,
    ]);
    expect(entries.find(({ delta }) => delta === 3500)).toMatchObject({
      kind: "purchase",
      reason: `7 × Package ${POINTS} (order #${orderId})`,
      reference: `shop:${payment?.id}:${POINTS}:credit`,
      actorId: null,
    });
    expect(entries.find(({ delta }) => delta === 650)?.kind).toBe("subscription");
    expect(await all.orders()).toMatchObject([
      { state: "paid", nextCheckAt: null, totalCents: Math.round(14 * 499) },
    ]);
    expect((await all.orders())[0]?.creditedAt).not.toBeNull();
    expect(await all.flags()).toEqual([]);
  });

  test("two lines of one package count both", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const twice: Bought = [
      [POINTS, 2],
      [POINTS, 1],
    ];
    const { paymentEvent } = await order(twice);
    await send(paymentEvent("completed"));
    expect(await balance()).toBe(3 * WORTH.points);
    expect((await all.lines()).map(({ line }) => line)).toEqual([`${POINTS}`, `${POINTS}#2`]);
    await send(paymentEvent("refunded"));
    expect(await balance()).toBe(0);
    // Asked for three pieces, bought three: that they came in two lines is no difference.
    expect(await all.flags()).toEqual([]);
  });

  test("what was bought counts, and that it is not what was asked for is flagged, once", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent, orderId } = await order(
      { [POINTS]: 1, [MORE_POINTS]: 1 },
      { asked: { [POINTS]: 2 } },
    );
    await send(paymentEvent("completed"));
    await send(paymentEvent("completed"));
    expect(await balance()).toBe(WORTH.points + WORTH.morePoints);
    expect(await all.flags()).toMatchObject([
      {
        kind: "items",
        orderId,
        details: `Bought: 1 × Package ${POINTS}, 1 × Package ${MORE_POINTS}. Asked for: 2 × Package ${POINTS}.`,
      },
    ]);
    expect((await all.events())[0]?.state).toBe("flagged");
  });

  test("only the buyer whom the basket names, of the order that it names", async () => {
    const { app, ada, stranger, order, send, balance, all } = await shopWithPeople();
    const { orderId, payment } = await order();
    const theirs = await addOrder(app, stranger.id, { [POINTS]: 1 });
    const customs = [
      { userId: stranger.id, orderId },
      { userId: ada.id, orderId: theirs },
      { userId: ada.id, orderId: 999_999 },
      { userId: ada.id, orderId: 1e15 },
      { userId: ada.id },
      { player: "somebody else's plugin" },
      "text",
      [],
      null,
    ];
    for (const [index, custom] of customs.entries()) {
      const sent = { ...payment, transaction_id: `tbx-foreign-${index}`, custom };
      expect([custom, await send(event("payment.completed", app.clock.now(), sent))]).toEqual([
        custom,
        200,
      ]);
    }
    expect([await balance(), await balance(stranger.id), await all.payments()]).toEqual([0, 0, []]);
    expect((await all.flags()).map(({ kind }) => kind)).toEqual(customs.map(() => "buyer"));
    expect(new Set((await all.events()).map(({ state }) => state))).toEqual(new Set(["flagged"]));
    expect((await all.orders()).map(({ state }) => state)).toEqual(["open", "open"]);
  });

  test("the buyer's feeds hear of points, tier and order", async () => {
    const { app, ada, order, send } = await shopWithPeople();
    const { paymentEvent } = await order({ [GOLD]: 1 });
    const news = await hear(app.deps.store);
    await send(paymentEvent("completed"));
    const toAda = (await news()).flatMap((one) =>
      ("userId" in one && one.userId === ada.id) ||
      ("userIds" in one && one.userIds?.includes(ada.id) === true)
        ? [one.type]
        : [],
    );
    expect([...new Set(toAda)].toSorted()).toEqual([
      "account.changed",
      "notifications.changed",
      "orders.changed",
      "points.changed",
    ]);
  });
});

const held = (...kinds: EffectKind[]) => isHeld(new Set(kinds));

describe("taking back", () => {
  test("a refund takes what was given, once, even below zero", async () => {
    const { store, clock, ada, order, send, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order({ [POINTS]: 2, [GOLD]: 1 });
    await send(paymentEvent("completed"));
    const spent = { kind: "spend", reason: "Spent", reference: "spent:1" } as const;
    await systemIn(store, clock).write((tx) =>
      addEntry(tx, { ...spent, userId: ada.id, delta: -900, actorId: null }),
    );
    await send(paymentEvent("refunded"));
    await send(paymentEvent("refunded"));
    expect(await balance()).toBe(-900);
    expect(await all.orders()).toMatchObject([{ state: "refunded" }]);
    const now = clock.now();
    expect((await all.memberships()).every(({ endsAt }) => endsAt <= now)).toBe(true);
    expect((await all.notifications()).map(({ subject }) => subject)).toEqual([
      "Thanks for your purchase!",
      expect.stringContaining("taken back"),
    ]);
    expect(await all.mails()).toHaveLength(1);
  });

  test("a refund that comes before its completion ends at nothing, and never below", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order({ [POINTS]: 1, [GOLD]: 1, [LIMITED]: 1 });
    await send(paymentEvent("refunded"));
    expect([await balance(), (await all.orders())[0]?.state]).toEqual([0, "refunded"]);
    await send(paymentEvent("completed"));
    expect([await balance(), (await all.orders())[0]?.state]).toEqual([0, "refunded"]);
    expect([await all.entries(), await all.memberships(), await all.deliveries()]).toEqual([
      [],
      [],
      [],
    ]);
    expect([await all.mails(), await all.notifications()]).toEqual([[], []]);
  });

  test("a dispute withholds, a won one gives back, a lost one keeps", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order({ [POINTS]: 4 });
    const seen: [string, number, string | undefined][] = [];
    for (const type of ["completed", "dispute.opened", "dispute.won", "dispute.lost"]) {
      await send(paymentEvent(type));
      seen.push([type, await balance(), (await all.orders())[0]?.state]);
    }
    expect(seen).toEqual([
      ["completed", 2000, "paid"],
      ["dispute.opened", 0, "disputed"],
      ["dispute.won", 2000, "paid"],
      ["dispute.lost", 0, "refunded"],
    ]);
    expect((await all.notifications()).map(({ message }) => message)).toEqual([
      expect.stringContaining("2,000 ZP"),
      expect.stringContaining("payment is disputed. That is 2,000"),
      expect.stringContaining("yours again"),
      expect.stringContaining("payment was returned"),
    ]);
  });

  test("what is held follows from what happened", () => {
    expect([held(), held("won"), held("dispute", "won")]).toEqual([false, false, false]);
    expect([held("credit"), held("credit", "dispute"), held("credit", "won")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(held("credit", "dispute", "won")).toBe(true);
    expect(held("credit", "dispute", "won", "refund")).toBe(false);
    expect(held("credit", "dispute", "won", "lost")).toBe(false);
  });
});

describe("deliveries", () => {
  test("are left once for each game, withheld by a dispute, handed out after all", async () => {
    const { store, order, send, all } = await shopWithPeople();
    const { paymentEvent, orderId } = await order({ [LIMITED]: 2 });
    await send(paymentEvent("completed"));
    await send(paymentEvent("completed"));
    const left = await all.deliveries();
    expect(left.map(({ game, payload, isDone }) => ({ game, payload, isDone }))).toEqual([
      { game: "minecraft", payload: { give: "founder_kit", quantity: 2, orderId }, isDone: false },
      { game: "ark-se", payload: { give: "founder_kit", quantity: 2, orderId }, isDone: false },
    ]);
    const { deliveries: t } = store.tables;
    const done = { isDone: true, acknowledgedAt: new Date("2026-03-01T12:30:00Z") };
    await store.write((tx) =>
      tx
        .update(t)
        .set(done)
        .where(eq(t.id, left[0]?.id ?? 0)),
    );
    await send(paymentEvent("dispute.opened"));
    expect((await all.deliveries()).map(({ isDone }) => isDone)).toEqual([true, true]);
    await send(paymentEvent("dispute.won"));
    expect((await all.deliveries()).map(({ isDone }) => isDone)).toEqual([true, false]);
    await send(paymentEvent("refunded"));
    expect((await all.deliveries()).map(({ isDone }) => isDone)).toEqual([true, true]);
    expect(await all.deliveries()).toHaveLength(2);
  });
});

describe("the promo", () => {
  test("waits for an Admin where another came between a dispute and the payment that it is of", async () => {
    const { clock, order, send, balance, all } = await shopWithPeople();
    const first = await order({ [PROMO]: 1 });
    clock.advance(1000);
    const second = await order({ [PROMO]: 1 });
    await send(first.paymentEvent("dispute.opened"));
    await send(second.paymentEvent("completed"));
    await send(first.paymentEvent("completed"));
    await send(first.paymentEvent("dispute.won"));
    expect(await balance()).toBe(WORTH.promo);
    const lines = (await all.lines()).toSorted((a, b) => a.paymentId - b.paymentId);
    expect(lines.map(({ review, isHeld }) => [review, isHeld])).toEqual([
      ["promo", false],
      [null, true],
    ]);
  });

  test("sets when it was received, and a second one within 31 days waits for an Admin", async () => {
    const { clock, store, order, send, balance, all } = await shopWithPeople();
    const received = async () =>
      (await store.read.select().from(store.tables.users)).flatMap(({ promoReceivedAt }) =>
        promoReceivedAt === null ? [] : [promoReceivedAt.toISOString()],
      );
    const first = await order({ [PROMO]: 1 });
    await send(first.paymentEvent("completed"));
    expect([await received(), await all.flags()]).toEqual([["2026-03-01T12:00:00.000Z"], []]);
    clock.advance(30 * DAY_MS);
    const second = await order({ [PROMO]: 1 });
    await send(second.paymentEvent("completed"));
    expect(await balance()).toBe(WORTH.promo);
    expect(await received()).toEqual(["2026-03-01T12:00:00.000Z"]);
    expect(await all.flags()).toMatchObject([{ kind: "promo", orderId: second.orderId }]);
    clock.advance(31 * DAY_MS);
    const third = await order({ [PROMO]: 1 });
    await send(third.paymentEvent("completed"));
    expect([await received(), (await all.flags()).length]).toEqual([
      ["2026-05-01T12:00:00.000Z"],
      1,
    ]);
  });
});

describe("[PAY-05] the buyer is told", () => {
  test("by a mail and a notification, once for each payment", async () => {
    const { store, ada, order, send, all } = await shopWithPeople();
    const { paymentEvent, orderId } = await order({ [POINTS]: 2, [DIAMOND]: 1 });
    await send(paymentEvent("completed"));
    await send(paymentEvent("completed"));
    const [{ email } = { email: "" }] = await store.read
      .select({ email: store.tables.users.email })
      .from(store.tables.users)
      .where(eq(store.tables.users.id, ada.id));
    expect((await all.mails()).map(({ payload }) => payload)).toMatchObject([
      {
        to: { name: "Ada Lynx", address: email },
        template: "receipt",
        data: {
          firstName: "Ada",
          orderId,
          paidAt: "2026-03-01T12:00:00.000Z",
          totalCents: 1497,
          currency: "USD",
          points: 2 * WORTH.points + WORTH.diamond,
        },
      },
    ]);
    expect(await all.notifications()).toMatchObject([
      { kind: "news", isGlobal: false, createdBy: null, subject: "Thanks for your purchase!" },
    ]);
  });

  test.each([
    ["an address that is none", { email: "nobody at all" }],
    ["an account without a name", { firstName: "", lastName: "" }],
  ])("and what was paid is given, whatever becomes of the mail: %s", async (_, odd) => {
    const { store, ada, order, send, balance, all } = await shopWithPeople();
    const { users } = store.tables;
    const { paymentEvent } = await order();
    await store.write((tx) => tx.update(users).set(odd).where(eq(users.id, ada.id)));
    expect(await send(paymentEvent("completed"))).toBe(200);
    expect([await balance(), (await all.events())[0]?.state]).toEqual([WORTH.points, "done"]);
    expect([(await all.mails()).length, (await all.notifications()).length]).toEqual([0, 1]);
  });

  test("but by no mail where the account is closed; what was paid is given all the same", async () => {
    const { store, clock, ada, order, send, balance, all } = await shopWithPeople();
    const { users } = store.tables;
    const { paymentEvent } = await order();
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    await store.write((tx) => tx.update(users).set(closed).where(eq(users.id, ada.id)));
    await send(paymentEvent("completed"));
    expect([await balance(), await all.mails()]).toEqual([WORTH.points, []]);
    const erased = {
      email: null,
      emailKey: null,
      passwordHash: null,
      firstName: "Deleted",
      lastName: "member",
      erasedAt: clock.now(),
    };
    await store.write((tx) => tx.update(users).set(erased).where(eq(users.id, ada.id)));
    const later = await order({ [POINTS]: 3 });
    await send(later.paymentEvent("completed"));
    await send(later.paymentEvent("refunded"));
    expect([await balance(), await all.mails()]).toEqual([WORTH.points, []]);
    expect(await all.notifications()).toHaveLength(1);
  });
});
