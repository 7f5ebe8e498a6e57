import { describe, test } from "bun:test";
import { RULE_TABS } from "#shared/content/rules/rulebook.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  clipboardText,
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  see,
  openPage,
} from "#tests/support/browser.ts";
import { site } from "#tests/support/site.ts";

describe.each(["desktop", "phone"] as const)("rules on a %s", (screen) => {
  test("[TEXT-02] seven tabs, Discord first, each with its heading and no findings", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/zlg-rules");
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
    await page.goto("/zlg-rules?tab=ASA#asa-3-1");
    await see(page.getByRole("tab", { name: "ASA" })).toHaveAttribute("aria-selected", "true");
    await see(page.locator("#asa-3-1")).toBeInViewport();
    await page.goto("/zlg-rules#ase-7-1");
    await see(page.getByRole("tab", { name: "ASE" })).toHaveAttribute("aria-selected", "true");
    await see(page.locator("#ase-7-1")).toBeInViewport();
    await page.goto("/zlg-rules?tab=ase");
    await see(page.getByRole("tab", { name: "ASE" })).toHaveAttribute("aria-selected", "true");
    await see(page).toHaveURL(/\?tab=ASE$/);
    await see(page).toHaveTitle("ASE Rules · Lynxden");
  });

  test("the number of a rule copies its address", async () => {
    const { url } = await site();
    const { page, context } = await openPage(url, screen, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto("/zlg-rules?tab=ASE");
    await page.locator("#ase-2-1").getByRole("link").first().click();
    await see(page.getByRole("alert").filter({ hasText: MESSAGES.copied })).toBeVisible();
    see(await clipboardText(context)).toBe(`${url}/zlg-rules?tab=ASE#ase-2-1`);
  });

  test("a search finds a rule, and says where the others are when there is none", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/zlg-rules?tab=ASE");
    await page.getByRole("searchbox").fill("gamma crosshair zzz");
    await expectNoAxeFindings(page);
    await page.getByRole("searchbox").fill("crosshair");
    await see(page.getByText(/1 match in the ASE rules/)).toBeVisible();
  });
});

test("the rules can be read without script, each tab under its address", async () => {
  const { page, expectNoise } = await openPage((await site()).url, "desktop", {
    javaScriptEnabled: false,
  });
  // What the page preloads is refused where scripts are switched off.
  expectNoise(/\.js csp$/);
  await page.goto("/zlg-rules?tab=Empyrion");
  await see(page.getByRole("heading", { level: 2, name: "Empyrion Rules" })).toBeVisible();
  await page.getByRole("tab", { name: "Minecraft" }).click();
  await see(page.getByRole("heading", { level: 2, name: "Minecraft Rules" })).toBeVisible();
});
