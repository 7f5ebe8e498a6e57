import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Config } from "#server/config/config.ts";
import { drawPicture, type Picture, type PreviewWords } from "#server/http/preview/draw.ts";
import { drawApart } from "#server/http/preview/previews.ts";
import { renderHere } from "#server/http/render-site.ts";
import type { ClientAsset } from "#server/http/static.ts";
import { siteOf, themeOf } from "#server/modules/community/index.ts";
import { PUBLIC_URL, testApp, type TestApp, testAssets, testConfig } from "#tests/support/app.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { long } from "#tests/support/long.ts";
import { drawEach, plainRender } from "#tests/support/plain-prerender.ts";
import { testFolder } from "#tests/support/store.ts";

/** Every address that a guest can open, and one of a server. */
const PUBLIC_PAGES = [
  "/",
  "/rules",
  "/rules?tab=ASE",
  "/rules?tab=Discord",
  "/privacy-policy",
  "/discord",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/resend-verification",
  "/verify",
  "/verify-email",
  "/confirm-address",
  "/confirm-browser",
  "/revert-address",
  "/lost-factor",
  "/keep-factor",
  "/end-sessions",
  "/login-success",
  "/epic-auth.html",
  "/minecraft-auth.html",
  "/shop",
  "/shop/cart",
  "/servers/eco",
];

const sizeOf = (png: Uint8Array) => {
  const view = Buffer.from(png);
  expect(view.subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
  return [view.readUInt32BE(16), view.readUInt32BE(20)];
};

/** How many pixels between two columns are as light as the words. */
const brightIn = (png: Buffer, from: number, to: number): number => {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(
      png.toString("latin1", at + 4, at + 8),
      png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    );
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.of());
  const palette = chunks.get("PLTE") ?? Buffer.of();
  let bright = 0;
  for (let row = 0; row < 630; row++)
    for (let x = from; x < to; x++)
      if ((palette[(rows[row * 1201 + 1 + x] ?? 0) * 3] ?? 0) > 180) bright++;
  return bright;
};

const decoded = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
]);
const contentOf = (html: string, name: string): string =>
  (
    new RegExp(String.raw`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1] ??
    ""
  ).replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => decoded.get(entity) ?? entity);

const headsOf = async (app: TestApp, paths: readonly string[]) =>
  await Promise.all(
    paths.map(async (path) => {
      const html = await (await app.request(path)).text();
      return {
        path,
        title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "",
        description: contentOf(html, "description"),
        image: contentOf(html, "og:image"),
        html,
      };
    }),
  );

const branded =
  (brand: Partial<Config["community"]["brand"]>) =>
  (config: Config): Config => ({
    ...config,
    community: { ...config.community, brand: { ...config.community.brand, ...brand } },
  });

const pathIn = (image: string) => image.slice(PUBLIC_URL.length);

const titleOf = (picture: Picture): string =>
  "title" in picture ? picture.title : `Icon of ${picture.iconSize}`;

describe("[NAV-21] a link to a public page", () => {
  test("has its own title, description and picture, which is there", async () => {
    const app = await testApp({
      render: renderHere(),
      draw: drawEach(async () => Buffer.from("drawn")),
    });
    await app.prepare();
    const heads = await headsOf(app, PUBLIC_PAGES);
    for (const key of ["title", "description", "image"] as const)
      expect(new Set(heads.map((head) => head[key])).size).toBe(heads.length);
    for (const { image, title, html } of heads) {
      expect(image).toMatch(/^http:\/\/den\.example\/og\/[\da-f]{24}\.png$/);
      expect(contentOf(html, "og:image:width")).toBe("1200");
      expect(contentOf(html, "og:image:height")).toBe("630");
      expect(contentOf(html, "og:image:alt")).toStartWith("Lynxden: ");
      expect(contentOf(html, "twitter:card")).toBe("summary_large_image");
      expect(title).toContain("Lynxden");
      const picture = await app.request(pathIn(image));
      expect(picture.status).toBe(200);
      expect(picture.headers.get("content-type")).toBe("image/png");
      expect(picture.headers.get("cache-control")).toContain("immutable");
      const etag = picture.headers.get("etag") ?? "";
      const again = await app.request(pathIn(image), { headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
    }
  });

  test("shows the server and its game, the page's words, or what the community says of itself", async () => {
    const { previews } = await renderHere()({
      site: siteOf(await testConfig(), "build-1"),
      template: '<head><!--fonts--><!--head--></head><div id="app"><!--app--></div><!--site-->',
      pages: ["/", "/rules", "/servers/eco"].map((address) => ({ address, status: null })),
      withScreens: true,
    });
    const [home, rules, server, ...screens] = previews;
    expect(home).toMatchObject({ title: "Lynxden", line: expect.stringContaining("Nights worth") });
    expect(rules).toMatchObject({
      title: "Server Rules",
      line: "The rules of Lynxden: short, numbered, and the same for everyone.",
    });
    expect(server?.line).toStartWith("Eco server");
    // The screens of members say nothing of themselves.
    expect(screens.map(({ title }) => title)).not.toContain("Audit Log");
  });

  test("changes its picture with the brand, and says any name as it is", async () => {
    const name = `<b>Tom & "Jerry's"</b>`;
    const [ours, theirs] = await Promise.all(
      [{}, { name }].map(async (brand) => {
        const app = await testApp({ render: renderHere(), adjust: branded(brand) });
        await app.prepare();
        return await headsOf(app, ["/", "/rules", "/login"]);
      }),
    );
    for (const [index, { image, html }] of (theirs ?? []).entries()) {
      expect(image).not.toBe(ours?.[index]?.image ?? "");
      expect(html).not.toContain("<b>Tom");
      expect(contentOf(html, "og:image:alt")).toStartWith(`${name}: `);
    }
  });

  test("is drawn once, however often it is asked for; there are no other pictures", async () => {
    const drawn: string[] = [];
    const app = await testApp({
      draw: drawEach(async ({ title }) => {
        drawn.push(title);
        return Buffer.from(title);
      }),
    });
    await app.prepare();
    expect(drawn).toEqual([]);
    const path = "/og/_login.png";
    const answers = await Promise.all([path, path, path].map((each) => app.request(each)));
    expect(await answers[0]?.text()).toBe("Title of /login");
    expect(drawn).toEqual(["Title of /login"]);
    for (const other of ["/og/", "/og/0123456789abcdef01234567.png", "/og/../community.toml"])
      expect((await app.request(other)).status).toBe(404);
  });

  test("has its picture drawn at the start, and at the next only where it says something else", async () => {
    const dataDir = await testFolder();
    const start = async (other: string | null) => {
      const drawn: string[] = [];
      const app = await testApp({
        env: { DATA_DIR: dataDir },
        render: async (work) => {
          const site = await plainRender(work);
          const previews = site.previews.map((preview) =>
            preview.path === "/og/_login.png" && other !== null
              ? { ...preview, path: other, title: "Another" }
              : preview,
          );
          return { ...site, previews };
        },
        draw: drawEach(async ({ title }) => {
          drawn.push(title);
          return Buffer.from(title);
        }),
      });
      await app.prepare();
      await app.drawPreviews();
      const atStart = drawn.length;
      const answer = await app.request(other ?? "/og/_login.png");
      expect(await answer.text()).toBe(other === null ? "Title of /login" : "Another");
      expect(drawn).toHaveLength(atStart);
      return drawn;
    };
    const first = await start(null);
    expect(first).toContain("Title of /login");
    expect(new Set(first).size).toBe(first.length);
    expect(await start(null)).toEqual([]);
    expect(await start("/og/other.png")).toEqual(["Another"]);
    // What no page shows any more is not kept.
    expect(await readdir(join(dataDir, "previews"))).toHaveLength(first.length);
    expect(await start(null)).toEqual(["Title of /login"]);
  });

  test("is in its file alone once it was drawn, and not in memory", async () => {
    const inMemory: WeakRef<Buffer>[] = [];
    const app = await testApp({
      env: { DATA_DIR: await testFolder() },
      draw: drawEach(async ({ title }) => {
        const png = Buffer.from(title.padEnd(100_000));
        inMemory.push(new WeakRef(png));
        return png;
      }),
    });
    await app.prepare();
    await app.drawPreviews();
    expect(await (await app.request("/og/_login.png")).text()).toStartWith("Title of /login");
    await Bun.sleep(0);
    Bun.gc(true);
    // The collector may still see the last one, where the processor kept it.
    const left = inMemory.filter((png) => png.deref() !== undefined);
    expect(inMemory.length).toBeGreaterThan(3);
    expect(left.length).toBeLessThan(2);
  });

  test("waits for its own picture alone where it is asked for while all are drawn, or before", async () => {
    const asked: string[][] = [];
    const begun = Promise.withResolvers<void>();
    const allowed = Promise.withResolvers<void>();
    const app = await testApp({
      env: { DATA_DIR: await testFolder() },
      draw: async (list, onDrawn) => {
        asked.push(list.map(titleOf));
        if (list.length > 1) begun.resolve();
        for (const [index, picture] of list.entries()) {
          const title = titleOf(picture);
          onDrawn(Buffer.from(title), index);
          if (title === "Title of /login") await allowed.promise;
        }
      },
    });
    await app.prepare();
    expect(await (await app.request("/og/_discord.png")).text()).toBe("Title of /discord");
    const drawing = app.drawPreviews();
    await begun.promise;
    expect(await (await app.request("/og/_login.png")).text()).toBe("Title of /login");
    allowed.resolve();
    await drawing;
    expect(asked[0]).toEqual(["Title of /discord"]);
    expect(asked[1]).not.toContain("Title of /discord");
    expect(asked).toHaveLength(2);
  });

  test("shows the picture without words where none can be drawn, and that is logged", async () => {
    const build = await testAssets();
    const plain: ClientAsset = {
      type: "image/png",
      etag: '"plain"',
      immutable: false,
      encodings: ["identity"],
      body: () => new Blob(["without words"]),
    };
    const assets = {
      ...build,
      find: (path: string) => (path === "/og.png" ? plain : build.find(path)),
    };
    const app = await testApp({
      draw: () => Promise.reject(new Error("no memory")),
      overrides: { assets },
    });
    await app.prepare();
    const path = "/og/_login.png";
    for (let times = 0; times < 2; times++) {
      const answer = await app.request(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(await answer.text()).toBe("without words");
    }
    expect(app.lines.filter(({ event }) => event === "preview.failed")).toHaveLength(1);
  });
});

describe("the drawing of a preview", () => {
  const { look } = themeOf(EXAMPLE.brand);
  const words = { name: "Lynxden", title: "Server Rules", line: "Short and numbered.", look };
  const drawPreview = (said: PreviewWords) => drawPicture({ look, ...said });

  long(
    "is a PNG of 1200 by 630, another one for other words, and the same in a process of its own",
    async () => {
      const [one, other, renamed] = [
        await drawPreview(words),
        await drawPreview({ ...words, title: "Privacy Policy" }),
        await drawPreview({ ...words, name: "Otterden" }),
      ];
      for (const png of [one, other, renamed]) expect(sizeOf(png)).toEqual([1200, 630]);
      expect(new Set([one, other, renamed].map((png) => Bun.hash(png))).size).toBe(3);
      const apart: [number, boolean][] = [];
      await drawApart([process.execPath, "src/server/main.ts", "draw"])(
        [words, { ...words, title: "Privacy Policy" }],
        (png, index) => apart.push([index, png.equals(index === 0 ? one : other)]),
      );
      expect(apart).toEqual([
        [0, true],
        [1, true],
      ]);
    },
  );

  test("keeps long words and markup in their place, and other letters than Latin ones out", async () => {
    const plain = await drawPreview({ name: "", title: "", line: "" });
    const full = await drawPreview({
      name: `<b>&amp; ${"Łódź & ğış ".repeat(8)}`,
      title: "W".repeat(200),
      line: "]]>&lt;</text> <script> ".repeat(20),
    });
    expect(sizeOf(full)).toEqual([1200, 630]);
    expect(brightIn(full, 200, 762)).toBeGreaterThan(brightIn(plain, 200, 762) + 10_000);
    expect(brightIn(full, 764, 796)).toBe(0);
    expect(brightIn(full, 0, 70)).toBe(0);
    const foreign = await drawPreview({ name: "中文", title: "🎮", line: "Привет" });
    expect(foreign.equals(plain)).toBe(true);
  });

  test("that fails is told of, with what its process said", () => {
    const failing = 'console.error("no memory left"); process.exit(3)';
    expect(drawApart([process.execPath, "-e", failing])([words], () => {})).rejects.toThrow(
      /3: no memory/,
    );
  });
});
