import { expect, test } from "bun:test";
import { PAYMENT_STATUS } from "#sandbox/tebex/ledger.ts";
import type { Transaction } from "#sandbox/tebex/ledger.ts";
import { filledBasket, type Listener, PACKAGE, imitatedTebex } from "#tests/support/tebex.ts";
import { until } from "#tests/support/until.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

const post = async (url: string, body?: unknown) => {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(url, { method: "POST", body: sent });
  return { status: response.status, body: await response.json() };
};
const typesOf = ({ received }: Listener) => received.map(({ type }) => type);

/** A paid basket: one piece of points, or what is given. */
const purchase = async (items: Readonly<Record<number, number>> = { [PACKAGE.points500]: 1 }) => {
  const world = await imitatedTebex();
  const ident = await filledBasket(world, items);
  const transaction = world.sandbox.tebex.pay(ident);
  const events = items[PACKAGE.gold] === undefined ? 1 : 2;
  await until(() => world.site.received.length === events);
  return { ...world, ident, transaction, api: `${world.sandbox.url}/tebex` };
};
const nextPaymentOf = ({ subject }: { subject: unknown }) =>
  Date.parse((subject as { next_payment_at: string }).next_payment_at);
const referenceOf = ({ reference }: Transaction): string => reference ?? "";

test("[SAND-02] a payment is told with everything that was bought, signed over the raw bytes", async () => {
  const { site, store, transaction } = await purchase({ [PACKAGE.points500]: 3 });
  const [event] = site.received;
  expect(store.isSigned(new TextEncoder().encode(event?.body), event?.signature ?? "")).toBe(true);
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    id: expect.any(String),
    type: "payment.completed",
    date: expect.stringMatching(MOMENT),
  });
  expect(event?.subject).toMatchObject({
    transaction_id: transaction.id,
    status: PAYMENT_STATUS.complete,
    payment_sequence: "oneoff",
    created_at: expect.stringMatching(MOMENT),
    price_paid: { amount: 14.97, currency: "USD" },
    customer: { email: expect.stringContaining("@"), ip: "203.0.113.7" },
    products: [{ id: PACKAGE.points500, quantity: 3, paid_price: { amount: 14.97 } }],
    recurring_payment_reference: null,
    custom: { userId: "ada", orderId: 7 },
  });
});

test("a subscription's first payment is told twice, with one transaction", async () => {
  const { site, transaction } = await purchase({ [PACKAGE.gold]: 1 });
  expect(typesOf(site).toSorted()).toEqual(["payment.completed", "recurring-payment.started"]);
  const started = site.received.find(({ type }) => type === "recurring-payment.started");
  expect(started?.subject).toMatchObject({
    reference: referenceOf(transaction),
    status: { id: 2 },
    next_payment_at: expect.stringMatching(MOMENT),
    initial_payment: { transaction_id: transaction.id, payment_sequence: "first" },
    last_payment: { transaction_id: transaction.id },
    cancelled_at: null,
  });
});

test("[contract] a renewal pays the subscription alone, a month later", async () => {
  const { site, transaction, api } = await purchase({ [PACKAGE.points500]: 1, [PACKAGE.gold]: 1 });
  const first = site.received.find(({ type }) => type === "recurring-payment.started");
  const renewed = await post(`${api}/renew/${referenceOf(transaction)}`);
  expect(renewed.body).toMatchObject({
    payment_sequence: "renewal",
    products: [{ id: PACKAGE.gold, quantity: 1 }],
    custom: { userId: "ada", orderId: 7 },
  });
  expect(renewed.body.transaction_id).not.toBe(transaction.id);
  await until(() => site.received.length === 4);
  expect(typesOf(site).slice(2).toSorted()).toEqual([
    "payment.completed",
    "recurring-payment.renewed",
  ]);
  const last = site.received.find(({ type }) => type === "recurring-payment.renewed");
  expect(last?.subject).toMatchObject({
    initial_payment: { transaction_id: transaction.id, payment_sequence: "mixed" },
    last_payment: { transaction_id: renewed.body.transaction_id },
  });
  if (first === undefined || last === undefined) throw new Error("Nothing was heard.");
  const days = (nextPaymentOf(last) - nextPaymentOf(first)) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(28);
  expect(days).toBeLessThanOrEqual(31);
});

test("a subscription is cancelled, taken back, cancelled and ended; afterwards nothing renews it", async () => {
  const { site, transaction, api } = await purchase({ [PACKAGE.gold]: 1 });
  const reference = referenceOf(transaction);
  const cancelled = await post(`${api}/cancel/${reference}`);
  expect(cancelled.body).toMatchObject({ status: { id: 5 }, cancelled_at: expect.any(String) });
  expect((await post(`${api}/cancel/${reference}`)).status).toBe(409);
  const aborted = await post(`${api}/cancel/${reference}`, { isAborted: true });
  expect(aborted.body).toMatchObject({ status: { id: 2 }, cancelled_at: null });
  expect((await post(`${api}/end/${reference}`)).body.status.id).toBe(4);
  expect((await post(`${api}/renew/${reference}`)).status).toBe(409);
  expect((await post(`${api}/end/${reference}`)).status).toBe(409);
  await until(() => site.received.length === 5);
  expect(typesOf(site).slice(2).toSorted()).toEqual([
    "recurring-payment.cancellation.aborted",
    "recurring-payment.cancellation.requested",
    "recurring-payment.ended",
  ]);
});

test("[contract] a refund is told, once", async () => {
  const { site, transaction, api } = await purchase();
  expect((await post(`${api}/refund/${transaction.id}`)).body.status).toEqual(
    PAYMENT_STATUS.refunded,
  );
  await until(() => site.received.length === 2);
  expect(typesOf(site)[1]).toBe("payment.refunded");
  expect((await post(`${api}/refund/${transaction.id}`)).status).toBe(409);
});

test.each([
  ["opened", PAYMENT_STATUS.chargeback],
  ["won", PAYMENT_STATUS.complete],
  ["lost", PAYMENT_STATUS.chargeback],
  ["closed", PAYMENT_STATUS.chargeback],
])("a dispute can be %s", async (state, status) => {
  const { site, transaction, api } = await purchase();
  expect((await post(`${api}/dispute/${transaction.id}`, { state })).body.status).toEqual(status);
  await until(() => site.received.length === 2);
  expect(typesOf(site)[1]).toBe(`payment.dispute.${state}`);
});

test("what a site does not take comes again, byte by byte, until it does", async () => {
  const world = await imitatedTebex();
  const { sandbox, site } = world;
  const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
  site.answer = 503;
  sandbox.tebex.pay(ident);
  await until(() => site.received.length === 1);
  site.answer = 200;
  await until(() => site.received.length === 2);
  expect(site.received[1]).toEqual(site.received[0] as (typeof site.received)[number]);
  await until(() => sandbox.tebex.events()[0]?.status === 200);
  expect(sandbox.tebex.events()[0]?.attempts).toBe(2);
});

test.each(["hold", "outage"])(
  "nothing is told during a %s, and everything at its end",
  async (why) => {
    const world = await imitatedTebex();
    const { sandbox, site, outages } = world;
    const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
    const api = `${sandbox.url}/tebex/webhooks`;
    if (why === "hold") expect((await post(api, { mode: "hold" })).body).toEqual({ mode: "hold" });
    else outages.set("tebex", "down");
    sandbox.tebex.pay(ident);
    await post(`${sandbox.url}/tebex/webhooks`, { mode: why === "hold" ? "hold" : "send" });
    expect(site.received).toEqual([]);
    outages.set("tebex", "up");
    await post(api, { mode: "send" });
    expect(typesOf(site)).toEqual(["payment.completed"]);
  },
);

test("[contract] a replay sends the same bytes again and says what the site answered", async () => {
  const { site, transaction, api } = await purchase();
  site.answer = 418;
  const replayed = await post(`${api}/webhooks/replay/${transaction.id}`);
  expect(replayed.body).toMatchObject([
    { type: "payment.completed", transactionId: transaction.id, status: 418 },
  ]);
  expect(site.received[1]).toEqual(site.received[0] as (typeof site.received)[number]);
  expect((await post(`${api}/webhooks/replay/tbx-nobodys`)).status).toBe(404);
});

test("Tebex can be at another time, and comes back to this one", async () => {
  const world = await imitatedTebex();
  const { sandbox } = world;
  const ident = await filledBasket(world, { [PACKAGE.gold]: 1 });
  sandbox.tebex.pretend(new Date("2026-01-31T10:00:00Z"));
  const { reference } = sandbox.tebex.pay(ident);
  sandbox.tebex.pretend(null);
  const renewed = sandbox.tebex.renew(reference ?? "");
  expect(Date.now() - renewed.createdAt.getTime()).toBeLessThan(60_000);
  const orders = await (await fetch(`${sandbox.url}/tebex/orders`)).json();
  expect(orders.transactions[0].created_at).toBe("2026-01-31T10:00:00+00:00");
  const events = sandbox.tebex.events().map(({ body }) => JSON.parse(body));
  expect(events[0].date).toBe("2026-01-31T10:00:00+00:00");
  expect(events[1].subject.next_payment_at).toBe("2026-02-28T10:00:00+00:00");
});

test("[SAND-02] a site is asked whether it listens", async () => {
  const { sandbox, site } = await imitatedTebex();
  const { status, body } = await post(`${sandbox.url}/tebex/webhooks/validate`, { url: site.url });
  expect([status, JSON.parse(body.answer)]).toEqual([200, { id: body.id }]);
  expect(typesOf(site)).toEqual(["validation.webhook"]);
});

test("GET /tebex/orders tells of baskets, payments, subscriptions and events; the overview shows them", async () => {
  const { sandbox, ident, transaction, api } = await purchase({ [PACKAGE.gold]: 1 });
  const orders = await (await fetch(`${api}/orders`)).json();
  expect(orders).toMatchObject({
    baskets: [{ ident, complete: true, transaction_id: transaction.id }],
    transactions: [{ transaction_id: transaction.id, basket: ident }],
    subscriptions: [{ reference: transaction.reference }],
    events: [{ type: "payment.completed" }, { type: "recurring-payment.started" }],
  });
  const overview = await (await fetch(sandbox.url)).text();
  expect(overview).toContain(transaction.id);
  expect(overview).toContain(`data-tebex="renew/${transaction.reference}"`);
});

test.each([
  ["an unknown payment", "POST", "/refund/tbx-nobodys", undefined, 404],
  ["an unknown subscription", "POST", "/renew/tbx-r-nobodys", undefined, 404],
  ["a dispute of no kind", "POST", "/dispute/tbx-nobodys", { state: "odd" }, 400],
  ["no JSON", "POST", "/webhooks", undefined, 400],
  ["a wrong method", "GET", "/refund/tbx-nobodys", undefined, 405],
  ["a wrong method of a list", "POST", "/orders", undefined, 405],
  ["an unknown path", "GET", "/nowhere", undefined, 404],
])("%s gets a clear refusal", async (_, method, path, body, status) => {
  const { sandbox } = await imitatedTebex();
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`${sandbox.url}/tebex${path}`, { method, body: sent });
  expect(response.status).toBe(status);
  const { detail, message } = await response.json();
  expect(detail ?? message).toBeString();
});
