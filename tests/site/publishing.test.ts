import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readingsIn } from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import { createLog } from "#server/core/log.ts";
import { type LoadPrerender, renderHere, type RenderSite } from "#server/http/render-site.ts";
import { addVersion } from "#server/modules/site/versions.ts";
import type { Site, SiteOptions } from "#server/serve.ts";
import { FOLLOW_MS, startSite } from "#server/serve.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { paletteOf } from "#shared/rules/palette.ts";
import { type LogLine, testAssets, testConfig } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { plainDraw, plainPrerender, plainRender } from "#tests/support/plain-prerender.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { readFeed } from "#tests/support/sse.ts";
import { openForTest, TEST_ENGINE, testDatabase } from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

type Part = Record<string, unknown>;
type Where = Awaited<ReturnType<typeof testDatabase>>;

/** The site of this database, listening, without its jobs. */
const start = async (
  { databaseUrl, dataDir }: Where,
  options: Partial<SiteOptions> = {},
  adjust = (config: Config): Config => config,
): Promise<Site & { lines: LogLine[] }> => {
  const lines: LogLine[] = [];
  const config = await testConfig({ PORT: "0", HOST: "127.0.0.1", PUBLIC_URL: "" });
  const site = await startSite(adjust({ ...config, databaseUrl, dataDir }), {
    log: createLog((line) => lines.push(JSON.parse(line) as LogLine)),
    assets: await testAssets(),
    render: plainRender,
    draw: plainDraw,
    jobs: () => [],
    ...options,
  });
  afterThisTest(() => site.stop());
  return { ...site, lines };
};

/** Asks as an Admin, over the network. */
const adminOf = async (site: Site) => {
  const { headers } = await signedIn({ deps: site.deps }, { role: "Admin" });
  const call = async (name: string, input: unknown, isQuery = false): Promise<Part> => {
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
    const response = await fetch(`${site.url}/api/trpc/site.${name}${query}`, {
      method: isQuery ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(isQuery ? {} : { body: JSON.stringify(input) }),
    });
    const { result } = (await response.json()) as { result: { data: Part } };
    return result.data;
  };
  const maintain = async (what: "begin" | "end", input?: Part) => {
    const body = input === undefined ? {} : { body: JSON.stringify(input) };
    const all = { ...headers, "content-type": "application/json" };
    const path = `${site.url}/api/trpc/maintenance.${what}`;
    const { status } = await fetch(path, { method: "POST", headers: all, ...body });
    expect(status).toBe(200);
  };
  /** Publishes one section, changed. */
  const publish = async (section: SiteSection, edit: (content: Part & Part[]) => unknown) => {
    const state = await call("section", { section }, true);
    const content = edit(state["published"] as Part & Part[]);
    const { basedOn, version, draftRevision: revision } = state;
    await call("saveDraft", { section, content, basedOn, revision });
    await call("publish", { sections: [section], note: "", version });
  };
  return { publish, maintain };
};

const get = (site: Site, path: string) => fetch(`${site.url}${path}`);
const nameIn = async (site: Site, path = "/") => {
  const text = await (await get(site, path)).text();
  const site_ = /<script[^>]*id="site"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? "{}";
  return (JSON.parse(site_) as { brand?: { name?: string } }).brand?.name;
};
const named = (name: string) => (brand: Part) => ({ ...brand, name });

const VALHEIM = { key: "valheim", name: "Valheim", protocol: "a2s" };
const VALHALLA = { key: "valhalla", game: "valheim", name: "Valhalla", host: "v.example", port: 1 };

describe("[SITE-04] what is published", () => {
  test("is shown by pages, calls and headers at once, and told to open tabs", async () => {
    const site = await start(await testDatabase());
    await until(async () => (await nameIn(site)) !== undefined);
    const feed = readFeed((await get(site, "/api/feed")).body);
    expect(await feed.next()).toMatchObject({ type: "hello", siteVersion: 1 });
    const admin = await adminOf(site);
    await admin.publish("pictures", () => ({ hosts: ["pictures.example"] }));
    expect(await feed.next()).toEqual({ type: "site.changed", siteVersion: 2 });
    const policyNow = async () => (await get(site, "/")).headers.get("content-security-policy");
    await until(async () => (await policyNow())?.includes("https://pictures.example") === true);
    await admin.publish("brand", named("The Other Den"));
    expect(await feed.next()).toEqual({ type: "site.changed", siteVersion: 3 });
    // What open tabs ask for is there already; pages follow.
    expect(site.deps.config.community.brand.name).toBe("The Other Den");
    await until(async () => (await nameIn(site)) === "The Other Den");
    for (const path of ["/rules", "/login", "/nothing-there"])
      await until(async () => (await nameIn(site, path)) === "The Other Den");
    const manifest = await get(site, "/manifest.webmanifest");
    expect(await manifest.json()).toMatchObject({ name: "The Other Den" });
    const api = (await (await get(site, "/api/openapi.json")).json()) as { info: Part };
    expect(api.info["title"]).toBe("The Other Den API");
    await feed.leave();
  });

  test("is shown soon, too, where another process has published it and can tell nobody", async () => {
    const where = await testDatabase();
    const site = await start(where);
    await until(async () => (await nameIn(site)) === "Lynxden");
    const { config, clock } = site.deps;
    const { document } = config.communityFile;
    const edited = { ...document, brand: { ...(document.brand as object), name: "Elsewhere" } };
    const origin = { hash: "h", note: "", source: "import", createdBy: null } as const;
    const store = await openForTest(where);
    await store.write((tx) =>
      addVersion({ ...tx, clock, config }, { document: edited, sections: ["brand"], ...origin }),
    );
    await until(async () => (await nameIn(site)) === "Elsewhere");
    // Two seconds are promised, in which the pages are rendered, too.
    expect(FOLLOW_MS.sqlite).toBeLessThanOrEqual(1000);
  });

  test("is kept as it was read, for the next start", async () => {
    const where = await testDatabase();
    const readings = readingsIn("one", where.dataDir);
    const site = await start(where, {}, (config) => ({ ...config, readings }));
    const admin = await adminOf(site);
    const kept = join(where.dataDir, "lynxden.published.reading");
    await admin.publish("brand", named("The Other Den"));
    await until(() => existsSync(kept));
    expect(await Bun.file(kept).text()).toContain('"name":"The Other Den"');
    await admin.publish("brand", named("The Third Den"));
    await until(async () => (await Bun.file(kept).text()).includes('"name":"The Third Den"'));
  });

  test("has its games and servers: new ones answer, and those that are gone are not found", async () => {
    const site = await start(await testDatabase());
    const admin = await adminOf(site);
    expect((await get(site, "/api/server/valheim")).status).toBe(404);
    await admin.publish("games", (games) => [...games, VALHEIM]);
    await admin.publish("servers", (servers) => [
      ...servers.filter(({ game }) => game !== "eco"),
      VALHALLA,
    ]);
    await until(() => site.deps.config.siteVersion === 3);
    const isRendered = async (path: string) =>
      (await (await get(site, path)).text()).includes(`Screen of ${path}<`);
    await until(() => isRendered("/servers/valhalla"));
    expect(await (await get(site, "/api/server/valheim")).json()).toMatchObject([
      { name: "Valhalla", isOnline: false },
    ]);
    // Each page is shown when it is rendered; those that are gone, until all are.
    await until(() => isRendered("/?status=valheim"));
    expect(await (await get(site, "/api/server/eco")).json()).toEqual([]);
    await until(async () => !(await isRendered("/servers/eco")));
    await admin.publish("games", (games) => games.filter(({ key }) => key !== "eco"));
    await until(async () => (await get(site, "/api/server/eco")).status === 404);
  });

  test("replaces pages that are there: nobody gets an empty one, and what is under way ends", async () => {
    let gate = Promise.resolve();
    let rendering = 0;
    let mostAtOnce = 0;
    const render: RenderSite = async (work, signal, onPage) => {
      rendering += 1;
      mostAtOnce = Math.max(mostAtOnce, rendering);
      try {
        await gate;
        return await plainRender(work, signal, onPage);
      } finally {
        rendering -= 1;
      }
    };
    const site = await start(await testDatabase(), { render });
    for (const path of ["/", "/rules"])
      await until(async () => (await (await get(site, path)).text()).includes(`Screen of ${path}`));
    await until(() => rendering === 0);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const admin = await adminOf(site);
    await admin.publish("brand", named("First"));
    await until(() => rendering === 1);
    await admin.publish("brand", named("Second"));
    await admin.publish("brand", named("Third"));
    const before = await (await get(site, "/")).text();
    expect(before).toContain("Screen of /");
    expect(await nameIn(site)).toBe("Lynxden");
    // One that began with the old pages, and is read to its end after they were replaced.
    const underWay = await get(site, "/rules");
    resolve();
    await until(async () => (await nameIn(site)) === "Third");
    expect(await (await get(site, "/")).text()).toContain("Screen of /");
    expect(await underWay.text()).toContain("Screen of /rules");
    expect(mostAtOnce).toBe(1);
    expect(site.deps.config.siteVersion).toBe(4);
  });
});

test("[SITE-04] a page is shown as soon as it is rendered, and first the one whose text was changed", async () => {
  let gate = Promise.resolve();
  let order: readonly string[] = [];
  const render: RenderSite = async (work, signal, onPage) => {
    const done = await plainRender(work, signal);
    order = done.pages.map(({ address }) => address);
    const [first, ...others] = done.pages;
    if (first !== undefined) onPage?.(first);
    await gate;
    for (const page of others) onPage?.(page);
    return done;
  };
  const site = await start(await testDatabase(), { render });
  await until(async () => (await (await get(site, "/login")).text()).includes("Title of /login"));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const admin = await adminOf(site);
  const tag = async (path: string) => (await get(site, path)).headers.get("etag");
  const before = [await tag("/"), await tag("/login")];
  const [tab] = site.deps.config.community.rules;
  const changed = { key: tab?.key, name: "Den", text: "## Fire\n\n1. No lava." };
  await admin.publish("rules", () => ({ tabs: [changed] }));
  await until(async () => (await (await get(site, "/rules")).text()).includes("No lava."));
  expect(order.slice(0, 2)).toEqual(["/rules", `/rules?tab=${changed.key}`]);
  // The others are as they were, and nobody waits for them.
  expect([await tag("/"), await tag("/login")]).toEqual(before);
  resolve();
  const variant = `/rules?tab=${tab?.key}`;
  await until(async () => (await (await get(site, variant)).text()).includes("No lava."));
});

test("[SITE-04] what somebody asks for is rendered next, and nothing waits for the pages of before", async () => {
  // Of each publication the first page waits; it ends when the next one is published.
  const begun: string[][] = [];
  let release: (() => void) | undefined;
  const gated: LoadPrerender = async () => {
    const { prerender, appScreens } = await plainPrerender();
    const order: string[] = [];
    begun.push(order);
    return {
      appScreens,
      prerender: async (address, site) => {
        order.push(address);
        if (begun.length > 1 && order.length === 1)
          await new Promise<void>((resolve) => (release = resolve));
        const page = await prerender(address, site);
        return { ...page, body: `${page.body}${site.brand.name}` };
      },
    };
  };
  const site = await start(await testDatabase(), { render: renderHere(gated) });
  await until(async () => (await (await get(site, "/login")).text()).includes("Title of /login"));
  const admin = await adminOf(site);
  const bodyOf = async (path: string) =>
    /Screen of [^<]*<\/main>([^<]*)/.exec(await (await get(site, path)).text())?.[1];
  await admin.publish("brand", named("First"));
  await until(() => begun[1]?.length === 1);
  const last = begun[0]?.at(-2) ?? "";
  expect(await bodyOf(last)).toBe("Lynxden");
  release?.();
  await until(async () => (await bodyOf(last)) === "First");
  expect(begun[1]?.[1]).toBe(last);
  await until(() => begun[1]?.length === begun[0]?.length);

  await admin.publish("brand", named("Second"));
  await until(() => begun[2]?.length === 1);
  const endSecond = release;
  await admin.publish("brand", named("Third"));
  // Calls, feeds and headers are of the newest, though pages of the one before are still being rendered.
  await until(() => site.deps.config.community.brand.name === "Third");
  expect(begun).toHaveLength(3);
  expect(await bodyOf(last)).toBe("First");
  endSecond?.();
  await until(() => begun[3]?.length === 1);
  expect(begun[2]).toHaveLength(1);
  release?.();
  for (const path of ["/", last]) await until(async () => (await bodyOf(path)) === "Third");
});

/** What is published at one instance is everywhere within this time. */
const EVERYWHERE_MS = 2000;

/**
 * Says whether the time is over, by the clock and by the processor: on a machine with much else to do both
 * instances, which are in this process, do not have it for so long.
 */
const isOver = (ms: number) => {
  const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return performance.now() - startedMs > ms && (user + system) / 1000 > ms;
  };
};

const OWN_PAGES = Array.from({ length: 100 }, (_, index) => ({
  key: `page-${index}`,
  title: `Page ${index}`,
  description: "One of many.",
  text: "Words that fill a page.\n\n".repeat(50),
}));

if (TEST_ENGINE === "postgres")
  test("[SITE-04] calls, colours and pages of every instance say within two seconds what is published at one, however many pages there are", async () => {
    const where = await testDatabase();
    const real = { render: renderHere() };
    const [east, west] = await Promise.all([start(where, real), start(where, real)]);
    // They began at the same time, and one of them has taken the file.
    expect([east.deps.config.siteVersion, west.deps.config.siteVersion]).toEqual([1, 1]);
    const feed = readFeed((await get(west, "/api/feed")).body);
    await feed.next();
    const admin = await adminOf(east);
    await admin.publish("pages", () => OWN_PAGES);
    expect(await feed.next()).toEqual({ type: "site.changed", siteVersion: 2 });
    const isRendered = (site: Site) => async () =>
      (await (await get(site, "/page-99")).text()).includes("Words that fill a page.");
    for (const site of [east, west]) await until(isRendered(site));

    const accent = "#7fc8ff";
    const { colours } = paletteOf({ accent, background: "#070b09" });
    await admin.publish("brand", (brand: Part) => ({ ...brand, name: "The Other Den", accent }));
    const over = isOver(EVERYWHERE_MS);
    const says = (path: string, words: string) => async () =>
      (await (await get(west, path)).text()).includes(words);
    const namedAt = (path: string) => async () => (await nameIn(west, path)) === "The Other Den";
    const places = {
      call: says("/api/trpc/community.site", "The Other Den"),
      REST: says("/api/openapi.json", "The Other Den API"),
      colours: says("/theme.css", colours.accent),
      ...Object.fromEntries(
        ["/", "/rules", "/page-0", "/page-99"].map((path) => [path, namedAt(path)]),
      ),
    };
    const late = new Map(Object.entries(places));
    while (late.size > 0 && !over()) {
      for (const [name, isSo] of late) if (await isSo()) late.delete(name);
      await Bun.sleep(50);
    }
    expect([...late.keys()]).toEqual([]);
    expect(await feed.next()).toEqual({ type: "site.changed", siteVersion: 3 });
    for (const site of [east, west])
      await until(async () => (await nameIn(site, "/page-50")) === "The Other Den");
    await feed.leave();
  });

describe("[SITE-08] maintenance", () => {
  test("is told to open tabs, and said by pages", async () => {
    const site = await start(await testDatabase(), { render: renderHere() });
    await until(async () => (await nameIn(site)) !== undefined);
    const feed = readFeed((await get(site, "/api/feed")).body);
    expect(await feed.next()).toEqual({ type: "hello", buildId: "build-1", siteVersion: 1 });
    const admin = await adminOf(site);
    const isSaid = async (path: string) =>
      (await (await get(site, path)).text()).includes("We move.");
    await admin.maintain("begin", { reason: "We move.", expectedEnd: null });
    expect(await feed.next()).toEqual({ type: "site.changed", siteVersion: 1, maintenance: 1 });
    await until(() => isSaid("/"));
    for (const path of ["/rules", "/login", "/register", "/member/tickets", "/shop"])
      await until(() => isSaid(path));
    const late = readFeed((await get(site, "/api/feed")).body);
    expect(await late.next()).toMatchObject({ type: "hello", siteVersion: 1, maintenance: 1 });
    await admin.maintain("end");
    expect(await feed.next()).toEqual({ type: "site.changed", siteVersion: 1 });
    await until(async () => !(await isSaid("/")));
    await feed.leave();
    await late.leave();
  });

  test("holds after a restart, and on every instance", async () => {
    const where = await testDatabase();
    const first = await start(where);
    const admin = await adminOf(first);
    await admin.maintain("begin", { reason: "We move.", expectedEnd: null });
    await until(() => first.deps.config.maintenance !== null);
    if (TEST_ENGINE === "postgres") {
      const second = await start(where);
      expect(second.deps.config.maintenance).toMatchObject({ id: 1, reason: "We move." });
      await admin.maintain("end");
      await until(() => second.deps.config.maintenance === null);
      return;
    }
    await first.stop();
    const again = await start(where);
    expect(again.deps.config.maintenance).toMatchObject({ id: 1, reason: "We move." });
  });
});
