import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { renderHere } from "#server/http/render-site.ts";
import { recordRound } from "#server/modules/servers/index.ts";
import { siteConfig } from "#shared/schemas/site.ts";
import { PUBLIC_URL, testApp, type TestApp } from "#tests/support/app.ts";
import { AREA_SCRIPT, MAIN_SCRIPT, SHARED_SCRIPT } from "#tests/support/client-build.ts";
import { systemIn } from "#tests/support/context.ts";
import { reading } from "#tests/support/outcomes.ts";
import { plainPrerender, plainRender } from "#tests/support/plain-prerender.ts";

const textOf = async (app: TestApp, path: string) => await (await app.request(path)).text();
const preparedApp = async () => {
  const app = await testApp();
  await app.prepare();
  return app;
};

describe("a page", () => {
  test("is the application without a screen until it is rendered, then the screen", async () => {
    const app = await testApp();
    const before = await app.request("/");
    expect(before.status).toBe(200);
    expect(await before.text()).toContain('<div id="app"></div>');
    await app.prepare();
    const after = await textOf(app, "/");
    expect(after).toContain("<main>Screen of /</main>");
    expect(after).toContain("<title>Title of /</title>");
  });

  test("has a variant for each whitelisted query, and no other", async () => {
    const app = await preparedApp();
    expect(await textOf(app, "/?status=eco")).toContain("Screen of /?status=eco<");
    expect(await textOf(app, "/rules?tab=ASE&utm=x")).toContain("Screen of /rules?tab=ASE<");
    expect(await textOf(app, "/rules?tab=ase")).toContain("Screen of /rules?tab=ASE<");
    for (const query of [
      "?status=palworld",
      "?tab=ASE",
      "?status=",
      "?a=b&c=d",
      "?status=%3Cscript%3E",
    ])
      expect(await textOf(app, `/${query}`)).toContain("Screen of /<");
  });

  test("names what a screen needs at once, the start first; where nobody is signed in it does not", async () => {
    const app = await preparedApp();
    const tickets = await textOf(app, "/ticket/7");
    const [first = "", second = "", third = ""] = [
      ...tickets.matchAll(/<link [^>]*modulepreload[^>]*>/g),
    ].map(([link]) => link);
    expect(first).toBe(
      `<link rel="modulepreload" fetchpriority="low" crossorigin href="${MAIN_SCRIPT}">`,
    );
    expect(second).toBe(first.replace(MAIN_SCRIPT, SHARED_SCRIPT));
    expect(third).toBe(first.replace("rel=", "data-then=").replace(MAIN_SCRIPT, AREA_SCRIPT));
    expect(tickets.indexOf(first)).toBeGreaterThan(tickets.indexOf("</head>"));
    for (const path of ["/", "/login"])
      expect(await textOf(app, path)).not.toContain("modulepreload");
  });

  test("is asked for again each time, and is 304 while it is the same", async () => {
    const app = await preparedApp();
    const first = await app.request("/", { headers: { "accept-encoding": "br" } });
    expect(first.headers.get("cache-control")).toBe("no-cache");
    expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const etag = first.headers.get("etag") ?? "";
    const headers = { "accept-encoding": "br", "if-none-match": etag };
    expect((await app.request("/", { headers })).status).toBe(304);
  });

  test("comes packed", async () => {
    const app = await preparedApp();
    const plain = await textOf(app, "/privacy-policy");
    const packed = (encoding: string) =>
      app.request("/privacy-policy", { headers: { "accept-encoding": encoding } });
    expect(brotliDecompressSync(await (await packed("br")).bytes()).toString()).toBe(plain);
    expect(gunzipSync(await (await packed("gzip")).bytes()).toString()).toBe(plain);
  });

  test("tells the browser about the community, and nothing of it can leave its script", async () => {
    const app = await testApp();
    const html = await textOf(app, "/");
    const json =
      /<script type="application\/json" id="site">([^]*?)<\/script>/.exec(html)?.[1] ?? "";
    const site = siteConfig.parse(JSON.parse(json));
    expect(site.publicUrl).toBe(PUBLIC_URL);
    expect(site.buildId).toBe("build-1");
    expect(site.pictureHosts).toEqual(app.deps.config.community.pictures.hosts);
    expect(site.servers).toHaveLength(app.deps.config.community.servers.length);
    expect(json).not.toContain("asa.lynxden.example");

    const { config } = app.deps;
    const evil = "</script><script>alert(1)</script><!--";
    const brand = { ...config.community.brand, description: `${evil} $& $1` };
    const other = await testApp({
      adjust: (given) => ({ ...given, community: { ...given.community, brand } }),
    });
    const infested = await textOf(other, "/");
    expect(infested).not.toContain("<script>alert(1)");
    expect(infested).toContain(String.raw`\u003c/script>`);
    expect(infested.match(/<script/g)).toHaveLength(html.match(/<script/g)?.length ?? 0);
    expect(infested).toContain("$& $1");
  });
});

const setPlayers = async ({ deps: { store, clock, board } }: TestApp, players: number) => {
  await recordRound(systemIn(store), clock.now(), [
    { key: "eco", game: "eco", reading: reading({ players }) },
  ]);
  await board.reload(null);
};
const statusIn = async (app: TestApp, path: string) =>
  /id="status">([^]*?)<\/script>/.exec(await textOf(app, path))?.[1] ?? null;

describe("the status on the pages", () => {
  test("[STATUS-04] comes when a server has been asked, and again when it has changed for long enough", async () => {
    const rendered: string[][] = [];
    const app = await testApp({
      render: async (work, signal, onPage) => {
        const done = await plainRender(work, signal, onPage);
        rendered.push(done.pages.map(({ address }) => address));
        return done;
      },
    });
    await app.prepare();
    expect(await statusIn(app, "/?status=eco")).toBeNull();
    await app.refresh();
    expect(rendered).toHaveLength(1);

    await setPlayers(app, 12);
    await app.refresh();
    expect(await statusIn(app, "/?status=eco")).toContain('"players":12');
    expect(await statusIn(app, "/servers/eco")).toContain('"players":12');
    expect(rendered[1]).toEqual(["/?status=eco", "/servers/eco"]);

    // What has just been rendered is new enough.
    await setPlayers(app, 13);
    await app.refresh();
    expect(rendered).toHaveLength(2);
  });
});

describe("other paths", () => {
  test("one with a screen is the application, with the title of the screen", async () => {
    const app = await preparedApp();
    const response = await app.request("/login");
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain("<title>Title of /login</title>");
    expect(html).toContain('<div id="app"></div>');
  });

  test("a value in the path stands in the title where it is a plain one", async () => {
    const app = await preparedApp();
    const html = await textOf(app, "/ticket/12");
    expect(html).toContain("<title>Title of /ticket/12</title>");
    expect(html).toContain('<div id="app"><main>Frame</main></div>');
    const odd = await app.request("/ticket/%3Cscript%3E");
    expect(odd.status).toBe(200);
    expect(await odd.text()).not.toContain("Title of");
  });

  test("below a screen that has none below is nothing", async () => {
    const app = await preparedApp();
    expect((await app.request("/login/x")).status).toBe(404);
    expect((await app.request("/ticket/12/x")).status).toBe(404);
    expect((await app.request("/Login")).status).toBe(200);
  });

  test("[NAV-01] any other is the application with status 404", async () => {
    const app = await testApp();
    const paths = ["/nothing", "/nothing/at/all", "/wp-admin.php", "/rules/x", "/member"];
    for (const path of paths) {
      const response = await app.request(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<div id="app">');
    }
    await app.prepare();
    const response = await app.request("/nothing");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("<main>Screen of");
  });

  test("a screen of what the community does not have is none", async () => {
    const app = await testApp({
      adjust: (given) => ({
        ...given,
        community: { ...given.community, rules: [], links: { donations: [] } },
      }),
    });
    await app.prepare();
    for (const path of ["/rules", "/rules?tab=ASE", "/discord", "/servers/nope"])
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    const other = await preparedApp();
    for (const path of ["/rules", "/discord"])
      expect([path, (await other.request(path)).status]).toEqual([path, 200]);
  });

  test("what is not there is 404 for whoever claims to have it, too", async () => {
    const app = await testApp();
    await app.prepare();
    const etag = (await app.request("/nothing")).headers.get("etag") ?? "";
    for (const claim of [etag, "*"]) {
      const response = await app.request("/nothing", { headers: { "if-none-match": claim } });
      expect(response.status).toBe(404);
    }
  });

  test("a slash at the end is taken off", async () => {
    const app = await testApp();
    const response = await app.request("/rules/?tab=ASE");
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("/rules?tab=ASE");
  });

  test.each(["/zlg-rules", "/zlg-rules/", "/ZLG-Rules"])(
    "%s leads to the rules, whose address it was",
    async (path) => {
      const app = await testApp();
      const response = await app.request(`${path}?tab=ASE`);
      expect(response.status).toBe(308);
      expect(response.headers.get("location")).toBe("/rules?tab=ASE");
    },
  );
});

const broken = async () => {
  const { prerender, appScreens } = await plainPrerender();
  return {
    appScreens,
    prerender: async (...page: Parameters<typeof prerender>) => {
      if (page[0] === "/privacy-policy") throw new Error("no such component");
      return await prerender(...page);
    },
  };
};

test("a page that cannot be rendered is logged and served without its screen; the others are rendered", async () => {
  const app = await testApp({ render: renderHere(broken) });
  await app.prepare();
  expect(await textOf(app, "/privacy-policy")).toContain('<div id="app"></div>');
  expect(await textOf(app, "/rules")).toContain("Screen of /rules");
  expect(app.lines.find((line) => line.event === "page.failed")).toMatchObject({
    page: "/privacy-policy",
  });
});

test("where nothing can be rendered the application is served without its screens", async () => {
  const app = await testApp({ render: () => Promise.reject(new Error("no process")) });
  expect(app.prepare()).rejects.toThrow("no process");
  for (const path of ["/", "/login", "/member/tickets"]) {
    const response = await app.request(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<div id="app"></div>');
  }
});

describe("for search engines", () => {
  test("robots.txt names the site map, which names every page under PUBLIC_URL", async () => {
    const app = await testApp();
    const robots = await textOf(app, "/robots.txt");
    expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    expect(robots).not.toContain("Disallow: /\n");
    const response = await app.request("/sitemap.xml");
    expect(response.headers.get("content-type")).toContain("xml");
    const xml = await response.text();
    const addresses = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address);
    for (const address of addresses) {
      expect(new URL(address).origin).toBe(PUBLIC_URL);
      expect((await app.request(address.slice(PUBLIC_URL.length))).status).toBe(200);
    }
    expect(addresses).toContain(`${PUBLIC_URL}/`);
    expect(addresses).toContain(`${PUBLIC_URL}/rules`);
    expect(addresses).toContain(`${PUBLIC_URL}/rules?tab=Minecraft`);
  });

  test("the site map names no rules where the community has none", async () => {
    const app = await testApp({
      adjust: (given) => ({ ...given, community: { ...given.community, rules: [] } }),
    });
    const xml = await textOf(app, "/sitemap.xml");
    expect(xml).toContain(`<loc>${PUBLIC_URL}/privacy-policy</loc>`);
    expect(xml).not.toContain("rules");
  });

  test("an old browser's /favicon.ico leads to the icon", async () => {
    const app = await testApp();
    const response = await app.request("/favicon.ico");
    expect(response.headers.get("location")).toMatch(/^\/favicon\.svg\?look=[\w-]+$/);
  });
});
