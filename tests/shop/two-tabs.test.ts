import { describe, expect, test } from "bun:test";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { askBasket } from "#server/modules/shop/read-basket.ts";
import { type ShopApi, ShopFailure } from "#server/providers/ports/outside.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { addTo, basketOf, one, POINTS, PROMO, shopWorld } from "#tests/support/shop.ts";

const later = async () => {
  for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
};

/** Has a Tebex answer when everybody else has asked. */
const slowly = (shop: ShopApi): void => {
  const quick = { ...shop };
  shop.basket = async (ident) => {
    const found = await quick.basket(ident);
    await later();
    return found;
  };
  shop.addPackage = async (...given) => {
    await later();
    return quick.addPackage(...given);
  };
};

describe("two tabs at once", () => {
  test("put a package into the basket once", async () => {
    const { shop, ada } = await shopWorld();
    slowly(shop);
    const ident = await ada.basket({ packageId: POINTS, quantity: 2 }, one(PROMO));
    const answers = await Promise.all(
      [POINTS, POINTS, PROMO, PROMO, POINTS].map((id) =>
        addTo(ada, ident, id, id === POINTS ? 2 : 1),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await basketOf(ada, ident)).packages.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: PROMO, quantity: 1 },
      { id: POINTS, quantity: 2 },
    ]);
  });

  test("ask Tebex about one basket once, and anew when it has answered", async () => {
    const { shop, ada } = await shopWorld();
    const [ident, other] = [await ada.basket(one(POINTS)), await ada.basket(one(POINTS))];
    shop.asked.length = 0;
    const asked = [ident, ident, other, ident].map((name) => askBasket(shop, name));
    expect((await Promise.all(asked)).map((basket) => basket.ident)).toEqual([
      ident,
      ident,
      other,
      ident,
    ]);
    expect(shop.asked).toEqual(["basket", "basket"]);
    shop.fails(new ShopFailure("unreachable"));
    for (let time = 0; time < 2; time += 1)
      expect(await rejectionOf(askBasket(shop, ident))).toBeInstanceOf(ShopFailure);
    shop.fails(null);
    expect((await basketOf(ada, ident)).ident).toBe(ident);
  });
});
