import { describe, expect, test } from "bun:test";
import { permutations, shopWithPeople, WORTH } from "#tests/support/orders.ts";
import { ALL, outcome, eventsOf } from "#tests/support/payment-events.ts";

const endings = async (types: readonly string[]) => {
  const fixture = await shopWithPeople();
  const outcomes = [];
  for (const order of permutations(types.map((_, index) => index)))
    outcomes.push(await outcome(fixture, eventsOf(types), order));
  const [first] = outcomes;
  for (const one of outcomes) expect(one).toEqual(first as (typeof outcomes)[number]);
  expect((await fixture.all.flags()).filter(({ isResolved }) => !isResolved)).toEqual([]);
  return first;
};

describe("events in every order end alike", () => {
  test("completed, refunded, disputed, won", async () => {
    expect(await endings(["completed", "refunded", "dispute.opened", "dispute.won"])).toMatchObject(
      { balance: 0, state: "refunded", tiers: [], deliveries: 0, waiting: 0 },
    );
  });

  test("completed, disputed, won, and told a second time by its subscription", async () => {
    expect(await endings(["completed", "dispute.opened", "dispute.won", "started"])).toMatchObject({
      balance: ALL,
      state: "paid",
      tiers: [["Gold", "2026-04-01T12:00:00.000Z"]],
      deliveries: 2,
      waiting: 0,
    });
  });

  test("completed, disputed, won, lost", async () => {
    expect(
      await endings(["completed", "dispute.opened", "dispute.won", "dispute.lost"]),
    ).toMatchObject({ balance: 0, state: "refunded", tiers: [], deliveries: 0 });
  });

  test("a first month, a renewal that is told twice, and a refund of the first", async () => {
    expect(await endings(["completed", "renewed", "renewal-paid", "refunded"])).toMatchObject({
      balance: WORTH.gold,
      state: "paid",
      tiers: [["Gold", "2026-05-01T12:00:00.000Z"]],
      deliveries: 0,
    });
  });

  test("started, renewed, cancelled, taken up again", async () => {
    expect(await endings(["started", "renewed", "cancelled", "aborted"])).toMatchObject({
      balance: ALL + WORTH.gold,
      state: "paid",
      tiers: [["Gold", "2026-05-01T12:00:00.000Z"]],
      subscriptions: [["active", new Date("2026-05-02T12:00:00.000Z"), "Gold"]],
      waiting: 0,
    });
  });

  test("started, renewed, ended, with a renewal that was refunded", async () => {
    expect(await endings(["started", "renewed", "ended", "renewal-refunded"])).toMatchObject({
      balance: ALL,
      tiers: [["Gold", "2026-04-01T12:00:00.000Z"]],
      subscriptions: [["ended", null, "Gold"]],
      waiting: 0,
    });
  });

  test("started, renewed, ended: the second month ends with it", async () => {
    expect(await endings(["completed", "started", "renewed", "ended"])).toMatchObject({
      balance: ALL + WORTH.gold,
      tiers: [["Gold", "2026-04-10T12:00:00.000Z"]],
      subscriptions: [["ended", null, "Gold"]],
      waiting: 0,
    });
  });
});
