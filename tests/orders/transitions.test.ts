import { describe, expect, test } from "bun:test";
import { moveOrder, TRANSITIONS } from "#server/modules/orders/index.ts";
import { EVENT_PATIENCE_MS, ORDER_STATES, type OrderState } from "#shared/constants/shop.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { asSite } from "#tests/support/context.ts";
import { addOrder, shopWithPeople } from "#tests/support/orders.ts";
import { PROMO } from "#tests/support/shop.ts";

const MOVES = {
  reopened: TRANSITIONS.reopened(),
  abandoned: TRANSITIONS.abandoned(),
  calledPaid: TRANSITIONS.calledPaid(true),
};

/** What becomes of an order in each state, and what its basket still has reserved then. */
const outcomes = async (name: keyof typeof MOVES) => {
  const { app, ada, store, all } = await shopWithPeople();
  const { basketReservations } = store.tables;
  const found: Partial<Record<OrderState, unknown>> = {};
  for (const state of ORDER_STATES) {
    const id = await addOrder(app, ada.id, { [PROMO]: 1 }, { state });
    const createdAt = app.clock.now();
    await store.write(async (tx) => {
      await tx.delete(basketReservations);
      const row = { userId: ada.id, orderId: id, createdAt };
      await tx.insert(basketReservations).values([
        { ...row, what: "promo" },
        { ...row, what: "Gold" },
      ]);
    });
    const isMoved = await asSite(app.deps).write((tx) =>
      moveOrder(tx, { id, userId: ada.id }, MOVES[name]),
    );
    const order = (await all.orders()).find((row) => row.id === id);
    const reserved = await store.read.select().from(basketReservations);
    const waitMs =
      order?.nextCheckAt == null ? null : order.nextCheckAt.getTime() - createdAt.getTime();
    found[state] = isMoved
      ? [order?.state, order?.paidAt !== null, waitMs, reserved.map(({ what }) => what).toSorted()]
      : [order?.state === state && reserved.length === 2];
  }
  return found;
};

const REFUSED = [true];
const PAID = { paid: REFUSED, refunded: REFUSED, disputed: REFUSED };

describe("an order that is", () => {
  test("taken up again was given up before, and keeps what it has reserved", async () => {
    expect(await outcomes("reopened")).toEqual({
      ...PAID,
      open: REFUSED,
      abandoned: ["open", false, HOUR_MS, ["Gold", "promo"]],
    });
  });

  test("given up was not paid, and lets everything go", async () => {
    const abandoned = ["abandoned", false, null, []];
    expect(await outcomes("abandoned")).toEqual({ ...PAID, open: abandoned, abandoned });
  });

  test("[SHOP-15] called paid was not paid before, and lets the promo go", async () => {
    const paid = ["paid", true, EVENT_PATIENCE_MS, ["Gold"]];
    expect(await outcomes("calledPaid")).toEqual({ ...PAID, open: paid, abandoned: paid });
  });
});
