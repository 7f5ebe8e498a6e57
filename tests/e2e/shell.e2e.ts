import { describe, test } from "bun:test";
import { expectNoSidewaysScroll, keepScreenshot, see, openPage } from "#tests/support/browser.ts";
import { site } from "#tests/support/site.ts";

const PAGES = { home: "/", rules: "/zlg-rules", privacy: "/privacy-policy" };

describe.each(["desktop", "phone", "narrow"] as const)("on a %s screen", (screen) => {
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
