import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { launchBrowser } from "#scripts/browser.ts";
import { hasStatus } from "#shared/rules/community.ts";
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  MOVING,
  openPage,
  see,
} from "#tests/support/browser.ts";
import { EXAMPLE } from "#tests/support/community.ts";
import { FROSTKEEP } from "#tests/support/foreign-words.ts";
import { recordShifts, shiftsOver } from "#tests/support/layout-shifts.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { SCRIPT_BUDGET_BYTES, scriptBytes } from "#tests/support/script-bytes.ts";
import { site, siteWith } from "#tests/support/site.ts";
import { until } from "#tests/support/until.ts";

const SCREENS = onScreens("desktop", "phone");

long("[HOME-03] the tiers lead a member to our own shop", async () => {
  const { page } = await openMemberPage(sampleMember("member"));
  await page.goto("/");
  const link = page.getByRole("link", { name: "Become a Diamond Lynx" });
  await see(link).toHaveAttribute("href", "/shop");
});

long.each(SCREENS)(
  "one game alone has a choice as high as what it says, and nothing is empty below the first screen on a %s",
  async (screen) => {
    const file = await Bun.file(FROSTKEEP).text();
    const { url } = await siteWith(() => file.replaceAll(/^text = "(?:Zu viert|Karg).*$/gm, ""));
    const { page } = await openPage(url, screen);
    await page.goto("/");
    const choices = page.getByRole("tablist", { name: "Games" }).getByRole("tab");
    await see(choices).toHaveCount(1);
    const choice = await choices.boundingBox();
    expect(choice?.height).toBeLessThan(150);
    const counter = await page.getByText(/players? in game on/).boundingBox();
    const next = await page.getByText("Wer ist wach?").boundingBox();
    const gap = (next?.y ?? 0) - (counter?.y ?? 0) - (counter?.height ?? 0);
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(160);
  },
);

/** Addresses of pictures of pixels that are shown in other proportions than their own. */
const stretchedPictures = (page: Page) =>
  page.locator("img").evaluateAll((images) =>
    (images as HTMLImageElement[])
      .filter(({ src, width, height, naturalWidth, naturalHeight }) => {
        const isShown = width > 0 && naturalWidth > 0 && !src.endsWith(".svg");
        return isShown && Math.abs(width / height / (naturalWidth / naturalHeight) - 1) > 0.05;
      })
      .map(({ src }) => src),
  );

test.each(["/", "/login", "/login-success"])("no picture is stretched on %s", async (path) => {
  const { page } = await openPage((await site()).url, "phone");
  await page.goto(path, { waitUntil: "load" });
  await see(page.locator('img[src^="/art/"]').first()).toBeAttached();
  expect(await stretchedPictures(page)).toEqual([]);
});

describe.each(SCREENS)("home on a %s", (screen) => {
  test("[HOME-01] the sections stand in their order, without findings of axe", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/");
    await see(page).toHaveTitle(/^Lynxden/);
    await see(page.getByRole("heading", { level: 1 })).toContainText("game servers", {
      ignoreCase: true,
    });
    await see(page.getByRole("heading", { level: 2 })).toHaveText([
      "Admins who are around",
      "Our own machines",
      "Rewards in the game",
      "It pays to play",
      "Services",
      "Servers",
      "Server status",
    ]);
    await page.locator("#ServerStatusDisplay").scrollIntoViewIfNeeded();
    await see(page.locator("[data-server]")).toHaveCount(12);
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);
  });

  test("[HOME-03] the tiers show price, monthly and passive points, and lead to the shop", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/");
    const offers = [
      ["Golden Lynx", "$4.99", "650 ZP every month", "7 ZP for every 15 minutes"],
      ["Diamond Lynx", "$9.99", "1,300 ZP every month", "10 ZP for every 15 minutes"],
      ["Vibranium Lynx", "$14.99", "1,950 ZP every month", "15 ZP for every 15 minutes"],
    ] as const;
    for (const [name, ...figures] of offers) {
      const card = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name, exact: true }) });
      for (const figure of figures) await see(card).toContainText(figure);
      // In lines of whole words.
      const title = card.getByRole("heading", { name, exact: true });
      const { height, size } = await title.evaluate((heading) => ({
        height: heading.getBoundingClientRect().height,
        size: Number.parseFloat(getComputedStyle(heading).fontSize),
      }));
      expect(height).toBeLessThan(2.5 * size);
      await see(card.getByRole("link", { name: `Become a ${name}` })).toHaveAttribute(
        "href",
        /\/outside\/subscriptions/,
      );
    }
    await see(page.getByText("donations only and non-refundable")).toBeVisible();
    await see(page.getByRole("link", { name: /^Donate with/ })).toHaveCount(2);
  });

  long(
    "[HOME-02] the first game is selected; another shows its picture, badge and rates",
    async () => {
      const { page } = await openPage((await site()).url, screen);
      await page.goto("/");
      const choices = page.getByRole("tablist", { name: "Games" }).getByRole("tab");
      const panel = page.locator("#ServerListDisplay").getByRole("tabpanel");
      await see(choices).toHaveCount(5);
      await see(choices.first()).toHaveAttribute("aria-selected", "true");
      for (const { title = "", category = "", text, scene } of EXAMPLE.games) {
        if (text === undefined) continue;
        await page.getByRole("tab", { name: title }).click();
        await see(panel.getByRole("heading", { name: title })).toBeVisible();
        await see(panel.getByText(category, { exact: true })).toBeVisible();
        await see(panel.getByRole("presentation").or(panel.locator("img"))).toHaveAttribute(
          "src",
          `/art/${scene}.svg`,
        );
        await panel.getByRole("button", { name: "Server Info" }).click();
        const dialog = page.getByRole("dialog", { name: title });
        await see(dialog.getByText("4AM CST daily")).toBeVisible();
        await expectNoAxeFindings(page);
        await dialog.getByRole("button", { name: "Close", exact: true }).click();
        await see(dialog).toBeHidden();
      }
    },
  );

  test("[HOME-02] the rates of Ark:SE are those of weekdays and weekends", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/");
    await page.locator("#ServerListDisplay").getByRole("button", { name: "Server Info" }).click();
    const dialog = page.getByRole("dialog");
    await see(dialog.getByRole("row", { name: "XP 3X 5X" })).toBeVisible();
    await see(dialog.getByRole("row", { name: "Taming 6X 6X" })).toBeVisible();
    await see(dialog.getByRole("row", { name: "Mating Interval 0.2X 0.2X" })).toBeVisible();
    await see(dialog.getByText("14 days or level 105")).toBeVisible();
    await page.keyboard.press("Escape");
    await see(dialog).toBeHidden();
    await see(
      page.locator("#ServerListDisplay").getByRole("button", { name: "Server Info" }),
    ).toBeFocused();
  });

  long("every status tab is free of findings and fits the screen", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/#ServerStatusDisplay");
    for (const { name } of EXAMPLE.games.filter(hasStatus)) {
      await page.getByRole("tab", { name, exact: true }).click();
      await see(page.locator("[data-server]").first()).toBeVisible();
      await expectNoAxeFindings(page);
      await expectNoSidewaysScroll(page);
    }
  });
});

test("the home page fits the narrowest screen", async () => {
  const { page } = await openPage((await site()).url, "narrow");
  await page.goto("/");
  await page.locator("#ServerStatusDisplay").scrollIntoViewIfNeeded();
  await see(page.locator("[data-server]")).toHaveCount(12);
  await expectNoSidewaysScroll(page);
});

/** Of those that the site brings: what stands in for them is the browser's own. */
const loadedFonts = (page: Page) =>
  page.evaluate(
    () =>
      [...document.fonts].filter(
        ({ family, status }) => status === "loaded" && !family.includes("Fallback"),
      ).length,
  );

test("home can be read without script", async () => {
  const { url } = await site();
  // Pages are rendered just after the start of the site.
  await until(async () => (await (await fetch(url)).text()).includes("<h1"));
  const { page, expectNoise } = await openPage(url, "desktop", {
    javaScriptEnabled: false,
  });
  // What the page preloads is refused where scripts are switched off.
  expectNoise(/\.js csp$/);
  await page.goto("/");
  await see(page.getByRole("heading", { level: 1 })).toBeVisible();
  await see(page.getByText("$14.99")).toBeVisible();
  await see(page.getByRole("rowheader", { name: "Fjordur" })).toBeVisible();
  await see.poll(() => loadedFonts(page)).toBeGreaterThanOrEqual(2);
});

long.each(["/", "/rules", "/login", "/status-of-nothing"])(
  "%s is painted before its fonts, its backdrop and its start are fetched",
  async (path) => {
    // In a browser that was never here: one that was has them, and fetches them as early as it likes.
    const { page, expectNoise } = await openPage((await site()).url, "phone", MOVING);
    expectNoise(/404/);
    await page.goto(path);
    await see.poll(() => loadedFonts(page)).toBeGreaterThanOrEqual(2);
    const early = await page.evaluate(() => {
      const paintedAt = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < paintedAt)
        .map(({ name }) => new URL(name).pathname);
    });
    expect(early.filter((name) => /\.woff2$|aurora-b/.test(name))).toEqual([]);
    expect(early.filter((name) => name.endsWith(".css"))).toHaveLength(2);
    if (path !== "/login") expect(early.filter((name) => name.endsWith(".js"))).toHaveLength(1);
  },
);

long(
  "a browser that was here before asks for the fonts while the style sheets are on their way",
  async () => {
    const { page } = await openPage((await site()).url, "phone", MOVING);
    await page.goto("/");
    await see.poll(() => loadedFonts(page)).toBeGreaterThanOrEqual(2);
    const asked = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(".woff2")) asked.add(pathname);
    });
    const held = Promise.withResolvers<void>();
    await page.route("**/*.css", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/rules", { waitUntil: "commit" });
    await until(() => asked.size === 2);
    expect([...asked].map((path) => /[a-z-]+/.exec(path.slice("/assets/".length))?.[0])).toEqual([
      "hanken-grotesk-latin-wght-normal-",
      "big-shoulders-latin-wght-normal-",
    ]);
    held.resolve();
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Nothing else is needed of them.
    await see.poll(() => loadedFonts(page)).toBe(2);
  },
);

test("opening the home page as a guest on a phone keeps to the budget for scripts", async () => {
  const browser = await launchBrowser();
  try {
    const scripts = await scriptBytes(browser, (await site()).url);
    const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0);
    // The first script, the start and the screen: nothing else is waited for.
    expect(scripts.size).toBe(3);
    expect(bytes).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES);
  } finally {
    await browser.close();
  }
});

long.each([
  ["/", "desktop", 1440],
  ["/", "phone", 390],
  ["/", "phone", 360],
  ["/rules", "phone", 360],
  ["/rules", "phone", 320],
] as const)(
  "nothing shifts while %s loads on a %s %p px wide, its fonts last",
  async (path, screen, width) => {
    const { context, page } = await openPage((await site()).url, screen, MOVING);
    await page.setViewportSize({ width, height: screen === "phone" ? 640 : 900 });
    const shown = Promise.withResolvers<void>();
    await context.route("**/*.woff2", async (route) => {
      await shown.promise;
      await route.continue();
    });
    await recordShifts(page);
    await page.goto(path, { waitUntil: "commit" });
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    see(await loadedFonts(page)).toBe(0);
    shown.resolve();
    await see.poll(() => loadedFonts(page)).toBeGreaterThanOrEqual(2);
    if (path === "/") {
      await page.locator("#ServerStatusDisplay").scrollIntoViewIfNeeded();
      await see(page.getByText("Live", { exact: true })).toBeVisible();
    }
    expect(await shiftsOver(page, 0.02)).toEqual([]);
  },
);
