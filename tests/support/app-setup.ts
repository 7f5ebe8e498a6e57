import type { Page } from "@playwright/test";
import { AUTHENTICATOR, RECOVERY_CODES } from "#shared/factor-messages.ts";
import { expectNoAxeFindings, see } from "./browser.ts";
import { codeOfApp } from "./factors.ts";

/** Where somebody looks after what they log in with. */
export const SECURITY = "/member/accountsettings?tab=Security";

/** Sets up an app by its key. @returns the key and the recovery codes. */
export const setUpApp = async (page: Page) => {
  await page.goto(SECURITY);
  await page.getByRole("button", { name: AUTHENTICATOR.setUp }).click();
  await see(page.getByRole("img", { name: AUTHENTICATOR.picture })).toBeVisible();
  const address = await page
    .getByRole("link", { name: AUTHENTICATOR.openApp })
    .getAttribute("href");
  const secret = new URL(address ?? "").searchParams.get("secret") ?? "";
  await page.getByLabel(AUTHENTICATOR.codeLabel).fill(codeOfApp(secret, new Date()));
  await see(page.getByRole("heading", { name: RECOVERY_CODES.newTitle })).toBeVisible();
  // What has scrolled half behind the bar would count as a small target.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expectNoAxeFindings(page);
  const codes = await page
    .getByRole("list")
    .getByText(/^\w{6}(?:-\w{6}){3}$/)
    .allTextContents();
  return { secret, codes };
};
