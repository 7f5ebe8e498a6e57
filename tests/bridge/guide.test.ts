import { expect, test } from "bun:test";
import { testApp } from "#tests/support/app.ts";
import { EVERY_GAME } from "#tests/support/bridge.ts";

test("the documentation guides plugin authors, and tells a bridge key from a member's token", async () => {
  const app = await testApp();
  const page = await (await app.request("/api/docs")).text();
  const guide = page.slice(page.indexOf('id="plugin-guide"'), page.indexOf("</section>"));
  for (const game of EVERY_GAME) expect(guide).toContain(`<code>${game}</code>`);
  for (const phrase of ["every five minutes", "Standard earns none", "Retry-After", "acknowledge"])
    expect(guide).toContain(phrase);
  for (const code of ["vote_too_soon", "key_expired", "not_enough_points"])
    expect(guide).toContain(`<code>${code}</code>`);
  const articleOf = (id: string) => {
    const start = page.indexOf(`<article id="${id}">`);
    return page.slice(start, page.indexOf("</article>", start));
  };
  expect(articleOf("bridgeSpend")).toContain("Bearer $BRIDGE_KEY");
  expect(articleOf("bridgeSpend")).toContain("Needs a bridge key.");
  expect(articleOf("bridgeMakeKey")).toContain("Bearer $TOKEN");
});
