import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createMemoryHistory } from "@tanstack/react-router";
import { prerender } from "#client/prerender.tsx";
import { createAppRouter } from "#client/router.tsx";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { renderHere } from "#server/http/render-site.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { DOCUMENTS } from "#shared/rule-messages.ts";
import { documentPage, OWN_PATHS } from "#shared/schemas/community/documents.ts";
import { PUBLIC_URL, testApp, testConfig } from "#tests/support/app.ts";
import { exampleFileWith, problemsOfFile } from "#tests/support/community.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { drawEach } from "#tests/support/plain-prerender.ts";

const ROOT = join(import.meta.dir, "../..");

type Written = Partial<Record<"key" | "title" | "description" | "text", string>>;

const linesOf = ({
  key = "imprint",
  title = "Imprint",
  description = "Who runs this.",
  text = "Us.",
}: Written) =>
  `\n[[pages]]\nkey = ${JSON.stringify(key)}\ntitle = ${JSON.stringify(title)}\ndescription = ${JSON.stringify(description)}\ntext = ${JSON.stringify(text)}\n`;
const fileWith = (...pages: readonly Written[]) =>
  `${exampleCommunity}\n${pages.map(linesOf).join("")}`;
const read = (...pages: readonly Written[]) =>
  communitySchema.parse(Bun.TOML.parse(fileWith(...pages)));
const problemsOf = (...pages: readonly Written[]) => problemsOfFile(fileWith(...pages));

const many = (count: number): Written[] =>
  Array.from({ length: count }, (_, index) => ({ key: `page-${index}` }));
const withMenu = (menu: string, ...pages: readonly Written[]) =>
  `${exampleFileWith("menu", `[menu]\n${menu}`)}${pages.map(linesOf).join("")}`;

const GUIDE: Written = {
  key: "how-to-join",
  title: "How to join {name}",
  description: 'Four steps to "{name}" & friends.',
  text: "Welcome to *{name}*.\n\n## Rules\n\nRead [ours](/rules).\n\n### In short {#short}\n\n- be kind\n\n## Steps\n\n3. Ask [us](mailto:{contact}).\n4. Play.\n\n## Status\n\nUp.\n\n## Data\n\n{storage}",
};

describe("pages of the community's own", () => {
  test("the example has none, nor has a file from before there were any", () => {
    expect(EXAMPLE.pages).toEqual([]);
    for (const format of ["", "format = 1\n"]) {
      const file = exampleCommunity.replace(/^format = .*\n/m, format);
      expect(communitySchema.parse(Bun.TOML.parse(file)).pages).toEqual([]);
    }
  });

  test("are read as data, with the words of the community and anchors at their headings", () => {
    const { pages } = read(GUIDE);
    const [page] = pages;
    expect(documentPage.parse(page)).toEqual(page ?? documentPage.parse(null));
    expect(page).toMatchObject({
      key: "how-to-join",
      title: "How to join Lynxden",
      description: 'Four steps to "Lynxden" & friends.',
      opening: [
        {
          kind: "paragraph",
          text: ["Welcome to ", { text: "Lynxden", looks: ["em"], to: null }, "."],
        },
      ],
      sections: [
        {
          id: "rules",
          title: "Rules",
          blocks: [
            { kind: "paragraph", text: ["Read ", { text: "ours", to: "/rules" }, "."] },
            { kind: "heading", id: "short", title: "In short" },
            { kind: "list", items: [["be kind"]] },
          ],
        },
        {
          id: "steps",
          blocks: [
            {
              kind: "steps",
              start: 3,
              items: [
                ["Ask ", { text: "us", looks: [], to: "mailto:den@lynxden.example" }, "."],
                ["Play."],
              ],
            },
          ],
        },
        { id: "status" },
        { id: "data" },
      ],
    });
    // What the program says of itself has a place here as well.
    expect(JSON.stringify(page?.sections[3])).toContain("authToken");
  });

  test("the example's file shows how to write one", async () => {
    const shown = /^# \[\[pages\]\]\n(?:#.*\n)+/m.exec(exampleCommunity)?.[0] ?? "";
    const lines = shown.replaceAll(/^# ?/gm, "");
    const { pages } = communitySchema.parse(Bun.TOML.parse(`${exampleCommunity}\n${lines}`));
    expect(pages).toMatchObject([{ key: "imprint", opening: [{}], sections: [{}] }]);
  });

  test("a line of a paragraph stays a line, as an address has them", () => {
    const { pages } = read({ text: "Den GmbH\n*Waldweg* 1\nBerlin\n\n- one\nentry" });
    expect(pages[0]?.opening).toEqual([
      {
        kind: "paragraph",
        text: ["Den GmbH\n", { text: "Waldweg", looks: ["em"], to: null }, " 1\nBerlin"],
      },
      { kind: "list", items: [["one entry"]] },
    ]);
  });

  test("a text needs no heading", () => {
    expect(read({ text: "Just\n\n- this" }).pages[0]).toMatchObject({
      opening: [{ kind: "paragraph" }, { kind: "list" }],
      sections: [],
    });
  });
});

describe("what is wrong with a page names file, key and reason", () => {
  test.each<[string, Written, string]>([
    ["HTML", { text: "<b>x</b>" }, "text: must not contain HTML"],
    ["HTML below a heading", { text: "## A\n\n<b>x</b>" }, 'text: "A" must not contain HTML'],
    ["a script", { text: "[x](javascript:alert(1))" }, "text: must not lead to"],
    ["data in a link", { text: "[x](data:text/html,x)" }, "text: must not lead to"],
    ["a plain connection", { text: "[x](http://x.example)" }, "text: must not lead to"],
    ["somebody's mailbox", { text: "[x](mailto:a@b.example)" }, "text: must not lead to"],
    ["a picture", { text: "![x](https://x.example/x.png)" }, "text: must not show the picture"],
    ["code", { text: "```\nx\n```" }, "text: must not contain blocks of code"],
    [
      "a line across the page",
      { text: "A\n\n***" },
      "text: must not contain lines across the page",
    ],
    ["a title in the text", { text: "# A" }, "text: must not contain headings other than"],
    ["### first", { text: "### A\n\nx" }, "text: must have a heading with ## before"],
    ["an unknown word", { text: "{updated} x" }, "text: must not have {updated} in a sentence"],
    ["an unknown block", { text: "{cookies}" }, "text: must not have {cookies}: the program has"],
    ["an anchor twice", { text: "## A\n\nx\n\n## a\n\ny" }, "text: must not use the anchor #a"],
    ["an anchor that is not there", { text: "[x](#b)" }, "text: must not lead to #b"],
    ["an anchor of the site", { text: "## Main\n\nx" }, "text: must not use the anchor #main"],
    ["a step of two", { text: "1. x\n\n   y" }, "text: must not have anything but one paragraph"],
    ["no text", { text: " " }, "text: must not be empty"],
    ["too long a text", { text: "x".repeat(50_001) }, "text: "],
    ["no title", { title: " " }, "title: must not be empty"],
    ["too long a title", { title: "x".repeat(61) }, "title: "],
    ["an unknown word in it", { title: "{brand}" }, "title: may have {name}, "],
    ["too long a description", { description: "x".repeat(201) }, "description: "],
    ["no description", { description: "" }, "description: must not be empty"],
    ["capitals", { key: "Imprint" }, "key: must be lower-case words joined by hyphens"],
    ["two segments", { key: "a/b" }, "key: must be lower-case words joined by hyphens"],
    ["a file", { key: "robots.txt" }, "key: must be lower-case words joined by hyphens"],
    ["a parameter", { key: "$x" }, "key: must be lower-case words joined by hyphens"],
    ["a folder above", { key: ".." }, "key: must be lower-case words joined by hyphens"],
    ["no key", { key: "" }, "key: must be lower-case words joined by hyphens"],
    ["too long a key", { key: "x".repeat(61) }, "key: "],
  ])("%s", async (_, page, named) => {
    const [problem, ...others] = await problemsOf({ key: "first" }, page);
    expect(problem).toStartWith(`community.toml: pages[1].${named}`);
    expect(others).toEqual([]);
  });

  test("a key twice, an unknown name, and more than a hundred", async () => {
    expect(await problemsOf({}, {})).toEqual([
      'community.toml: pages[1].key: "imprint" is already used above',
    ]);
    const lines = `${fileWith({})}lang = "de"\n`;
    expect(await problemsOfFile(lines)).toEqual([
      'community.toml: pages[0]: does not know "lang". A line belongs to the last [table] above it',
    ]);
    expect(read(...many(100)).pages).toHaveLength(100);
    const [problem] = await problemsOf(...many(101));
    expect(problem).toStartWith("community.toml: pages: ");
  });
});

/** The first part of an address. */
const firstOf = (path: string) => path.split("/")[1] ?? "";
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

describe("no page stands where the site itself is", () => {
  test("what is refused is what there is: screens, calls, files and old addresses", async () => {
    const site = siteOf(await testConfig(), "build-1");
    const router = createAppRouter(site, createMemoryHistory({ initialEntries: ["/"] }));
    const screens = Object.keys(router.routesByPath);
    expect(screens).toContain("/zlg-rules");
    const source = await Bun.file(join(ROOT, "src/server/app.ts")).text();
    const routes = [...source.matchAll(/\b(?:r|lazyR)oute\(\s*["`]([^"`]+)["`]/g)].map(
      ([, path = ""]) => path,
    );
    expect(routes).toContain("/healthz");
    const files = (await readdir(join(ROOT, "src/client/public"))).map((name) => `/${name}`);
    expect(files).toContain("/art");
    const others = ["/assets/x.js", "/og/x.png", "/app-shell", "/nothing-here"];
    const first = [...screens, ...routes, ...files, ...others].map(firstOf);
    const own = new Set(first.filter((name) => SLUG.test(name)));
    expect([...own].toSorted()).toEqual([...OWN_PATHS]);
  });

  test.each([...OWN_PATHS])("%s is refused", async (key) => {
    expect(await problemsOf({ key })).toEqual([
      `community.toml: pages[0].key: "${key}" is an address of the site's own`,
    ]);
  });
});

describe("a menu", () => {
  test("leads to pages by their keys, with their titles or by another name", () => {
    const menu = `bar = [{ page = "imprint" }, { screen = "status" }]\nphone = [{ page = "imprint", title = "Who we are" }]\nfooter = [{ page = "status" }, { screen = "status" }]`;
    const file = withMenu(menu, { title: "About {name}" }, { key: "status", title: "Reports" });
    const community = communitySchema.parse(Bun.TOML.parse(file));
    const shown = siteOf(
      {
        community,
        siteVersion: 0,
        maintenance: null,
        publicUrl: PUBLIC_URL,
        discord: null,
        mail: null,
        tebex: null,
      },
      "build-1",
    ).menu;
    expect(shown.bar).toEqual([
      { page: "imprint", title: "About Lynxden", isOwn: true },
      { screen: "status", title: "Server status" },
    ]);
    expect(shown.phone).toEqual([{ page: "imprint", title: "Who we are", isOwn: true }]);
    expect(shown.footer).toEqual([
      { page: "status", title: "Reports", isOwn: true },
      { screen: "status", title: "Server status" },
    ]);
  });

  test.each([
    ['bar = [{ page = "staff" }]', 'menu.bar[0].page: "staff" is the key of no page'],
    ['phone = [{ page = "staff" }]', 'menu.phone[0].page: "staff" is the key of no page'],
    ['footer = [{ page = "" }]', "menu.footer[0].page: must not be empty"],
    [
      'bar = [{ page = "imprint", screen = "shop" }]',
      "menu.bar[0]: needs a screen, a page or a link, and one of them alone",
    ],
    [
      'bar = [{ page = "imprint" }, { page = "imprint" }]',
      'menu.bar[1]: "/imprint" is already used above',
    ],
    [
      'footer = [{ page = "long" }]',
      "menu.footer[0].title: is required: the page's own has more than 30 characters",
    ],
  ])("%s is refused", async (menu, problem) => {
    const pages = [{}, { key: "long", title: "x".repeat(31) }];
    expect(await problemsOfFile(withMenu(menu, ...pages))).toEqual([`community.toml: ${problem}`]);
  });
});

const appWith = async (...pages: readonly Written[]) => {
  const community = read(...pages);
  const app = await testApp({
    adjust: (config) => ({ ...config, community }),
    render: renderHere(),
    draw: drawEach(async ({ title }) => Buffer.from(title)),
  });
  await app.prepare();
  return { app, community };
};

describe("the page itself", () => {
  test("is there without the script, with all that search engines and previews ask for", async () => {
    const { app, community } = await appWith(GUIDE, { text: "<" });
    const response = await app.request("/how-to-join");
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("<title>How to join Lynxden · Lynxden</title>");
    const description = "Four steps to &quot;Lynxden&quot; &amp; friends.";
    expect(html).toContain(`<meta name="description" content="${description}">`);
    expect(html).toContain(`<meta property="og:description" content="${description}">`);
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/how-to-join">`);
    const [markup = "", carried = ""] = html.split('id="page">');
    expect(markup).toMatch(/<h1[^>]*>How to join Lynxden<\/h1>/);
    for (const id of ["rules", "steps", "status", "data"])
      expect(markup).toContain(`<section id="${id}"`);
    expect(markup).toContain('<h3 id="short"');
    expect(markup).toContain('<ol start="3"');
    expect(markup).toContain(DOCUMENTS.sections("How to join Lynxden"));
    const [guide] = community.pages;
    expect(JSON.parse(carried.slice(0, carried.indexOf("</script>")))).toEqual(guide);

    const [, image = ""] = /og:image" content="([^"]+)"/.exec(html) ?? [];
    const picture = await app.request(image.slice(PUBLIC_URL.length));
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(await picture.text()).toBe("How to join Lynxden");

    // A short one has no table of contents, and no page carries another's text.
    const imprint = await (await app.request("/imprint")).text();
    expect(imprint).not.toContain(DOCUMENTS.sections("Imprint"));
    expect(imprint).toContain(">&lt;</p>");
    expect(imprint).not.toContain("Four steps");
    expect(await (await app.request("/")).text()).not.toContain("Four steps");
  });

  test("stands in the site map, and any other address is as little there as before", async () => {
    const { app } = await appWith(GUIDE);
    const map = await (await app.request("/sitemap.xml")).text();
    expect(map).toContain(`<loc>${PUBLIC_URL}/how-to-join</loc>`);
    const moved = await app.request("/how-to-join/");
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "/how-to-join"]);
    // In whatever case it is written; servers have pages of their own, too.
    for (const [path, target] of [
      ["/How-To-JOIN?a=B", "/how-to-join?a=B"],
      ["/How-To-Join/", "/how-to-join"],
      ["/servers/Minecraft", "/servers/minecraft"],
    ]) {
      const { status, headers } = await app.request(path ?? "");
      expect([status, headers.get("location")]).toEqual([308, target ?? ""]);
    }
    for (const path of [
      "/imprint",
      "/how-to-join/more",
      "/$pageKey",
      "/page-key",
      "/how_to_join",
    ]) {
      const response = await app.request(path);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain("<title>Not found · Lynxden</title>");
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html).not.toContain('rel="canonical"');
    }
  });

  test("no other path has a screen because there are pages: all look alike", async () => {
    const config = await testConfig();
    const site = siteOf({ ...config, community: read(GUIDE) }, "build-1");
    expect((await prerender("/how-to-join", site)).status).toBe(200);
    const nowhere = await prerender("/nothing/here/at-all", site);
    expect(nowhere.status).toBe(404);
    for (const path of ["/imprint", "/how-to-join/more", "/how-to-join/a/b", "/How-To-Join"]) {
      const page = await prerender(path, site);
      expect([path, page.status, page.body]).toEqual([path, 404, nowhere.body]);
    }
  });

  test("is asked for from other pages by its key", async () => {
    const { app, community } = await appWith(GUIDE);
    const ask = (key: string) =>
      app.request(`/api/trpc/community.page?input=${encodeURIComponent(JSON.stringify({ key }))}`);
    const answer = await ask("how-to-join");
    expect(await answer.json()).toEqual({ result: { data: community.pages[0] } });
    expect(await (await ask("imprint")).json()).toEqual({ result: { data: null } });
    expect((await ask("x".repeat(61))).status).toBe(400);
  });
});
