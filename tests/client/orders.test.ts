import { describe, expect, test } from "bun:test";
import { itemsByPackage } from "#client/components/orders/order-parts.tsx";
import { orderSteps } from "#client/components/orders/order-way.tsx";
import { paidTwice, plansOf } from "#client/features/orders/subscription-page.tsx";
import { inboxInputOf, orderInputOf } from "#client/features/shop-administration/shop-filters.tsx";
import { isNarrowed } from "#client/lib/lists.ts";
import { inboxSearch } from "#client/lib/routing/list-searches.ts";
import { eventName } from "#shared/shop-admin-messages.ts";
import { EXAMPLE } from "#tests/support/community.ts";

const [MADE, PAID, HEARD, GIVEN] = ["01", "02", "03", "04"].map(
  (day) => `2026-03-${day}T12:00:00.000Z`,
);
type Way = Parameters<typeof orderSteps>[0];
const way = (given: Partial<Way>): Way => ({
  state: "open",
  createdAt: MADE ?? "",
  paidAt: null,
  receivedAt: null,
  creditedAt: null,
  deliveries: { done: 0, total: 0 },
  ...given,
});
/** "Paid: now" for each step. */
const shown = (given: Partial<Way>) =>
  orderSteps(way(given)).map(({ label, state }) => `${label}: ${state}`);
const WHOLE = { paidAt: PAID, receivedAt: HEARD, creditedAt: GIVEN } as const;

describe("the way of an order", () => {
  test("waits for its payment, then for Tebex, then for the credit", () => {
    const waits = ["Received: todo", "Credited: todo"];
    expect(shown({})).toEqual(["Checkout: done", "Paid: now", ...waits]);
    expect(shown({ state: "paid", paidAt: PAID })).toEqual([
      "Checkout: done",
      "Paid: done",
      "Received: now",
      "Credited: todo",
    ]);
    expect(shown({ state: "paid", paidAt: PAID, receivedAt: HEARD }).at(-1)).toBe("Credited: now");
  });

  test("ends with the credit, or with what game servers hand out", () => {
    expect(shown({ state: "paid", ...WHOLE }).at(-1)).toBe("Credited: done");
    const handing = (done: number) =>
      orderSteps(way({ state: "paid", ...WHOLE, deliveries: { done, total: 2 } })).at(-1);
    expect(handing(1)).toMatchObject({ label: "Delivered", state: "now", text: "1 of 2 in game" });
    expect(handing(2)).toMatchObject({ state: "done", text: "2 of 2 in game" });
  });

  test("says that an Admin confirmed it where Tebex never told", () => {
    const [, , received] = orderSteps(way({ state: "paid", ...WHOLE, receivedAt: null }));
    expect(received).toEqual({
      label: "Received",
      state: "done",
      at: null,
      text: "Confirmed by an Admin",
    });
  });

  test("does not promise what will never be", () => {
    expect(shown({ state: "abandoned" })).toEqual(["Checkout: done", "Never paid: lost"]);
    expect(shown({ state: "refunded", paidAt: PAID, receivedAt: HEARD })).toEqual([
      "Checkout: done",
      "Paid: done",
      "Received: done",
      "Refunded: lost",
    ]);
    expect(shown({ state: "disputed", ...WHOLE }).at(-1)).toBe("Disputed: lost");
  });
});

test("a package that was paid in two lines is shown once", () => {
  const line = { packageId: 7, name: "500 Points", quantity: 1, price: 4.99 };
  const other = { packageId: 8, name: "Kit", quantity: 1, price: 0 };
  expect(itemsByPackage([line, other, { ...line, quantity: 2, price: 9.98 }])).toEqual([
    { ...line, quantity: 3, price: 14.97 },
    other,
  ]);
});

describe("a subscription page", () => {
  const [soon, later] = [MADE ?? "", PAID ?? ""];
  const status = { tiers: [], subscriptions: [], manageUrl: "https://shop.example" };
  const pays = (state: "active" | "cancelled" | "ended", tier: "Gold" | "Diamond" = "Gold") => ({
    tier,
    state,
    nextPaymentAt: state === "active" ? later : null,
    orderId: 1,
  });

  test("shows the tiers that run, highest first, with what pays for them", () => {
    const gold = { tier: "Gold", endsAt: soon } as const;
    const diamond = { tier: "Diamond", endsAt: later } as const;
    const subscriptions = [pays("ended", "Diamond"), pays("cancelled"), pays("active")];
    expect(plansOf({ ...status, tiers: [gold, diamond], subscriptions }, EXAMPLE.tiers)).toEqual([
      { ...diamond, pays: null },
      { ...gold, pays: pays("active") },
    ]);
  });

  test("shows every payment of a tier, and which tiers are paid for twice", () => {
    const gold = { tier: "Gold" as const, endsAt: "2026-04-01T00:00:00.000Z" };
    const again = { ...pays("active"), orderId: 9 };
    const subscriptions = [again, pays("active")];
    const plans = plansOf({ ...status, tiers: [gold], subscriptions }, EXAMPLE.tiers);
    expect(plans).toEqual([
      { ...gold, pays: again },
      { ...gold, pays: pays("active") },
    ]);
    expect(paidTwice(plans)).toEqual(["Gold"]);
    expect(paidTwice(plans.slice(1))).toEqual([]);
  });

  test("shows what is paid for and does not run, and nothing that is over", () => {
    const disputed = [{ tier: "Gold" as const, endsAt: null, pays: pays("active") }];
    expect(plansOf({ ...status, subscriptions: [pays("active")] }, EXAMPLE.tiers)).toEqual(
      disputed,
    );
    for (const state of ["cancelled", "ended"] as const)
      expect(plansOf({ ...status, subscriptions: [pays(state)] }, EXAMPLE.tiers)).toEqual([]);
  });
});

describe("what an address says of orders and events", () => {
  test("is asked for where there is such a thing", () => {
    expect(orderInputOf({ state: "refunded", user: "u-1" })).toEqual({
      state: "refunded",
      userId: "u-1",
    });
    expect(inboxInputOf({ state: "flagged", order: 12 })).toEqual({
      state: "flagged",
      orderId: 12,
    });
  });

  test("is left out where nobody can ask for it", () => {
    const nothing = orderInputOf({ state: "stolen", user: "" });
    expect(isNarrowed(nothing)).toBeFalse();
    expect(orderInputOf({ user: "x".repeat(500) }).userId).toBeUndefined();
    for (const order of ["twelve", -1, 1.5, {}])
      expect(inboxSearch({ order }).order).toBeUndefined();
    expect(isNarrowed(inboxInputOf(inboxSearch({ state: "waiting" })))).toBeTrue();
  });

  test("an event of a type that nobody knows keeps its own name", () => {
    expect(eventName("payment.refunded")).toBe("Payment refunded");
    expect(eventName("basket.lost")).toBe("basket.lost");
  });
});
