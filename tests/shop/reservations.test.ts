import { describe, expect, test } from "bun:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { checkOrders, grantTier } from "#server/modules/orders/index.ts";
import { ShopFailure } from "#server/providers/ports/outside.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { inOtherBasket, SHOP } from "#shared/shop-messages.ts";
import { asSite } from "#tests/support/context.ts";
import {
  addTo,
  allOrders,
  basketOf,
  buy,
  buyer,
  type Buyer,
  DIAMOND,
  GOLD,
  one,
  POINTS,
  PROMO,
  said,
  shopWorld,
} from "#tests/support/shop.ts";
import { twoShops } from "#tests/support/two-shops.ts";

const GIFT = "Monthly Gift";
const close = (who: Buyer, ident: string) => who.ask("DELETE", `basket/${ident}`);
const change = (who: Buyer, ident: string, items: readonly unknown[]) =>
  who.ask("PUT", `basket/${ident}`, { items });

describe("[SHOP-08] the promo", () => {
  test("cannot be put into a second open basket; the refusal says where it is", async () => {
    const { ada, grace } = await shopWorld();
    const idents: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) idents.push(await ada.basket(one(PROMO)));
    const [first = "", second = "", third = ""] = idents;
    expect((await addTo(ada, first, PROMO)).status).toBe(200);
    for (const ident of [second, third])
      expect(await said(await addTo(ada, ident, PROMO))).toEqual([
        400,
        { code: "limit_reached", error: "limit_reached", message: inOtherBasket(GIFT, 1) },
      ]);
    // Another tab of the same basket is the same basket, and another member somebody else.
    expect((await addTo(ada, first, PROMO)).status).toBe(200);
    expect((await addTo(grace, await grace.basket(one(PROMO)), PROMO)).status).toBe(200);
  });

  test("is in one basket, however many are filled at once on two instances", async () => {
    const { tabs, shop } = await twoShops();
    const [east, west] = tabs;
    const idents = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => (nth % 2 === 0 ? east : west).basket(one(PROMO))),
    );
    const answers = await Promise.all(
      idents.map((ident, nth) => addTo(nth % 2 === 0 ? west : east, ident, PROMO)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const baskets = await Promise.all(idents.map((ident) => shop.basket(ident)));
    expect(baskets.filter(({ packages }) => packages.length > 0)).toHaveLength(1);
  });

  test("can be put into another basket once its own is closed, and is not in that one any more", async () => {
    const { shop, ada, grace } = await shopWorld();
    const [first, second] = [
      await ada.basket(one(PROMO), one(POINTS)),
      await ada.basket(one(PROMO)),
    ];
    for (const id of [PROMO, POINTS]) await addTo(ada, first, id);
    expect((await close(grace, first)).status).toBe(404);
    const answer = await close(ada, first);
    expect([answer.status, await answer.text()]).toEqual([200, SHOP.basketClosed]);
    expect((await shop.basket(first)).packages).toEqual([]);
    expect((await addTo(ada, second, PROMO)).status).toBe(200);
    // Whoever looks at the closed one again does not open it.
    expect((await basketOf(ada, first)).packages).toEqual([]);
    expect((await close(ada, first)).status).toBe(200);
    shop.pay(second);
    expect((await close(ada, second)).status).toBe(409);
  });

  test("is let go by a basket that is changed, and stays with one that is not", async () => {
    const { shop, ada } = await shopWorld();
    const first = await ada.basket(one(PROMO), { packageId: POINTS, quantity: 3 });
    const second = await ada.basket(one(PROMO));
    await addTo(ada, first, PROMO);
    await addTo(ada, first, POINTS, 3);
    expect((await change(ada, first, [one(PROMO), one(POINTS)])).status).toBe(200);
    // Of what there is less, all is taken out: what is missing is added again.
    expect((await shop.basket(first)).packages.map(({ id }) => id)).toEqual([PROMO]);
    expect((await addTo(ada, first, POINTS)).status).toBe(200);
    expect((await addTo(ada, second, PROMO)).status).toBe(400);
    expect((await change(ada, first, [one(POINTS)])).status).toBe(200);
    expect((await shop.basket(first)).packages).toMatchObject([{ id: POINTS, quantity: 1 }]);
    expect((await addTo(ada, first, PROMO)).status).toBe(400);
    expect((await addTo(ada, second, PROMO)).status).toBe(200);
  });

  test("is taken out of a basket that is given up, before another one may have it", async () => {
    const { app, shop, ada } = await shopWorld();
    const { clock, deps } = app;
    const first = await ada.basket(one(PROMO), one(POINTS));
    for (const id of [PROMO, POINTS]) await addTo(ada, first, id);
    clock.advance(3 * DAY_MS + 60_000);
    shop.fails(new ShopFailure("unreachable"), "removePackage");
    const check = () => checkOrders(asSite(deps), new AbortController().signal);
    await check();
    expect((await allOrders(app))[0]?.state).toBe("open");
    shop.fails(null);
    clock.advance(2 * DAY_MS);
    await check();
    expect((await allOrders(app))[0]?.state).toBe("abandoned");
    expect((await shop.basket(first)).packages.map(({ id }) => id)).toEqual([POINTS]);
    // After so long they have to sign in again.
    const later = await buyer(app, ada.userId);
    expect((await addTo(later, await later.basket(one(PROMO)), PROMO)).status).toBe(200);
  });

  test("is not kept for a basket into which Tebex did not let it", async () => {
    const { shop, ada } = await shopWorld();
    const [first, second] = [await ada.basket(one(PROMO)), await ada.basket(one(PROMO))];
    shop.fails(new ShopFailure("sign_in"), "addPackage");
    expect((await addTo(ada, first, PROMO)).status).toBe(400);
    shop.fails(null);
    expect((await addTo(ada, second, PROMO)).status).toBe(200);
    await close(ada, second);
    // Whether it is in there nobody knows: it may be.
    shop.fails(new ShopFailure("unreachable"), "addPackage");
    expect((await addTo(ada, first, PROMO)).status).toBe(502);
    shop.fails(null);
    const third = await ada.basket(one(PROMO));
    expect((await addTo(ada, third, PROMO)).status).toBe(400);
  });

  test("is free again where Tebex has forgotten its basket, which is told as what it is", async () => {
    const { app, shop, ada } = await shopWorld();
    const [first, second] = [await ada.basket(one(PROMO)), await ada.basket(one(PROMO))];
    await addTo(ada, first, PROMO);
    shop.fails(new ShopFailure("missing", "Basket not found"), "basket");
    expect(await said(await ada.ask("GET", `basket/${first}`))).toEqual([
      404,
      expect.objectContaining({ message: SHOP.basketGone }),
    ]);
    shop.fails(null);
    expect((await allOrders(app)).map(({ state }) => state).toSorted()).toEqual([
      "abandoned",
      "open",
    ]);
    expect((await addTo(ada, second, PROMO)).status).toBe(200);
  });
});

const subscribed = async (state: "active" | "cancelled" | null, days: number) => {
  const world = await shopWorld();
  const { app, ada } = world;
  const { store, clock } = app.deps;
  const at = clock.now();
  const until = new Date(at.getTime() + days * DAY_MS);
  await grantTier(asSite(app.deps), { userId: ada.userId, tier: "Gold", until });
  const { subscriptions, orders } = store.tables;
  if (state !== null)
    await store.write(async (tx) => {
      const [order] = await tx
        .insert(orders)
        .values({
          userId: ada.userId,
          state: "paid",
          items: [],
          currency: "USD",
          hasPromo: false,
          createdAt: at,
          paidAt: at,
        })
        .returning({ id: orders.id });
      const row = { userId: ada.userId, orderId: order?.id ?? 0, tier: "Gold", state } as const;
      await tx
        .insert(subscriptions)
        .values({ ...row, reference: "r", nextPaymentAt: null, eventAt: at });
    });
  return world;
};

describe("[SHOP-21] a running tier", () => {
  test.each([
    ["which is renewed", "active", 3, 400],
    ["which is renewed, in the middle of its month", "active", 20, 400],
    ["which was cancelled, more than 7 days before it ends", "cancelled", 8, 400],
    ["which was cancelled, in its last 7 days", "cancelled", 6, 200],
    ["which was given by hand", null, 30, 400],
    ["which was given by hand, in its last 7 days", null, 7, 200],
  ] as const)("%s cannot be bought again but in its last days", async (_, state, days, status) => {
    const { ada, shop } = await subscribed(state, days);
    const items = [one(GOLD), one(POINTS)];
    const answer = await ada.ask("POST", "create-basket", { items });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(await answer.json()).toMatchObject({ error: "already_subscribed" });
    expect(shop.made).toEqual([]);
    // Another tier is another matter.
    expect((await ada.ask("POST", "create-basket", { items: [one(DIAMOND)] })).status).toBe(200);
  });

  test("cannot be put into a basket that was made before it ran", async () => {
    const { app, ada } = await shopWorld();
    const ident = await ada.basket(one(GOLD));
    const until = new Date(app.clock.now().getTime() + 30 * DAY_MS);
    await grantTier(asSite(app.deps), { userId: ada.userId, tier: "Gold", until });
    expect(await said(await addTo(ada, ident, GOLD))).toEqual([
      400,
      expect.objectContaining({ error: "already_subscribed" }),
    ]);
    expect((await change(ada, ident, [one(GOLD), one(POINTS)])).status).toBe(400);
    expect((await ada.ask("GET", "obstacles")).status).toBe(200);
  });

  test("is in one open basket at a time, so that nobody pays it twice", async () => {
    const { ada, app } = await shopWorld();
    const [first, second] = [await ada.basket(one(GOLD)), await ada.basket(one(GOLD))];
    expect((await addTo(ada, first, GOLD)).status).toBe(200);
    expect(await said(await addTo(ada, second, GOLD))).toEqual([
      400,
      {
        code: "limit_reached",
        error: "limit_reached",
        message: inOtherBasket("Golden Lynx", 1),
      },
    ]);
    const obstacles = async (query = "") =>
      (await ada.ask("GET", `obstacles${query}`)).json() as Promise<unknown>;
    const there = { packageId: GOLD, error: "limit_reached", orderId: 1 };
    expect(await obstacles()).toMatchObject([there]);
    expect(await obstacles(`?ident=${first}`)).toEqual([]);
    expect(await obstacles(`?ident=${second}`)).toMatchObject([there]);
    await buy(app, ada, PROMO);
    expect(await obstacles(`?ident=${first}`)).toMatchObject([
      { packageId: PROMO, error: "limit_reached", orderId: null },
    ]);
  });
});

describe("two tabs on two instances", () => {
  test("cannot put a package into a basket twice", async () => {
    const { tabs, shop } = await twoShops();
    const [east, west] = tabs;
    const ident = await east.basket({ packageId: POINTS, quantity: 2 });
    const quick = { ...shop };
    shop.basket = async (name) => {
      const found = await quick.basket(name);
      await sleep(30);
      return found;
    };
    const answers = await Promise.all(
      [east, west, east, west].map((tab) => addTo(tab, ident, POINTS, 2)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await quick.basket(ident)).packages).toMatchObject([{ id: POINTS, quantity: 2 }]);
  });

  test("whoever has a basket and dies has it for half a minute at most", async () => {
    const { tabs, apps, clock } = await twoShops();
    const [, west] = tabs;
    const [{ deps }] = apps;
    const ident = await west.basket(one(POINTS));
    const { orders } = deps.store.tables;
    const gone = { claimedBy: "gone", claimedUntil: new Date(clock.now().getTime() + 30_000) };
    await deps.store.write(async (tx) => {
      await tx.update(orders).set(gone).where(eq(orders.ident, ident));
    });
    const waiting = addTo(west, ident, POINTS);
    expect(await Promise.race([waiting, sleep(300).then(() => "waits")])).toBe("waits");
    clock.advance(30_000);
    expect((await waiting).status).toBe(200);
    const [order] = await deps.store.read.select().from(orders).where(eq(orders.ident, ident));
    expect([order?.claimedBy, order?.claimedUntil]).toEqual([null, null]);
  });
});
