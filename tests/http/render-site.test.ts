import { expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import {
  renderApart,
  type RenderedPage,
  renderHere,
  type RenderWork,
} from "#server/http/render-site.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { NOT_FOUND } from "#shared/messages.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";
import { testConfig } from "#tests/support/app.ts";
import { EXAMPLE } from "#tests/support/example.ts";

const TEMPLATE = '<head><!--fonts--><!--head--></head><div id="app"><!--app--></div><!--site-->';

const work = async (): Promise<RenderWork> => ({
  site: siteOf(await testConfig(), "build-1"),
  template: TEMPLATE,
  pages: [
    { address: "/privacy-policy", policy: EXAMPLE.privacy },
    { address: "/nothing-here", status: null },
  ],
  withScreens: true,
});

const htmlOf = (page: RenderedPage | undefined) =>
  brotliDecompressSync(page?.br ?? Buffer.of()).toString();

test("a process of its own renders what this one would", async () => {
  const given = await work();
  const rendered = await renderApart([process.execPath, "src/server/main.ts", "render"])(given);
  expect(rendered.failed).toEqual([]);
  expect(rendered.pages.map(({ address, status }) => [address, status])).toEqual([
    ["/privacy-policy", 200],
    ["/nothing-here", 404],
  ]);
  const html = htmlOf(rendered.pages[0]);
  expect(html).toContain("<title>Privacy Policy · ");
  expect(html).toContain("<h1");
  expect(rendered).toEqual(await renderHere()(given));
});

test("[TEXT-02] the page of the rules has every rule without the script, and takes them along for it", async () => {
  const given = await work();
  const { rules } = EXAMPLE;
  const addresses = ["/rules", "/rules?tab=ASE", "/"];
  const { pages } = await renderHere()({
    ...given,
    pages: addresses.map((address) => ({ address, rules: address === "/" ? null : rules })),
    withScreens: false,
  });
  const [discord = "", ase = "", home = ""] = pages.map(htmlOf);
  expect(discord).toContain(`<link rel="canonical" href="${given.site.publicUrl}/rules">`);
  expect(ase).toContain(`<link rel="canonical" href="${given.site.publicUrl}/rules?tab=ASE">`);
  expect(ase).toContain("<title>ASE Rules · ");
  const [markup = "", carried = ""] = ase.split('id="rules">');
  for (const { id } of rules.flatMap(({ sections }) => sections.flatMap((one) => one.rules)))
    expect(markup).toContain(`<li id="${id}"`);
  expect(markup).toContain("Doing it out of malice is griefing.");
  expect(JSON.parse(carried.slice(0, carried.indexOf("</script>")))).toEqual(rules);
  expect(home).toContain('href="/rules"');
  expect(home).not.toContain("griefing");
});

test("[TEXT-08] the page of the privacy policy has its text without the script, and takes it along for it", async () => {
  const given = await work();
  const { privacy: policy } = EXAMPLE;
  const { pages } = await renderHere()({
    ...given,
    pages: [{ address: "/privacy-policy", policy }],
    withScreens: false,
  });
  const [markup = "", carried = ""] = htmlOf(pages[0]).split('id="policy">');
  for (const { id, title } of policy.sections) {
    expect(markup).toContain(`<section id="${id}"`);
    expect(markup).toContain(`${title}</h2>`);
  }
  expect(markup).toContain('href="mailto:den@lynxden.example"');
  expect(JSON.parse(carried.slice(0, carried.indexOf("</script>")))).toEqual(policy);
});

test.each([
  ["en-US", "February 18, 2025"],
  ["de-DE", "18. Februar 2025"],
])("[TEXT-08] the policy says in %p when it was last updated", async (locale, day) => {
  const { site, ...given } = await work();
  const { pages } = await renderHere()({ ...given, site: { ...site, locale } });
  const [markup = ""] = htmlOf(pages[0]).split('id="policy">');
  expect(markup).toContain(`Last updated <time dateTime="2025-02-18">${day}</time>`);
  const [, changes = ""] = markup.split('<section id="changes"');
  expect(changes.slice(0, changes.indexOf("</section>"))).toContain(day);
  expect(markup).not.toContain("{updated}");
});

test("a community without rules has no page of them, and nothing leads there", async () => {
  const given = await work();
  const config = await testConfig();
  const site = siteOf({ ...config, community: { ...config.community, rules: [] } }, "build-1");
  const pages = [{ address: "/" }, { address: "/rules" }, { address: "/register" }];
  const rendered = await renderHere()({ ...given, site, pages });
  expect(rendered.pages.map(({ status }) => status)).toEqual([200, 404, 200]);
  expect(htmlOf(rendered.pages[1])).toContain(NOT_FOUND.text);
  for (const page of rendered.pages) expect(htmlOf(page)).not.toContain('href="/rules');
  expect(rendered.screens.map(({ path }) => path)).not.toContain("/rules");
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
  // Known before the rest of the page has arrived, so that the bar moves no more.
  expect(shellOf("/member/admin/site")).toContain(
    '<div data-shell class="for-members contents wide-shell"',
  );
  expect(shellOf("/member/tickets")).not.toContain("wide-shell");
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
  const html = htmlOf(rendered.pages[0]);
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
