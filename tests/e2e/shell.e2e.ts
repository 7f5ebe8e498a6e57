import { describe, test } from "bun:test";
import type { Locator } from "@playwright/test";
import { SHELL } from "#shared/messages.ts";
import {
  MOVING,
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  keepScreenshot,
  see,
  openPage,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const PAGES = { home: "/", rules: "/rules", privacy: "/privacy-policy" };

describe.each(onScreens("desktop", "phone", "narrow"))("on a %s screen", (screen) => {
  test.each(Object.entries(PAGES))(
    "%s loads silently, fits the screen and is the application",
    async (name, path) => {
      const { page } = await openPage((await site()).url, screen);
      await page.goto(path);
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      await see(page.getByRole("contentinfo")).toBeAttached();
      await expectNoSidewaysScroll(page);
      await keepScreenshot(page, `${name}-${screen}`);
    },
  );
});

const styleOf = (element: Locator, name: string) =>
  element.evaluate((found, property) => getComputedStyle(found).getPropertyValue(property), name);

describe("for eyes that need it", () => {
  test("where the system chooses the colours, one sees every drawing and where one is", async () => {
    const { page } = await openMemberPage(sampleMember("admin"));
    await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
    await page.goto("/member/admin/users");
    const places = page.locator("nav[aria-label] a");
    await see(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
    const outlines = await places.evaluateAll((links) =>
      links.map((link) => [
        link.getAttribute("aria-current") !== null,
        getComputedStyle(link).outlineStyle === "solid",
      ]),
    );
    see(outlines.filter(([isCurrent]) => isCurrent).length).toBeGreaterThan(1);
    for (const [isCurrent, isOutlined] of outlines) see(isOutlined).toBe(isCurrent);
    const others = page.getByRole("navigation", { name: "Administration" }).locator("a");
    see(await styleOf(others.nth(1), "border-bottom-color")).toBe("rgb(255, 255, 255)");
    const drawings = await page
      .locator("header svg:visible")
      .evaluateAll((found) => found.map((drawing) => getComputedStyle(drawing).color));
    see(drawings).not.toContain("rgb(233, 239, 230)");
    // No look by axe: it takes the colours that the page names for those that are painted.
    await keepScreenshot(page, "forced-colours-desktop");
  });

  long("more contrast has lighter texts, clear lines and an underlined place", async () => {
    const { page } = await openMemberPage(sampleMember("admin"));
    await page.goto("/member/admin/users");
    const field = page.getByRole("searchbox").first();
    const before = await styleOf(field, "border-top-color");
    await page.emulateMedia({ contrast: "more" });
    await see.poll(() => styleOf(field, "border-top-color")).not.toBe(before);
    see(await styleOf(page.locator("html"), "--color-faint")).toBe("#c2ccc4");
    const current = page
      .getByRole("navigation", { name: "Administration" })
      .locator("[aria-current]");
    see(await styleOf(current, "text-decoration-line")).toBe("underline");
    await keepScreenshot(page, "more-contrast-desktop");
    await expectNoAxeFindings(page);
  });
});

long(
  "[NAV-22] what moves on and on stands still where that is asked for, and moves again",
  async () => {
    const { page, expectNoise } = await openPage((await site()).url, "desktop", MOVING);
    expectNoise(/404.*\/nowhere/);
    const lasting = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState === "running" && effect?.getComputedTiming().endTime === Infinity,
          )
          .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : "")),
      );
    const pause = page.getByRole("checkbox", { name: SHELL.pauseMotion });
    for (const path of ["/", "/login", "/nowhere"]) {
      await page.goto(path);
      await see.poll(async () => (await lasting()).length).toBeGreaterThan(0);
      await pause.check();
      await see.poll(lasting).toEqual([]);
      await pause.uncheck();
      await see.poll(async () => (await lasting()).length).toBeGreaterThan(0);
    }
  },
);
