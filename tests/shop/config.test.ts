import { expect, test } from "bun:test";
import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { PACKAGES } from "#sandbox/tebex/catalogue.ts";
import { ConfigError, loadConfig, warningsOf } from "#server/config/config.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { SHOP_ENV } from "#tests/support/shop.ts";
import { testFolder } from "#tests/support/store.ts";

const problemsOf = async (env: Readonly<Record<string, string>>) => {
  const error = await rejectionOf(loadConfig(env));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

/** The example's community file, with this as its shop. */
const fileWithShop = async (shop: string) => {
  const file = join(await testFolder(), "community.toml");
  const start = exampleCommunity.indexOf("[shop]");
  const end = exampleCommunity.indexOf("[[servers]]");
  expect([start, end]).not.toContain(-1);
  await Bun.write(file, exampleCommunity.slice(0, start) + shop + exampleCommunity.slice(end));
  return file;
};

test("without a shop the site starts, warns, and tells browsers that there is no shop", async () => {
  const config = await loadConfig({});
  expect(config.tebex).toBeNull();
  expect(warningsOf(config)).toContain("TEBEX_PUBLIC_TOKEN is not set: the shop is closed.");
  expect(siteOf(config, "build-1").shop).toBeNull();
});

test("a Tebex is its token and what signs its events; where it is has a default", async () => {
  const { TEBEX_PUBLIC_TOKEN, TEBEX_WEBHOOK_SECRET } = SHOP_ENV;
  const config = await loadConfig({ TEBEX_PUBLIC_TOKEN, TEBEX_WEBHOOK_SECRET });
  expect(config.tebex).toEqual({
    apiBase: "https://headless.tebex.io/api",
    checkoutUrl: "https://pay.tebex.io",
    picturesBase: "https://dunb17ur4ymx4.cloudfront.net",
    publicToken: "den-1",
    privateKey: null,
    webhookSecret: "webhook-secret",
  });
  expect(warningsOf(config).join()).not.toContain("TEBEX");
  const site = siteOf(config, "build-1");
  expect(site.shop).toEqual({
    checkoutUrl: "https://pay.tebex.io",
    note: config.community.shop.note,
    promoPackage: 6_036_704,
  });
  expect(site.tiers.map((tier) => [tier.key, tier.package])).toEqual([
    ["Gold", 6_036_701],
    ["Diamond", 6_036_702],
    ["Vibranium", 6_036_703],
  ]);
  // Browsers are told nothing by which somebody could speak for us.
  expect(JSON.stringify(site)).not.toContain("webhook-secret");
});

test.each([
  ["a token alone", { TEBEX_PUBLIC_TOKEN: "den-1" }, "belong together"],
  ["a secret alone", { TEBEX_WEBHOOK_SECRET: "hunter2" }, "belong together"],
  ["a private key alone", { TEBEX_PRIVATE_KEY: "hunter2" }, "belong together"],
  ["two words", { ...SHOP_ENV, TEBEX_WEBHOOK_SECRET: "hunter2 x" }, "TEBEX_WEBHOOK_SECRET"],
  ["no address", { ...SHOP_ENV, TEBEX_API_BASE: "headless.tebex.io" }, "TEBEX_API_BASE"],
  ["a query", { ...SHOP_ENV, TEBEX_CHECKOUT_URL: "https://p.example/?a=1" }, "TEBEX_CHECKOUT_URL"],
])("%s is a problem of the configuration, and no secret is repeated", async (_, env, problem) => {
  const problems = (await problemsOf(env)).join("\n");
  expect(problems).toContain(problem);
  expect(problems).not.toContain("hunter2");
});

/** What the tiers of the example say of their packages. */
const OF_TIERS = [
  { id: 6_036_701, points: 650, tier: "Gold", deliveries: [] },
  { id: 6_036_702, points: 1300, tier: "Diamond", deliveries: [] },
  { id: 6_036_703, points: 1950, tier: "Vibranium", deliveries: [] },
];

test("a community need not say anything of its shop", async () => {
  const { community } = await loadConfig({ COMMUNITY_FILE: await fileWithShop("") });
  expect(community.shop).toEqual({ promoPackage: null, packages: OF_TIERS });
});

test("what a package gives is the community's to say", async () => {
  const COMMUNITY_FILE = await fileWithShop(`[shop]
promo_package = 5
[[shop.packages]]
id = 5
points = 9
tier = "Diamond"
deliveries = [{ game = "minecraft", give = " kit " }]
[[shop.packages]]
id = 6
[[shop.packages]]
id = 7
gives_nothing = true
`);
  const { community } = await loadConfig({ COMMUNITY_FILE });
  expect(community.shop).toEqual({
    promoPackage: 5,
    packages: [
      ...OF_TIERS,
      { id: 5, points: 9, tier: "Diamond", deliveries: [{ game: "minecraft", give: "kit" }] },
      { id: 6, points: 0, tier: null, deliveries: [] },
      { id: 7, points: 0, tier: null, deliveries: [], givesNothing: true },
    ],
  });
});

test.each([
  ["shop.promo_package", "[shop]\npromo_package = 0"],
  [
    "shop.packages[1].id: 5 is already used above",
    "[[shop.packages]]\nid = 5\n[[shop.packages]]\nid = 5",
  ],
  ["shop.packages[0].points", "[[shop.packages]]\nid = 5\npoints = -1"],
  [
    "shop.packages[0].gives_nothing: is for a package that gives nothing",
    "[[shop.packages]]\nid = 5\npoints = 1\ngives_nothing = true",
  ],
  ["shop.packages[0].gives_nothing", "[[shop.packages]]\nid = 6036701\ngives_nothing = true"],
  ["shop.packages[0].points", "[[shop.packages]]\nid = 5\npoints = 1.5"],
  ["shop.packages[0].tier", '[[shop.packages]]\nid = 5\ntier = "Bronze"'],
  ["shop.packages[0]", "[[shop.packages]]\nid = 5\nprice = 1"],
  [
    "shop.packages[0].deliveries[0].game",
    '[[shop.packages]]\nid = 5\ndeliveries = [{ game = "chess", give = "a" }]',
  ],
  [
    'shop: does not know "subscriptions"',
    '[[shop.subscriptions]]\ntier = "Standard"\npackage = "a"',
  ],
])("a shop that makes no sense is a problem that is named: %s", async (named, shop) => {
  const [problem, ...others] = await problemsOf({
    COMMUNITY_FILE: await fileWithShop(`${shop}\n`),
  });
  expect(problem).toContain(named);
  expect(others).toEqual([]);
});

test("the example's shop is the sandbox's store: every package is there, and gives something", async () => {
  const { shop, tiers } = (await loadConfig({})).community;
  expect(new Set(shop.packages.map(({ id }) => id))).toEqual(new Set(PACKAGES.map(({ id }) => id)));
  for (const { key, title, package: own } of tiers) {
    const sold = PACKAGES.find((one) => one.name === title);
    expect(own).toBe(sold?.id ?? 0);
    expect(shop.packages.find(({ id }) => id === sold?.id)?.tier).toBe(key);
  }
});
