import { describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assetsFromFolder } from "#server/http/static.ts";
import { forgetOldBuilds, keepBuild } from "#server/modules/builds/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { MAIN_SCRIPT, writeClientBuild } from "#tests/support/client-build.ts";
import { asSite } from "#tests/support/context.ts";
import { testFolder } from "#tests/support/store.ts";

const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers });

describe("a file of the client", () => {
  test("is served as it was when the program started, also once another build has taken its place", async () => {
    const folder = await testFolder();
    await writeClientBuild(folder, "first");
    const app = await testApp({ overrides: { assets: await assetsFromFolder(folder) } });
    const before = await (await get(app, MAIN_SCRIPT)).text();
    await rm(folder, { recursive: true });
    await Bun.write(join(folder, MAIN_SCRIPT), "another build");
    for (const path of [MAIN_SCRIPT, "/favicon.svg", "/assets/den-5e6f7a8b.woff2"])
      expect([path, (await get(app, path)).status]).toEqual([path, 200]);
    expect(await (await get(app, MAIN_SCRIPT)).text()).toBe(before);
    const packed = await get(app, MAIN_SCRIPT, { "accept-encoding": "br" });
    expect(brotliDecompressSync(await packed.bytes()).toString()).toBe(before);
  });

  test("with a hashed name is kept for good, any other is asked for again", async () => {
    const app = await testApp();
    const hashed = await get(app, MAIN_SCRIPT);
    expect(hashed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers.get("content-type")).toBe("text/javascript;charset=utf-8");
    const icon = await get(app, "/favicon.svg");
    expect(icon.headers.get("cache-control")).not.toContain("immutable");
    expect(icon.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  });

  test("comes packed as the browser likes it best, and says that this depends on the browser", async () => {
    const app = await testApp();
    const plain = await get(app, MAIN_SCRIPT);
    const text = await plain.text();
    expect(plain.headers.has("content-encoding")).toBe(false);
    const br = await get(app, MAIN_SCRIPT, { "accept-encoding": "gzip, br" });
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await br.bytes()).toString()).toBe(text);
    const gzip = await get(app, MAIN_SCRIPT, { "accept-encoding": "gzip, br;q=0.1" });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(text);
    for (const response of [plain, br, gzip])
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const font = await get(app, "/assets/den-5e6f7a8b.woff2", { "accept-encoding": "br" });
    expect(font.headers.has("content-encoding")).toBe(false);
  });

  test("has a strong tag for each packing, and is 304 for whoever has that one", async () => {
    const app = await testApp();
    const br = { "accept-encoding": "br" };
    const packed = (await get(app, MAIN_SCRIPT, br)).headers.get("etag") ?? "";
    const plain = (await get(app, MAIN_SCRIPT)).headers.get("etag") ?? "";
    expect(packed).toMatch(/^"[^"]+"$/);
    expect(packed).not.toBe(plain);
    const again = await get(app, MAIN_SCRIPT, { ...br, "if-none-match": packed });
    expect(again.status).toBe(304);
    expect(again.headers.get("vary")).toBe("Accept-Encoding");
    expect(await again.text()).toBe("");
    expect((await get(app, MAIN_SCRIPT, { ...br, "if-none-match": plain })).status).toBe(200);
  });

  test("that is missing is never the application", async () => {
    const app = await testApp();
    for (const path of ["/assets/gone-00000000.js", "/assets/", "/assets/main-1a2b3c4d.js.br"]) {
      const response = await get(app, path, { accept: "text/html" });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toContain("text/plain");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.text()).toBe(MESSAGES.notFound);
    }
  });

  test("is nothing but what the manifest names", async () => {
    const app = await testApp();
    for (const path of ["/manifest.json", "/index.html"])
      expect((await get(app, path)).status).toBe(404);
  });
});

describe("a file of an older build", () => {
  const OLD = "/assets/old-99999999.js";
  const oldBuild = (text: string) => ({
    buildId: "build-0",
    files: [
      {
        path: OLD,
        type: "text/javascript",
        packed: () => null,
        plain: async () => new TextEncoder().encode(text),
      },
    ],
  });
  const newBuild = { buildId: "build-1", files: [] };

  test("is still there a week after the update, and no longer", async () => {
    const app = await testApp();
    await keepBuild(asSite(app.deps), oldBuild("old script"));
    await keepBuild(asSite(app.deps), newBuild);
    app.clock.advance(7 * DAY_MS - 1);
    await forgetOldBuilds(asSite(app.deps));
    const kept = await get(app, OLD);
    expect(kept.status).toBe(200);
    expect(kept.headers.get("cache-control")).toContain("immutable");
    expect(kept.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await kept.text()).toBe("old script");
    const packed = await get(app, OLD, { "accept-encoding": "br" });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(await packed.bytes()).toString()).toBe("old script");
    app.clock.advance(2);
    await forgetOldBuilds(asSite(app.deps));
    expect((await get(app, OLD)).status).toBe(404);
  });

  test("stays for as long as its build is the one that runs, and when it runs again", async () => {
    const app = await testApp();
    await keepBuild(asSite(app.deps), oldBuild("old script"));
    await keepBuild(asSite(app.deps), newBuild);
    app.clock.advance(6 * DAY_MS);
    await keepBuild(asSite(app.deps), oldBuild("old script"));
    await keepBuild(asSite(app.deps), oldBuild("old script"));
    app.clock.advance(30 * DAY_MS);
    await forgetOldBuilds(asSite(app.deps));
    expect((await get(app, OLD)).status).toBe(200);
  });

  test("is not asked for again where the next build has it too", async () => {
    const app = await testApp();
    await keepBuild(asSite(app.deps), oldBuild("old script"));
    await keepBuild(asSite(app.deps), { ...oldBuild("old script"), buildId: "build-1" });
    app.clock.advance(30 * DAY_MS);
    await forgetOldBuilds(asSite(app.deps));
    expect((await get(app, OLD)).status).toBe(200);
  });
});
