import { expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communityFor } from "#sandbox/community.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { PACKAGES, TEBEX_ACCESS } from "#sandbox/tebex/catalogue.ts";
import { communitySchema } from "#server/config/community.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { filledBasket, imitatedTebex, PACKAGE, signInAt } from "#tests/support/tebex.ts";

const SITE = "http://localhost:3000";
const OWNER = `Basic ${btoa(`${TEBEX_ACCESS.publicToken}:${TEBEX_ACCESS.privateKey}`)}`;
const NEW_BASKET = {
  complete_url: `${SITE}/shop/cart`,
  cancel_url: `${SITE}/shop/cart`,
  custom: { userId: "ada", orderId: 7, nested: ["kept", 1] },
};

/** The Headless API of a sandbox of its own. */
const api = async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const { url } = sandbox;
  const ask = async (method: string, path: string, body?: unknown, authorization?: string) => {
    const response = await fetch(`${url}/tebex/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(authorization !== undefined && { headers: { authorization } }),
    });
    return { status: response.status, body: await response.json() };
  };
  const account = `/accounts/${TEBEX_ACCESS.publicToken}`;
  const basket = async (persona?: string): Promise<string> => {
    const { body } = await ask("POST", `${account}/baskets`, NEW_BASKET);
    const { ident } = body.data;
    if (persona === undefined) return ident;
    const links = await ask("GET", `${account}/baskets/${ident}/auth?returnUrl=${SITE}/back`);
    await signInAt(links.body[0].url, persona);
    return ident;
  };
  const add = (ident: string, packageId: number, quantity = 1) =>
    ask("POST", `/baskets/${ident}/packages`, { package_id: String(packageId), quantity });
  return { url, account, ask, basket, add };
};

test("[SAND-01] Tebex sells what the example community gives something for", () => {
  const { shop, tiers } = communitySchema.parse(Bun.TOML.parse(exampleCommunity));
  expect(PACKAGES.map(({ id }) => id)).toEqual(shop.packages.map(({ id }) => id));
  for (const { package: packageId, title: name, price } of tiers)
    expect(PACKAGES.find(({ id }) => id === packageId)).toMatchObject({
      type: "subscription",
      name,
      price,
    });
  expect(PACKAGES.find(({ id }) => id === shop.promoPackage)?.price).toBe(0);
});

test("the community file that leads into the sandbox keeps the shop", () => {
  const made = communityFor({ url: "http://127.0.0.1:4000", servers: [] }, exampleCommunity);
  const { shop } = communitySchema.parse(Bun.TOML.parse(made));
  expect(shop).toEqual(communitySchema.parse(Bun.TOML.parse(exampleCommunity)).shop);
});

test("[SAND-02] packages and categories are listed, with pictures that are there", async () => {
  const { account, ask } = await api();
  const { body } = await ask("GET", `${account}/packages`);
  expect(body.data).toHaveLength(PACKAGES.length);
  expect(body.data[0]).toMatchObject({ id: 6_036_701, type: "subscription", total_price: 4.99 });
  for (const { image } of body.data)
    if (image !== null) expect((await fetch(image)).headers.get("content-type")).toBe("image/png");
  const one = await ask("GET", `${account}/packages/${PACKAGE.promo}`);
  expect(one.body.data).toMatchObject({ id: PACKAGE.promo, total_price: 0 });
  const { body: categories } = await ask("GET", `${account}/categories?includePackages=1`);
  expect(
    categories.data.map((category: { packages: unknown[] }) => category.packages.length),
  ).toEqual([3, 7]);
});

test("[SAND-02] a basket keeps what the site binds to it, and its buyer's address", async () => {
  const { account, ask } = await api();
  const made = await ask(
    "POST",
    `${account}/baskets`,
    { ...NEW_BASKET, ip_address: "203.0.113.7" },
    OWNER,
  );
  const { ident } = made.body.data;
  const read = await ask("GET", `${account}/baskets/${ident}`);
  expect(read.body).toEqual(made.body);
  expect(read.body.data).toMatchObject({
    ident: expect.stringMatching(/^[\w-]{1,64}$/),
    complete: false,
    custom: NEW_BASKET.custom,
    ip: "203.0.113.7",
    packages: [],
    links: { checkout: expect.stringContaining(`/tebex/checkout/${ident}`) },
  });
});

test.each([
  ["another account", "POST", "/accounts/nobody/baskets", NEW_BASKET, undefined, 404, "webstore"],
  [
    "an address without proof",
    "POST",
    "/baskets",
    { ip_address: "1.2.3.4" },
    undefined,
    401,
    "owner",
  ],
  ["a wrong proof", "POST", "/baskets", {}, "Basic eDp5", 401, "credentials"],
  [
    "a return far away",
    "POST",
    "/baskets",
    { complete_url: "https://evil.example/" },
    OWNER,
    422,
    "complete_url",
  ],
  ["an unknown basket", "GET", "/baskets/nobodys", undefined, undefined, 404, "Basket not found"],
  ["an unknown package", "GET", "/packages/1", undefined, undefined, 404, "Package not found"],
  ["a coupon", "POST", "/baskets/x/coupons", {}, undefined, 422, "no such code"],
  ["another endpoint", "GET", "/orders", undefined, undefined, 404, "endpoint"],
])("%s is a problem, as the API tells it", async (_, method, path, body, proof, status, words) => {
  const { account, ask } = await api();
  const where = path.startsWith("/accounts") ? path : `${account}${path}`;
  const sent = body === undefined ? undefined : { ...NEW_BASKET, ...body };
  const { status: given, body: problem } = await ask(method, where, sent, proof);
  expect(given).toBe(status);
  expect(problem).toEqual({
    status,
    type: "about:blank",
    title: expect.any(String),
    detail: expect.stringContaining(words),
    instance: `/tebex/api${where}`,
  });
});

test("[contract] the sign-in link is Steam's consent page, and persona=deny leads back unsigned", async () => {
  const { url, account, ask, basket, add } = await api();
  const ident = await basket();
  const { body } = await ask("GET", `${account}/baskets/${ident}/auth?returnUrl=${SITE}/back`);
  expect(body).toEqual([{ name: "Steam", url: expect.stringContaining(`${url}/steam/openid/`) }]);
  expect(await (await fetch(body[0].url)).text()).toContain('name="persona" value="ada"');
  expect(await signInAt(body[0].url, "deny")).toBe(`${SITE}/back`);
  const refused = await add(ident, PACKAGE.points500);
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    "User must login before adding packages to basket",
  ]);
  expect(await signInAt(body[0].url, "ada")).toBe(`${SITE}/back`);
  expect((await add(ident, PACKAGE.points500)).status).toBe(200);
  const { body: read } = await ask("GET", `${account}/baskets/${ident}`);
  expect(read.data).toMatchObject({ username: "Ada Frost", username_id: "76561198000104201" });
});

test("a way back that leads elsewhere is refused, and nobody signs in with an invented answer", async () => {
  const { url, account, ask, basket, add } = await api();
  const ident = await basket();
  const away = await ask("GET", `${account}/baskets/${ident}/auth?returnUrl=https://evil.example`);
  expect(away.status).toBe(422);
  const claimed = "https://steamcommunity.com/openid/id/76561198000104201";
  const invented = new URLSearchParams({
    "openid.mode": "id_res",
    "openid.claimed_id": claimed,
    "openid.signed": "claimed_id",
    "openid.sig": "AAAA",
  });
  const answer = await fetch(`${url}/tebex/sign-in/${ident}?${invented}`, { redirect: "manual" });
  expect(answer.status).toBe(502);
  expect((await add(ident, PACKAGE.points500)).status).toBe(422);
});

test("what is added again becomes more; quantities can be set and packages taken out", async () => {
  const { ask, basket, add } = await api();
  const ident = await basket("stranger");
  await add(ident, PACKAGE.points500, 2);
  const more = await add(ident, PACKAGE.points500, 3);
  expect(more.body.data).toMatchObject({
    total_price: 24.95,
    packages: [{ in_basket: { quantity: 5 } }],
  });
  const path = `/baskets/${ident}/packages`;
  const less = await ask("PUT", `${path}/${PACKAGE.points500}`, { quantity: 1 });
  expect(less.body.data.total_price).toBe(4.99);
  expect((await ask("PUT", `${path}/${PACKAGE.promo}`, { quantity: 1 })).status).toBe(422);
  const none = await ask("POST", `${path}/remove`, { package_id: PACKAGE.points500 });
  expect(none.body.data.packages).toEqual([]);
});

test.each([
  ["a second subscription", [PACKAGE.gold, PACKAGE.diamond], "Only one subscription"],
  ["the same subscription again", [PACKAGE.gold, PACKAGE.gold], "greater than 1"],
  ["the promo twice", [PACKAGE.promo, PACKAGE.promo], "greater than 1"],
  ["the limited package twice", [PACKAGE.limited, PACKAGE.limited], "purchase limit"],
  ["what is not sold any more", [PACKAGE.soldOut], "no longer available"],
  ["what there is not", [1], "Package not found"],
])("%s is refused", async (_, ids, words) => {
  const { basket, add } = await api();
  const ident = await basket("stranger");
  const answers = [];
  for (const id of ids) answers.push(await add(ident, id));
  expect(answers.at(-1)?.body.detail).toContain(words);
  expect(answers.slice(0, -1).every(({ status }) => status === 200)).toBe(true);
});

test("[contract] a buyer has the limited package once, in whatever baskets, until it is given back", async () => {
  const world = await imitatedTebex();
  const { sandbox } = world;
  const [first, second] = [
    await filledBasket(world, { [PACKAGE.limited]: 1 }, "kit"),
    await filledBasket(world, { [PACKAGE.limited]: 1 }, "kit"),
  ];
  const { id } = sandbox.tebex.pay(first);
  expect(() => sandbox.tebex.pay(second)).toThrow("purchase limit");
  expect(await filledBasket(world, { [PACKAGE.limited]: 1 }, "ada")).toBeString();
  sandbox.tebex.refund(id);
  expect(sandbox.tebex.pay(second).status).toBe("complete");
});

test("nothing can be put into a basket that is paid", async () => {
  const world = await imitatedTebex();
  const ident = await filledBasket(world, { [PACKAGE.points500]: 1 });
  world.sandbox.tebex.pay(ident);
  const response = await fetch(`${world.sandbox.url}/tebex/api/baskets/${ident}/packages`, {
    method: "POST",
    body: JSON.stringify({ package_id: PACKAGE.points500 }),
  });
  expect(response.status).toBe(422);
});
