import { expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { appScreens, prerender } from "#client/prerender.tsx";
import type { Config } from "#server/config/config.ts";
import { packPage } from "#server/http/pack-page.ts";
import { drawPicture } from "#server/http/preview/draw.ts";
import { fontCss } from "#server/modules/community/display-fonts.ts";
import { siteOf, themeOf } from "#server/modules/community/index.ts";
import { paletteOf } from "#shared/rules/palette.ts";
import { type TestApp, testApp, testConfig } from "#tests/support/app.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { drawEach } from "#tests/support/plain-prerender.ts";

const branded = (brand: Partial<Config["community"]["brand"]>) => (config: Config) => ({
  ...config,
  community: { ...config.community, brand: { ...config.community.brand, ...brand } },
});
const LIGHT = { accent: "#00386b", background: "#f4f1ea", scene: undefined } as const;

test("every page names its look before its style sheet, and the look stays for good under that name", async () => {
  const app = await testApp();
  const { path } = themeOf(EXAMPLE.brand).shown;
  for (const page of ["/", "/login", "/nothing", "/member/tickets"]) {
    const html = await (await app.request(page)).text();
    expect(html).toContain(`<link rel="stylesheet" href="${path}">`);
    expect(html).toContain('<meta name="theme-color" content="#070b09">');
    expect(html).toContain('<meta name="color-scheme" content="dark">');
  }
  const css = await app.request(path);
  expect(css.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(css.headers.get("cache-control")).toContain("immutable");
  expect(await css.text()).toContain("--color-accent:#f5b83d");
});

test("any other name of a look gives today's, which is asked for anew", async () => {
  const app = await testApp();
  for (const path of ["/theme.css", "/theme.0123456789ab.css"]) {
    const css = await app.request(path);
    expect([path, css.status, css.headers.get("cache-control")]).toEqual([path, 200, "no-cache"]);
    const etag = css.headers.get("etag") ?? "";
    expect((await app.request(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  }
});

test("other colours make another look: its address, manifest, icons and the windows of sign-ins", async () => {
  const app = await testApp({
    adjust: branded(LIGHT),
    draw: drawEach(async ({ title }) => Buffer.from(title)),
  });
  const { path } = themeOf({ ...EXAMPLE.brand, ...LIGHT }).shown;
  expect(path).not.toBe(themeOf(EXAMPLE.brand).shown.path);
  expect(await (await app.request("/")).text()).toContain(`href="${path}"`);
  expect(await (await app.request("/theme.css")).text()).toContain(":root{color-scheme:light;");
  const manifest = (await (await app.request("/manifest.webmanifest")).json()) as {
    theme_color: string;
    icons: { src: string }[];
  };
  expect(manifest.theme_color).toBe(LIGHT.background);
  for (const { src } of manifest.icons) {
    const icon = await app.request(src);
    expect(icon.headers.get("cache-control")).toContain("immutable");
    expect(await icon.text()).toMatch(/^Icon of (192|512)$/);
  }
  expect(await (await app.request("/favicon.svg")).text()).toContain(LIGHT.accent);
  const touch = (await app.request("/apple-touch-icon.png")).headers.get("location") ?? "";
  expect(await (await app.request(touch)).text()).toBe("Icon of 180");
  for (const window of ["/auth/tebex/wait", "/api/docs"])
    expect(await (await app.request(window)).text()).toContain('href="/theme.css"');
});

test("what browsers keep under one address is asked for anew, and a tab's icon has another for each look", async () => {
  const app = await testApp();
  for (const path of ["/manifest.webmanifest", "/apple-touch-icon.png", "/favicon.ico"])
    expect([path, (await app.request(path)).headers.get("cache-control")]).toEqual([
      path,
      "no-cache",
    ]);
  const { icon } = themeOf(EXAMPLE.brand).shown;
  expect(await (await app.request("/")).text()).toContain(`"icon":"${icon}"`);
  expect((await app.request(icon)).headers.get("content-type")).toStartWith("image/svg+xml");
  expect(themeOf({ ...EXAMPLE.brand, ...LIGHT }).shown.icon).not.toBe(icon);
});

test("the pictures that the service worker names are there, in each community's look", async () => {
  const app = await testApp({ draw: drawEach(async ({ title }) => Buffer.from(title)) });
  const worker = await Bun.file("src/client/service-worker.js").text();
  const named = [...worker.matchAll(/"(\/[\w-]+\.(?:png|svg|webp))"/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) {
    const answer = await app.request(path);
    const target = answer.headers.get("location");
    expect([path, target === null ? answer.status : (await app.request(target)).status]).toEqual([
      path,
      200,
    ]);
  }
});

const shortcuts = async (app: TestApp) =>
  (
    (await (await app.request("/manifest.webmanifest")).json()) as {
      shortcuts: { url: string }[];
    }
  ).shortcuts.map(({ url }) => url);

test("an application's shortcut leads to the status where the home page shows it", async () => {
  const others = ["/member/tickets", "/member/notifications"];
  expect(await shortcuts(await testApp())).toEqual(["/#ServerStatusDisplay", ...others]);
  const without = await testApp({
    adjust: (given) => ({ ...given, community: { ...given.community, servers: [] } }),
  });
  expect(await shortcuts(without)).toEqual(others);
});

test("a picture of the owner's is the icon everywhere, and what links show", async () => {
  const picture = "/media/logo.png";
  const brand = { icon: { picture }, socialImage: "/media/card.jpg" };
  const app = await testApp({ adjust: branded(brand) });
  expect((await app.request("/favicon.ico")).headers.get("location")).toBe(picture);
  expect((await app.request("/apple-touch-icon.png")).headers.get("location")).toBe(picture);
  const manifest = (await (await app.request("/manifest.webmanifest")).json()) as object;
  expect(manifest).toMatchObject({ icons: [{ src: picture }] });
});

test("the look brings the face that was chosen, and no other", () => {
  const paths = ["/assets/oswald-latin-700-normal-1a2b3c4d.woff2", "/assets/grenze-1.woff2"];
  const css = fontCss("oswald", paths);
  expect(css.match(/url\([^)]*\)/g)).toEqual([`url(${paths[0]})`]);
  expect(css).toContain('--font-display:"Oswald",');
  // Until the page is painted, nothing asks for it.
  expect(css).toMatch(/:root:not\(\[data-painted\]\)\{--font-display:"Display Fallback",/);
  expect(css).not.toMatch(/Grenze|Big Shoulders/);
});

test("pages name the fonts that all of them are set in, and what is painted at once", async () => {
  const paths = [
    "/assets/oswald-latin-ext-700-normal-2a.woff2",
    "/assets/oswald-latin-700-normal-1a.woff2",
    "/assets/hanken-grotesk-latin-ext-wght-normal-3a.woff2",
    "/assets/hanken-grotesk-latin-wght-normal-4a.woff2",
    "/assets/grenze-gotisch-latin-700-normal-5a.woff2",
  ];
  const { shown } = themeOf({ ...EXAMPLE.brand, font: "oswald" }, paths);
  expect(shown.fonts).toEqual([paths[3] ?? "", paths[1] ?? ""]);
  const { br } = await packPage("<!--fonts--><!--boot--><!--head--><!--app--><!--site-->", {
    head: "",
    body: '<header></header><main id="main"></main>',
    site: { ...siteOf(await testConfig(), "build-1"), theme: shown },
  });
  const [fonts, head] = brotliDecompressSync(br).toString().split("<!--boot-->");
  expect(fonts).toBe(
    shown.fonts
      .map((path) => `<link data-font as="font" type="font/woff2" crossorigin href="${path}">`)
      .join(""),
  );
  // Until then the bar that stands before it may be there in part.
  expect(head).toStartWith('<link rel="expect" blocking="render" href="#main">');
});

test("every screen has its content after the bar, where pages are painted from", async () => {
  const site = siteOf(await testConfig(), "build-1");
  const shells = (await appScreens(site)).flatMap(({ path, shell }) =>
    shell === "" ? [] : [[path, shell] as const],
  );
  const { body } = await prerender("/rules", site);
  for (const [path, html] of [...shells, ["/rules", body] as const]) {
    expect([path, html.match(/ id="main"/g)?.length]).toEqual([path, 1]);
    expect(html.indexOf(' id="main"')).toBeGreaterThan(html.indexOf("</header>"));
  }
  expect(shells.length).toBeGreaterThan(10);
});

test("icons are drawn as large as they are said to be, each in its colours", async () => {
  const { look } = themeOf(EXAMPLE.brand);
  const other = { ...look, scene: null, emblem: "castle" as const };
  const icons = [
    await drawPicture({ look, iconSize: 192 }),
    await drawPicture({ look: other, iconSize: 192 }),
    await drawPicture({ look: { ...other, colours: paletteOf(LIGHT).colours }, iconSize: 192 }),
    await drawPicture({ look: { ...other, emblem: "letter", letter: "Ö" }, iconSize: 192 }),
  ];
  for (const png of icons) expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([192, 192]);
  expect(new Set(icons.map((png) => Bun.hash(png))).size).toBe(icons.length);
  // A letter that no font has is drawn as an emblem, never as an empty box.
  const [unknown, another, emblem] = await Promise.all(
    [
      { ...other, emblem: "letter" as const, letter: "Б" },
      { ...other, emblem: "letter" as const, letter: "ق" },
      { ...other, emblem: "mountain" as const },
    ].map((drawn) => drawPicture({ look: drawn, iconSize: 192 })),
  );
  expect(unknown).toEqual(emblem);
  expect(another).toEqual(emblem);
});
