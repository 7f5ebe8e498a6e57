import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { MESSAGES, POINTS } from "#shared/messages.ts";
import { displayNameOf } from "#shared/rules/display-name.ts";
import type { Membership } from "#shared/schemas/members.ts";
import { expectNoAxeFindings, lookAt, see, STILL } from "#tests/support/browser.ts";
import { ask } from "#tests/support/desk.ts";
import { join, type Member, memberVisitor, sampleMember } from "#tests/support/members.ts";

const USERS = "/member/admin/users";
const AUDIT = "/member/admin/audit";
const SEARCH = "Search Discord, Steam, or Minecraft name...";

const rows = (page: Page) => page.getByRole("list", { name: "Users" }).locator("> li");
const question = (page: Page) => page.getByRole("alertdialog");

/** The row of one member alone, in the list that was searched for them. */
const findRow = async (page: Page, { email, discordName }: Member) => {
  await page.getByPlaceholder(SEARCH).fill(email);
  await see(rows(page)).toHaveCount(1);
  const row = rows(page).filter({ hasText: email });
  await see(row).toContainText(displayNameOf(discordName));
  return row;
};

const openMenu = async (page: Page, { discordName }: Member) =>
  await page.getByRole("button", { name: `More about ${displayNameOf(discordName)}` }).click();

/** What an Admin reads in a toast. */
const seeToast = async (page: Page, text: string) => await see(page.getByText(text)).toBeVisible();

test("[facts §4a] the administration is closed to members, whom only the account menu leads there", async () => {
  const { page } = await memberVisitor(sampleMember("member"), "desktop", STILL);
  await page.goto("/member/stats");
  const area = page.getByRole("navigation", { name: "Member area" });
  await see(area.getByRole("link", { name: "Settings" })).toBeVisible();
  await see(area.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  await page.getByRole("menuitem", { name: "Admin" }).click();
  await see(page).toHaveURL(new RegExp(`${USERS}$`));
  await see(page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
  await page.goto(AUDIT);
  await see(page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
  await see(page.getByRole("navigation", { name: "Administration" })).toHaveCount(0);
});

test("[member §2, §4] an Admin promotes somebody and takes it back, and the audit log tells of both", async () => {
  const member = await join();
  const { page, context, expectNoise } = await memberVisitor(
    sampleMember("admin"),
    "desktop",
    STILL,
  );
  expectNoise(/503/);
  const theirs = await memberVisitor(member, "desktop", STILL);
  await theirs.page.goto("/member/stats");
  const area = theirs.page.getByRole("navigation", { name: "Member area" });
  const name = displayNameOf(member.discordName);

  await page.goto(USERS);
  const row = await findRow(page, member);
  const promote = row.getByRole("button", { name: `Promote ${name} to Admin` });
  await promote.click();
  await see(question(page)).toContainText(
    "Are you sure you want to promote this user to Admin? They will gain full access.",
  );
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await see(promote).toBeFocused();

  await context.route("**/api/trpc/administration.promote**", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  await promote.click();
  await question(page).getByRole("button", { name: "Yes, Promote" }).click();
  await see(question(page).getByRole("alert")).toHaveText(ADMINISTRATION.promoteFailed);
  await context.unroute("**/api/trpc/administration.promote**");
  await question(page).getByRole("button", { name: "Yes, Promote" }).click();
  await seeToast(page, ADMINISTRATION.promoted);
  await see(row.getByText("Admin", { exact: true })).toBeVisible();
  // The other browser hears of it.
  await see(area.getByRole("link", { name: "Admin" })).toBeVisible();

  await row.getByRole("button", { name: `Demote ${name} to User` }).click();
  await question(page).getByRole("button", { name: "Yes, Demote" }).click();
  await seeToast(page, ADMINISTRATION.demoted);
  await see(promote).toBeVisible();
  await see(area.getByRole("link", { name: "Admin" })).toHaveCount(0);

  await openMenu(page, member);
  await page.getByRole("menuitem", { name: "Audit Log" }).click();
  const lines = page.getByRole("list", { name: "Audit log" }).locator("> li");
  await see(lines.first()).toContainText("Demoted to User");
  await see(lines.nth(1)).toContainText("Promoted to Admin");
  await page.getByLabel("Action").selectOption({ label: "Promoted to Admin" });
  await see(page).toHaveURL(/action=account\.promoted/);
  await see(lines).toHaveCount(1);
  await page.reload();
  await see(lines).toHaveCount(1);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await see(page).toHaveURL(new RegExp(`${AUDIT}$`));
});

test("[member §5] points are edited, asked about, and arrive with their reason", async () => {
  const member = await join();
  const { page } = await memberVisitor(sampleMember("admin"), "desktop", STILL);
  await page.goto(USERS);
  const row = await findRow(page, member);
  const { points: before } = await ask<Membership>(member, "GET", "userprofile/membership");
  const edit = async () => {
    await openMenu(page, member);
    await page.getByRole("menuitem", { name: "Edit Points" }).click();
  };
  await edit();
  const points = question(page).getByLabel("Points", { exact: true });
  await see(points).toHaveValue(String(before));
  await points.fill("twelve");
  await see(points).toHaveValue("0");
  await see(question(page).getByRole("button", { name: "One point less" })).toBeDisabled();
  await question(page).getByRole("button", { name: "One point more" }).click();
  await see(points).toHaveValue("1");
  await points.fill("1250");
  await question(page).getByLabel("Reason").fill("For the lost rex");
  await question(page).getByRole("button", { name: "Save" }).click();
  await see(question(page)).toContainText("Are you sure you want to set their points to 1250?");
  await expectNoAxeFindings(page);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await see(question(page)).toHaveCount(0);
  await see(row).not.toContainText("1,250");

  await edit();
  await see(points).toHaveValue(String(before));
  await points.fill("1250");
  await question(page).getByRole("button", { name: "Save" }).click();
  await question(page).getByRole("button", { name: "Confirm" }).click();
  await seeToast(page, POINTS.updated);
  await see(row).toContainText("1,250");
  expect(await ask<Membership>(member, "GET", "userprofile/membership")).toMatchObject({
    points: 1250,
  });
});

test("[member §2] a click on a linked account copies its id, and an account is closed and opened again", async () => {
  const member = await join();
  const { page } = await memberVisitor(sampleMember("admin"), "desktop", {
    ...STILL,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(USERS);
  const row = await findRow(page, member);
  await row.getByRole("button", { name: /^Copy the Discord ID of/ }).click();
  await seeToast(page, ADMINISTRATION.idCopied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+$/);

  await openMenu(page, member);
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await question(page).getByRole("button", { name: "Yes, Deactivate" }).click();
  await seeToast(page, ADMINISTRATION.deactivated);
  await see(row).toContainText("Deactivated");
  await page.getByLabel("State").selectOption("active");
  await see(page.getByText("Nobody matches.")).toBeVisible();
  await page.getByLabel("State").selectOption("deactivated");
  await see(page).toHaveURL(/state=deactivated/);
  await openMenu(page, member);
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  await question(page).getByRole("button", { name: "Yes, Reactivate" }).click();
  await seeToast(page, ADMINISTRATION.reactivated);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await see(page).toHaveURL(new RegExp(`${USERS}$`));
  await see(page.getByPlaceholder(SEARCH)).toHaveValue("");
});

test("[member §8] a list that cannot be loaded says so, and can be asked for again", async () => {
  const { context, page, expectNoise } = await memberVisitor(
    sampleMember("admin"),
    "desktop",
    STILL,
  );
  expectNoise(/503/);
  await context.route("**/api/trpc/**administration.users**", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  await page.goto(USERS);
  await see(page.getByRole("alert")).toHaveText(ADMINISTRATION.loadFailed);
  await context.unroute("**/api/trpc/**administration.users**");
  await page.getByRole("button", { name: "Try again" }).click();
  await see(rows(page).first()).toBeVisible();
});

for (const screen of ["desktop", "phone", "narrow"] as const)
  test(`the administration at ${screen}`, async () => {
    const { page } = await memberVisitor(sampleMember("admin"), screen, STILL);
    await page.goto(USERS);
    await see(rows(page).first()).toBeVisible();
    await lookAt(page, "admin-users", screen);
    await page.goto(AUDIT);
    await see(page.getByRole("list", { name: "Audit log" })).toBeVisible();
    await lookAt(page, "admin-audit", screen);
  });
