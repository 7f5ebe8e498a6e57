import { describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { ShopFailure } from "#server/providers/ports/outside.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { ShopPackages } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { withLimits } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  allOrders,
  type Buyer,
  DIAMOND,
  GOLD,
  MORE_POINTS,
  OLD,
  one,
  packageOf,
  PACKAGES,
  POINTS,
  PROMO,
  said,
  shopWorld,
} from "#tests/support/shop.ts";

/** A package that the example says nothing of. */
const NEW = 7_000_001;
/** What the community says of it. */
const giving = (gives: Partial<Config["community"]["shop"]["packages"][number]>) =>
  ({
    adjust: (config) => {
      const { shop } = config.community;
      const one = { id: NEW, points: 0, tier: null, deliveries: [], ...gives };
      const packages = [...shop.packages, one];
      return { ...config, community: { ...config.community, shop: { ...shop, packages } } };
    },
  }) satisfies Parameters<typeof shopWorld>[0];

const create = (who: Buyer) => who.ask("POST", "create-basket", { items: [one(POINTS)] });

describe("a new basket", () => {
  test("[SHOP-07] is bound to an order of its creator that stood before it", async () => {
    const { app, shop, ada } = await shopWorld();
    const response = await ada.ask("POST", "create-basket", {
      items: [
        { packageId: String(POINTS), quantity: 2 },
        { packageId: GOLD, quantity: 1 },
      ],
    });
    const { data } = (await response.json()) as { data: { ident: string; orderId: number } };
    expect(response.status).toBe(200);
    expect(data).toEqual({ ident: `basket-${data.orderId}`, orderId: data.orderId });
    const [order] = await allOrders(app);
    expect(order).toMatchObject({
      id: data.orderId,
      ident: data.ident,
      userId: ada.userId,
      state: "open",
      currency: "USD",
      hasPromo: false,
      paidAt: null,
      nextCheckAt: new Date(app.clock.now().getTime() + 2 * MINUTE_MS),
      items: [
        { packageId: POINTS, name: "500 Points", quantity: 2, price: 9.98 },
        { packageId: GOLD, name: "Golden Lynx", quantity: 1, price: 4.99 },
      ],
    });
    expect(shop.made).toMatchObject([
      {
        custom: { userId: ada.userId, orderId: data.orderId },
        completeUrl: "http://den.example/member/purchases",
        cancelUrl: "http://den.example/shop/cart",
      },
    ]);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8::7", null],
  ])("tells Tebex the buyer's address where it understands it: %s", async (from, told) => {
    const { app, shop } = await shopWorld();
    const { email } = await addMember(app.deps);
    const browser = httpClient(app, from);
    await browser.login(email, PASSWORD);
    await browser.ask("POST", "/api/tebex/create-basket", { items: [one(POINTS)] });
    expect(shop.made).toMatchObject([{ ipAddress: told }]);
  });

  test("a price, a name or a buyer that the browser sends changes nothing", async () => {
    const { app, shop, ada, grace } = await shopWorld();
    const response = await ada.ask("POST", "create-basket", {
      items: [{ ...one(MORE_POINTS), price: 0, total_price: 0.01, name: "Free", points: 99_999 }],
      userId: grace.userId,
      custom: { userId: grace.userId, orderId: 1 },
      total: 0,
    });
    expect(response.status).toBe(200);
    expect(await allOrders(app)).toMatchObject([
      {
        userId: ada.userId,
        items: [{ packageId: MORE_POINTS, name: "1,200 Points", price: 9.99 }],
      },
    ]);
    expect(shop.made).toMatchObject([{ custom: { userId: ada.userId } }]);
  });

  test.each([
    ["a package that is not sold", [one(999)], SHOP.unknownPackage],
    ["one that is sold out", [one(OLD)], SHOP.soldOut],
    ["a free one twice", [{ packageId: PROMO, quantity: 2 }], SHOP.oneFree],
    ["a subscription twice", [{ packageId: GOLD, quantity: 2 }], SHOP.oneSubscription],
    ["two subscriptions", [one(GOLD), one(DIAMOND)], SHOP.oneSubscription],
    [
      "one package on two lines",
      [one(POINTS), { packageId: String(POINTS), quantity: 1 }],
      SHOP.twice,
    ],
  ])("[SHOP-18] %s is refused, and leaves no order", async (_, items, message) => {
    const { app, shop, ada } = await shopWorld();
    expect(await said(await ada.ask("POST", "create-basket", { items }))).toMatchObject([
      400,
      { message },
    ]);
    expect(await allOrders(app)).toEqual([]);
    expect(shop.made).toEqual([]);
  });

  test.each([
    ["nothing", []],
    ["no quantity", [{ packageId: POINTS }]],
    ["less than one", [{ packageId: POINTS, quantity: 0 }]],
    ["less than none", [{ packageId: POINTS, quantity: -1 }]],
    ["a part", [{ packageId: POINTS, quantity: 1.5 }]],
    ["too many", [{ packageId: POINTS, quantity: 100 }]],
    ["a quantity in words", [{ packageId: POINTS, quantity: "1" }]],
    ["a package that is none", [{ packageId: "1; DROP TABLE", quantity: 1 }]],
    ["a package below zero", [{ packageId: -1, quantity: 1 }]],
    ["too many lines", Array.from({ length: 51 }, (_, at) => one(at + 1))],
    ["no list", { packageId: POINTS, quantity: 1 }],
  ])("%s is malformed", async (_, items) => {
    const { ada } = await shopWorld();
    expect((await ada.ask("POST", "create-basket", { items })).status).toBe(400);
  });

  test("a package that Tebex has only just begun to sell is found, and is not asked for in vain", async () => {
    const { app, shop, ada } = await shopWorld(giving({ points: 5 }));
    const brandNew = { ...packageOf(POINTS), id: NEW, name: "New" };
    shop.sells([...PACKAGES, brandNew]);
    app.clock.advance(MINUTE_MS);
    expect(await ada.basket(one(brandNew.id))).toStartWith("basket-");
    expect(shop.asked).toEqual(["packages", "createBasket"]);
    shop.asked.length = 0;
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await ada.ask("POST", "create-basket", { items: [one(999)] })).status).toBe(400);
    expect(shop.asked).toEqual([]);
  });

  test("[SHOP-24] a package that gives nothing is neither shown nor sold, unless its owner marks it so", async () => {
    const brandNew = { ...packageOf(POINTS), id: NEW, name: "New" };
    const attempt = async (...options: Parameters<typeof shopWorld>) => {
      const { app, shop, ada } = await shopWorld(...options);
      shop.sells([...PACKAGES, brandNew]);
      app.clock.advance(MINUTE_MS);
      const answer = await ada.ask("POST", "create-basket", { items: [one(NEW)] });
      const { message = null } = (await answer.json()) as { message?: string };
      const { data } = (await (await ada.ask("GET", "packages")).json()) as ShopPackages;
      return { status: answer.status, message, isShown: data.some(({ id }) => id === NEW) };
    };
    const refused = { status: 400, message: SHOP.notSold, isShown: false };
    expect(await attempt()).toEqual(refused);
    expect(await attempt(giving({ points: 0 }))).toEqual(refused);
    const sold = { status: 200, message: null, isShown: true };
    expect(await attempt(giving({ points: 1 }))).toEqual(sold);
    expect(await attempt(giving({ points: 0, tier: "Gold" }))).toEqual(sold);
    expect(
      await attempt(giving({ points: 0, deliveries: [{ game: "minecraft", give: "kit" }] })),
    ).toEqual(sold);
    expect(await attempt(giving({ points: 0, givesNothing: true }))).toEqual(sold);
  });

  test("[SHOP-24] what gives nothing any more is not put into a basket that was made before", async () => {
    const { app, shop, ada } = await shopWorld(giving({ points: 5 }));
    shop.sells([...PACKAGES, { ...packageOf(POINTS), id: NEW, name: "New" }]);
    app.clock.advance(MINUTE_MS);
    const ident = await ada.basket(one(NEW));
    const { live, config } = app.deps;
    const { shop: gives } = config.community;
    live.replace({
      siteVersion: 1,
      community: {
        ...config.community,
        shop: { ...gives, packages: gives.packages.filter(({ id }) => id !== NEW) },
      },
    });
    expect(await said(await ada.ask("POST", `add-package/${ident}`, one(NEW)))).toMatchObject([
      400,
      { message: SHOP.notSold },
    ]);
  });

  test("where Tebex cannot be reached nothing is open, and the list is known to be old", async () => {
    const { app, shop, ada } = await shopWorld();
    shop.fails(new ShopFailure("unreachable"));
    expect(
      await said(await ada.ask("POST", "create-basket", { items: [one(POINTS)] })),
    ).toMatchObject([502, { message: SHOP.unreachable }]);
    expect(await allOrders(app)).toMatchObject([
      { state: "abandoned", ident: null, nextCheckAt: null },
    ]);
    const list = (await (await ada.ask("GET", "packages")).json()) as ShopPackages;
    expect(list.isStale).toBe(true);
  });

  test("[LIMIT-10] so many an hour are allowed, and others are not kept from theirs", async () => {
    const { ada, grace } = await shopWorld({ adjust: withLimits({ basketsByMember: 2 }) });
    expect([(await create(ada)).status, (await create(ada)).status]).toEqual([200, 200]);
    const refused = await create(ada);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await create(grace)).status).toBe(200);
  });
});
