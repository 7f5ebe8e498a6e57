import { beforeEach, expect, test } from "bun:test";
import { TEBEX_ACCESS } from "#sandbox/tebex/catalogue.ts";
import { signEvent } from "#sandbox/tebex/controls.ts";
import type { TebexConfig } from "#server/config/config.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { holdDeadlines, neverAnswers } from "#tests/support/deadlines.ts";
import {
  filledBasket,
  imitatedTebex,
  newBasket,
  PACKAGE,
  shopFailure,
  signInAt,
} from "#tests/support/tebex.ts";

beforeEach(holdDeadlines);

const CONFIG: Omit<TebexConfig, "apiBase"> = {
  checkoutUrl: "https://pay.example",
  picturesBase: "https://pictures.example",
  publicToken: "public/token",
  privateKey: "private",
  webhookSecret: "secret",
};
const BASKET = {
  id: 1,
  ident: "abc-123",
  complete: false,
  total_price: 9.98,
  currency: "USD",
  packages: [{ id: 5, name: "Points", in_basket: { quantity: 2, price: 4.99 } }],
  custom: { userId: "ada", orderId: 7 },
};
const OURS = {
  custom: { userId: "ada", orderId: 7 },
  completeUrl: "https://site.example/shop/cart",
  cancelUrl: "https://site.example/shop/cart",
  ipAddress: "203.0.113.7",
};

type Asked = { method: string; path: string; headers: Headers; body: unknown };

/** A Tebex that answers whatever a test wants, and what it was asked. */
const fakeTebex = (
  answer: (request: Request) => Response | Promise<Response>,
  given: Partial<TebexConfig> = {},
) => {
  const asked: Asked[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const text = await request.clone().text();
      asked.push({
        method: request.method,
        path: pathname + search,
        headers: request.headers,
        body: text === "" ? null : JSON.parse(text),
      });
      return answer(request);
    },
  });
  afterThisTest(() => server.stop(true));
  const apiBase = `http://127.0.0.1:${server.port}/api`;
  return { store: createTebex({ ...CONFIG, apiBase, ...given }), asked };
};

const problem = (status: number, detail: string, more: Readonly<Record<string, unknown>> = {}) =>
  Response.json({ status, type: "about:blank", title: "Error", detail, ...more }, { status });

test("[SHOP-19] a purchase from the first question to the paid basket", async () => {
  const world = await imitatedTebex();
  const { store, sandbox } = world;
  const packages = await store.packages();
  expect(packages).toHaveLength(10);
  expect(packages.find(({ id }) => id === PACKAGE.gold)).toEqual({
    id: PACKAGE.gold,
    name: "Golden Lynx",
    type: "subscription",
    totalPrice: 4.99,
    netPrice: 4.99,
    currency: "USD",
    image: `${sandbox.url}/tebex/pictures/${PACKAGE.gold}.png`,
    description: expect.stringContaining("650 ZP"),
    expiresAt: null,
    userLimit: null,
  });
  expect(packages.find(({ id }) => id === 6_036_715)).toMatchObject({ userLimit: 1 });
  const made = await newBasket(world);
  expect(made).toMatchObject({ isComplete: false, total: 0, packages: [] });
  expect(made.custom).toEqual({ userId: "ada", orderId: 7 });
  const [link, ...others] = await store.signInLinks(made.ident, `${world.site.url}/back`);
  expect(others).toEqual([]);
  expect(await signInAt(link?.url ?? "")).toBe(`${world.site.url}/back`);
  const item = { packageId: PACKAGE.points500, quantity: 2, type: "single" } as const;
  expect(await store.addPackage(made.ident, item)).toMatchObject({
    total: 9.98,
    packages: [{ id: PACKAGE.points500, name: "500 Points", quantity: 2, price: 4.99 }],
  });
  sandbox.tebex.pay(made.ident);
  expect((await store.basket(made.ident)).isComplete).toBe(true);
});

test("why Tebex refuses is told in its own words", async () => {
  const world = await imitatedTebex();
  const { store } = world;
  const add = (ident: string, packageId: number, quantity = 1) =>
    shopFailure(store.addPackage(ident, { packageId, quantity, type: "single" }));
  const { ident: unsigned } = await newBasket(world);
  expect(await add(unsigned, PACKAGE.points500)).toEqual([
    "sign_in",
    "User must login before adding packages to basket",
  ]);
  const ident = await filledBasket(world, { [PACKAGE.limited]: 1 });
  expect(await add(ident, PACKAGE.limited)).toEqual([
    "limit",
    "You have reached the purchase limit of Founder Pack.",
  ]);
  expect(await add(ident, PACKAGE.promo, 2)).toEqual([
    "limit",
    "Quantity cannot be greater than 1",
  ]);
  expect(await add(ident, PACKAGE.soldOut)).toEqual([
    "refused",
    "This package is no longer available.",
  ]);
  expect(await add(ident, 99)).toEqual(["missing", "Package not found"]);
  expect(await shopFailure(store.basket("nobodys"))).toEqual(["missing", "Basket not found"]);
});

test.each(["down", "garbage", "slow"] as const)(
  "a Tebex that is %s cannot be reached",
  async (mode) => {
    const { outages, sandbox } = await imitatedTebex();
    outages.set("tebex", mode);
    const apiBase = `${sandbox.url}/tebex/api`;
    const store = createTebex({ ...CONFIG, ...TEBEX_ACCESS, apiBase });
    expect(await shopFailure(store.packages())).toEqual(["unreachable", null]);
  },
);

test.each([
  ["bare", BASKET],
  ["wrapped", { data: BASKET }],
])("a %s basket is understood", async (_, reply) => {
  const { store } = fakeTebex(() => Response.json(reply));
  expect(await store.basket("abc-123")).toEqual({
    ident: "abc-123",
    isComplete: false,
    total: 9.98,
    currency: "USD",
    packages: [{ id: 5, name: "Points", quantity: 2, price: 4.99 }],
    custom: { userId: "ada", orderId: 7 },
  });
});

test.each([
  ["none", null, null],
  ["an empty list, as PHP writes nothing", [], null],
  ["a stranger's", { cart: 5 }, null],
  ["an order that is no number", { userId: "ada", orderId: "x" }, null],
  ["an order as a text", { userId: "ada", orderId: "7" }, { userId: "ada", orderId: 7 }],
])("what binds a basket may be %s", async (_, custom, expected) => {
  const { store } = fakeTebex(() => Response.json({ data: { ...BASKET, custom } }));
  expect((await store.basket("abc-123")).custom).toEqual(expected);
});

test("what is asked: token and ident in the path, the owner's proof with the buyer's address", async () => {
  const { store, asked } = fakeTebex(() => Response.json({ data: BASKET }));
  await store.createBasket(OURS);
  await store.addPackage("a b/c", { packageId: 5, quantity: 2, type: "single" });
  const [creation, addition] = asked;
  expect(creation).toMatchObject({
    method: "POST",
    path: "/api/accounts/public%2Ftoken/baskets",
    body: {
      complete_url: OURS.completeUrl,
      cancel_url: OURS.cancelUrl,
      complete_auto_redirect: true,
      custom: OURS.custom,
      ip_address: OURS.ipAddress,
    },
  });
  expect(creation?.headers.get("authorization")).toBe(`Basic ${btoa("public/token:private")}`);
  expect(addition).toMatchObject({
    method: "POST",
    path: "/api/baskets/a%20b%2Fc/packages",
    body: { package_id: "5", quantity: 2, type: "single" },
  });
  expect(addition?.headers.get("authorization")).toBeNull();
});

test.each([
  ["no private key", { privateKey: null }, OURS],
  ["no address", {}, { ...OURS, ipAddress: null }],
])("with %s Tebex is told no address", async (_, given, basket) => {
  const { store, asked } = fakeTebex(() => Response.json({ data: BASKET }), given);
  await store.createBasket(basket);
  expect(asked[0]?.body).not.toHaveProperty("ip_address");
  if ("privateKey" in given) expect(asked[0]?.headers.get("authorization")).toBeNull();
});

test.each([
  ["a limit in its code", 422, "Nope", { error_code: "user_limit_reached" }, "limit"],
  ["a limit in its sentence", 400, "You already own this package.", {}, "limit"],
  ["a quantity", 422, "Quantity cannot be greater than 5", {}, "limit"],
  ["a sign-in", 422, "You must be logged in first.", {}, "sign_in"],
  ["an unknown ident", 422, "Invalid basket identifier provided", {}, "missing"],
  ["anything else", 422, "The cart is on fire.", {}, "refused"],
  ["a ban", 403, "You are banned from this store.", {}, "refused"],
  ["our own credentials", 401, "Invalid API credentials.", {}, "unreachable"],
  ["too many questions", 429, "Too many attempts: limit reached.", {}, "unreachable"],
  ["its own trouble", 500, "Limit of patience reached", {}, "unreachable"],
])("a refusal because of %s", async (_, status, detail, more, reason) => {
  const { store } = fakeTebex(() => problem(status, detail, more));
  const item = { packageId: 5, quantity: 1, type: "single" } as const;
  expect(await shopFailure(store.addPackage("abc", item))).toEqual([reason, detail]);
});

test("a Tebex that does not know our account is not set up rightly: nobody's package is missing", async () => {
  const { store } = fakeTebex(() => problem(404, "Invalid webstore identifier"));
  expect(await shopFailure(store.packages())).toEqual([
    "unreachable",
    "Invalid webstore identifier",
  ]);
  expect((await shopFailure(store.createBasket(OURS)))[0]).toBe("unreachable");
});

test("Tebex's sentence is one short harmless line", async () => {
  const { store } = fakeTebex(() => problem(422, `Limit\u202e\n\u0000 reached ${"x".repeat(500)}`));
  const [, detail] = await shopFailure(store.basket("abc"));
  expect(detail).toStartWith("Limit reached xxx");
  expect(detail).toHaveLength(200);
});

test.each([
  ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["another shape", () => Response.json({ data: { ident: "abc" } })],
  ["a basket whose ident is a path", () => Response.json({ data: { ...BASKET, ident: "../x" } })],
  ["a negative price", () => Response.json({ data: { ...BASKET, total_price: -1 } })],
  ["a redirect", () => Response.redirect("http://127.0.0.1:1/", 302)],
  ["too much", () => Response.json({ data: BASKET, more: "x".repeat(5 * 1024 * 1024) })],
  ["a refusal that is no problem", () => new Response("nginx", { status: 502 })],
  ["nothing in time", neverAnswers],
])("a Tebex that answers %s cannot be reached", async (_, answer) => {
  const { store } = fakeTebex(answer);
  expect(await shopFailure(store.basket("abc-123"))).toEqual(["unreachable", null]);
});

test("a package that makes no sense is left out, and one without picture, text and end is none", async () => {
  const good = {
    id: 5,
    name: "Points",
    type: "single",
    total_price: 0,
    currency: "USD",
    image: 7,
    description: null,
    expiration_date: "2026-05-01 10:00:00",
    user_limit: "many",
  };
  const { store } = fakeTebex(() =>
    Response.json({
      data: [
        good,
        { ...good, id: "x" },
        { ...good, total_price: null },
        { ...good, currency: "$" },
      ],
    }),
  );
  expect(await store.packages()).toEqual([
    {
      id: 5,
      name: "Points",
      type: "single",
      totalPrice: 0,
      netPrice: 0,
      currency: "USD",
      image: null,
      description: "",
      expiresAt: new Date("2026-05-01T10:00:00Z"),
      userLimit: null,
    },
  ]);
});

test("a price may be a text, as PHP writes some", async () => {
  const { store } = fakeTebex(() => Response.json({ ...BASKET, total_price: "9.98" }));
  expect((await store.basket("abc-123")).total).toBe(9.98);
  const none = fakeTebex(() => Response.json({ ...BASKET, total_price: "" }));
  expect((await shopFailure(none.store.basket("abc-123")))[0]).toBe("unreachable");
});

test("a list in which nothing makes sense is no list, an empty one is", async () => {
  const nonsense = fakeTebex(() => Response.json({ data: [{ id: 1 }] }));
  expect((await shopFailure(nonsense.store.packages()))[0]).toBe("unreachable");
  const empty = fakeTebex(() => Response.json({ data: [] }));
  expect(await empty.store.packages()).toEqual([]);
});

test("a list beyond all measure is cut, and a price beyond counting makes no sense", async () => {
  const good = { name: "Points", type: "single", total_price: 1, currency: "USD" };
  const many = Array.from({ length: 5000 }, (_, at) => ({ ...good, id: at + 1 }));
  const packages = await fakeTebex(() => Response.json({ data: many })).store.packages();
  expect([packages.length, packages.at(-1)?.id]).toEqual([500, 500]);
  for (const price of [1e300, -1, "1e9", "Infinity", true]) {
    const data = [{ ...good, id: 1, total_price: price }];
    const { store } = fakeTebex(() => Response.json({ data }));
    expect((await shopFailure(store.packages()))[0]).toBe("unreachable");
  }
  const basket = {
    ident: "abc",
    complete: false,
    total_price: 1,
    currency: "USD",
    packages: [{ id: 1, name: "Po\u0000ints\u202e", in_basket: { quantity: 1, price: 1 } }],
  };
  const { store } = fakeTebex(() => Response.json({ data: basket }));
  expect((await store.basket("abc")).packages[0]?.name).toBe("Po ints");
});

test("sign-in links: bare, wrapped, none, and never one that no browser should open", async () => {
  const links = [{ name: "Steam", url: "https://store.example/login" }];
  for (const reply of [links, { data: links }]) {
    const { store, asked } = fakeTebex(() => Response.json(reply));
    expect(await store.signInLinks("abc", "https://site.example/back?a=1&b=2")).toEqual(links);
    expect(new URLSearchParams(asked[0]?.path.split("?")[1]).get("returnUrl")).toBe(
      "https://site.example/back?a=1&b=2",
    );
  }
  expect(await fakeTebex(() => Response.json([])).store.signInLinks("abc", "x")).toEqual([]);
  const evil = [{ name: "Steam", url: "javascript:alert(1)" }];
  const { store } = fakeTebex(() => Response.json(evil));
  expect((await shopFailure(store.signInLinks("abc", "x")))[0]).toBe("unreachable");
});

test("[PAY-01] a signature is of the raw bytes, with Tebex's secret", () => {
  const { store } = fakeTebex(() => Response.json({}));
  const body = '{"id": "1",  "type":"payment.completed"}';
  const bytes = new TextEncoder().encode(body);
  const signature = signEvent(body, CONFIG.webhookSecret);
  expect(store.isSigned(bytes, signature)).toBe(true);
  expect(store.isSigned(bytes, signature.toUpperCase())).toBe(true);
  const respelled = new TextEncoder().encode(JSON.stringify(JSON.parse(body)));
  const plain = new Bun.CryptoHasher("sha256", CONFIG.webhookSecret).update(body).digest("hex");
  for (const [given, forged] of [
    [respelled, signature],
    [bytes.slice(0, -1), signature],
    [bytes, plain],
    [bytes, signEvent(body, "another secret")],
    [bytes, signature.slice(0, -2)],
    [bytes, `${signature}00`],
    [bytes, "z".repeat(64)],
    [bytes, ""],
  ] as const)
    expect(store.isSigned(given, forged)).toBe(false);
});
