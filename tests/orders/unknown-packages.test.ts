import { describe, expect, test } from "bun:test";
import { testApp } from "#tests/support/app.ts";
import { type ShopWithPeople, shopWithPeople, STRANGE, WORTH } from "#tests/support/orders.ts";
import { person } from "#tests/support/people.ts";
import { POINTS, SHOP_ENV } from "#tests/support/shop.ts";

const configuring = (points: number, tier: "Diamond" | null = null) =>
  ({
    adjust: (config) => {
      const { shop } = config.community;
      const packages = [...shop.packages, { id: STRANGE, points, tier, deliveries: [] }];
      return { ...config, community: { ...config.community, shop: { ...shop, packages } } };
    },
  }) satisfies Parameters<typeof shopWithPeople>[0];
/** An Admin of the same database after the owner has said what the package gives. */
const configured = async ({ store, clock, app, admin }: ShopWithPeople, points = 77) => {
  const { shop } = app.deps;
  const again = await testApp({
    ...configuring(points),
    env: SHOP_ENV,
    overrides: { store, clock, shop },
  });
  return person(again, admin.id);
};

describe("a package that is not configured", () => {
  test("is left out and flagged; configured and replayed it is credited, once", async () => {
    const fixture = await shopWithPeople();
    const { order, send, balance, all } = fixture;
    const { paymentEvent, orderId } = await order({ [POINTS]: 1, [STRANGE]: 2 });
    await send(paymentEvent("completed"));
    expect(await balance()).toBe(WORTH.points);
    const [first] = await all.events();
    expect(first).toMatchObject({ state: "flagged", error: null });
    expect(await all.flags()).toMatchObject([
      { kind: "package", orderId, eventId: first?.id, isResolved: false },
    ]);
    const admin = await configured(fixture);
    for (let time = 0; time < 2; time += 1)
      expect(await admin.orders.replay.mutate({ id: first?.id ?? 0 })).toContain("again");
    expect(await balance()).toBe(WORTH.points + 2 * 77);
    expect((await all.events())[0]).toMatchObject({ state: "done" });
    expect(await all.flags()).toMatchObject([{ isResolved: true, resolvedBy: null }]);
    expect((await all.mails()).length).toBe(1);
    expect((await all.audit()).map(({ action }) => action)).toEqual([
      "shop.event_replayed",
      "shop.event_replayed",
    ]);
  });

  test("is not given after all where the payment was refunded in the meantime", async () => {
    const fixture = await shopWithPeople();
    const { order, send, balance, all } = fixture;
    const { paymentEvent } = await order({ [STRANGE]: 1 });
    await send(paymentEvent("completed"));
    await send(paymentEvent("refunded"));
    expect(await balance()).toBe(0);
    const admin = await configured(fixture);
    const [completed, refunded] = await all.events();
    await admin.orders.replay.mutate({ id: completed?.id ?? 0 });
    expect(await balance()).toBe(0);
    await admin.orders.replay.mutate({ id: refunded?.id ?? 0 });
    expect([await balance(), await all.entries()]).toEqual([0, []]);
    expect((await all.orders())[0]?.state).toBe("refunded");
  });

  test("[PAY-05] the one receipt goes out when something was given", async () => {
    const fixture = await shopWithPeople();
    const { paymentEvent } = await fixture.order({ [STRANGE]: 1 });
    await fixture.send(paymentEvent("completed"));
    expect(await fixture.all.mails()).toEqual([]);
    const admin = await configured(fixture);
    await admin.orders.replay.mutate({ id: (await fixture.all.events())[0]?.id ?? 0 });
    expect(await fixture.all.mails()).toHaveLength(1);
    expect((await fixture.all.orders())[0]?.creditedAt).not.toBeNull();
  });

  test("what was credited stays as it was, whatever is configured later", async () => {
    const fixture = await shopWithPeople(configuring(10));
    const { paymentEvent } = await fixture.order({ [STRANGE]: 3 });
    await fixture.send(paymentEvent("completed"));
    const admin = await configured(fixture, 99);
    await admin.orders.replay.mutate({ id: (await fixture.all.events())[0]?.id ?? 0 });
    expect(await fixture.balance()).toBe(30);
    await fixture.send(paymentEvent("refunded"));
    expect(await fixture.balance()).toBe(0);
  });
});
