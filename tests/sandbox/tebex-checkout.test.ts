import { expect, test } from "bun:test";
import { filledBasket, newBasket, PACKAGE, imitatedTebex } from "#tests/support/tebex.ts";
import { until } from "#tests/support/until.ts";

const act = async (origin: string, ident: string, action: string) => {
  const response = await fetch(`${origin}/tebex/checkout/${ident}/${action}`, { method: "POST" });
  return { status: response.status, body: await response.json() };
};
const pageOf = async (origin: string, ident: string) => {
  const response = await fetch(`${origin}/tebex/checkout/${ident}`);
  return { status: response.status, text: await response.text() };
};

test("[contract] the checkout shows the order and can pay, decline and close", async () => {
  const world = await imitatedTebex();
  const { url } = world.sandbox;
  const ident = await filledBasket(world, { [PACKAGE.points500]: 2, [PACKAGE.gold]: 1 }, "ada");
  const { status, text } = await pageOf(url, ident);
  expect(status).toBe(200);
  for (const words of [
    "500 Points",
    "2 × once",
    "$9.98",
    "Golden Lynx",
    "every month",
    "$14.97",
    "Ada Frost",
  ])
    expect(text).toContain(words);
  for (const name of ["Pay", "Decline", "Close"])
    expect(text).toMatch(new RegExp(`>${name}</button>`));
  expect(text).not.toContain('" disabled');
});

test("[SAND-03] the widget's other half is served, and the page makes itself known to it", async () => {
  const world = await imitatedTebex();
  const { url } = world.sandbox;
  const script = await fetch(`${url}/tebex/zoid.js`);
  expect(script.headers.get("content-type")).toContain("text/javascript");
  expect((await script.text()).length).toBeGreaterThan(50_000);
  const { text } = await pageOf(url, await filledBasket(world, { [PACKAGE.points500]: 1 }));
  expect(text).toContain('tag: "tebex-js-checkout-component"');
});

test("a person's name and address get into the page as text alone", async () => {
  const { sandbox, store, site } = await imitatedTebex();
  const { ident } = await store.createBasket({
    custom: { userId: "ada", orderId: 7 },
    completeUrl: `${site.url}/</script><script>alert(1)</script>`,
    cancelUrl: `${site.url}/`,
    ipAddress: null,
  });
  expect((await pageOf(sandbox.url, ident)).text).not.toContain("<script>alert");
});

test("what is paid is paid once, and its page says so", async () => {
  const world = await imitatedTebex();
  const { sandbox, store, site } = world;
  const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
  const paid = await act(sandbox.url, ident, "pay");
  expect(paid).toEqual({
    status: 200,
    body: { transactionId: expect.stringMatching(/^tbx-/), status: "complete", reference: null },
  });
  expect((await act(sandbox.url, ident, "pay")).status).toBe(409);
  expect((await store.basket(ident)).isComplete).toBe(true);
  const { text } = await pageOf(sandbox.url, ident);
  expect(text).toContain("This basket is paid.");
  expect(text).toContain('data-act="pay" disabled');
  await until(() => site.received.length > 0);
  expect(site.received.map(({ type }) => type)).toEqual(["payment.completed"]);
});

test("a declined payment leaves the basket open", async () => {
  const world = await imitatedTebex();
  const { sandbox, store, site } = world;
  const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
  expect((await act(sandbox.url, ident, "decline")).body.status).toBe("declined");
  expect((await store.basket(ident)).isComplete).toBe(false);
  await until(() => site.received.length > 0);
  expect(site.received[0]).toMatchObject({
    type: "payment.declined",
    subject: { status: { id: 18 }, decline_reason: { code: "insufficient_funds" } },
  });
  expect((await act(sandbox.url, ident, "pay")).status).toBe(200);
});

test("money that takes a while: nothing is told before it is there", async () => {
  const world = await imitatedTebex();
  const { sandbox, store, site } = world;
  const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
  expect((await act(sandbox.url, ident, "pay-slowly")).body.status).toBe("pending");
  expect((await store.basket(ident)).isComplete).toBe(false);
  expect((await pageOf(sandbox.url, ident)).text).toContain("on its way");
  expect(sandbox.tebex.events()).toEqual([]);
  const settled = await fetch(`${sandbox.url}/tebex/settle/${ident}`, { method: "POST" });
  expect(await settled.json()).toMatchObject({ status: { id: 1 } });
  expect((await store.basket(ident)).isComplete).toBe(true);
  await until(() => site.received.length > 0);
  expect((await fetch(`${sandbox.url}/tebex/settle/${ident}`, { method: "POST" })).status).toBe(
    409,
  );
});

test("an empty basket, one of nobody and one that is not there cannot be paid", async () => {
  const world = await imitatedTebex();
  const { url } = world.sandbox;
  const unsigned = await newBasket(world);
  expect((await act(url, unsigned.ident, "pay")).body.detail).toMatch(/Nobody has signed in/);
  expect((await pageOf(url, unsigned.ident)).text).toContain('data-act="pay" disabled');
  const empty = await filledBasket(world, {});
  expect((await act(url, empty, "pay")).body.detail).toMatch(/empty/);
  expect((await act(url, "nobodys", "pay")).status).toBe(404);
  expect((await pageOf(url, "nobodys")).status).toBe(404);
  expect((await act(url, empty, "steal")).status).toBe(404);
});

test("[contract] in an outage the checkout still stands, and Tebex can be paid", async () => {
  const world = await imitatedTebex();
  const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
  world.outages.set("tebex", "down");
  expect((await pageOf(world.sandbox.url, ident)).status).toBe(200);
  expect((await act(world.sandbox.url, ident, "pay")).status).toBe(200);
});
