import { describe, expect, test } from "bun:test";
import type { FileRoutesByTo } from "#client/routeTree.gen.ts";
import { SCREEN_PATHS } from "#shared/constants/addresses.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { SITE_CHECKS } from "#shared/site-publishing-messages.ts";
import { found, type Part, type Parts, PUBLIC_URL } from "#tests/support/site-findings.ts";

const withoutAny = (section: SiteSection) => (document: Parts) =>
  Object.assign(document, { [section]: {} });

describe("[SITE-09] dead links", () => {
  const PAGE = {
    key: "team",
    title: "Team",
    description: "Who we are.",
    text: "Words.\n\n## Us {#us}\n\nMore.\n\n### You {#you}\n\nMore.",
  };
  /** What is found where a page leads to an address. */
  const linkTo = (to: string, edit: (document: Parts) => void = () => {}) =>
    found("dead_link", (document) => {
      document.pages.push(PAGE, { ...PAGE, key: "links", text: `See [this](${to}).` });
      edit(document);
    }).map(({ section, path, message }) => [section, path.join("."), message]);

  test.each([
    "/",
    "/#ServerStatusDisplay",
    "/team",
    "/team/",
    "/team#us",
    "/team#you",
    "/rules",
    "/rules?tab=ASE#ase-3-2",
    "/rules?tab=ase#ase-3-2",
    "/TEAM",
    "/privacy-policy#storage",
    "/shop/cart",
    "/member/tickets/new-ticket",
    "/member/tickets/ticket/7",
    "/servers/minecraft",
    "/discord",
    "/news.atom",
    "/api/docs",
    "/media/0123.webp",
    `${PUBLIC_URL}/team#us`,
    "https://elsewhere.example/nothing",
  ])("%s leads somewhere", (to) => {
    expect(linkTo(to)).toEqual([]);
  });

  test.each([
    "/teem",
    "/team/us",
    "/member/nothing",
    "/rules?tab=Chess",
    "/servers/nothing",
    // It has no status, and so no page.
    "/servers/palworld",
    "/shop/nothing",
    `${PUBLIC_URL}/teem`,
  ])("%s leads nowhere", (to) => {
    expect(linkTo(to)).toEqual([["pages", "1.text", SITE_CHECKS.deadLink(to)]]);
  });

  test.each(["/team#them", "/rules?tab=ASE#ase-99-1", "/privacy-policy#nothing", "/#nothing"])(
    "%s has no such place",
    (to) => {
      expect(linkTo(to)).toEqual([["pages", "1.text", SITE_CHECKS.deadAnchor(to)]]);
    },
  );

  test("are those to what the community does not have", () => {
    expect(linkTo("/rules", withoutAny("rules"))).toContainEqual([
      "pages",
      "1.text",
      SITE_CHECKS.deadLink("/rules"),
    ]);
    expect(linkTo("/discord", withoutAny("links"))).toHaveLength(1);
    expect(
      found("dead_link", ({ welcome }) => Object.assign(welcome[0] ?? {}, { link: "/shop" }), {
        tebex: null,
      }),
    ).toMatchObject([{ section: "welcome", path: [0, "link"] }]);
  });

  test("are found in rules, the policy, menus, mails, the home page and every other text", () => {
    const dead = `${PUBLIC_URL}/nothing`;
    const places = found("dead_link", ({ rules, privacy, menu, mails, home, texts }) => {
      const [tab] = rules["tabs"] as Part[];
      if (tab !== undefined)
        tab["text"] =
          "## General\n\n1. As [told](/nothing) there.\n   - And [there](/rules#nothing).";
      privacy["text"] = `${String(privacy["text"])}\nSee [this](/nothing).`;
      menu["footer"] = [{ link: dead, title: "Nothing" }];
      Object.assign(mails["verify"] as Part, { intro: `Look at ${dead}.` });
      home["text"] = `More at ${dead}!`;
      texts["login"] = `See ${dead}`;
    });
    expect(places.map(({ section, path }) => `${section}.${path.join(".")}`)).toEqual([
      "menu.footer.0.link",
      "home.text",
      "rules.tabs.0.text",
      "rules.tabs.0.text",
      "privacy.text",
      "mails.verify.intro",
      "texts.login",
    ]);
  });
});
type Route = Exclude<keyof FileRoutesByTo, "/$pageKey">;
type Listed = (typeof SCREEN_PATHS)[number];

test("the list of screens has every route but the community's pages, and nothing else", () => {
  // What is on one side alone does not compile.
  const routes: readonly Route[] = SCREEN_PATHS;
  const listed: readonly Listed[] = routes;
  expect(new Set(listed).size).toBe(SCREEN_PATHS.length);
});
