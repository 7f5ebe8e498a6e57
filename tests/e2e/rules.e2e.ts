import { describe, test } from "bun:test";
import { LISTS } from "#shared/list-messages.ts";
import { MESSAGES, SHELL } from "#shared/messages.ts";
import { RULES } from "#shared/rule-messages.ts";
import {
  clipboardText,
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  keepScreenshot,
  see,
  openPage,
} from "#tests/support/browser.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { site } from "#tests/support/site.ts";

const RULE_TABS = EXAMPLE.rules.map(({ key }) => key);

describe.each(onScreens("desktop", "phone"))("rules on a %s", (screen) => {
  long("[TEXT-02] seven tabs, Discord first, each with its heading and no findings", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/rules");
    await see(page.getByRole("tab")).toHaveText([...RULE_TABS]);
    for (const tab of RULE_TABS) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await see(page.getByRole("heading", { level: 2, name: `${tab} Rules` })).toBeVisible();
      await expectNoAxeFindings(page);
      await expectNoSidewaysScroll(page);
    }
    await see(page).toHaveURL(/tab=Eco/);
    await see(page).toHaveTitle("Eco Rules · Lynxden");
  });

  test("the address of a rule opens its tab and shows the rule", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/rules?tab=ASA#asa-3-1");
    await see(page.getByRole("tab", { name: "ASA" })).toHaveAttribute("aria-selected", "true");
    await see(page.locator("#asa-3-1")).toBeInViewport();
    await page.goto("/rules#ase-7-1");
    await see(page.getByRole("tab", { name: "ASE" })).toHaveAttribute("aria-selected", "true");
    await see(page.locator("#ase-7-1")).toBeInViewport();
    await page.goto("/rules?tab=ase");
    await see(page.getByRole("tab", { name: "ASE" })).toHaveAttribute("aria-selected", "true");
    await see(page).toHaveURL(/\?tab=ASE$/);
    await see(page).toHaveTitle("ASE Rules · Lynxden");
  });

  long(
    "[NAV-20] from the rule that an address led to, a button leads back to the top, by finger and by keyboard",
    async () => {
      const { page } = await openPage((await site()).url, screen);
      const [back, main] = [
        page.getByRole("button", { name: SHELL.backToTop }),
        page.getByRole("main"),
      ];
      await page.goto("/rules");
      await see(back).toHaveCount(0);
      await page.goto("/rules?tab=ASA#asa-7-1");
      await see(page.locator("#asa-7-1")).toBeInViewport();
      await expectNoAxeFindings(page);
      await keepScreenshot(page, `back-to-top-${screen}`);
      const box = await back.boundingBox();
      see(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await page.emulateMedia({ media: "print" });
      await see(back).toBeHidden();
      await page.emulateMedia({ media: null });
      // At once: the page still holds the place of the rule.
      await page.reload();
      await back.click();
      await see(page.getByRole("heading", { level: 1 })).toBeInViewport();
      await see.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await see(main).toBeFocused();
      await see(back).toHaveCount(0);

      await page.reload();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await back.focus();
      await page.keyboard.press("Enter");
      await see.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await see(main).toBeFocused();
    },
  );

  test("the number of a rule copies its address", async () => {
    const { url } = await site();
    const { page, context } = await openPage(url, screen, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto("/rules?tab=ASE");
    await page.locator("#ase-2-1").getByRole("link").first().click();
    await see(page.getByRole("alert").filter({ hasText: MESSAGES.copied })).toBeVisible();
    see(await clipboardText(context)).toBe(`${url}/rules?tab=ASE#ase-2-1`);
  });

  long(
    "a search finds rules under all tabs, grouped and counted, and says when there is none",
    async () => {
      const { page } = await openPage((await site()).url, screen);
      await page.goto("/rules?tab=ASE");
      await page.getByRole("searchbox").fill("gamma crosshair zzz");
      await see(page.getByText(RULES.nothingFound("gamma crosshair zzz"))).toBeVisible();
      await expectNoAxeFindings(page);
      await page.getByRole("searchbox").fill("crosshair");
      await see(page.getByRole("status")).toHaveText(RULES.found(2, "crosshair"));
      // The tab that was open comes first.
      await see(page.getByRole("heading", { level: 2 })).toHaveText(["ASE Rules", "ASA Rules"]);
      const row = page.getByRole("navigation", { name: RULES.matchesByGame });
      await see(row.getByRole("button", { name: "Eco" })).toBeDisabled();
      await page.getByRole("searchbox").fill("wipe");
      await row.getByRole("button", { name: /^Empyrion 1 match/ }).click();
      await see(page.getByRole("heading", { level: 2, name: "Empyrion Rules" })).toBeFocused();
      await see(page.getByRole("heading", { level: 2, name: "Empyrion Rules" })).toBeInViewport();
      await expectNoAxeFindings(page);
      await expectNoSidewaysScroll(page);
      await keepScreenshot(page, `rules-search-${screen}`);
      await page.getByRole("button", { name: RULES.showAllOf("Empyrion") }).click();
      await see(page).toHaveURL(/\?tab=Empyrion$/);
      await see(page.getByRole("searchbox")).toHaveValue("");
      await see(page.getByRole("tab", { name: "Empyrion" })).toHaveAttribute(
        "aria-selected",
        "true",
      );
    },
  );

  test("a deep link ends a search that hides it, and no other", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/rules?tab=Eco");
    await page.getByRole("searchbox").fill("crosshair");
    await see(page.getByRole("status")).toHaveText(RULES.found(2, "crosshair"));
    const found = page.getByRole("main").getByRole("listitem").first();
    const shown = String(await found.getAttribute("id"));
    await page.evaluate((hash) => (location.hash = hash), shown);
    await see(found).toBeInViewport();
    await see(page.getByRole("searchbox")).toHaveValue("crosshair");
    await page.evaluate(() => (location.hash = "ase-7-1"));
    await see(page.getByRole("searchbox")).toHaveValue("");
    await see(page.getByRole("tab", { name: "ASE" })).toHaveAttribute("aria-selected", "true");
    await see(page.locator("#ase-7-1")).toBeInViewport();
  });
});

test("the rules can be read without script, each tab under its address", async () => {
  const { page, expectNoise } = await openPage((await site()).url, "desktop", {
    javaScriptEnabled: false,
  });
  // What the page preloads is refused where scripts are switched off.
  expectNoise(/\.js csp$/);
  await page.goto("/rules?tab=Empyrion");
  await see(page.getByRole("heading", { level: 2, name: "Empyrion Rules" })).toBeVisible();
  await page.getByRole("tab", { name: "Minecraft" }).click();
  await see(page.getByRole("heading", { level: 2, name: "Minecraft Rules" })).toBeVisible();
});

long("addresses from before lead to the same rule, opened and followed", async () => {
  const { page } = await openPage((await site()).url, "desktop");
  const isThere = async () => {
    await see(page).toHaveURL(/\/rules\?tab=ASA#asa-3-1$/);
    await see(page.getByRole("tab", { name: "ASA" })).toHaveAttribute("aria-selected", "true");
    await see(page.locator("#asa-3-1")).toBeInViewport();
  };
  await page.goto("/zlg-rules?tab=ASA#asa-3-1");
  await isThere();
  await page.goto("/");
  await see(page.locator("html[data-ready]")).toBeAttached();
  await page.evaluate(() => history.pushState({}, "", "/zlg-rules?tab=asa#asa-3-1"));
  await isThere();
});

long("from another page the rules are asked for, and again where that failed", async () => {
  const { page, context, expectNoise } = await openPage((await site()).url, "desktop");
  expectNoise(/community\.rules|503|transform response/);
  await page.goto("/");
  await context.route("**/api/trpc/**community.rules**", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  const rules = page.getByRole("navigation").getByRole("link", { name: "Rules" }).first();
  await rules.click();
  await see(page.getByRole("alert")).toContainText(MESSAGES.didNotWork);
  await expectNoAxeFindings(page);
  await keepScreenshot(page, "rules-failed");
  await context.unroute("**/api/trpc/**community.rules**");
  await page.getByRole("button", { name: LISTS.tryAgain }).click();
  await see(page.getByRole("heading", { level: 2, name: "Discord Rules" })).toBeVisible();
  await page.getByRole("tab", { name: "Rust" }).click();
  await see(page.getByRole("heading", { level: 2, name: "Rust Rules" })).toBeVisible();
});
