import { expect, test } from "bun:test";
import { siteOf } from "#server/http/pages.ts";
import { renderApart, renderHere, type RenderWork } from "#server/http/render-site.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";
import { testConfig } from "#tests/support/app.ts";

const TEMPLATE = '<head><!--head--></head><div id="app"><!--app--></div><!--site-->';

const work = async (): Promise<RenderWork> => ({
  site: siteOf(await testConfig(), "build-1"),
  template: TEMPLATE,
  pages: [
    { address: "/privacy-policy", status: null },
    { address: "/nothing-here", status: null },
  ],
  withScreens: true,
});

test("a process of its own renders what this one would", async () => {
  const given = await work();
  const rendered = await renderApart([process.execPath, "src/server/main.ts", "render"])(given);
  expect(rendered.failed).toEqual([]);
  expect(rendered.pages.map(({ address, status }) => [address, status])).toEqual([
    ["/privacy-policy", 200],
    ["/nothing-here", 404],
  ]);
  const html = new TextDecoder().decode(Bun.gunzipSync(rendered.pages[0]?.gzip ?? Buffer.of()));
  expect(html).toContain("<title>Privacy Policy · ");
  expect(html).toContain("<h1");
  expect(rendered).toEqual(await renderHere()(given));
});

test("every screen is named once, with the title that its page has", async () => {
  const given = await work();
  const { screens } = await renderHere()({ ...given, pages: [] });
  const paths = screens.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of ["/", "/login", "/member", "/member/tickets/ticket/$ticketId/edit"])
    expect(paths).toContain(path);
  const ticket = screens.find(({ path }) => path === "/member/tickets/ticket/$ticketId");
  expect(ticket?.head).toContain("<title>Ticket #$ticketId · ");
  expect(ticket?.head).toContain('/member/tickets/ticket/$ticketId"');
});

test("[NAV-07] a screen that takes a login has a frame for members, the login a form for guests", async () => {
  const { screens } = await renderHere()({ ...(await work()), pages: [] });
  const shellOf = (path: string) => screens.find((screen) => screen.path === path)?.shell ?? "";
  expect(shellOf("/member/tickets")).toContain('<div data-shell class="for-members');
  expect(shellOf("/member/tickets")).toContain('aria-label="Member area"');
  expect(shellOf("/shop")).toContain("<h1");
  expect(shellOf("/login")).toContain('<div data-shell class="for-guests');
  expect(shellOf("/login")).toContain('name="password"');
  expect(shellOf("/register")).toContain("<h1");
  expect(shellOf("/forgot-password")).toBe("");
});

test("[STATUS-04] a page shows the status that it is given, and takes it along for the browser", async () => {
  const site = siteOf(await testConfig(), "build-1");
  const { key, name } = site.servers.find(({ game }) => game === "eco") ?? { key: "", name: "" };
  const row: ServerRow = {
    key,
    name,
    game: "eco",
    serverName: name,
    isOnline: true,
    version: "11",
    map: "",
    players: 12,
    maxPlayers: 345,
    voteUrl: null,
    connectUrl: null,
    connectInfo: "a:1",
    state: "online",
    since: null,
    checkedAt: "2026-12-01T00:00:00.000Z",
  };
  const games = { "ark-se": 0, "ark-sa": 0, eco: 12, minecraft: 0, empyrion: 0 };
  const summary = { servers: 1, online: 1, players: 12, games };
  const pages = [
    { address: "/?status=eco", status: { game: "eco", rows: [row], summary } as const },
  ];
  const rendered = await renderHere()({ ...(await work()), pages, withScreens: false });
  expect(rendered.screens).toEqual([]);
  const html = new TextDecoder().decode(Bun.gunzipSync(rendered.pages[0]?.gzip ?? Buffer.of()));
  expect(html).toContain("345");
  expect(html).toContain('<script type="application/json" id="status">{"game":"eco"');
});

test("a process that fails is told of, with what it said", async () => {
  const failing = 'console.error("no memory left"); process.exit(3)';
  expect(renderApart([process.execPath, "-e", failing])(await work())).rejects.toThrow(
    /3: no memory left/,
  );
});

test("it ends with the signal", async () => {
  const ending = new AbortController();
  const rendering = renderApart([process.execPath, "-e", "setInterval(() => {}, 1000)"])(
    await work(),
    ending.signal,
  );
  ending.abort();
  expect(rendering).rejects.toThrow("The rendering of pages ended");
});
