import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { HASH_SCROLL_OFFSET_PX } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { DISCORD_REDIRECT } from "#shared/proof-messages.ts";
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  keepScreenshot,
  MOVING,
  openPage,
  see,
  seeOneFrame,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const topOf = (page: Page, selector: string) =>
  page.evaluate((of) => document.querySelector(of)?.getBoundingClientRect().top ?? NaN, selector);

/** The section stands where a hash link leads: 200 px below the top, give or take rounding. */
const seeAtOffset = (page: Page, selector: string) =>
  see
    .poll(async () => Math.abs((await topOf(page, selector)) - HASH_SCROLL_OFFSET_PX))
    .toBeLessThanOrEqual(2);

long("[NAV-03] Play Now scrolls to the status, 200 px below the top", async () => {
  const { page } = await openPage((await site()).url, "desktop", MOVING);
  await page.goto("/");
  await page.getByRole("link", { name: "Play Now" }).click();
  await see(page).toHaveURL(/#ServerStatusDisplay$/);
  await seeAtOffset(page, "#ServerStatusDisplay");
  await page.mouse.wheel(0, -600);
  await see.poll(() => topOf(page, "#ServerStatusDisplay")).toBeGreaterThan(500);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("link", { name: "Play Now" }).click();
  await seeAtOffset(page, "#ServerStatusDisplay");
});

test("[NAV-03] under reduced motion a hash link arrives at once", async () => {
  const { page } = await openPage((await site()).url);
  await page.goto("/");
  await page.evaluate(() => {
    const places = new Set<number>();
    addEventListener("scroll", () => places.add(window.scrollY));
    Object.assign(window, { places });
  });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Servers" })
    .click();
  await see(page).toHaveURL(/#ServerListDisplay$/);
  await seeAtOffset(page, "#ServerListDisplay");
  // Nowhere between there and here.
  const onTheWay = await page.evaluate(() => {
    const { places } = window as unknown as { places: Set<number> };
    return [...places].filter((y) => y < window.scrollY - 20);
  });
  see(onTheWay).toEqual([]);
});

test("[NAV-03] an address with an anchor opens at its section", async () => {
  const { page } = await openPage((await site()).url, "desktop", MOVING);
  await page.goto("/#ServerListDisplay");
  await seeAtOffset(page, "#ServerListDisplay");
});

test("the bar leads from another page to a section of the home page", async () => {
  const { page } = await openPage((await site()).url);
  await page.goto("/privacy-policy");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Servers" })
    .click();
  await see(page).toHaveURL(/\/#ServerListDisplay$/);
  await seeAtOffset(page, "#ServerListDisplay");
});

long("the bar leads to the rules, and has room for its entries from 768 px on", async () => {
  const { url, sandbox } = await site();
  const token = await login(sampleMember("member"));
  for (const person of [{}, { token }]) {
    const { page } = await openPage(url, "desktop", { ...MOVING, ...person, outside: sandbox.url });
    await page.goto("/rules");
    const bar = page.getByRole("banner");
    const rules = bar.getByRole("link", { name: "Rules", exact: true });
    await see(rules).toHaveAttribute("href", "/rules");
    await see(bar.getByText("token" in person ? "Morgan Vale" : "Login").first()).toBeAttached();
    for (const width of [768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      const name = bar.getByText("Lynxden", { exact: true });
      const isWhole = () => name.evaluate((of) => of.scrollWidth <= of.clientWidth);
      await see.poll(isWhole, String(width)).toBe(true);
      await keepScreenshot(page, `bar-${"token" in person ? "member" : "guest"}-${width}`);
    }
  }
});

long("[NAV-08] the slide menu greets a guest, leads on and leaves", async () => {
  const { page } = await openPage((await site()).url, "phone", MOVING);
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Welcome, Guest" });
  await see(menu.getByRole("link", { name: "Discord" })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press("Escape");
  await see(menu).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("link", { name: "Rules", exact: true }).click();
  await see(page).toHaveURL(/\/rules$/);
  await see(menu).toBeHidden();
  await see(page.getByRole("heading", { level: 1, name: "Server Rules" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("link", { name: "Servers" }).click();
  await seeAtOffset(page, "#ServerListDisplay");
});

describe.each(onScreens("desktop", "phone"))("on a %s", (screen) => {
  test("[NAV-01] a path without a screen says so, with status 404", async () => {
    const { page, expectNoise } = await openPage((await site()).url, screen);
    expectNoise(/404/);
    const response = await page.goto("/no/such/page");
    see(response?.status()).toBe(404);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(MESSAGES.notFound);
    await see(page).toHaveTitle("Not found · Lynxden");
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: "Back to the den" }).click();
    await see(page.getByRole("link", { name: "Play Now" })).toBeVisible();
  });

  test("[NAV-01] below a screen that is there, what is not there is a page of its own", async () => {
    const { page, expectNoise } = await openPage((await site()).url, screen);
    expectNoise(/404/);
    const response = await page.goto("/servers/nope");
    see(response?.status()).toBe(404);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(MESSAGES.notFound);
    await see(page.locator("html")).toHaveAttribute("data-ready", "");
    await seeOneFrame(page);
    await see(page).toHaveTitle("Not found · Lynxden");
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: MESSAGES.seeServers }).click();
    await see(page.locator("#ServerStatusDisplay")).toBeInViewport();
    await page.goBack();
    await see(page.getByRole("heading", { level: 1 })).toHaveText(MESSAGES.notFound);
    await seeOneFrame(page);
  });

  test("[TEXT-08] the privacy policy has its date, its sections, and no findings", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/privacy-policy");
    await see(page.getByText("February 18, 2025").first()).toBeVisible();
    await see(page).toHaveTitle("Privacy Policy · Lynxden");
    await expectNoAxeFindings(page);
    await expectNoSidewaysScroll(page);
  });
});

test("[NAV-12] /discord says what happens, without the bar, and goes to the invite", async () => {
  const { url } = await site();
  const { page } = await openPage(url);
  const html = await (await fetch(`${url}/discord`)).text();
  see(html).toContain(DISCORD_REDIRECT.title);
  see(html).not.toContain('aria-label="Main"');
  // It may have left before it is complete.
  await page.goto("/discord", { waitUntil: "commit" });
  await page.waitForURL(/\/outside\/discord/);
});

long(
  "[NAV-01] a section of the site's document that there is not is a page that is not there",
  async () => {
    const { page } = await openMemberPage(sampleMember("admin"), "desktop");
    await page.goto("/member/admin/site/nope");
    await see(page.getByRole("heading", { level: 1 })).toHaveText(MESSAGES.notFound);
    await seeOneFrame(page);
  },
);

long("titles follow the person from page to page", async () => {
  const { page } = await openPage((await site()).url);
  await page.goto("/");
  const footer = page.getByRole("navigation", { name: "Footer" });
  await footer.getByRole("link", { name: "Rules" }).click();
  await see(page).toHaveTitle("Server Rules · Lynxden");
  await footer.getByRole("link", { name: "Privacy Policy" }).click();
  await see(page).toHaveTitle("Privacy Policy · Lynxden");
  await page.goBack();
  await see(page).toHaveTitle("Server Rules · Lynxden");
});

long.each([
  ["never", true],
  ["once, and then no more,", false],
])("Back leads back even where the browser %s tells of it", async (_, isNeverTold) => {
  const { page } = await openPage((await site()).url);
  await page.addInitScript(() => {
    // What Chromium forgets at times, where Back follows at once after a new page.
    addEventListener(
      "popstate",
      (event) => {
        if (event.isTrusted && "untold" in document.documentElement.dataset)
          event.stopImmediatePropagation();
      },
      { capture: true },
    );
  });
  const tellNothing = () =>
    page.evaluate(() => void (document.documentElement.dataset["untold"] = ""));
  const login = page.getByRole("button", { name: "Log In" });
  const forgot = page.getByRole("button", { name: "Send the link" });
  await page.goto("/login");
  if (isNeverTold) await tellNothing();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await see(forgot).toBeVisible();
  await page.goBack();
  await see(login).toBeVisible();
  await tellNothing();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await see(forgot).toBeVisible();
  await page.goBack();
  await see(login).toBeVisible();
  await page.goForward();
  await see(forgot).toBeVisible();
  await page.goBack();
  await see(login).toBeVisible();
});

/** Where the page stands, from its top. */
const placeOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const FAR_DOWN_PX = 1500;

/** The place is kept once the page has heard that it has moved. */
const scrollFarDown = (page: Page) =>
  page.evaluate(async (top) => {
    const moved = new Promise((resolve) => {
      document.addEventListener("scroll", resolve, { once: true });
    });
    window.scrollTo(0, top);
    await moved;
  }, FAR_DOWN_PX);

long.each(onScreens("desktop", "phone"))(
  "on a %s a list that is reloaded far down opens where it was, unless one goes elsewhere meanwhile",
  async (screen) => {
    const { page } = await openMemberPage(sampleMember("admin"), screen);
    const list = page.getByRole("main").getByRole("listitem");
    await page.goto("/member/tickets");
    await see.poll(() => list.count()).toBeGreaterThan(20);
    await scrollFarDown(page);
    await page.reload();
    await see.poll(() => placeOf(page)).toBe(FAR_DOWN_PX);

    // The same list, of which nothing is asked for before the application starts.
    await page.goto("/member/tickets/open-tickets");
    await see.poll(() => list.count()).toBeGreaterThan(20);
    await scrollFarDown(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/**tickets.list**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press("Shift");
    expect(await list.count()).toBeLessThan(20);
    held.resolve();
    await see.poll(() => list.count()).toBeGreaterThan(20);
    await page.waitForTimeout(300);
    expect(await placeOf(page)).toBe(0);
  },
);
