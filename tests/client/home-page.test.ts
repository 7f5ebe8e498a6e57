import { describe, expect, test } from "bun:test";
import { prerender } from "#client/prerender.tsx";
import { type Community, communitySchema } from "#server/config/community.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { toServerRow } from "#server/modules/servers/ask.ts";
import { SIGNS } from "#shared/constants/brand.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";
import { findInSources } from "#tests/support/source-lines.ts";

const siteWith = (part: Partial<Community>) =>
  siteOf(
    {
      community: { ...EXAMPLE, ...part },
      siteVersion: 0,
      maintenance: null,
      publicUrl: "http://den.example",
      discord: null,
      mail: null,
      tebex: null,
    },
    "build-1",
  );
const homeWith = async (part: Partial<Community>) => (await prerender("/", siteWith(part))).body;
const { home } = EXAMPLE;

/** Where the sections of a page begin, in their order. */
const sectionsIn = (html: string) =>
  [...html.matchAll(/<section[^>]* aria-(?:label|labelledby)="([^"]*)"/g)].map(([, name]) => name);

const isSentence = (text: string) => text.trim().split(" ").length > 2;

/** All texts of three words and more, without what stands in braces. */
const sentencesIn = (value: unknown): string[] => {
  if (typeof value === "string") return value.split(/\{\w+\}/).filter(isSentence);
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(sentencesIn)
    : [];
};

test("the emblem is drawn by lines that the site takes along, and by those of no other", async () => {
  const part = { brand: { ...EXAMPLE.brand, logo: { emblem: "castle" } } } as const;
  expect(siteWith(part).brand.logo.lines).toEqual([...(SIGNS.castle ?? [])]);
  expect(await homeWith(part)).toContain('d="M22 11H2"');
  expect(siteWith({}).brand.logo).toEqual({ emblem: "lynx" });
});

test("no page is rendered with times of day: whoever reads it may be in another time zone", async () => {
  const server = EXAMPLE.servers.find(({ game }) => game === "minecraft");
  if (server === undefined) throw new Error("The example has no such server.");
  const at = new Date("2026-01-05T13:37:42.000Z");
  const known = { state: "online", serverName: "S", version: "9.8.7", map: "", since: at } as const;
  const status = {
    ...known,
    key: server.key,
    game: "minecraft",
    players: 7,
    maxPlayers: 70,
    misses: 0,
    changedAt: at,
  };
  const rows = [toServerRow(server, { ...status, checkedAt: at }, at)];
  const summary = { servers: 1, online: 1, players: 7, games: { minecraft: 7 } };
  for (const address of ["/?status=minecraft", `/servers/${server.key}`]) {
    const shown = { status: { game: "minecraft", rows, summary } };
    const { body } = await prerender(address, siteWith({}), shown);
    expect(body).toContain("9.8.7");
    expect(body).not.toMatch(/:37\b/);
  }
});

describe("[HOME-01] the home page is what the community's file says", () => {
  test("all sections in the order of the file", async () => {
    expect(sectionsIn(await homeWith({}))).toEqual([
      "hero-title",
      "Why play here",
      "pays-title",
      "services-title",
      "server-list-title",
      "server-status-title",
    ]);
    const sections = ["status", "services", "features"] as const;
    expect(sectionsIn(await homeWith({ home: { ...home, sections: [...sections] } }))).toEqual([
      "hero-title",
      "server-status-title",
      "services-title",
      "Why play here",
    ]);
  });

  test("a section without content is not shown, and nothing leads to it", async () => {
    const html = await homeWith({
      games: [],
      servers: [],
      home: { ...home, features: { title: "F", items: [] }, steps: { title: "S", items: [] } },
    });
    expect(sectionsIn(html)).toEqual(["hero-title", "services-title"]);
    expect(html).not.toContain("Play Now");
    expect(html).not.toContain("See the servers");
  });

  test("its own words, with what stands in braces filled in", async () => {
    const brand = { ...EXAMPLE.brand, name: "Frostkeep", currency: "Embers" };
    const html = await homeWith({
      brand,
      home: {
        ...home,
        eyebrow: "{name} spielt",
        headline: "Winter ist hier.",
        text: "Sammle {currency}.",
        note: "Alle Preise inkl. MwSt.",
        features: { title: "Warum", items: [{ title: "Ein Grund", text: "Und {currency}." }] },
        servers: { title: "Welten", text: "{servers}: {serverCount} Server von {name}" },
      },
    });
    for (const text of [
      "Frostkeep spielt",
      "Sammle Embers.",
      "Alle Preise inkl. MwSt.",
      "Ein Grund",
      "Und Embers.",
      "Welten",
      "20 servers: 20 Server von Frostkeep",
      "The Embers economy",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("Cutting-edge");
    expect(html).not.toContain("Pick your world");
  });

  test("without a note there is none, and the headline is the tagline", async () => {
    const html = await homeWith({ home: { ...home, note: undefined } });
    expect(html).not.toContain("non-refundable");
    expect(html).toContain("Cutting-edge");
  });
});

test("no sentence of the built-in example's home page stands in the source", async () => {
  const sentences = sentencesIn(home);
  expect(sentences.length).toBeGreaterThan(15);
  const linesIn = (_: string, source: string) =>
    source
      .split("\n")
      .flatMap((line, index) => (sentences.some((text) => line.includes(text)) ? [index + 1] : []));
  expect(await findInSources("src/**/*.{ts,tsx}", { linesIn, without: "" })).toEqual([]);
});

const long = (length: number) => "x".repeat(length);
const feature = (index: number) => `{ title = "t${index}", text = "x" }`;
const items = (count: number) => Array.from({ length: count }, (_, index) => feature(index)).join();

describe("the section [home] of the community's file", () => {
  test("may be left out: then all sections are shown that have content", () => {
    const { data } = communitySchema.safeParse(Bun.TOML.parse(exampleFileWith("home", "")));
    expect(data?.home).toEqual({
      sections: ["features", "steps", "services", "servers", "status"],
      features: { title: "Features", items: [] },
      steps: { title: "How it works", items: [] },
      services: { title: "Services", donation: { title: "One-time donation" } },
      servers: { title: "Servers" },
      status: { title: "Server status" },
    });
  });

  test("a file of the first format has the example's", () => {
    const file = exampleFileWith("home", "").replace(/^format = .*\n/m, "");
    expect(communitySchema.safeParse(Bun.TOML.parse(file)).data?.home).toEqual(home);
  });

  test.each([
    ['sections = ["news"]', "home.sections[0]: "],
    ['sections = ["steps", "steps"]', 'home.sections[1]: "steps" is already used above'],
    [`eyebrow = "${long(61)}"`, "home.eyebrow: "],
    [`headline = "${long(121)}"`, "home.headline: "],
    [`text = "${long(301)}"`, "home.text: "],
    [`note = "${long(601)}"`, "home.note: "],
    ['note = "{price}"', "home.note: may have {name}, {currency} in braces, and nothing else"],
    ['title = "x"', 'home: does not know "title"'],
    ['[home.features]\ntitle = ""', "home.features.title: must not be empty"],
    [`[home.features]\nitems = [${items(10)}]`, "home.features.items: "],
    [
      `[home.features]\nitems = [${feature(1)}, ${feature(1)}]`,
      'home.features.items[1].title: "t1" is already used above',
    ],
    [
      '[home.features]\nitems = [{ title = "t", text = "x", icon = "skull" }]',
      "home.features.items[0].icon: ",
    ],
    [
      `[home.features]\nitems = [{ title = "${long(61)}", text = "x" }]`,
      "home.features.items[0].title: ",
    ],
    [
      `[home.features]\nitems = [{ title = "t", text = "${long(301)}" }]`,
      "home.features.items[0].text: ",
    ],
    ['[home.features]\nitems = [{ title = "t" }]', "home.features.items[0].text: "],
    [`[home.steps]\nitems = [${items(7)}]`, "home.steps.items: "],
    [`[home.services.donation]\ntext = "${long(301)}"`, "home.services.donation.text: "],
    [
      '[home.services]\ntext = "{servers}"',
      "home.services.text: may have {name}, {currency} in braces",
    ],
    [
      '[home.servers]\ntext = "{maps}"',
      "home.servers.text: may have {name}, {currency}, {servers}, {serverCount} in braces",
    ],
    [`[home.status]\ntitle = "${long(61)}"`, "home.status.title: "],
  ])("what is wrong with it is named: %s", async (lines, named) => {
    const [problem, ...others] = await problemsOfSection("home", `[home]\n${lines}`);
    expect(problem).toStartWith(`community.toml: ${named}`);
    expect(others).toEqual([]);
  });
});
