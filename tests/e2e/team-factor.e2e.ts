import type { Page } from "@playwright/test";
import { RECOVERY_CODES } from "#shared/factor-messages.ts";
import { TEAM_FACTOR } from "#shared/member-area-messages.ts";
import { USERS } from "#tests/support/admin-users.ts";
import { setUpApp } from "#tests/support/app-setup.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { logInAndGoOn, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const areaLink = (page: Page) =>
  page.getByRole("navigation", { name: "Member area" }).getByRole("link", { name: /^Admin/ });
const strip = (page: Page) => page.getByRole("complementary", { name: TEAM_FACTOR.title });

long(
  "[FACTOR-11] an Admin without a second factor is led from the login to the set-up, and has their permissions with its first code",
  async () => {
    const { url, sandbox } = await siteWith(
      (example) => example,
      {},
      (file) => file.replace("team_needs_second_factor = false", "team_needs_second_factor = true"),
    );
    const admin = sampleMember("admin");
    const { page, expectNoise } = await openPage(url, "desktop", { outside: sandbox.url });
    // Whoever wants something in particular gets there, and is told there.
    const phone = await openPage(url, "phone", { outside: sandbox.url });
    await phone.page.goto("/login?redirect=/member/tickets/open-tickets");
    await logInAndGoOn(phone.page, admin);
    await see(phone.page).toHaveURL(/\/member\/tickets\/open-tickets$/);
    await see(strip(phone.page)).toContainText(TEAM_FACTOR.text);
    await lookAt(phone.page, "team-factor-strip", "phone");

    await page.goto("/login");
    await logInAndGoOn(page, admin);
    await see(page).toHaveURL(/\/member\/accountsettings\?tab=Security$/);
    await see(strip(page)).toContainText(TEAM_FACTOR.here);
    await see(areaLink(page)).toHaveCount(0);
    await lookAt(page, "team-factor-strip", "desktop");

    // A screen of the team says the same in its place. The page asks for its list before it knows who is there.
    expectNoise(/403 .*administration\.users/);
    await page.goto(USERS);
    await see(page.getByRole("heading", { level: 1, name: TEAM_FACTOR.title })).toBeVisible();
    await lookAt(page, "team-factor-panel", "desktop");
    await page.getByRole("link", { name: TEAM_FACTOR.action }).click();
    await see(page).toHaveURL(/tab=Security$/);

    // Whoever was logged in elsewhere has not proven it, and is logged out.
    phone.expectNoise(/401/);
    await setUpApp(page);
    await see(strip(page)).toHaveCount(0);
    await page.getByRole("button", { name: RECOVERY_CODES.kept }).click();
    await areaLink(page).click();
    await see(page.getByRole("heading", { level: 1, name: TEAM_FACTOR.title })).toHaveCount(0);
    await page.goto(USERS);
    await see(page.getByRole("list", { name: "Users" })).toBeVisible();

    await phone.page.goto("/member/tickets/open-tickets");
    await see(phone.page).toHaveURL(/\/login\b/);
  },
);
