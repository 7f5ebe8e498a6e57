import { describe, expect, test } from "bun:test";
import { typedQuantity } from "#client/components/quantity-stepper.tsx";
import { CART_KEY, type CartPackage, createCartStore } from "#client/lib/cart.ts";
import { currencyOf, linesOf, subtotalOf } from "#client/lib/shop.ts";
import { safeStorage } from "#client/lib/storage.ts";
import { BASKET_ITEMS_MAX, QUANTITY_MAX } from "#shared/constants/shop.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { CART, SHOP } from "#shared/shop-messages.ts";
import { memoryStorage } from "./session/tokens.ts";

const kept = (id: number, total_price = 4.99): CartPackage => ({
  id,
  name: `Package ${id}`,
  image: null,
  total_price,
});
const item = (id: number, quantity: number) => ({ package: kept(id), quantity });
const sold = (id: number, change: Partial<ShopPackage> = {}): ShopPackage => ({
  ...kept(id),
  type: "single",
  currency: "USD",
  description: "",
  points: null,
  tier: null,
  isPromo: false,
  isSoldOut: false,
  limit: null,
  ...change,
});

const open = (text?: string) => {
  const storage = memoryStorage(text === undefined ? {} : { [CART_KEY]: text });
  return { storage, cart: createCartStore(storage) };
};
const deny = () => {
  throw new Error("denied");
};
const quantities = ({ read }: Pick<ReturnType<typeof createCartStore>, "read">) =>
  read().single.map(({ package: { id }, quantity }) => [id, quantity]);

describe("[SHOP-04] the cart", () => {
  test("lies under zlgCart and is there in the next tab", () => {
    const { cart, storage } = open();
    cart.add(kept(1));
    expect(JSON.parse(storage.getItem("zlgCart") ?? "")).toEqual({
      subscription: null,
      single: [{ package: kept(1), quantity: 1 }],
    });
    expect(createCartStore(storage).read()).toEqual(cart.read());
  });

  test("counts one more of a package that is in it", () => {
    const { cart } = open();
    for (const id of [1, 2, 1]) expect(cart.add(kept(id))).toBe(true);
    expect(quantities(cart)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(cart.count(cart.read())).toBe(3);
  });

  test("holds one subscription: the next takes its place", () => {
    const { cart } = open();
    cart.setSubscription(kept(7));
    cart.setSubscription(kept(8));
    cart.add(kept(1));
    expect(cart.read().subscription?.id).toBe(8);
    expect(cart.count(cart.read())).toBe(2);
    expect(cart.items(cart.read())).toEqual([
      { packageId: 8, quantity: 1 },
      { packageId: 1, quantity: 1 },
    ]);
    cart.remove(8);
    expect(cart.read().subscription).toBeNull();
    expect(quantities(cart)).toEqual([[1, 1]]);
  });

  test("loses what goes down to none", () => {
    const { cart } = open();
    cart.add(kept(1));
    cart.add(kept(2));
    expect(cart.setQuantity(1, 0)).toBe(true);
    expect(quantities(cart)).toEqual([[2, 1]]);
  });

  test("is empty once all of it is bought, and keeps what was put in meanwhile", () => {
    const { cart } = open();
    const fill = () => {
      cart.setSubscription(kept(8));
      cart.add(kept(1));
      cart.add(kept(2));
    };
    fill();
    const bought = cart.items(cart.read());
    cart.settle(bought);
    expect(cart.read()).toEqual({ subscription: null, single: [] });
    fill();
    cart.setSubscription(kept(9));
    cart.add(kept(2));
    cart.add(kept(3));
    cart.settle(bought);
    expect(cart.read().subscription?.id).toBe(9);
    expect(quantities(cart)).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  test("[SHOP-05] takes one of a free item, and no more than the greatest quantity of others", () => {
    const { cart } = open();
    expect(cart.add(kept(4, 0))).toBe(true);
    expect(cart.add(kept(4, 0))).toBe(false);
    expect(cart.setQuantity(4, 2)).toBe(false);
    cart.add(kept(1));
    expect(cart.setQuantity(1, QUANTITY_MAX)).toBe(true);
    expect(cart.add(kept(1))).toBe(false);
    expect(quantities(cart)).toEqual([
      [4, 1],
      [1, QUANTITY_MAX],
    ]);
  });

  test("holds no more kinds than a basket does, a subscription among them", () => {
    const { cart } = open();
    for (let id = 1; id < BASKET_ITEMS_MAX; id += 1) expect(cart.add(kept(id))).toBe(true);
    expect(cart.add(kept(BASKET_ITEMS_MAX))).toBe(false);
    cart.setSubscription(kept(100));
    expect(cart.items(cart.read())).toHaveLength(BASKET_ITEMS_MAX);
  });

  test("remembers nothing of a package but what it needs", () => {
    const { cart } = open();
    cart.add(sold(1, { description: "<p>long</p>" }));
    expect(cart.read().single[0]?.package).toEqual(kept(1));
  });

  test("stays the same object until it changes, and tells when it does", () => {
    const { cart, storage } = open();
    let calls = 0;
    const stop = cart.subscribe(() => {
      calls += 1;
    });
    cart.add(kept(1));
    expect(cart.read()).toBe(cart.read());
    const before = cart.read();
    createCartStore(storage).add(kept(1));
    expect(cart.read()).not.toBe(before);
    stop();
    cart.remove(1);
    expect(calls).toBe(1);
  });
});

describe("what lies in the storage and is no cart is an empty one", () => {
  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["a quantity of none", JSON.stringify({ subscription: null, single: [item(1, 0)] })],
    ["half a piece", JSON.stringify({ subscription: null, single: [item(1, 1.5)] })],
    ["too many", JSON.stringify({ subscription: null, single: [item(1, QUANTITY_MAX + 1)] })],
    ["a negative price", JSON.stringify({ subscription: kept(1, -1), single: [] })],
    ["a name that is none", JSON.stringify({ subscription: { ...kept(1), name: 7 }, single: [] })],
  ])("%s", (_what, text) => {
    const { cart } = open(text);
    expect(cart.read()).toEqual({ subscription: null, single: [] });
    expect(cart.add(kept(1))).toBe(true);
  });

  test("a package that stands there twice counts once, and of a free one there is one", () => {
    const single = [item(1, 3), item(1, 2), { package: kept(4, 0), quantity: 5 }];
    const { cart } = open(JSON.stringify({ subscription: null, single }));
    expect(quantities(cart)).toEqual([
      [1, 3],
      [4, 1],
    ]);
  });

  test("a browser that denies its storage keeps the cart as long as the page is open", () => {
    const cart = createCartStore(
      safeStorage(() => ({ getItem: deny, setItem: deny, removeItem: deny })),
    );
    expect(cart.add(kept(1))).toBe(true);
    expect(cart.add(kept(1))).toBe(true);
    expect(quantities(cart)).toEqual([[1, 2]]);
  });
});

describe("the lines of a cart", () => {
  const present = {
    subscription: kept(7, 9.99),
    single: [
      { package: kept(1, 0.01), quantity: 3 },
      { package: kept(2, 5), quantity: 1 },
      { package: kept(3, 5), quantity: 1 },
    ],
  };

  test("[SHOP-06] cost what the shop says, whatever the browser remembers", () => {
    const packages = [
      sold(7, { total_price: 14.99, tier: "Diamond", currency: "EUR" }),
      sold(1, { total_price: 4.99, name: "500 Points" }),
      sold(2, { isSoldOut: true }),
    ];
    const lines = linesOf(present, packages);
    expect(lines.map(({ name, priceCents, problem }) => [name, priceCents, problem])).toEqual([
      ["Package 7", 1499, null],
      ["500 Points", 499, null],
      ["Package 2", 499, SHOP.soldOut],
      ["Package 3", 500, CART.gone],
    ]);
    expect(lines.map(({ tier }) => tier)).toEqual(["Diamond", null, null, null]);
    expect(subtotalOf(lines)).toBe(29.96);
    expect(currencyOf(packages, [{ currency: "GBP" }])).toBe("EUR");
  });

  test("cost what the cart remembers while the shop is being asked", () => {
    const lines = linesOf(present, undefined);
    expect(lines.every(({ problem }) => problem === null)).toBe(true);
    expect(subtotalOf(lines)).toBe(20.02);
    expect(currencyOf(undefined, [{ currency: "GBP" }])).toBe("GBP");
    expect(currencyOf(undefined, [])).toBe("USD");
  });
});

test.each([
  ["7", 7],
  [" 12 ", 12],
  ["0", 1],
  ["250", QUANTITY_MAX],
  ["", null],
  ["-3", null],
  ["1.5", null],
  ["x", null],
])("[SHOP-05] typing %p makes it %p", (text, quantity) => {
  expect(typedQuantity(text)).toBe(quantity);
});
