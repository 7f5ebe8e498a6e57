import { expect, test } from "bun:test";
import { nextPromo, shelvesOf } from "#client/features/shop/package-card.tsx";
import { moneyText, priceText } from "#shared/rules/format.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { EXAMPLE } from "#tests/support/community.ts";

const sold = (id: number, change: Partial<ShopPackage> = {}): ShopPackage => ({
  id,
  name: `Package ${id}`,
  type: "single",
  total_price: 4.99,
  currency: "USD",
  image: null,
  description: "",
  points: null,
  tier: null,
  isPromo: false,
  isSoldOut: false,
  limit: null,
  ...change,
});
const [GOLD = 0, DIAMOND = 0] = EXAMPLE.tiers.map((tier) => tier.package ?? 0);
const shelves = (...packages: ShopPackage[]) => shelvesOf(packages, EXAMPLE.tiers);
const ids = (packages: readonly ShopPackage[]) => packages.map(({ id }) => id);

test("[SHOP-03] a tier is the subscription whose id it names, whatever that is called", () => {
  const monthly = { type: "subscription" } as const;
  const { subscriptions, singles } = shelves(
    sold(1, { name: "Vibranium Lynx", ...monthly }),
    sold(DIAMOND, { name: "Another name", ...monthly }),
    sold(3, { name: "Golden Lynx" }),
    sold(GOLD, { name: "Golden Lynx", ...monthly }),
  );
  expect(subscriptions.map(({ tier, pkg }) => [tier, pkg.id])).toEqual([
    ["Gold", GOLD],
    ["Diamond", DIAMOND],
  ]);
  expect(ids(singles)).toEqual([3]);
});

test("the promo stands apart, what is sold out at the end", () => {
  const { promo, singles } = shelves(
    sold(1, { isSoldOut: true }),
    sold(2),
    sold(3, { isPromo: true }),
    sold(4),
  );
  expect(promo?.id).toBe(3);
  expect(ids(singles)).toEqual([2, 4, 1]);
});

test("the best value is the most points for the money, of what can be bought", () => {
  const few = sold(1, { points: 500, total_price: 4.99 });
  const many = sold(2, { points: 2600, total_price: 19.99 });
  const gone = sold(3, { points: 9000, total_price: 1, isSoldOut: true });
  const free = sold(4, { points: 200, total_price: 0 });
  expect(shelves(few, many, gone, free).bestId).toBe(2);
  expect(shelves(few, gone).bestId).toBeNull();
  expect(shelves(few, { ...few, id: 9 }).bestId).toBeNull();
  expect(shelves().bestId).toBeNull();
});

test("[SHOP-08] the promo can be redeemed again 31 days after it was received", () => {
  const received = "2026-01-31T10:00:00.000Z";
  const again = Date.parse("2026-03-03T10:00:00.000Z");
  expect(nextPromo(received, again - 1)).toEqual(new Date(again));
  expect(nextPromo(received, again)).toBeNull();
  expect(nextPromo(null, 0)).toBeNull();
});

test("[SHOP-06] prices have two decimals", () => {
  expect(moneyText(10, "USD")).toBe("$10.00");
  expect(moneyText(1234.5, "EUR")).toBe("€1,234.50");
  expect(priceText(0, "USD")).toBe("Free");
  expect(priceText(4.99, "USD")).toBe("$4.99");
});
