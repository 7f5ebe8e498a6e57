import { describe, expect, test } from "bun:test";
import { createQueries } from "#client/lib/queries.ts";
import { type ScreenLoader, lazyLoader } from "#client/lib/routing/lazy-route.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { openBrowser } from "#tests/client/session/browser.ts";
import { until } from "#tests/support/until.ts";

const loadSessions: ScreenLoader = ({ queries }) => queries.accounts.sessions.ensureData();
const loadNothing: ScreenLoader = () => Promise.reject(new Error("away"));
const loadBadly: ScreenLoader = () => {
  throw new Error("broken");
};

/** A link that somebody points at. */
const point = async ({ isMember = true, isOfTeam = false } = {}) => {
  const browser = await openBrowser({ isMember });
  const user = await browser.session.current();
  const before = browser.sent.length;
  const site = siteOf(browser.app.deps.config, "test");
  const queries = createQueries(browser.queryClient, browser.client);
  const imported: string[] = [];
  const run = (name: "loadSessions" | "loadNothing" | "loadBadly", preload = true) =>
    lazyLoader(async () => {
      imported.push(name);
      return await Promise.resolve({ loadSessions, loadNothing, loadBadly });
    }, name)({
      context: {
        queries,
        site,
        user: user && { ...user, permissions: isOfTeam ? ["tickets"] : [] },
      },
      deps: {},
      preload,
    });
  return { ...browser, run, imported, asked: () => browser.sent.slice(before) };
};

describe("the loader of a screen", () => {
  test("fetches what the screen shows, which then asks for nothing", async () => {
    const { run, asked, queryClient, client } = await point();
    await run("loadSessions");
    expect(asked().map(({ path }) => path)).toEqual(["/api/trpc/accounts.sessions"]);
    await createQueries(queryClient, client).accounts.sessions.fetch(undefined, {
      staleTime: 30_000,
    });
    expect(asked()).toHaveLength(1);
  });

  test("asks nothing for a guest, and does not even fetch its script", async () => {
    const { run, asked, imported } = await point({ isMember: false });
    await run("loadSessions");
    await run("loadSessions", false);
    expect([asked(), imported]).toEqual([[], []]);
  });

  test("asks nothing for one of the team who only points at a link: what they read is recorded", async () => {
    const { run, asked } = await point({ isOfTeam: true });
    await run("loadSessions");
    expect(asked()).toEqual([]);
  });

  test.each(["loadNothing", "loadBadly"] as const)("never fails: %s", async (name) => {
    const { run } = await point();
    expect(await run(name)).toBeUndefined();
  });

  test("keeps nobody from a page that shows nothing yet", async () => {
    const { run, asked } = await point();
    const { document } = globalThis;
    Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
    try {
      await run("loadSessions", false);
    } finally {
      Object.assign(globalThis, { document });
    }
    await until(() => asked().length === 1);
  });
});
