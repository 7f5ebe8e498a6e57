import { expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { addOrder, LIMITED, post, WORTH } from "#tests/support/orders.ts";
import { person } from "#tests/support/people.ts";
import { GOLD, POINTS } from "#tests/support/shop.ts";
import { signInAt } from "#tests/support/tebex.ts";

/** The site in front of imitated Tebex, whose events a test hands over itself. */
const world = async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const app = await testApp({ env: sandbox.environment });
  const { store, shop } = app.deps;
  if (shop === null) throw new Error("There is no store.");
  const ada = await person(app);
  const at = (ms = 0) => {
    app.clock.advance(ms);
    sandbox.tebex.pretend(app.clock.now());
  };
  at();
  await sandbox.tebex.hold(true);
  let handed = 0;
  /** Hands over what Tebex has told since the last time. */
  const deliver = async () => {
    const news = sandbox.tebex.events().slice(handed);
    handed += news.length;
    for (const { body, signature } of news)
      expect((await post(app, body, signature)).status).toBe(200);
    return news.map(({ type }) => type);
  };
  const basket = async (bought: Readonly<Record<number, number>>) => {
    const orderId = await addOrder(app, ada.id, bought, { ident: null });
    const { ident } = await shop.createBasket({
      custom: { userId: ada.id, orderId },
      completeUrl: "http://127.0.0.1:9/member/purchases",
      cancelUrl: "http://127.0.0.1:9/shop/cart",
      ipAddress: null,
    });
    const [link] = await shop.signInLinks(ident, "http://127.0.0.1:9/auth/tebex/return");
    await signInAt(link?.url ?? "");
    for (const [id, quantity] of Object.entries(bought))
      await shop.addPackage(ident, {
        packageId: Number(id),
        quantity,
        type: Number(id) === GOLD ? "subscription" : "single",
      });
    return { orderId, ident };
  };
  const kept = async () => {
    const { orders, subscriptions, memberships, shopFlags } = store.tables;
    const [subscription] = await store.read.select().from(subscriptions);
    const [tier] = await store.read.select().from(memberships);
    return {
      balance: await readBalance(store.read, ada.id),
      states: (await store.read.select().from(orders).orderBy(orders.id)).map(({ state }) => state),
      subscription: subscription?.state,
      until: tier?.endsAt.toISOString().slice(0, 10),
      flags: (await store.read.select().from(shopFlags)).filter(
        ({ isResolved, kind }) => !isResolved && kind !== "benefits",
      ).length,
    };
  };
  return { app, sandbox, at, deliver, basket, kept };
};

test("a mixed basket and its subscription, from the first payment to the end", async () => {
  const { sandbox, at, deliver, basket, kept } = await world();
  const { ident } = await basket({ [POINTS]: 3, [LIMITED]: 1, [GOLD]: 1 });
  const paid = sandbox.tebex.pay(ident);
  const reference = paid.reference ?? "";
  expect((await deliver()).toSorted()).toEqual(["payment.completed", "recurring-payment.started"]);
  const once = 3 * WORTH.points + 1000 + WORTH.gold;
  const seen = { balance: once, states: ["paid"], flags: 0 };
  expect(await kept()).toMatchObject({ ...seen, subscription: "active", until: "2026-04-01" });

  at(31 * DAY_MS);
  const renewal = sandbox.tebex.renew(reference);
  expect((await deliver()).toSorted()).toEqual(["payment.completed", "recurring-payment.renewed"]);
  const twice = once + WORTH.gold;
  expect(await kept()).toMatchObject({ balance: twice, until: "2026-05-01", flags: 0 });

  at(DAY_MS);
  sandbox.tebex.cancel(reference, false);
  await deliver();
  expect(await kept()).toMatchObject({ subscription: "cancelled", until: "2026-05-01" });
  at(DAY_MS);
  sandbox.tebex.cancel(reference, true);
  await deliver();
  expect(await kept()).toMatchObject({ subscription: "active", until: "2026-05-01" });

  at(DAY_MS);
  sandbox.tebex.refund(renewal.id);
  await deliver();
  expect(await kept()).toMatchObject({ balance: once, states: ["paid"], until: "2026-04-01" });

  sandbox.tebex.dispute(paid.id, "opened");
  await deliver();
  expect(await kept()).toMatchObject({ balance: 0, states: ["disputed"] });
  at(DAY_MS);
  sandbox.tebex.dispute(paid.id, "won");
  await deliver();
  expect(await kept()).toMatchObject({ balance: once, states: ["paid"], flags: 0 });

  at(DAY_MS);
  sandbox.tebex.end(reference);
  await deliver();
  expect(await kept()).toMatchObject({ balance: once, subscription: "ended", flags: 0 });
});

test("a payment that is declined, and one that takes its time", async () => {
  const { sandbox, deliver, basket, kept } = await world();
  const declined = await basket({ [POINTS]: 1 });
  sandbox.tebex.decline(declined.ident);
  expect(await deliver()).toEqual(["payment.declined"]);
  expect(await kept()).toMatchObject({ balance: 0, states: ["open"], flags: 0 });
  const slow = await basket({ [POINTS]: 2 });
  sandbox.tebex.pay(slow.ident, true);
  await deliver();
  expect(await kept()).toMatchObject({ balance: 0, states: ["open", "open"] });
  sandbox.tebex.settle(slow.ident);
  await deliver();
  expect(await kept()).toMatchObject({ balance: 2 * WORTH.points, states: ["open", "paid"] });
});

test("a coupon that Tebex names is no reason to wait; a basket that is paid twice is", async () => {
  const { sandbox, deliver, basket, kept } = await world();
  const { ident } = await basket({ [POINTS]: 4 });
  sandbox.tebex.discount(ident, 25);
  sandbox.tebex.pay(ident);
  await deliver();
  expect(await kept()).toMatchObject({ balance: 4 * WORTH.points, states: ["paid"], flags: 0 });
  sandbox.tebex.payAgain(ident);
  await deliver();
  expect(await kept()).toMatchObject({ balance: 4 * WORTH.points, states: ["paid"], flags: 1 });
});

test("a dispute is to be looked at until Tebex has closed it", async () => {
  const { sandbox, deliver, basket, kept } = await world();
  const { ident } = await basket({ [POINTS]: 1 });
  const { id } = sandbox.tebex.pay(ident);
  await deliver();
  sandbox.tebex.dispute(id, "opened");
  await deliver();
  expect(await kept()).toMatchObject({ balance: 0, states: ["disputed"], flags: 1 });
  sandbox.tebex.dispute(id, "closed");
  await deliver();
  expect(await kept()).toMatchObject({ balance: 0, states: ["refunded"], flags: 0 });
});
