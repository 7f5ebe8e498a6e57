import { describe, expect, test } from "bun:test";
import { signEvent } from "#sandbox/tebex/controls.ts";
import { readInbox } from "#server/modules/orders/index.ts";
import type { Store } from "#server/store/store.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import {
  event,
  post,
  SECRETS,
  send,
  shopWithPeople,
  signed,
  WORTH,
} from "#tests/support/orders.ts";
import { POINTS } from "#tests/support/shop.ts";
import { testStore } from "#tests/support/store.ts";

describe("[PAY-02] the route of Tebex's webhook", () => {
  test("takes what is signed over its very bytes, and nothing else", async () => {
    const { app, order, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order();
    const sent = paymentEvent("completed");
    const body = JSON.stringify(sent);
    const good = signed(body);
    const status = async (sent: string, signature: string | null) =>
      (await post(app, sent, signature)).status;
    expect(await status(body, null)).toBe(401);
    for (const signature of [
      "",
      "no hex at all",
      good.slice(0, -2),
      `${good}00`,
      signEvent(body, "another secret"),
      new Bun.CryptoHasher("sha256", "webhook-secret").update(body).digest("hex"),
    ])
      expect([signature, await status(body, signature)]).toEqual([signature, 403]);
    // Truncated, tampered with, and written anew from the same values.
    for (const changed of [
      body.slice(0, -1),
      body.slice(0, body.length / 2),
      body.replace('"quantity":1', '"quantity":9'),
      JSON.stringify(sent, null, 1),
      `${body}\n`,
    ])
      expect([changed, await status(changed, good)]).toEqual([changed, 403]);
    expect([await balance(), await all.events(), await all.payments()]).toEqual([0, [], []]);
    expect((await all.orders())[0]).toMatchObject({ state: "open", paidAt: null });
    expect(await status(body, good)).toBe(200);
    expect(await balance()).toBe(WORTH.points);
  });

  test("writes down what it refused, but not without end", async () => {
    const { app, all } = await shopWithPeople();
    for (let attempt = 0; attempt < 25; attempt += 1) await post(app, "{}", "00");
    const audited = await all.audit();
    expect(audited).toHaveLength(20);
    expect(audited[0]).toMatchObject({
      action: "shop.event_refused",
      actorId: null,
      subject: null,
    });
    // Health tells of the last one.
    const { lastRefusedAt, lastReceivedAt } = await readInbox(asSite(app.deps));
    expect(lastRefusedAt?.toISOString()).toBe(app.clock.now().toISOString());
    expect(lastReceivedAt).toBeNull();
  });

  test("does not have a flood of them fill the database's time", async () => {
    const store = await testStore();
    let writes = 0;
    const counting: Store = {
      ...store,
      write: (work) => {
        writes += 1;
        return store.write(work);
      },
    };
    const { app, clock, all } = await shopWithPeople({ overrides: { store: counting } });
    writes = 0;
    for (let attempt = 0; attempt < 60; attempt += 1)
      expect((await post(app, "{}", "00")).status).toBe(403);
    expect(writes).toBeLessThanOrEqual(21);
    clock.advance(60 * MINUTE_MS);
    expect((await post(app, "{}", null)).status).toBe(401);
    expect(await all.audit()).toHaveLength(21);
  });

  test("says 400 to what is signed but no event, and 413 to what is too much", async () => {
    const { app, all } = await shopWithPeople();
    for (const body of [
      "",
      "null",
      "[]",
      "{",
      '"completed"',
      "{}",
      JSON.stringify({ ...event("payment.completed", new Date(), {}), id: "" }),
      JSON.stringify({ ...event("payment.completed", new Date(), {}), date: "yesterday" }),
      JSON.stringify({ ...event("payment.completed", new Date(), {}), type: 7 }),
    ])
      expect([body, (await post(app, body, signed(body))).status]).toEqual([body, 400]);
    const large = " ".repeat(EVENT_MAX_BYTES + 1);
    expect((await post(app, large, signed(large))).status).toBe(413);
    expect(await all.events()).toEqual([]);
  });

  test("answers Tebex's question whether anybody is there, and keeps nothing of it", async () => {
    const { app, all } = await shopWithPeople();
    for (const subject of [{}, []]) {
      const sent = event("validation.webhook", new Date(), subject);
      const body = JSON.stringify(sent);
      const response = await post(app, body, signed(body));
      expect([response.status, await response.json()]).toEqual([200, { id: sent.id }]);
    }
    expect((await post(app, "{}", null)).status).toBe(401);
    expect(await all.events()).toEqual([]);
  });

  test("is closed where no shop is configured, and takes POST alone", async () => {
    const bare = await testApp();
    expect((await post(bare, "{}", signed("{}"))).status).toBe(503);
    const { app } = await shopWithPeople();
    expect((await app.request("/api/tebex/webhook")).status).toBe(405);
  });
});

describe("the inbox", () => {
  test("has each event once, however often it is sent, at once and later", async () => {
    const { app, order, balance, all } = await shopWithPeople();
    const { paymentEvent, orderId } = await order({ [POINTS]: 3 });
    const sent = paymentEvent("completed");
    const statuses = await Promise.all([sent, sent, sent].map((one) => send(app, one)));
    expect(statuses).toEqual([200, 200, 200]);
    app.clock.advance(HOUR_MS);
    expect(await send(app, sent)).toBe(200);
    const events = await all.events();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      eventId: sent.id,
      type: "payment.completed",
      state: "done",
      attempts: 1,
      error: null,
      transactionId: `tbx-${orderId}`,
      orderId,
    });
    expect(await balance()).toBe(3 * WORTH.points);
    expect(await all.entries()).toHaveLength(1);
  });

  test("the same payment under a new event id gives nothing more", async () => {
    const { order, send: sendToSite, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order();
    await sendToSite(paymentEvent("completed"));
    await sendToSite(paymentEvent("completed"));
    expect([await balance(), (await all.events()).length]).toEqual([WORTH.points, 2]);
    expect([(await all.mails()).length, (await all.notifications()).length]).toEqual([1, 1]);
  });

  test("keeps nothing of the customer, neither in its rows nor in the log, however deep it stands", async () => {
    const { app, order, send: sendToSite, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    await sendToSite(paymentEvent("completed"));
    const wrapped = { reference: "sub-1", initial_payment: payment, last_payment: payment };
    await sendToSite(event("recurring-payment.started", app.clock.now(), wrapped));
    await sendToSite(event("payment.completed", app.clock.now(), { ...payment, products: "none" }));
    const kept = JSON.stringify([
      await all.events(),
      await all.payments(),
      await all.lines(),
      await all.entries(),
      await all.flags(),
      await all.mails(),
      app.lines,
    ]);
    for (const secret of SECRETS) expect([secret, kept.includes(secret)]).toEqual([secret, false]);
    expect(kept).toContain("tbx-");
  });

  test("events that give and take nothing are kept aside", async () => {
    const { order, send: sendToSite, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order();
    for (const type of ["declined", "chargeback.pending", "something.new"])
      await sendToSite(paymentEvent(type));
    expect((await all.events()).map(({ state }) => state)).toEqual([
      "ignored",
      "ignored",
      "ignored",
    ]);
    expect([await balance(), (await all.orders())[0]?.state]).toEqual([0, "open"]);
  });
});
