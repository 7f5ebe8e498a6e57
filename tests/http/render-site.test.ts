import { expect, test } from "bun:test";
import { siteOf } from "#server/http/pages.ts";
import { renderApart, renderHere, type RenderWork } from "#server/http/render-site.ts";
import { testConfig } from "#tests/support/app.ts";

const TEMPLATE = '<head><!--head--></head><div id="app"><!--app--></div><!--site-->';

const work = async (): Promise<RenderWork> => ({
  site: siteOf(await testConfig(), "build-1"),
  template: TEMPLATE,
  addresses: ["/privacy-policy", "/nothing-here"],
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
  const { screens } = await renderHere()({ ...given, addresses: [] });
  const paths = screens.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of ["/", "/login", "/member", "/member/tickets/ticket/$ticketId/edit"])
    expect(paths).toContain(path);
  const ticket = screens.find(({ path }) => path === "/member/tickets/ticket/$ticketId");
  expect(ticket?.head).toContain("<title>Ticket #$ticketId · ");
  expect(ticket?.head).toContain('/member/tickets/ticket/$ticketId"');
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
