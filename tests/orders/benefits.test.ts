import { describe, expect, test } from "bun:test";
import { shopWithPeople } from "#tests/support/orders.ts";
import { DIAMOND, GOLD, POINTS } from "#tests/support/shop.ts";

const BY_HAND = "Discord role and shoutout; Private Discord channel.";

describe("[PAY-09] what a tier brings that is given by hand", () => {
  test("is a task of its order, once, until an Admin settles it", async () => {
    const { order, send, all, admin } = await shopWithPeople();
    const { paymentEvent, orderId } = await order({ [GOLD]: 1, [POINTS]: 1 });
    for (let time = 0; time < 2; time += 1) await send(paymentEvent("completed"));
    const [task, ...others] = await all.tasks();
    expect(task).toMatchObject({
      orderId,
      eventId: null,
      isResolved: false,
      details: `Golden Lynx: ${BY_HAND}`,
    });
    expect(others).toEqual([]);
    expect(await admin.orders.trouble.query()).toEqual({ flags: 1, waiting: 0 });
    const { items } = await admin.orders.all.query({ orderId });
    expect(items[0]?.flags).toMatchObject([{ kind: "benefits", resolvedAt: null }]);
    await admin.orders.resolveFlag.mutate({ id: task?.id ?? 0 });
    await send(paymentEvent("completed"));
    expect(await all.tasks()).toMatchObject([{ isResolved: true, resolvedBy: admin.id }]);
  });

  test("is none where nothing is, and none any more where the payment was taken back", async () => {
    const { order, send, all } = await shopWithPeople();
    const points = await order({ [POINTS]: 1 });
    await send(points.paymentEvent("completed"));
    expect(await all.tasks()).toEqual([]);
    const tier = await order({ [DIAMOND]: 1 });
    await send(tier.paymentEvent("completed"));
    expect(await all.tasks()).toMatchObject([
      { isResolved: false, details: `Diamond Lynx: ${BY_HAND}` },
    ]);
    await send(tier.paymentEvent("refunded"));
    expect(await all.tasks()).toMatchObject([{ isResolved: true, resolvedBy: null }]);
  });

  test("is none of a tier that gives nothing by hand", async () => {
    const { order, send, all } = await shopWithPeople({
      adjust: (config) => {
        const tiers = config.community.tiers.map((tier) =>
          Object.assign({}, tier, {
            benefits: tier.benefits.map(({ text }) => ({ text, byHand: false })),
          }),
        );
        return { ...config, community: { ...config.community, tiers } };
      },
    });
    const { paymentEvent } = await order({ [GOLD]: 1 });
    await send(paymentEvent("completed"));
    expect(await all.tasks()).toEqual([]);
  });
});
