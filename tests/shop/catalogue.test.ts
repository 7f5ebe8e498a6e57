import { expect, test } from "bun:test";
import { keepPicturesJob, siteJobs } from "#server/jobs/site-jobs.ts";
import { refreshCatalogue } from "#server/modules/catalogue/index.ts";
import { ShopFailure, type Shopfront } from "#server/providers/ports/outside.ts";
import { createShopfront } from "#server/providers/shop/tebex.ts";
import { writeSetting } from "#server/store/settings.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { ShopPackages } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import {
  type Buyer,
  buyer,
  GOLD,
  MORE_POINTS,
  OLD,
  packageOf,
  PACKAGES,
  PICTURES,
  POINTS,
  PROMO,
  type ShopApp,
  shopApp,
} from "#tests/support/shop.ts";

const DOWN = new ShopFailure("unreachable");

const run = (app: ShopApp, signal = new AbortController().signal) =>
  refreshCatalogue(asSite(app.deps), signal);

const jobNames = ({ deps }: TestApp) => siteJobs(deps).map(({ name }) => name);

/** Where Tebex has the picture of a package. */
const source = (id: number) => `${PICTURES}/${id}.png`;

const listed = async (member: Buyer) => {
  const response = await member.ask("GET", "packages");
  expect(response.status).toBe(200);
  return (await response.json()) as ShopPackages;
};

/** Pictures as they are found at addresses; every other one is out of reach. */
const pictures = (found: Readonly<Record<string, string>>) => {
  const asked: string[] = [];
  const shopfront: Shopfront = {
    ...createShopfront(),
    pictureAt: async (address) => {
      asked.push(address);
      const bytes = found[address];
      if (bytes === undefined) return "unreachable";
      return bytes === "none" ? "none" : new TextEncoder().encode(bytes);
    },
  };
  return { asked, shopfront };
};

test("[SHOP-01] the packages are Tebex's, with what the community says that they give", async () => {
  const app = await shopApp();
  await run(app);
  const { data, updatedAt, isStale } = await listed(await buyer(app));
  expect({ updatedAt, isStale }).toEqual({
    updatedAt: app.clock.now().toISOString(),
    isStale: false,
  });
  expect(data.map(({ id }) => id)).toEqual(PACKAGES.map(({ id }) => id));
  const found = (id: number) => data.find((one) => one.id === id);
  expect(found(GOLD)).toEqual({
    id: GOLD,
    name: "Golden Lynx",
    type: "subscription",
    total_price: 4.99,
    currency: "USD",
    image: null,
    description: "<p>Points.</p>",
    points: 650,
    tier: "Gold",
    isPromo: false,
    isSoldOut: false,
    limit: null,
  });
  expect(found(MORE_POINTS)).toMatchObject({ limit: 2 });
  expect(found(PROMO)).toMatchObject({ total_price: 0, points: 200, tier: null, isPromo: true });
  expect(found(OLD)).toMatchObject({ isSoldOut: true });
  expect(found(POINTS)).toMatchObject({ isSoldOut: false });
});

test("names and HTML of packages are harmless before they are kept", async () => {
  const app = await shopApp();
  app.shop.sells([
    {
      ...packageOf(POINTS),
      name: "500\n\u202ePoints",
      description: `<p onclick="x()" style="position:fixed">a</p><script>x()</script><a href="javascript:x()">b</a>`,
    },
  ]);
  await run(app);
  const { data } = await listed(await buyer(app));
  expect(data).toMatchObject([{ name: "500 Points", description: "<p>a</p><span>b</span>" }]);
  const { settings } = app.deps.store.tables;
  const kept = JSON.stringify(await app.deps.store.read.select().from(settings));
  expect(kept).not.toContain("onclick");
  expect(kept).not.toContain("<script");
});

test("[SHOP-01] a Tebex that does not answer yields the last known list with its age", async () => {
  const app = await shopApp();
  const member = await buyer(app);
  await run(app);
  const before = await listed(member);
  app.clock.advance(2 * MINUTE_MS);
  app.shop.fails(DOWN);
  await run(app);
  const { data, updatedAt, isStale } = await listed(member);
  expect(data).toEqual(before.data);
  expect({ updatedAt, isStale }).toEqual({ updatedAt: before.updatedAt, isStale: true });
  // It is said once, not with every question.
  await run(app);
  expect(app.lines.filter(({ event }) => event === "shop.silent")).toHaveLength(1);

  app.clock.advance(20_000);
  app.shop.fails(null);
  await run(app);
  expect(await listed(member)).toEqual({
    data: before.data,
    updatedAt: app.clock.now().toISOString(),
    isStale: false,
  });
});

test("a Tebex that answers is asked every two minutes, and not by those who look", async () => {
  const app = await shopApp();
  const member = await buyer(app);
  for (let seconds = 0; seconds < 240; seconds += 20) {
    await run(app);
    await listed(member);
    app.clock.advance(20_000);
  }
  expect(app.shop.asked).toEqual(["packages", "packages"]);
  // The clock is set back: what was asked for in the future is no reason to wait for it.
  app.clock.advance(-60 * MINUTE_MS);
  await run(app);
  expect(app.shop.asked).toHaveLength(3);
});

test("[SHOP-01] before Tebex has ever answered it is asked at once, by all together once", async () => {
  const app = await shopApp();
  const member = await buyer(app);
  app.shop.fails(DOWN);
  const refused = await member.ask("GET", "packages");
  expect(refused.status).toBe(502);
  expect(await refused.json()).toMatchObject({ message: SHOP.unreachable });
  app.shop.fails(null);
  app.shop.asked.length = 0;
  const lists = await Promise.all([listed(member), listed(member), listed(member)]);
  expect(lists.map(({ data }) => data.length)).toEqual(Array(3).fill(PACKAGES.length));
  expect(app.shop.asked).toEqual(["packages"]);
});

test("a catalogue of another version is asked for anew", async () => {
  const app = await shopApp();
  const { store, clock } = app.deps;
  const other = { key: "shop.catalogue", schema: { parse: (value: unknown) => value } };
  await systemIn(store, clock).write((tx) => writeSetting(tx, other, { packages: "of old" }));
  expect((await listed(await buyer(app))).data).toHaveLength(PACKAGES.length);
});

test("every call of the shop says that no shop is configured, and no job asks one", async () => {
  const app = await testApp();
  const member = await buyer(app);
  const calls = [
    ["GET", "packages"],
    ["POST", "create-basket", { items: [{ packageId: POINTS, quantity: 1 }] }],
    ["POST", "authenticate-basket", { ident: "a" }],
    ["POST", "add-package/a", { packageId: POINTS, quantity: 1 }],
    ["GET", "basket/a"],
    ["GET", "promo-status"],
    ["PUT", "promo-claimed", { packageId: PROMO }],
  ] as const;
  for (const [method, path, body] of calls) {
    const response = await member.ask(method, path, body);
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.text()).toContain(SHOP.notConfigured);
  }
  const ofShop = ["refresh-catalogue", "process-inbox", "check-orders"];
  expect(jobNames(app)).not.toContainAnyValues(ofShop);
  expect(jobNames(await shopApp())).toEqual(expect.arrayContaining(ofShop));
});

test("[PIC-01] pictures become the site's own, once, and stay where Tebex is out of reach", async () => {
  const found: Record<string, string> = { [source(GOLD)]: "gold", [source(POINTS)]: "none" };
  const world = pictures(found);
  const app = await shopApp({ overrides: { shopfront: world.shopfront } });
  await run(app);
  const imageOf = async (id: number) =>
    (await listed(await buyer(app))).data.find((one) => one.id === id)?.image;
  const gold = (await imageOf(GOLD)) ?? "";
  expect(gold).toMatch(/^\/pictures\/[\da-f]{64}\.webp$/);
  expect(await (await app.request(gold)).text()).toBe("gold");
  expect(await imageOf(POINTS)).toBeNull();
  expect(world.asked.toSorted()).toEqual(PACKAGES.map(({ id }) => source(id)).toSorted());

  // What was found, or is known not to be there, is left alone for a day; the others are not.
  world.asked.length = 0;
  app.clock.advance(2 * MINUTE_MS);
  await run(app);
  expect(world.asked).not.toContain(source(GOLD));
  expect(world.asked).not.toContain(source(POINTS));
  expect(world.asked).toHaveLength(PACKAGES.length - 2);
  expect(await imageOf(GOLD)).toBe(gold);

  world.asked.length = 0;
  delete found[source(GOLD)];
  app.clock.advance(24 * 60 * MINUTE_MS);
  await run(app);
  expect(world.asked).toContain(source(GOLD));
  expect(await imageOf(GOLD)).toBe(gold);
  found[source(GOLD)] = "new gold";
  await run(app);
  expect(await (await app.request((await imageOf(GOLD)) ?? "")).text()).toBe("new gold");
});

test.each([
  "https://elsewhere.example/a.png",
  `${PICTURES}.evil.example/a.png`,
  `${PICTURES}/../private/a.png`,
  `${PICTURES}/%2e%2e/private/a.png`,
  "http://127.0.0.1:9/p/a.png",
  "file:///etc/passwd",
  "not an address",
])("a picture that is not below the configured base is never asked for: %s", async (image) => {
  const world = pictures({});
  const app = await shopApp({ overrides: { shopfront: world.shopfront } });
  app.shop.sells([{ ...packageOf(GOLD), image }]);
  await run(app);
  expect(world.asked).toEqual([]);
  expect((await listed(await buyer(app))).data).toMatchObject([{ image: null }]);
});

test("a run that is told to stop asks for no more pictures", async () => {
  const world = pictures({});
  const app = await shopApp({ overrides: { shopfront: world.shopfront } });
  await run(app, AbortSignal.abort());
  expect(world.asked).toEqual([]);
});

test("pictures of the shop are not taken for pictures that nobody needs, until the shop drops them", async () => {
  const world = pictures({ [`${PICTURES}/${GOLD}.png`]: "gold" });
  const app = await shopApp({ overrides: { shopfront: world.shopfront } });
  await run(app);
  const image = (await listed(await buyer(app))).data[0]?.image ?? "";
  const sweep = async () => {
    app.clock.advance(25 * 60 * MINUTE_MS);
    await keepPicturesJob(asSite(app.deps), async () => "none").run(new AbortController().signal);
    return (await app.request(image)).status;
  };
  expect(await sweep()).toBe(200);
  app.shop.sells(PACKAGES.slice(1));
  await run(app);
  expect(await sweep()).toBe(404);
});
