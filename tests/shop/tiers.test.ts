import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { ConfigError, loadConfig } from "#server/config/config.ts";
import { inFile } from "#server/config/file-format.ts";
import { pluginGuide } from "#server/http/rest/documents.ts";
import { type CommunityTier, EMBLEMS } from "#shared/schemas/community/play.ts";
import { EXAMPLE } from "#tests/support/community.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder } from "#tests/support/store.ts";

/** The example's file without its tiers and its shop, with this in their place. */
const fileWith = (lines: string, format = 2): string => {
  const [tiers, tickets] = ["[[tiers]]", "[tickets]"].map((at) => exampleCommunity.indexOf(at));
  const [shop, servers] = ["[shop]", "[[servers]]"].map((at) => exampleCommunity.indexOf(at));
  expect([tiers, tickets, shop, servers]).not.toContain(-1);
  const parts = [[0, tiers], [tickets, shop], [servers]] as const;
  const [start = "", middle = "", end = ""] = parts.map((part) => exampleCommunity.slice(...part));
  return `${start}${middle}${lines}\n${end}`.replace(/^format = .*$/m, `format = ${format}`);
};

const read = (lines: string, format?: number) =>
  communitySchema.parse(Bun.TOML.parse(fileWith(lines, format)));

const problemsOf = async (lines: string) => {
  const COMMUNITY_FILE = join(await testFolder(), "community.toml");
  await Bun.write(COMMUNITY_FILE, fileWith(lines));
  const error = await rejectionOf(loadConfig({ COMMUNITY_FILE }));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

/** A tier as it stands in a file, with these lines instead of its own. */
const tier = (change: Readonly<Record<string, unknown>> = {}): string => {
  const given = { key: "ember", title: "Ember Keeper", price: 3.5, currency: "EUR", ...change };
  const lines = Object.entries(given).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return ["[[tiers]]", ...lines, ""].join("\n");
};

const EMBER: CommunityTier = {
  key: "ember",
  title: "Ember Keeper",
  price: 3.5,
  currency: "EUR",
  monthlyPoints: 0,
  quarterHourPoints: 0,
  benefits: [],
  emblem: "plain",
};

const earnings = (tiers: typeof EXAMPLE.tiers) =>
  JSON.stringify(pluginGuide({ games: EXAMPLE.games, tiers }));

describe("the tiers of the document", () => {
  test("need not be any, nor say more than what they are called and cost", () => {
    expect(read("").tiers).toEqual([]);
    expect(read("").shop).toEqual({ promoPackage: null, packages: [] });
    expect(read(tier()).tiers).toEqual([EMBER]);
  });

  test("say what they bring, and which of it the team gives by hand", () => {
    const benefits = `benefits = [{ text = "A flag" }, { text = "A song", by_hand = true }]`;
    expect(read(tier({ price: 0, emblem: "blades", name: "Ember" }) + benefits).tiers).toEqual([
      {
        ...EMBER,
        price: 0,
        emblem: "blades",
        name: "Ember",
        benefits: [
          { text: "A flag", byHand: false },
          { text: "A song", byHand: true },
        ],
      },
    ]);
  });

  test("promise what their package credits: there is one number", () => {
    const own = tier({ monthly_points: 70, package: 101 });
    expect(read(own).shop.packages).toEqual([
      { id: 101, points: 70, tier: "ember", deliveries: [] },
    ]);
    const kit = `[[shop.packages]]\nid = 101\ndeliveries = [{ game = "rust", give = "kit" }]\n`;
    const gift = `[[shop.packages]]\nid = 102\ntier = "ember"\n`;
    const bundle = `${gift.replace("102", "103")}points = 5\n`;
    expect(read(own + kit + gift + bundle).shop.packages).toEqual([
      { id: 101, points: 70, tier: "ember", deliveries: [{ game: "rust", give: "kit" }] },
      { id: 102, points: 70, tier: "ember", deliveries: [] },
      { id: 103, points: 5, tier: "ember", deliveries: [] },
    ]);
  });

  test("stand in the guide for plugins with what they earn", () => {
    expect(earnings(EXAMPLE.tiers)).toContain("By tier that is: Gold 7, Diamond 10, Vibranium 15");
    expect(earnings(read(tier()).tiers)).toContain("No tier earns any at present.");
  });
});

const long = (length: number) => "x".repeat(length);
const benefitsOf = (count: number, text = "A flag") =>
  `${tier()}benefits = [${Array.from({ length: count }, () => `{ text = "${text}" }`).join()}]`;

test.each([
  ['tiers[1].key: "ember" is already used above', tier() + tier()],
  [
    "tiers[1].package: 7 is already used above",
    tier({ package: 7 }) + tier({ key: "other", package: 7 }),
  ],
  ["tiers[0].key: must not be Standard or promo", tier({ key: "Standard" })],
  ["tiers[0].key: must not be Standard or promo", tier({ key: "promo" })],
  ["tiers[0].key: must be words of letters and digits", tier({ key: "ember:1" })],
  ["tiers[0].key: must be words of letters and digits", tier({ key: "" })],
  ["tiers[0].key", tier({ key: long(41) })],
  ["tiers[0].name", tier({ name: long(31) })],
  ["tiers[0].name: must not be empty", tier({ name: " " })],
  ["tiers[0].title", tier({ title: long(61) })],
  ["tiers[0].title: must not be empty", tier({ title: "" })],
  ["tiers[0].price", tier({ price: -1 })],
  ["tiers[0].price", tier({ price: 100_001 })],
  ["tiers[0].price", tier({ price: "4.99" })],
  ["tiers[0].price: must have no more than two decimals", tier({ price: 4.999 })],
  ["tiers[0].currency: must be a currency of ISO 4217", tier({ currency: "Euro" })],
  ["tiers[0].currency: must be a currency of ISO 4217", tier({ currency: "usd" })],
  ["tiers[0].currency: must be a currency of ISO 4217", tier({ currency: long(10_000) })],
  ["tiers[0].monthly_points", tier({ monthly_points: -1 })],
  ["tiers[0].monthly_points", tier({ monthly_points: 1.5 })],
  ["tiers[0].monthly_points", tier({ monthly_points: 1_000_001 })],
  ["tiers[0].quarter_hour_points", tier({ quarter_hour_points: -1 })],
  ["tiers[0].quarter_hour_points", tier({ quarter_hour_points: 10_001 })],
  ["tiers[0].emblem", tier({ emblem: "crown" })],
  ["tiers[0].package", tier({ package: 0 })],
  ["tiers[0].package", tier({ package: "7" })],
  ['tiers[0]: does not know "passive_points"', tier({ passive_points: 7 })],
  ["tiers[0].benefits", benefitsOf(13)],
  ["tiers[0].benefits[0].text", benefitsOf(1, long(121))],
  ["tiers[0].benefits[0].text: must not be empty", benefitsOf(1, "")],
  ["tiers", Array.from({ length: 13 }, (_, nth) => tier({ key: `t-${nth}` })).join("")],
  ['shop.packages[0].tier: "ash" is the key of no tier', '[[shop.packages]]\nid = 5\ntier = "ash"'],
  [
    "shop.packages[0].points: is what the tier ember says of its package, as monthly_points",
    `${tier({ package: 5 })}[[shop.packages]]\nid = 5\npoints = 9`,
  ],
  [
    "shop.packages[0].tier: is what the tier ember says of its package",
    `${tier({ package: 5 })}[[shop.packages]]\nid = 5\ntier = "ember"`,
  ],
  [
    "shop.promo_package: is the package of the tier ember",
    `${tier({ package: 5 })}[shop]\npromo_package = 5`,
  ],
])("a tier that makes no sense is a problem that is named: %s", async (named, lines) => {
  const [problem, ...others] = await problemsOf(lines);
  expect(problem).toStartWith("community.toml: ");
  expect(problem).toContain(named);
  expect(others).toEqual([]);
});

/** What is written of them in a file, of each the same. */
const promised = ({ tiers }: Pick<typeof EXAMPLE, "tiers">) =>
  tiers.map((one) => [one.key, one.title, one.price, one.currency, one.quarterHourPoints]);

describe("a file of the first format", () => {
  test("has the tiers that the site had, without packages, and the promo that it had", () => {
    for (const lines of ["", "[shop]\npromo_package = 6036704"]) {
      const old = read(lines, 1);
      expect(promised(old)).toEqual(promised(EXAMPLE));
      expect(old.tiers.map(({ monthlyPoints }) => monthlyPoints)).toEqual([650, 1300, 1950]);
      expect(old.shop).toEqual({ promoPackage: 6_036_704, packages: [] });
    }
    expect(read("[shop]\npromo_package = 5", 1).shop.promoPackage).toBe(5);
  });

  test("credits what it credited, and promises that", () => {
    const old = read(
      `[[shop.subscriptions]]
tier = "Gold"
package = "Ember Keeper"
[[shop.packages]]
id = 101
tier = "Gold"
points = 100
deliveries = [{ game = "rust", give = "kit" }]
[[shop.packages]]
id = 102
tier = "Diamond"
[[shop.packages]]
id = 103
tier = "Gold"
[[shop.packages]]
id = 104
points = 9`,
      1,
    );
    expect(promised(old)).toEqual(promised(EXAMPLE));
    expect(old.tiers.map((one) => [one.package, one.monthlyPoints])).toEqual([
      [101, 100],
      [102, 0],
      [undefined, 1950],
    ]);
    expect(old.shop.packages).toEqual([
      { id: 101, points: 100, tier: "Gold", deliveries: [{ game: "rust", give: "kit" }] },
      { id: 102, points: 0, tier: "Diamond", deliveries: [] },
      { id: 103, points: 0, tier: "Gold", deliveries: [] },
      { id: 104, points: 9, tier: null, deliveries: [] },
    ]);
  });

  test.each([
    ["shop.packages[0].points", "[[shop.packages]]\nid = 5\npoints = -1"],
    ["shop.packages[0].id", '[[shop.packages]]\nid = "5"'],
    ["shop.packages[1].id", "[[shop.packages]]\nid = 5\n[[shop.packages]]\nid = 5"],
    ["shop.packages[0].tier", '[[shop.packages]]\nid = 5\ntier = "Bronze"'],
    ["shop", '[[shop.subscriptions]]\ntier = "Standard"\npackage = "a"'],
    ["shop.packages", "[shop]\npackages = 5"],
    ["shop", "shop = 5"],
  ])("is refused where it makes no sense: %s", (named, lines) => {
    const text = lines.startsWith("shop")
      ? fileWith("", 1).replace(/^timezone/m, `${lines}\ntimezone`)
      : fileWith(lines, 1);
    const issues = communitySchema.safeParse(Bun.TOML.parse(text)).error?.issues ?? [];
    const paths = issues.map(({ path }) =>
      path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join(""),
    );
    expect(paths.map((path) => inFile(path.slice(1)))).toEqual([named]);
  });
});

test("no tier of the example is named outside of its document", async () => {
  const words = EXAMPLE.tiers.flatMap(({ key, title, package: id }) => [
    new RegExp(String.raw`\b${key}\b`),
    new RegExp(title),
    new RegExp(
      String(id)
        .replaceAll(/(?=(?:\d{3})+$)/g, "_?")
        .replace(/^_\?/, ""),
    ),
  ]);
  const files = await Array.fromAsync(new Bun.Glob("src/**/*.{ts,tsx,css}").scan());
  expect(files.length).toBeGreaterThan(800);
  const naming = await Promise.all(
    files.map(async (file) => {
      const text = await Bun.file(file).text();
      return words.some((word) => word.test(text)) ? [file] : [];
    }),
  );
  expect(naming.flat()).toEqual([]);
  expect(EXAMPLE.tiers.every(({ emblem }) => EMBLEMS.includes(emblem))).toBe(true);
});
