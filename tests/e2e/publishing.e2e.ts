import { expect } from "bun:test";
import { openPage, see } from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { long } from "#tests/support/long.ts";
import { startTestSite } from "#tests/support/site.ts";
import { startTwoSites } from "#tests/support/two-sites.ts";
import { until } from "#tests/support/until.ts";

type Part = Record<string, unknown>;

/** Another value at the end of a way through a document. */
const withAt = (value: unknown, [step, ...way]: readonly (string | number)[], next: unknown) => {
  if (step === undefined) return next;
  const changed: unknown = withAt((value as Part)[step], way, next);
  if (Array.isArray(value)) return value.with(step as number, changed);
  return { ...(value as Part), [step]: changed };
};

long(
  "[SITE-11] what is published at one instance is on every guest's open page at another, which stays where it is",
  async () => {
    const sites = await startTwoSites(startTestSite);
    if (sites === null) throw new Error("This test needs PostgreSQL.");
    afterThisTest(sites.stop);
    const { west, outside, publish } = sites;
    const imprint = { key: "imprint", title: "Imprint", description: "Who we are." };
    await publish({ pages: () => [{ ...imprint, text: "Ada Lynx, Berlin." }] });

    await until(async () => (await fetch(`${west}/imprint`)).ok);

    const { page, openTab } = await openPage(west, "desktop", { outside });
    // Each shows in its main part what the document says of it.
    const shown = {
      "/": "Come in from the cold.",
      "/rules": "Wipe your paws before you come in.",
      "/privacy-policy": "We keep what we need, and nothing else.",
      "/imprint": "Robin Stray, Hamburg.",
      "/news": "Another Den",
      "/calendar": "Another Den",
      "/shop": "Another Den",
    } as const;
    const tabs = await Promise.all(
      Object.keys(shown).map(async (path, index) => {
        const tab = index === 0 ? page : await openTab();
        await tab.goto(path);
        return tab;
      }),
    );
    const [, rules] = tabs;
    // Somebody reads far below the top of it.
    await rules?.evaluate(() => {
      scrollTo(0, 900);
      Object.assign(window, { isSamePage: true });
    });
    const readAt = await rules?.evaluate(() => scrollY);
    const prices = await openTab();
    await prices.goto("/#services");
    // A balancer may send the first look to an instance that has not heard of it yet.
    const call = "/api/trpc/community.site?batch=1&input=%7B%7D";
    const before = await (await fetch(west + call)).text();
    let looks = 0;
    await prices.route("**/api/trpc/community.site*", async (route) => {
      looks += 1;
      if (looks === 1) await route.fulfill({ contentType: "application/json", body: before });
      else await route.continue();
    });

    await publish({
      brand: (brand) => withAt(brand, ["name"], "Another Den"),
      home: (home) => withAt(home, ["headline"], "Come in from the cold."),
      rules: (rules) => {
        const { text } = ((rules as Part)["tabs"] as Part[])[0] as { text: string };
        const added = `${text}\n\n## The door\n\n1. Wipe your paws before you come in.\n`;
        return withAt(rules, ["tabs", 0, "text"], added);
      },
      privacy: (privacy) =>
        withAt(
          privacy,
          ["text"],
          `${String((privacy as Part)["text"])}\n\n## In a word\n\nWe keep what we need, and nothing else.\n`,
        ),
      pages: (pages) => withAt(pages, [0, "text"], "Robin Stray, Hamburg."),
      tiers: (tiers) => withAt(tiers, [0, "price"], 123.45),
    });
    for (const [index, [path, text]] of Object.entries(shown).entries()) {
      const tab = tabs[index];
      if (tab === undefined) throw new Error(`Nobody opened ${path}.`);
      await see(tab.getByText(text).first()).toBeAttached();
    }
    await see(prices.getByText("$123.45").first()).toBeAttached();
    expect(looks).toBeGreaterThan(1);
    expect(await rules?.evaluate(() => "isSamePage" in window)).toBe(true);
    expect(await rules?.evaluate(() => scrollY)).toBe(readAt ?? 0);
  },
);
