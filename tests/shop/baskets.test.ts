import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { ShopFailure } from "#server/providers/ports/outside.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { withLimits } from "#tests/support/app.ts";
import { hear } from "#tests/support/events.ts";
import {
  addTo,
  allOrders,
  basketOf,
  type Buyer,
  buyer,
  GOLD,
  MORE_POINTS,
  one,
  POINTS,
  said,
  shopWorld,
} from "#tests/support/shop.ts";

/** Everything that its buyer can ask about a basket. */
const basketCalls = (who: Buyer, ident: string) => [
  () => addTo(who, ident, POINTS),
  () => who.ask("POST", "authenticate-basket", { ident }),
  () => who.ask("GET", `basket/${ident}`),
];

describe("[SHOP-07] another member's basket does not exist", () => {
  test.each([
    ["GET", (ident: string) => `basket/${ident}`, undefined],
    ["POST", (ident: string) => `add-package/${ident}`, one(POINTS)],
    ["POST", () => "authenticate-basket", "ident"],
  ] as const)("%s %p", async (method, path, body) => {
    const { app, shop, ada, grace } = await shopWorld();
    const admin = await buyer(app, { role: "Admin" });
    const ident = await ada.basket(one(POINTS));
    shop.asked.length = 0;
    const ask = (who: Buyer, name: string) =>
      who.ask(method, path(name), body === "ident" ? { ident: name } : body);
    for (const who of [grace, admin])
      expect(await said(await ask(who, ident))).toMatchObject([
        404,
        { message: SHOP.unknownBasket },
      ]);
    expect(await said(await ask(ada, "basket-999"))).toMatchObject([
      404,
      { message: SHOP.unknownBasket },
    ]);
    expect(shop.asked).toEqual([]);
    expect((await ask(ada, ident)).status).toBe(200);
  });

  test("a name that no basket has is no basket's", async () => {
    const { shop, ada } = await shopWorld();
    for (const name of ["a%20b", "a.b", "a".repeat(65)])
      expect([name, (await ada.ask("GET", `basket/${name}`)).status]).toEqual([name, 404]);
    expect(shop.asked).toEqual([]);
  });
});

describe("signing in at Tebex", () => {
  test("leads back to a page that closes its window; the bare name of the basket will do", async () => {
    const { ada } = await shopWorld();
    const ident = await ada.basket(one(POINTS));
    const links = [
      {
        name: "Steam",
        url: `https://store.example/${ident}?back=http://den.example/auth/tebex/return`,
      },
    ];
    for (const body of [{ ident }, ident, { Ident: ident }]) {
      const response = await ada.ask("POST", "authenticate-basket", body);
      expect([response.status, await response.json()]).toEqual([200, links]);
    }
    expect((await ada.ask("POST", "authenticate-basket", { ident: 5 })).status).toBe(400);
  });
});

describe("a package that is put in", () => {
  test("is one of the order's, and no more of it than was asked for", async () => {
    const { shop, ada } = await shopWorld();
    const ident = await ada.basket({ packageId: POINTS, quantity: 2 });
    for (const [packageId, quantity] of [
      [MORE_POINTS, 1],
      [POINTS, 3],
      [999, 1],
    ] as const)
      expect(await said(await addTo(ada, ident, packageId, quantity))).toMatchObject([
        400,
        { error: "not_in_order", message: SHOP.notInOrder },
      ]);
    expect(shop.asked).toEqual(["createBasket"]);
    expect(await said(await addTo(ada, ident, POINTS, 2))).toEqual([
      200,
      {
        ident,
        complete: false,
        total: 9.98,
        currency: "USD",
        packages: [{ id: POINTS, name: "500 Points", quantity: 2, price: 9.98 }],
      },
    ]);
  });

  test("is in the basket once however often that is asked for, as after a reload", async () => {
    const { ada } = await shopWorld();
    const ident = await ada.basket({ packageId: POINTS, quantity: 3 }, one(GOLD));
    for (const quantity of [1, 3, 3, 2])
      expect((await addTo(ada, ident, POINTS, quantity)).status).toBe(200);
    await addTo(ada, ident, GOLD);
    await addTo(ada, ident, GOLD);
    expect((await basketOf(ada, ident)).packages).toMatchObject([
      { id: POINTS, quantity: 3 },
      { id: GOLD, quantity: 1 },
    ]);
  });

  test.each([
    [
      "limit",
      "You have reached the purchase limit.",
      400,
      { error: "limit_reached", message: "You have reached the purchase limit." },
    ],
    ["limit", null, 400, { error: "limit_reached", message: SHOP.refused }],
    [
      "sign_in",
      "User must login before adding packages to basket",
      400,
      { error: "sign_in", message: SHOP.signInAtTebex },
    ],
    [
      "refused",
      "This package cannot be gifted.",
      400,
      { error: "refused", message: "This package cannot be gifted." },
    ],
    ["refused", null, 400, { error: "refused", message: SHOP.refused }],
    ["missing", "Package not found", 400, { error: "refused", message: SHOP.unknownPackage }],
    ["unreachable", null, 502, { message: SHOP.unreachable }],
  ] as const)("is refused as Tebex refuses it: %s, %p", async (reason, received, status, body) => {
    const { shop, ada } = await shopWorld();
    const ident = await ada.basket(one(POINTS));
    shop.fails(new ShopFailure(reason, received), "addPackage");
    expect(await said(await addTo(ada, ident, POINTS))).toMatchObject([status, body]);
  });

  test("a basket that Tebex has forgotten is gone, and the sentence says how to go on", async () => {
    const { shop, ada } = await shopWorld();
    const ident = await ada.basket(one(POINTS));
    shop.fails(new ShopFailure("missing", "Basket not found"));
    const answers = [
      await addTo(ada, ident, POINTS),
      await ada.ask("GET", `basket/${ident}`),
      await ada.ask("POST", "authenticate-basket", { ident }),
    ];
    for (const answer of answers)
      expect(await said(answer)).toMatchObject([404, { message: SHOP.basketGone }]);
  });

  test("[LIMIT-10] so many an hour are allowed", async () => {
    const { ada } = await shopWorld({ adjust: withLimits({ basketItemsByMember: 1 }) });
    const ident = await ada.basket(one(POINTS));
    expect((await addTo(ada, ident, POINTS)).status).toBe(200);
    expect((await addTo(ada, ident, POINTS)).status).toBe(429);
    expect((await ada.ask("POST", "authenticate-basket", { ident })).status).toBe(429);
  });

  test("one that was given up is asked for again once its buyer takes it up", async () => {
    const { app, shop, ada, grace } = await shopWorld();
    const { store, clock } = app.deps;
    const { orders } = store.tables;
    for (const [index] of basketCalls(ada, "").entries()) {
      const ident = await ada.basket(one(POINTS));
      await addTo(ada, ident, POINTS);
      const isIt = eq(orders.ident, ident);
      const present = async () => (await store.read.select().from(orders).where(isIt))[0];
      await store.write((tx) =>
        tx.update(orders).set({ state: "abandoned", nextCheckAt: null }).where(isIt),
      );
      for (const stranger of basketCalls(grace, ident)) expect((await stranger()).status).toBe(404);
      expect(await present()).toMatchObject({ state: "abandoned", nextCheckAt: null });
      expect((await basketCalls(ada, ident)[index]?.())?.status).toBe(200);
      const nextCheckAt = new Date(clock.now().getTime() + HOUR_MS);
      expect(await present()).toMatchObject({ state: "open", nextCheckAt });
    }
    // One that is paid has its own way.
    const paid = await ada.basket(one(POINTS));
    shop.pay(paid);
    await store.write((tx) =>
      tx
        .update(orders)
        .set({ state: "abandoned", nextCheckAt: null })
        .where(eq(orders.ident, paid)),
    );
    expect((await basketOf(ada, paid)).complete).toBe(true);
    const [order] = await store.read.select().from(orders).where(eq(orders.ident, paid));
    expect(order?.state).toBe("paid");
  });
});

describe("a basket that is paid", () => {
  test("[SHOP-15] is complete from when Tebex first says so, and that credits nothing", async () => {
    const { app, shop, ada } = await shopWorld();
    const { store, clock } = app.deps;
    const ident = await ada.basket({ packageId: POINTS, quantity: 2 });
    await addTo(ada, ident, POINTS, 2);
    expect(await basketOf(ada, ident)).toMatchObject({ complete: false, total: 9.98 });
    const events = await hear(store);
    shop.pay(ident);
    const paidAt = clock.now();
    const paid = await basketOf(ada, ident);
    expect(paid).toEqual({
      ident,
      complete: true,
      total: 9.98,
      currency: "USD",
      packages: [{ id: POINTS, name: "500 Points", quantity: 2, price: 9.98 }],
    });
    app.clock.advance(MINUTE_MS);
    // From now on we know it ourselves.
    shop.fails(new ShopFailure("unreachable"));
    shop.asked.length = 0;
    expect(await basketOf(ada, ident)).toEqual(paid);
    expect(shop.asked).toEqual([]);
    expect(await allOrders(app)).toMatchObject([
      {
        state: "paid",
        paidAt,
        receivedAt: null,
        creditedAt: null,
        nextCheckAt: new Date(paidAt.getTime() + 15 * MINUTE_MS),
      },
    ]);
    expect(await store.read.select().from(store.tables.pointEntries)).toEqual([]);
    expect(await events()).toEqual([{ type: "orders.changed", userId: ada.userId }]);
  });

  test("cannot be changed any more, whoever noticed first that it is paid", async () => {
    const { app, shop, ada } = await shopWorld();
    const ident = await ada.basket(one(POINTS), one(MORE_POINTS));
    await addTo(ada, ident, POINTS);
    shop.pay(ident);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await said(await addTo(ada, ident, MORE_POINTS))).toMatchObject([
        409,
        { message: SHOP.paidBasket },
      ]);
    expect(await allOrders(app)).toMatchObject([{ state: "paid", paidAt: app.clock.now() }]);
    expect((await ada.ask("POST", "authenticate-basket", { ident })).status).toBe(409);
    expect((await basketOf(ada, ident)).complete).toBe(true);
  });
});
