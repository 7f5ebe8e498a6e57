import { describe, expect, test } from "bun:test";
import { readDocument } from "#server/config/read-community.ts";
import { findingsOf } from "#server/modules/site/checks.ts";
import { PROBLEMS_LISTED } from "#shared/constants/site.ts";
import { SITE_CHECKS } from "#shared/site-publishing-messages.ts";
import {
  EXAMPLE_FILE,
  found,
  FROSTKEEP_FILE,
  NOW,
  type Part,
  type Parts,
  PUBLIC_URL,
  sold,
  TEBEX,
} from "#tests/support/site-findings.ts";

const OF_TIERS = [6_036_701, 6_036_702, 6_036_703];
const OTHERS = [6_036_704, 6_036_711, 6_036_712, 6_036_713, 6_036_714, 6_036_715, 6_036_716];
const ALL = [...OF_TIERS, ...OTHERS];

/** Takes something out of a section. */
const leaveOut = (section: Part, key: string): void => {
  Reflect.deleteProperty(section, key);
};

const withoutPackage = ({ tiers }: Parts): void => leaveOut(tiers[1] ?? {}, "package");

/** What is found where these games alone have servers, of two. */
const keep = (...games: string[]) =>
  found("game_without_servers", ({ servers, games: all, shop }) => {
    shop["packages"] = [];
    servers.splice(
      0,
      servers.length,
      ...servers.filter((one) => games.includes(String(one["game"]))),
    );
    all.splice(0, all.length, ...all.filter(({ key }) => ["eco", "rust"].includes(String(key))));
  });

test("[CAL-05] entries of the calendar whose servers are gone are named", () => {
  const calendar = [
    { title: "Wipe", servers: ["eco", "gone", "lost"] },
    { title: "Market", servers: ["eco"] },
    { title: "For all", servers: [] },
  ];
  const message = SITE_CHECKS.calendarServerGone("Wipe", ["gone", "lost"]);
  expect(found("calendar_server_gone", undefined, { calendar })).toEqual([
    { section: "servers", path: [], level: "warning", message },
  ]);
});

const page = (key: string, title: string) => ({ key, title, description: "D.", text: "Words." });

const inAustria = ({ brand }: Parts) => Object.assign(brand, { locale: "de-AT" });

const withPage = (footer: Part[]) => (document: Parts) => {
  document.pages.push(page("impressum", "Impressum"), page("team", "Team"));
  document.menu["footer"] = footer;
};

const calledBy = (name: string, logo: Part) =>
  found("letter_not_drawn", ({ brand }) => Object.assign(brand, { name, logo, icon: undefined }));

const TABLE = "| Place | Open |\n| --- | :-: |\n| Den | yes |";
const tables = (edit: (document: Parts) => void) =>
  found("table_unread", edit).map(({ path, level, message }) => [path.join("."), level, message]);

const withoutAddresses = ({ servers }: Parts) => {
  for (const server of servers) leaveOut(server, "voteUrl");
};

const votes = (rewards: Part, edit: (document: Parts) => void = () => {}) =>
  found("votes_unpaid", (document) => edit(Object.assign(document, { rewards })));

const unlinked = (edit: (document: Parts) => void = () => {}) =>
  found("page_unlinked", (document) => {
    document.pages.push(page("team", "Team"));
    edit(document);
  });

test.each([
  ["a table", `Words.\n\n${TABLE}`, true],
  ["a table without bars around it", "a | b\n--- | ---\n1 | 2", true],
  ["bars in a line", "Ctrl | Alt\n\n- a | b", false],
  ["a line of code", "`| a | b |`", false],
])("%s in a text is told of: %p", (_what, text, isFound) => {
  const places = tables(({ pages }) => pages.push({ ...page("team", "Team"), text }));
  expect(places).toEqual(isFound ? [["0.text", "warning", SITE_CHECKS.table]] : []);
});

test("a table is told of in rules and in the policy, too", () => {
  const text = `## General\n\n${TABLE}\n\n1. Be kind`;
  const inRules = tables(({ rules }) =>
    Object.assign((rules["tabs"] as Part[])[0] ?? {}, { text }),
  );
  expect(inRules).toEqual([["tabs.0.text", "warning", SITE_CHECKS.table]]);
  const inPolicy = tables(({ privacy }) => {
    privacy["text"] = `${String(privacy["text"])}\n\n${TABLE}`;
  });
  expect(inPolicy).toEqual([["text", "warning", SITE_CHECKS.table]]);
});

describe("[SITE-09] the checks of the site's document", () => {
  test("find no warning in the built-in example, nor in another community", () => {
    for (const file of [EXAMPLE_FILE, FROSTKEEP_FILE]) {
      const { document, machine } = file;
      const { community } = readDocument(machine, document);
      if (community === null) throw new Error("It was read already.");
      const tebex = file === EXAMPLE_FILE ? TEBEX : null;
      const config = {
        community,
        siteVersion: 0,
        publicUrl: PUBLIC_URL,
        discord: null,
        mail: null,
        tebex,
        maintenance: null,
      };
      const catalogue = {
        isStale: false,
        packages: ALL.map((id) => {
          const tier = community.tiers.find((one) => one.package === id);
          return Object.assign(sold(id), tier && { totalPrice: tier.price });
        }),
      };
      const all = findingsOf({ document, config, catalogue, calendar: [], now: NOW });
      expect(all.filter(({ level }) => level !== "hint")).toEqual([]);
    }
  });

  test("name a tier whose page promises another price than the store asks", () => {
    const packages = OF_TIERS.map((id, index) =>
      Object.assign(
        sold(id),
        [
          { totalPrice: 5.94, netPrice: 4.99 },
          { totalPrice: 12, netPrice: 10 },
          { totalPrice: 14.99, currency: "EUR" },
        ][index],
      ),
    );
    expect(found("tier_price", undefined, { packages })).toEqual([
      {
        section: "tiers",
        path: [1, "price"],
        level: "warning",
        message: SITE_CHECKS.otherPrice("Diamond Lynx", "$12.00"),
      },
      {
        section: "tiers",
        path: [2, "price"],
        level: "warning",
        message: SITE_CHECKS.otherPrice("Vibranium Lynx", "€14.99"),
      },
    ]);
    expect(found("tier_price", undefined, { packages, isStale: true })).toEqual([]);
    expect(found("tier_price", undefined, { packages, tebex: null })).toEqual([]);
  });

  test("name what the store sells and nothing follows from, until it is mapped or marked", () => {
    const sells = [...ALL, 7_000_001];
    expect(found("package_unsold", undefined, { sells })).toEqual([
      {
        section: "shop",
        path: ["packages"],
        level: "warning",
        message: SITE_CHECKS.unsold("Package 7000001", 7_000_001),
      },
    ]);
    const listing = (entry: Part) =>
      found(
        "package_unsold",
        ({ shop }) => (shop["packages"] as Part[]).push({ id: 7_000_001, ...entry }),
        { sells },
      );
    expect(listing({ points: 0 })).toEqual([
      expect.objectContaining({ path: ["packages", OTHERS.length, "points"] }),
    ]);
    expect(listing({ givesNothing: true })).toEqual([]);
    expect(listing({ points: 5 })).toEqual([]);
    expect(listing({ tier: "Gold" })).toEqual([]);
    expect(listing({ deliveries: [{ game: "minecraft", give: "kit" }] })).toEqual([]);
    // What cannot be bought any more need not give anything.
    const packages = [sold(7_000_001, "2026-01-01T00:00:00Z")];
    expect(found("package_unsold", undefined, { packages })).toEqual([]);
  });

  test("name what the document sells and the store does not have", () => {
    const sells = ALL.filter((id) => ![6_036_702, 6_036_704, 6_036_714].includes(id));
    expect(found("package_unknown", undefined, { sells })).toEqual([
      expect.objectContaining({ section: "tiers", path: [1, "package"], level: "warning" }),
      expect.objectContaining({ section: "shop", path: ["packages", 0, "id"] }),
      expect.objectContaining({ section: "shop", path: ["packages", 4, "id"] }),
      expect.objectContaining({ section: "shop", path: ["promoPackage"] }),
    ]);
  });

  test("say that it is not known while Tebex cannot be asked, instead of guessing", () => {
    const silent = { sells: [1], isStale: true };
    expect(found("package_unknown", undefined, silent)).toEqual([]);
    expect(found("store_unknown", undefined, silent)).toMatchObject([
      { level: "hint", message: SITE_CHECKS.storeSilent },
    ]);
    expect(found("store_unknown")).toMatchObject([
      { level: "hint", message: SITE_CHECKS.storeUnknown },
    ]);
    expect(found("package_unknown")).toEqual([]);
    expect(found("package_unsold")).toEqual([]);
    expect(found("store_unknown", undefined, { sells: ALL })).toEqual([]);
    // Without a store there is nothing to know.
    expect(found("store_unknown", undefined, { tebex: null })).toEqual([]);
  });

  test("name a tier that nobody can buy", () => {
    const [one, ...others] = found("tier_without_package", (document) => {
      withoutPackage(document);
      leaveOut(document.links, "subscriptions");
    });
    expect(one).toMatchObject({ section: "tiers", path: [1, "package"], level: "warning" });
    expect(others).toEqual([]);
    expect(found("tier_without_package", withoutPackage)).toMatchObject([{ level: "hint" }]);
    expect(found("tier_without_package", withoutPackage, { tebex: null })).toEqual([]);
  });

  test("name points for play that no game earns", () => {
    for (const key of ["earnsPoints", "platforms"])
      expect(
        found("play_unpaid", ({ games }) => games.forEach((game) => leaveOut(game, key)))[0],
      ).toMatchObject({ section: "tiers", path: [0, "quarterHourPoints"], level: "warning" });
    expect(found("play_unpaid")).toEqual([]);
  });

  test("name votes that earn nothing, and points for votes that nobody can cast", () => {
    const place = { section: "rewards" as const, path: ["votePoints"], level: "hint" as const };
    expect(votes({})).toEqual([]);
    expect(votes({ votePoints: 0 })).toEqual([{ ...place, message: SITE_CHECKS.votesUnpaid }]);
    expect(votes({ votePoints: 0 }, withoutAddresses)).toEqual([]);
    const nowhere = votes({ votePoints: 20 }, withoutAddresses);
    expect(nowhere).toEqual([{ ...place, message: SITE_CHECKS.votesNowhere }]);
    // What every document without this section has by default was not meant.
    expect(votes({}, withoutAddresses)).toEqual([]);
  });

  test("name a game without a server: a warning where people are shown it", () => {
    expect(keep("eco")).toMatchObject([{ section: "games", path: [1], level: "hint" }]);
    expect(keep()).toMatchObject([
      {
        path: [0],
        level: "warning",
        message: SITE_CHECKS.gameWithoutServers("Eco: Global Survival"),
      },
      { path: [1], level: "hint" },
    ]);
  });

  test("name the accent's pairs that are close to the limit, with their figures", () => {
    expect(found("colours_close")).toEqual([]);
    const [one] = found("colours_close", ({ brand }) =>
      Object.assign(brand, { accent: "#5c5c5c", background: "#ffffff", scene: undefined }),
    );
    expect(one).toMatchObject({ section: "brand", path: ["accent"], level: "hint" });
    expect(one?.message).toMatch(/limit of 4\.50:1: .*4\.[5-9]\d:1/);
  });

  test("name a letter that drawn pictures cannot show, unless an emblem or a picture stands for it", () => {
    expect(calledBy("Берлога", { emblem: "letter" })).toEqual([
      {
        section: "brand",
        path: ["logo", "emblem"],
        level: "hint",
        message: SITE_CHECKS.letterNotDrawn("Б"),
      },
    ]);
    expect(calledBy("Берлога", { emblem: "castle" })).toEqual([]);
    for (const name of ["Älg", "Lynxden", "ßerg", "Łódź"])
      expect(calledBy(name, { emblem: "letter" })).toEqual([]);
  });

  test("ask for an imprint at the foot: a warning where Europe's law applies", () => {
    expect(found("imprint_missing")).toMatchObject([
      { section: "menu", path: ["footer"], level: "hint", message: SITE_CHECKS.noImprint },
    ]);
    expect(found("imprint_missing", inAustria)).toMatchObject([{ level: "warning" }]);
    expect(found("imprint_missing", withPage([{ page: "impressum" }]))).toEqual([]);
    expect(found("imprint_missing", withPage([{ page: "team" }]))).toMatchObject([
      { message: SITE_CHECKS.imprintNotInFoot("Impressum") },
    ]);
    const elsewhere = [{ link: "https://law.example/den", title: "Legal" }];
    expect(
      found("imprint_missing", ({ menu }) => Object.assign(menu, { footer: elsewhere })),
    ).toEqual([]);
  });

  test("name what the law asks for and the privacy policy does not say", () => {
    expect(found("privacy_empty").map(({ path, level }) => [path.join(), level])).toEqual([
      ["legalBasis", "hint"],
      ["rights", "hint"],
      ["authority", "hint"],
    ]);
    expect(found("privacy_empty", undefined, { file: FROSTKEEP_FILE })).toEqual([]);
    const [age] = found("privacy_empty", ({ brand, privacy }) => {
      brand["language"] = "de";
      privacy["legalBasis"] = ["Art. 6"];
      privacy["rights"] = ["All of them."];
      leaveOut(privacy, "minimumAge");
      privacy["text"] = String(privacy["text"]).replaceAll("{minimum-age}", "13");
    });
    expect(age).toMatchObject({ path: ["minimumAge"], level: "warning" });
  });

  test("name what the site says of data and the policy leaves out", () => {
    expect(found("policy_gap")).toEqual([]);
    expect(
      found("policy_gap", ({ privacy }) => {
        privacy["text"] = String(privacy["text"]).replace("{retention}", "A year.");
      }),
    ).toMatchObject([
      { section: "privacy", path: ["text"], message: SITE_CHECKS.policyGap(["retention"]) },
    ]);
  });

  test("name what stands in a menu and nobody sees, and pages to which nothing leads", () => {
    expect(found("entry_hidden")).toEqual([]);
    expect(
      found("entry_hidden", ({ menu, links }) => {
        menu["bar"] = [{ screen: "rules" }, { screen: "discord" }];
        leaveOut(links, "discord");
      }),
    ).toMatchObject([{ section: "menu", path: ["bar", 1], level: "hint" }]);
    expect(unlinked()).toMatchObject([{ section: "pages", path: [0], level: "hint" }]);
    expect(unlinked(({ menu }) => Object.assign(menu, { footer: [{ page: "team" }] }))).toEqual([]);
    expect(unlinked(({ welcome }) => Object.assign(welcome[0] ?? {}, { link: "/team" }))).toEqual(
      [],
    );
  });

  test("list no more than a few of one kind, and say how many there are", () => {
    const sells = [...ALL, ...Array.from({ length: 30 }, (_, index) => 7_000_000 + index)];
    const all = found("package_unsold", undefined, { sells });
    expect(all).toHaveLength(PROBLEMS_LISTED + 1);
    expect(all.at(-1)?.message).toBe(SITE_CHECKS.more(30 - PROBLEMS_LISTED));
  });
});
