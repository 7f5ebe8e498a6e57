import { expect, test } from "bun:test";
import { SHOP_SCREEN, SUBSCRIPTION, subscriptionsBring } from "#shared/shop-messages.ts";

const tier = (monthlyPoints: number, quarterHourPoints: number) => ({
  monthlyPoints,
  quarterHourPoints,
});

test("what a subscription brings is said by what the community's tiers give", () => {
  expect(subscriptionsBring([tier(0, 0), tier(500, 2)])).toBe(
    "A subscription brings points every month, and more while you play.",
  );
  expect(subscriptionsBring([tier(500, 0)])).toBe("A subscription brings points every month.");
  expect(subscriptionsBring([tier(0, 2)])).toBe("A subscription brings points while you play.");
  expect(SUBSCRIPTION.none([tier(0, 0)])).toBe("You're on the Standard tier.");
});

test("the shop speaks of tiers that earn in play only where there are some", () => {
  expect(SHOP_SCREEN.pointsHint("ZP", [tier(500, 2)])).toBe(
    "ZP to spend in game, and tiers that earn more while you play.",
  );
  expect(SHOP_SCREEN.pointsHint("ZP", [tier(500, 0)])).toBe("ZP to spend in game.");
});
