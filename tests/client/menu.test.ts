import { describe, expect, test } from "bun:test";
import { prerender } from "#client/prerender.tsx";
import { communitySchema, type Community } from "#server/config/community.ts";
import { prerenderedAddresses } from "#server/http/pages.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { renderMail } from "#server/modules/mail/templates.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { HomeSection } from "#shared/schemas/community/home.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";

const SHOP = { checkoutUrl: "https://pay.example" } as Parameters<typeof siteOf>[0]["tebex"];

const siteWith = (part: Partial<Community>, tebex = SHOP) =>
  siteOf(
    {
      community: { ...EXAMPLE, ...part },
      siteVersion: 0,
      maintenance: null,
      publicUrl: "http://den.example",
      discord: null,
      mail: null,
      tebex,
    },
    "build-1",
  );
const pageWith = async (part: Partial<Community>, path = "/privacy-policy") =>
  await prerender(path, siteWith(part));

/** Where the links of a navigation lead, and their names. */
const linksIn = (html: string, label: string) => {
  const nav = new RegExp(`<nav aria-label="${label}".*?</nav>`).exec(html)?.[0] ?? "";
  return [...nav.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, inner = ""]) => [href, inner.replaceAll(/<[^>]*>/g, "")],
  );
};

const titlesOf = (entries: readonly { title: string }[]) => entries.map(({ title }) => title);

describe("the menus are what the community's file says", () => {
  test("the example's lead where they always did", async () => {
    const { body } = await pageWith({});
    expect(linksIn(body, "Main").map(([, name]) => name)).toEqual([
      "Shop",
      "Servers",
      "Rules",
      "Discord",
    ]);
    expect(linksIn(body, "Footer").map(([, name]) => name)).toEqual([
      "News",
      "Rules",
      "Privacy Policy",
      "Contact",
    ]);
    expect(body).toContain("Run by players, on our own machines.");
  });

  test("screens in another order and by other names, and links to elsewhere", async () => {
    const { body } = await pageWith({
      menu: {
        bar: [
          { screen: "discord", title: "Chat" },
          { link: "https://wiki.example/start", title: "Wiki" },
          { screen: "status" },
        ],
        footer: [{ screen: "contact", title: "Kontakt" }],
        motto: "{name} seit 2019",
      },
    });
    expect(linksIn(body, "Main")).toEqual([
      ["/discord", "Chat"],
      ["https://wiki.example/start", "Wiki"],
      ["/#ServerStatusDisplay", "Server status"],
    ]);
    expect(linksIn(body, "Footer")).toEqual([["mailto:den@lynxden.example", "Kontakt"]]);
    expect(body).toContain("Lynxden seit 2019");
  });

  test("the bar needs no slide menu where all of its entries have room beside the whole name", () => {
    const roomyOf = (name: string) =>
      siteWith({ brand: { ...EXAMPLE.brand, name } }).menu.roomy.join(" ");
    expect(roomyOf("Lynxden")).toBe("md lg xl");
    expect(roomyOf("Frostkeep")).toBe("md lg xl");
    expect(roomyOf("Nordlichter")).toBe("");
    // Broad letters, and signs that are as wide as they are high.
    expect(roomyOf("Wwwmmmm")).toBe("");
    expect(roomyOf("冬の夜の村")).toBe("");
    expect(roomyOf("Fellowship of the Frozen Keep")).toBe("");
    const menu = { ...EXAMPLE.menu, bar: [{ screen: "rules" as const }] };
    const brand = { ...EXAMPLE.brand, name: "Nordlichter" };
    expect(siteWith({ brand, menu }).menu.roomy).toEqual(["md", "lg", "xl"]);
  });

  test("phones have what the bar has, or a menu of their own", () => {
    expect(titlesOf(siteWith({}).menu.phone)).toEqual(["Shop", "Servers", "Rules", "Discord"]);
    const menu = { ...EXAMPLE.menu, phone: [{ screen: "rules" as const }] };
    expect(titlesOf(siteWith({ menu }).menu.phone)).toEqual(["Rules"]);
  });

  test("nothing leads to what the community does not have", async () => {
    const none = { links: { donations: [] }, games: [], servers: [] };
    expect(titlesOf(siteWith(none, null).menu.bar)).toEqual(["Rules"]);
    const home = await prerender("/", siteWith(none, null));
    expect(home.body).not.toMatch(/href="(?:\/discord|undefined|)"/);
    expect(home.body).not.toContain("Steam Favorites");
    expect(home.body).not.toContain("Become a");
    const withServers = await pageWith({ links: { donations: [] } }, "/");
    expect(withServers.body).toContain("server-status-title");
    expect(withServers.body).not.toContain("Steam Favorites");
    // Guests who have no other store to go to log in to ours.
    expect(withServers.body).toMatch(/href="\/shop"[^>]*>Become a/);
    expect((await pageWith(none, "/discord")).status).toBe(404);
    expect(prerenderedAddresses({ ...EXAMPLE, ...none })).not.toContain("/discord");
    expect((await pageWith({}, "/discord")).status).toBe(200);
  });
});

/** How often each part of a page's frame stands on it. */
const frameOf = (html: string) =>
  ["<header", "<main", "<footer", 'id="main"'].map((part) => html.split(part).length - 1);

describe("[NAV-01] where nothing is, one page says so, whatever the address belongs to", () => {
  test.each([
    ["/servers/nope", {}],
    ["/rules", { rules: [] }],
    ["/discord", { links: { donations: [] } }],
    ["/nope", {}],
    ["/no/such/page", {}],
  ] satisfies [string, Partial<Community>][])("%s", async (path, part) => {
    const { status, body, head } = await pageWith(part, path);
    const nowhere = await pageWith(part, "/nothing-here");
    expect({ status, body }).toEqual({ status: 404, body: nowhere.body });
    expect(frameOf(body)).toEqual([1, 1, 1, 1]);
    expect(head).toContain("<title>Not found");
  });
});

const NO_STATUS = EXAMPLE.games.map((game) => ({ ...game, protocol: "none" as const }));
const SERVERS_WITHOUT = EXAMPLE.servers.map((server) => ({ ...server, protocol: "none" as const }));

const home = (sections: readonly HomeSection[]) => ({
  home: { ...EXAMPLE.home, sections: [...sections] },
});
const leads = (html: string) => [...html.matchAll(/href="\/#(Server\w+)"/g)].map(([, to]) => to);
const main = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main"));
const tiersOf = (part: Partial<Community>) =>
  siteWith(part).tiers.map(({ quarterHourPoints }) => quarterHourPoints);
const votes = (part: Partial<Community>) => siteWith(part).votesEarn;

describe("[NAV-23] what leads to the servers goes where the home page has them", () => {
  const NOWHERE = "/nothing-here";
  test.each([
    [["servers", "status"], "ServerStatusDisplay"],
    [["status"], "ServerStatusDisplay"],
    [["servers"], "ServerListDisplay"],
    [["features"], undefined],
  ] satisfies [HomeSection[], string | undefined][])("with %p", async (sections, wanted) => {
    const nowhere = main((await pageWith(home(sections), NOWHERE)).body);
    expect(leads(nowhere)).toEqual(wanted === undefined ? [] : [wanted]);
    expect(nowhere.includes(MESSAGES.seeServers)).toBe(wanted !== undefined);
    const maintenance = { id: 1, reason: "x", begunAt: "2026-11-28T12:00:00Z", expectedEnd: null };
    const closed = await prerender("/register", { ...siteWith(home(sections)), maintenance });
    expect(leads(main(closed.body))).toEqual(wanted === undefined ? [] : [wanted]);
  });

  test("a server's page does not lead to a status that is not there", async () => {
    const { body } = await pageWith(home(["features"]), "/servers/ark-se-the-island");
    expect(body).not.toContain("ServerStatusDisplay");
    expect(body).not.toContain("ServerListDisplay");
  });

  test("a home page of games without servers that answer shows no status, and no link to one", async () => {
    for (const part of [{ servers: [] }, { games: NO_STATUS, servers: SERVERS_WITHOUT }]) {
      const { body } = await pageWith(part, "/");
      expect(body).toContain('id="ServerListDisplay"');
      expect(body).not.toContain("ServerStatusDisplay");
      expect(body).not.toContain("Live status");
    }
  });
});

describe("[POINTS-17] pages promise points that something gives, and no others", () => {
  const perPlay = "for every 15 minutes you play";

  test("points for play where a game earns them and knows its players", async () => {
    expect(tiersOf({})).toEqual(EXAMPLE.tiers.map(({ quarterHourPoints }) => quarterHourPoints));
    expect((await pageWith({}, "/")).body).toContain(perPlay);
    for (const without of [{ earnsPoints: false }, { platforms: [] }]) {
      const games = EXAMPLE.games.map((game) => ({ ...game, ...without }));
      expect(tiersOf({ games })).toEqual(EXAMPLE.tiers.map(() => 0));
      expect((await pageWith({ games }, "/")).body).not.toContain(perPlay);
    }
  });

  test("points for votes where they are worth something, and there is somewhere to vote", () => {
    const { rewards } = EXAMPLE;
    const nothing = { ...rewards, votePoints: 0, voteLists: [] };
    expect(votes({})).toBe(true);
    expect(votes({ rewards: nothing })).toBe(false);
    expect(votes({ rewards: { ...nothing, voteLists: [{ service: "top", points: 3 }] } })).toBe(
      true,
    );
    const servers = EXAMPLE.servers.map((server) => ({ ...server, voteUrl: null }));
    expect(votes({ servers })).toBe(false);
    const games = EXAMPLE.games.map((game) => ({ ...game, platforms: [] }));
    expect(votes({ games })).toBe(false);
  });
});

describe("what the community writes has its language, and its direction", () => {
  test.each([
    ["en-GB", ""],
    ["de", ' lang="de"'],
    ["ar", ' lang="ar" dir="rtl"'],
    ["he-IL", ' lang="he-IL" dir="rtl"'],
    ["ur-Latn", ' lang="ur-Latn"'],
    ["uz-Arab", ' lang="uz-Arab" dir="rtl"'],
  ])("%s", async (language, attributes) => {
    const brand = { ...EXAMPLE.brand, language };
    const { body } = await pageWith({ brand }, "/");
    expect(body).toContain(`<h1 id="hero-title"${attributes} class=`);
    const mail = renderMail(
      { template: "verify", data: { code: "c" } },
      { publicUrl: "http://den.example", community: { ...EXAMPLE, brand } },
    );
    expect(mail.html).toContain(`<p${attributes} style="margin`);
  });
});

const read = (section: string, lines: string) =>
  communitySchema.safeParse(Bun.TOML.parse(exampleFileWith(section, lines))).data;
const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `{ link = "https://x.example/${index}", title = "x" }`,
  );
const link = (address: string) => `bar = [{ link = "${address}", title = "x" }]`;

describe("the sections [menu] and [links] of the community's file", () => {
  test("may be left out", () => {
    expect(read("menu", "")?.menu).toEqual({
      bar: [{ screen: "shop" }, { screen: "servers" }, { screen: "rules" }, { screen: "discord" }],
      footer: [{ screen: "rules" }, { screen: "privacy" }, { screen: "contact" }],
    });
    expect(read("links", "")?.links).toEqual({ donations: [] });
  });

  test("a file of the first format has the example's menus", () => {
    const file = exampleFileWith("menu", "").replace(/^format = .*\n/m, "");
    expect(communitySchema.safeParse(Bun.TOML.parse(file)).data?.menu).toEqual(EXAMPLE.menu);
  });

  test("an empty address is none", () => {
    const links = read("links", '[links]\ndiscord = ""\nsubscriptions = ""\nsteam_favorites = ""');
    expect(links?.links).toEqual({ donations: [] });
    const server = 'key = "a"\ngame = "eco"\nname = "A"\nhost = "a.example"\nport = 1';
    expect(read("servers", `[[servers]]\n${server}\nvote_url = ""`)?.servers).toMatchObject([
      { key: "a", voteUrl: null },
    ]);
  });

  test.each([
    ['bar = [{ screen = "forum" }]', "menu.bar[0].screen: "],
    [
      'bar = [{ title = "x" }]',
      "menu.bar[0]: needs a screen, a page or a link, and one of them alone",
    ],
    [
      'bar = [{ screen = "shop", link = "https://x.example", title = "x" }]',
      "menu.bar[0]: needs a screen, a page or a link, and one of them alone",
    ],
    ['phone = [{ link = "https://x.example" }]', "menu.phone[0].title: is required for a link"],
    [link("http://x.example"), "menu.bar[0].link: must be an https address"],
    [link("javascript:alert(1)"), "menu.bar[0].link: must be an https address"],
    [link("JavaScript://x.example/%0aalert(1)"), "menu.bar[0].link: must be an https address"],
    [link("data:text/html,x"), "menu.bar[0].link: must be an https address"],
    [link("/rules"), "menu.bar[0].link: must be an https address"],
    [link(`https://x.example/${"x".repeat(490)}`), "menu.bar[0].link: "],
    [`bar = [{ screen = "shop", title = "${"x".repeat(31)}" }]`, "menu.bar[0].title: "],
    ['bar = [{ screen = "shop", title = " " }]', "menu.bar[0].title: must not be empty"],
    ['bar = [{ screen = "shop", icon = "x" }]', 'menu.bar[0]: does not know "icon"'],
    [
      'footer = [{ screen = "shop" }, { screen = "shop" }]',
      'menu.footer[1]: "shop" is already used above',
    ],
    [`bar = [${rows(9).join()}]`, "menu.bar: "],
    [`motto = "${"x".repeat(101)}"`, "menu.motto: "],
    ['motto = "{brand}"', "menu.motto: may have {name}, {currency} in braces, and nothing else"],
  ])("what is wrong with a menu is named: %s", async (lines, named) => {
    const [problem, ...others] = await problemsOfSection("menu", `[menu]\n${lines}`);
    expect(problem).toStartWith(`community.toml: ${named}`);
    expect(others).toEqual([]);
  });

  test.each(["discord", "subscriptions", "steam_favorites"])(
    "what is wrong with a link is named: %s",
    async (name) => {
      const lines = `[links]\n${name} = "javascript:alert(1)"`;
      const [problem, ...others] = await problemsOfSection("links", lines);
      expect(problem).toStartWith(
        `community.toml: links.${name}: must be an http(s) address, such as ${name} = "https://`,
      );
      expect(others).toEqual([]);
    },
  );
});
