import { describe, expect, test } from "bun:test";
import { event, paymentOf, post, shopWithPeople, signed, WORTH } from "#tests/support/orders.ts";
import { GOLD, POINTS } from "#tests/support/shop.ts";

describe("an event of Tebex that is odd", () => {
  test.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
    "of a type that only sounds like something: %s",
    async (type) => {
      const { app, order, send, balance, all } = await shopWithPeople();
      const { payment } = await order();
      expect(await send(event(type, app.clock.now(), payment))).toBe(200);
      expect((await all.events()).map(({ state }) => state)).toEqual(["ignored"]);
      expect([await balance(), await all.payments(), await all.flags()]).toEqual([0, [], []]);
    },
  );

  test.each([
    ["no time", null],
    ["a number", 1_700_000_000],
    ["a truth", true],
    ["a time that no database holds", "+275000-01-01T00:00:00Z"],
    ["words", "yesterday"],
  ])("is never paid in another age: %s", async (_, createdAt) => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order({ [GOLD]: 1 });
    expect(await send(paymentEvent("completed", { ...payment, created_at: createdAt }))).toBe(200);
    expect((await all.events()).map(({ state }) => state)).toEqual(["flagged"]);
    expect([await balance(), await all.payments(), await all.memberships()]).toEqual([0, [], []]);
  });

  test("a time without a zone is UTC, wherever the server stands", async () => {
    const { app, order, send, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    const paidAt = app.clock.now().toISOString().slice(0, 19);
    const zone = process.env["TZ"];
    process.env["TZ"] = "America/Chicago";
    try {
      await send(paymentEvent("completed", { ...payment, created_at: paidAt.replace("T", " ") }));
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
    expect((await all.payments())[0]?.paidAt.toISOString()).toBe(`${paidAt}.000Z`);
  });

  test.each([
    ["a price beyond counting", { price_paid: { amount: 1e300, currency: "USD" } }],
    ["a product beyond counting", { products: [{ id: 1e300, name: "a", quantity: 1 }] }],
    ["a quantity below nothing", { products: [{ id: POINTS, name: "a", quantity: -5 }] }],
    ["half a piece", { products: [{ id: POINTS, name: "a", quantity: 1.5 }] }],
    ["a quantity that says nothing", { products: [{ id: POINTS, name: "a", quantity: null }] }],
    ["a product that says nothing", { products: [{ id: true, name: "a", quantity: 1 }] }],
  ])("is left to the Admins at once, and not tried for ever: %s", async (_, odd) => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    expect(await send(paymentEvent("completed", { ...payment, ...odd }))).toBe(200);
    expect((await all.events()).map(({ state }) => state)).toEqual(["flagged"]);
    expect([await balance(), await all.payments()]).toEqual([0, []]);
  });

  test("without what names the buyer is still about the payment that we know", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    await send(paymentEvent("completed"));
    expect(await balance()).toBe(WORTH.points);
    await send(paymentEvent("refunded", { ...payment, custom: null }));
    expect([await balance(), await all.flags()]).toEqual([0, []]);
    expect((await all.orders())[0]?.state).toBe("refunded");
  });

  test("that names another order than the payment that we know changes neither", async () => {
    const { ada, order, send, balance, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    const other = await order();
    await send(paymentEvent("completed"));
    const custom = { userId: ada.id, orderId: other.orderId };
    for (const type of ["completed", "refunded"])
      await send(paymentEvent(type, { ...payment, custom }));
    expect(await balance()).toBe(WORTH.points);
    expect((await all.orders()).map(({ state }) => state)).toEqual(["paid", "open"]);
    expect((await all.flags()).map(({ kind }) => kind)).toEqual(["buyer"]);
  });

  test("nested deeper than anybody can read is no event", async () => {
    const { app, all } = await shopWithPeople();
    const deep = `${"[".repeat(120_000)}${"]".repeat(120_000)}`;
    const body = JSON.stringify(event("payment.completed", app.clock.now(), {})).replace(
      '"subject":{}',
      `"subject":{"x":${deep}}`,
    );
    expect((await post(app, body, signed(body))).status).toBe(400);
    expect(await all.events()).toEqual([]);
  });

  test("names of products are one harmless line wherever they are kept", async () => {
    const { order, send, balance, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    const name = `Po\u0000ints\r\nBcc: a@b.example\u202e${"x".repeat(400)}`;
    const products = [{ id: POINTS, name, quantity: 1 }];
    expect(await send(paymentEvent("completed", { ...payment, products }))).toBe(200);
    expect(await balance()).toBe(WORTH.points);
    const kept = JSON.stringify([await all.lines(), await all.entries(), await all.mails()]);
    expect(kept).toContain("Po ints Bcc: a@b.example");
    expect(kept).not.toMatch(/\\u0000|\\r|\\n|\u202e/u);
  });

  test("with a NUL where a word should be is taken or refused, and never an accident of ours", async () => {
    const { app, order, all } = await shopWithPeople();
    const { paymentEvent, payment } = await order();
    const sent = paymentEvent("completed", { ...payment, transaction_id: "tbx-\u0000" });
    for (const odd of [
      sent,
      { ...sent, id: "e-\u0000" },
      { ...sent, id: "e-2", type: "a\u0000" },
    ]) {
      const body = JSON.stringify(odd);
      const { status } = await post(app, body, signed(body));
      expect([200, 400]).toContain(status);
    }
    expect((await all.events()).filter(({ state }) => state === "waiting")).toEqual([]);
  });

  test("is kept without anything that says who the customer is, whatever it is called", async () => {
    const { app, order, send, all } = await shopWithPeople();
    const { custom } = await order();
    const payment = {
      ...paymentOf({
        transaction: "tbx-p",
        bought: { [POINTS]: 1 },
        custom,
        paidAt: app.clock.now(),
      }),
      Customer: { email: "sandy@customer.example" },
      ip_address: "198.51.100.77",
      gift_cards: [{ card_number: "4111-sandy" }],
      products: [
        {
          id: POINTS,
          name: "Points",
          quantity: 1,
          username: "sandy",
          custom: { note: "sandy" },
          variables: [{ identifier: "discord_id", option: "sandy#1" }],
        },
      ],
      billing: { first_name: "Sandy", last_name: "Boxer", address: "1 Sandy Street" },
    };
    await send(event("payment.completed", app.clock.now(), payment));
    const [kept] = await all.events();
    expect(kept?.state).toBe("done");
    expect(JSON.stringify(kept?.body)).not.toMatch(/sandy|198\.51/iu);
  });
});
