import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import {
  addOrder,
  event,
  paymentOf,
  post,
  send,
  shopWithPeople,
  signed,
} from "#tests/support/orders.ts";
import { POINTS, SHOP_ENV } from "#tests/support/shop.ts";

const SECRET = SHOP_ENV.TEBEX_WEBHOOK_SECRET;
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");

describe("[PAY-01] whoever does not have the secret of the webhook cannot", () => {
  test.each<[string, (body: string) => string | null, number]>([
    ["send an event without a signature", () => null, 401],
    ["send one with an empty signature", () => "", 403],
    ["sign with another secret", (body) => hmac("other", body), 403],
    ["sign the body itself instead of its hash", (body) => hmac(SECRET, body), 403],
    ["use the signature of another event", () => signed('{"id":"other"}'), 403],
    ["leave out the end of a signature", (body) => signed(body).slice(0, 32), 403],
    ["add to a signature", (body) => `${signed(body)}00`, 403],
    ["guess that nothing is compared", () => "0".repeat(64), 403],
    ["confuse the comparison with letters beyond ASCII", () => "é".repeat(64), 403],
  ])("%s", async (_, sign, status) => {
    const { app, order, balance, all } = await shopWithPeople();
    const body = JSON.stringify((await order()).paymentEvent("completed"));
    const answer = await post(app, body, sign(body)).catch(() => null);
    // What no header may hold does not even get here.
    expect(answer === null ? status : answer.status).toBe(status);
    expect([await balance(), await all.events()]).toEqual([0, []]);
  });

  test("change a byte of an event that was signed, nor write it down anew", async () => {
    const { app, order, balance } = await shopWithPeople();
    const body = JSON.stringify((await order()).paymentEvent("completed"));
    const changed = body.replace('"quantity":1', '"quantity":9');
    expect(changed).not.toBe(body);
    for (const forged of [changed, ` ${body}`, JSON.stringify(JSON.parse(body), null, 1)])
      expect((await post(app, forged, signed(body))).status).toBe(403);
    expect(await balance()).toBe(0);
  });

  test("have a test event answered", async () => {
    const { app, clock } = await shopWithPeople();
    const body = JSON.stringify(event("validation.webhook", clock.now(), {}));
    expect((await post(app, body, null)).status).toBe(401);
    expect((await post(app, body, signed(body))).status).toBe(200);
  });

  test("have the site read more than an event can be", async () => {
    const { app, all } = await shopWithPeople();
    const body = "x".repeat(EVENT_MAX_BYTES + 1);
    expect((await post(app, body, signed(body))).status).toBe(413);
    expect(await all.events()).toEqual([]);
  });
});

describe("a signed event cannot", () => {
  test("be sent again, by whatever id, for more points", async () => {
    const { app, order, balance, clock } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    const reply = paymentEvent("completed");
    await Promise.all([send(app, reply), send(app, reply), send(app, reply)]);
    await send(app, event("payment.completed", clock.now(), payment));
    expect(await balance()).toBe(500);
  });

  test("credit anybody but the buyer of the order that it names", async () => {
    const { app, ada, stranger, balance, all, clock } = await shopWithPeople();
    const orderId = await addOrder(app, ada.id, { [POINTS]: 1 });
    for (const custom of [
      { userId: stranger.id, orderId },
      { userId: ada.id, orderId: orderId + 1 },
      { userId: ada.id, orderId: "1e9" },
      { userId: ["x"], orderId },
      null,
    ]) {
      const paid = { transaction: crypto.randomUUID(), bought: { [POINTS]: 1 }, custom };
      const subject = paymentOf({ ...paid, paidAt: clock.now() });
      await send(app, event("payment.completed", clock.now(), subject));
    }
    expect([await balance(), await balance(stranger.id)]).toEqual([0, 0]);
    expect(new Set((await all.flags()).map(({ kind }) => kind))).toEqual(new Set(["buyer"]));
  });

  test("take a payment over for another order", async () => {
    const { app, ada, order, balance, clock } = await shopWithPeople();
    const { paymentEvent } = await order();
    await send(app, paymentEvent("completed"));
    const orderId = await addOrder(app, ada.id, { [POINTS]: 1 });
    const custom = { userId: ada.id, orderId };
    const paid = { transaction: "tbx-1", bought: { [POINTS]: 1 }, custom };
    await send(
      app,
      event("payment.completed", clock.now(), paymentOf({ ...paid, paidAt: clock.now() })),
    );
    expect(await balance()).toBe(500);
  });
});
