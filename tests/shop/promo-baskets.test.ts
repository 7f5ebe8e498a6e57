import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { SHOP } from "#shared/shop-messages.ts";
import { addOrder, event, paymentOf, shopWithPeople } from "#tests/support/orders.ts";
import { addTo, basketOf, buy, one, POINTS, PROMO, shopWorld } from "#tests/support/shop.ts";

test("a promo that was refused does not count because the rest of its basket was paid", async () => {
  const { app, shop, ada } = await shopWorld();
  await buy(app, ada, PROMO);
  const received = app.clock.now().toISOString();
  expect((await ada.ask("PUT", "promo-claimed", { packageId: PROMO })).status).toBe(200);
  app.clock.advance(10 * 60_000);
  const ident = await ada.basket(one(PROMO), one(POINTS));
  expect((await addTo(ada, ident, PROMO)).status).toBe(400);
  expect((await addTo(ada, ident, POINTS)).status).toBe(200);
  shop.pay(ident);
  expect((await basketOf(ada, ident)).complete).toBe(true);
  await ada.ask("PUT", "promo-claimed", { packageId: PROMO });
  expect(await (await ada.ask("GET", "promo-status")).json()).toEqual({
    promoReceivedDate: received,
  });
});

test("an order that was paid without its promo has none to claim", async () => {
  const { shop, ada } = await shopWorld();
  const ident = await ada.basket(one(PROMO), one(POINTS));
  await addTo(ada, ident, POINTS);
  shop.pay(ident);
  await basketOf(ada, ident);
  const answer = await ada.ask("PUT", "promo-claimed", { packageId: PROMO });
  expect([answer.status, await answer.text()]).toEqual([409, SHOP.noPaidPromo]);
});

test("[PAY-03] what Tebex says was bought decides, where its event comes first", async () => {
  const { app, ada, send, all } = await shopWithPeople();
  const { orders } = app.deps.store.tables;
  const at = app.clock.now();
  const orderId = await addOrder(app, ada.id, { [PROMO]: 1, [POINTS]: 1 });
  const custom = { userId: ada.id, orderId };
  const without = paymentOf({ transaction: "t-1", bought: { [POINTS]: 1 }, custom, paidAt: at });
  await send(event("payment.completed", at, without));
  const [order] = await app.deps.store.read.select().from(orders).where(eq(orders.id, orderId));
  expect([order?.hasPromo, order?.paidAt === null]).toEqual([false, false]);
  // And the other way round: one that slipped into the basket at Tebex counts.
  const other = await addOrder(app, ada.id, { [POINTS]: 1 });
  const bought = { [POINTS]: 1, [PROMO]: 1 };
  const paid = {
    transaction: "t-2",
    bought,
    custom: { userId: ada.id, orderId: other },
    paidAt: at,
  };
  await send(event("payment.completed", at, paymentOf(paid)));
  expect((await all.orders()).map(({ hasPromo }) => hasPromo)).toEqual([false, true]);
});

test("two baskets with the promo that are paid in the same second are flagged", async () => {
  const { app, ada, send, all } = await shopWithPeople();
  const at = app.clock.now();
  for (const transaction of ["t-1", "t-2"]) {
    const orderId = await addOrder(app, ada.id, { [PROMO]: 1 });
    const custom = { userId: ada.id, orderId };
    const paid = paymentOf({ transaction, bought: { [PROMO]: 1 }, custom, paidAt: at });
    await send(event("payment.completed", at, paid));
  }
  expect((await all.flags()).map(({ kind }) => kind)).toEqual(["promo"]);
});
