import { expect, test } from "bun:test";
import { ACCOUNT } from "#shared/account-messages.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import type { Membership } from "#shared/schemas/members.ts";
import {
  actElsewhere,
  AUDIT,
  chooseFromMenu,
  findRow,
  lines,
  question,
  rows,
  seeToast,
  USERS,
} from "#tests/support/admin-users.ts";
import { expectNoAxeFindings, lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, idOf } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

test("[ADMIN-06] the administration is closed to members, whom only the account menu leads there", async () => {
  const { page } = await openMemberPage(sampleMember("member"), "desktop");
  await page.goto("/member/stats");
  const area = page.getByRole("navigation", { name: "Member area" });
  await see(area.getByRole("link", { name: "Settings" })).toBeVisible();
  await see(area.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  await page.getByRole("menuitem", { name: "Admin" }).click();
  await see(page).toHaveURL(new RegExp(`${USERS}$`));
  await see(page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
  // Opened by its address none asks for what is refused, which the browser would tell of.
  for (const path of [
    USERS,
    AUDIT,
    "/member/admin/keys",
    "/member/admin/team",
    "/member/admin/health",
  ]) {
    await page.goto(path);
    await see(page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
  }
  await see(page.getByRole("navigation", { name: "Administration" })).toHaveCount(0);
});

long(
  "[ADMIN-01] an Admin promotes somebody and takes it back, and the audit log tells of both",
  async () => {
    const member = await join();
    const { page, context, expectNoise } = await openMemberPage(admin, "desktop");
    expectNoise(/503/);
    const theirs = await openMemberPage(member, "desktop");
    // What it asks for as an Admin may be refused once that is over.
    theirs.expectNoise(/403/);
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

    await chooseFromMenu(page, member, "Audit Log");
    await see(lines(page).first()).toContainText("Demoted to User");
    await see(lines(page).nth(1)).toContainText("Promoted to Admin");

    // From where it was done, to be unfolded; its request is found by its id.
    const newest = lines(page).first();
    await newest.getByRole("button", { name: "Demoted to User" }).click();
    await see(newest.getByText("Chrome on Linux")).toBeVisible();
    const copy = newest.getByRole("button", { name: "Copy the request ID" });
    await copy.click();
    await seeToast(page, ADMINISTRATION.idCopied);
    const id = (await copy.getAttribute("aria-label"))?.replace("Copy the request ID ", "") ?? "";
    await page.goto(AUDIT);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByPlaceholder("Request ID").fill(id);
    await see(lines(page)).toHaveCount(1);
    await see(newest).toContainText("Demoted to User");

    // What was only read stands there when it is asked for.
    await page.getByRole("button", { name: "Clear" }).click();
    await see(lines(page).filter({ hasText: "Audit log read" })).toHaveCount(0);
    await page.getByRole("checkbox", { name: "Show what was only read" }).click();
    await see(lines(page).filter({ hasText: "Audit log read" }).first()).toBeVisible();
  },
);

long(
  "the bridge keys of a demoted Admin are listed and revoked, but for one that is kept",
  async () => {
    const member = await join();
    const name = displayNameOf(member.discordName);
    await actElsewhere("POST", `userprofile/promote/${await idOf(member)}`);
    const games = ["ark-se"];
    const scopes = ["players:read", "points:read"];
    for (const key of ["Key to keep", "Key to lose"])
      await ask(member, "POST", "bridge/keys", { name: key, games, scopes });

    for (const screen of onScreens("desktop", "phone")) {
      const { page } = await openMemberPage(admin, screen);
      await page.goto(USERS);
      const row = await findRow(page, member);
      const demote = row.getByRole("button", { name: `Demote ${name} to User` });
      await demote.click();
      await see(question(page)).toContainText(ADMINISTRATION.keysEnd);
      const keep = question(page).getByRole("checkbox", { name: "Keep Key to keep" });
      await see(question(page).getByRole("checkbox")).toHaveCount(2);
      await see(
        question(page).getByRole("checkbox", { name: "Keep Key to lose" }),
      ).not.toBeChecked();
      await see(keep).toHaveAccessibleDescription("Ark:SE: look players up, read balances");
      await keep.press("Space");
      await see(keep).toBeChecked();
      await lookAt(page, "admin-demote-keys", screen);
      if (screen === "desktop") {
        // Whoever changes their mind is asked anew.
        await question(page).getByRole("button", { name: "Cancel" }).click();
        await demote.click();
        await see(keep).not.toBeChecked();
        continue;
      }
      await question(page).getByRole("button", { name: "Yes, Demote" }).click();
      await seeToast(page, ADMINISTRATION.demoted);

      await page.goto("/member/admin/keys");
      const keys = page.getByRole("list", { name: "Keys" }).locator("> li");
      const kept = keys.filter({ hasText: "Key to keep" });
      await see(kept).toContainText("Active");
      await kept.getByRole("button", { expanded: false }).click();
      await see(kept.getByRole("button", { name: "Revoke" })).toBeVisible();
      await see(kept).toContainText(BRIDGE.makerIsNoAdmin);
      await see(keys.filter({ hasText: "Key to lose" })).toContainText("Revoked");
      await lookAt(page, "bridge-keys-kept", screen);
    }
  },
);

long("[ADMIN-02] the last Admin cannot be demoted, and is told why", async () => {
  const { page, expectNoise } = await openMemberPage(admin, "desktop");
  expectNoise(/409/);
  await page.goto(`${USERS}?role=Admin`);
  // Were there another, the sample Admin would lose the role to this browser test.
  await see(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: `Demote ${admin.discordName} to User` }).click();
  await question(page).getByRole("button", { name: "Yes, Demote" }).click();
  await see(question(page).getByRole("alert")).toHaveText(ACCOUNT.lastAdmin);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await see(rows(page).getByText("Admin", { exact: true })).toBeVisible();
});

long(
  "[POINTS-03, POINTS-10] points are edited, asked about, and arrive with their reason in an open statement",
  async () => {
    const member = await join();
    const id = await idOf(member);
    const { page, context, expectNoise } = await openMemberPage(admin, "desktop");
    expectNoise(/409|503/);
    const theirs = await openMemberPage(member, "desktop");
    await theirs.page.goto("/member/points");
    await see(theirs.page.getByRole("heading", { name: "No points yet" })).toBeVisible();
    await page.goto(USERS);
    const row = await findRow(page, member);
    const points = question(page).getByLabel("Points", { exact: true });
    const press = (name: string) => question(page).getByRole("button", { name }).click();

    await chooseFromMenu(page, member, "Edit Points");
    await see(points).toHaveValue("0");
    await points.fill("7");
    for (const nothing of ["twelve", "-5"]) {
      await points.fill(nothing);
      await see(points).toHaveValue("0");
    }
    await see(question(page).getByRole("button", { name: "One point less" })).toBeDisabled();
    await press("One point more");
    await see(points).toHaveValue("1");
    await points.fill("1250");
    await question(page).getByLabel("Reason").fill("For the lost rex");
    await press("Save");
    await see(question(page)).toContainText("Are you sure you want to set their points to 1250?");
    await expectNoAxeFindings(page);
    await press("Cancel");
    await see(question(page)).toHaveCount(0);
    await see(row).not.toContainText("1,250");

    await chooseFromMenu(page, member, "Edit Points");
    await see(points).toHaveValue("0");
    await points.fill("1250");
    await question(page).getByLabel("Reason").fill("For the lost rex");
    await press("Save");
    await context.route("**/api/trpc/points.edit**", (route) =>
      route.fulfill({ status: 503, body: "{}" }),
    );
    await press("Confirm");
    await see(question(page).getByRole("alert")).toHaveText(ADMINISTRATION.pointsFailed);
    await context.unroute("**/api/trpc/points.edit**");
    // Somebody else is faster: what they did is not overwritten.
    const faster = { userProfileId: id, oldPoints: 0, points: 40 };
    await actElsewhere("PUT", "userprofile/edit-points", faster);
    await press("Confirm");
    await see(question(page).getByRole("alert")).toHaveText(POINTS.changedMeanwhile);
    await lookAt(page, "admin-points-changed", "desktop");
    await press("Edit Again");
    await see(points).toHaveValue("40");
    await see(points).toBeFocused();
    await see(question(page)).toContainText("has 40 ZP");
    await points.fill("1250");
    await press("Save");
    await press("Confirm");
    await seeToast(page, POINTS.updated);
    await see(row).toContainText("1,250");
    expect(await ask<Membership>(member, "GET", "userprofile/membership")).toMatchObject({
      points: 1250,
    });
    const entries = theirs.page.getByRole("list", { name: "Statement" }).getByRole("listitem");
    await see(entries.first()).toContainText("For the lost rex");
    await see(entries.first()).toContainText("+1,210");
    await see(entries.nth(1)).toContainText("+40");
  },
);

long("[ADMIN-03] an account is closed and opened again", async () => {
  const member = await join();
  const { page } = await openMemberPage(admin, "desktop");
  await page.goto(USERS);
  const row = await findRow(page, member);
  await chooseFromMenu(page, member, "Deactivate");
  await question(page).getByRole("button", { name: "Yes, Deactivate" }).click();
  await seeToast(page, ADMINISTRATION.deactivated);
  await see(row).toContainText("Deactivated");
  await page.getByLabel("State").selectOption("active");
  await see(page.getByText("No members match.")).toBeVisible();
  await page.getByLabel("State").selectOption("deactivated");
  await see(page).toHaveURL(/state=deactivated/);
  await chooseFromMenu(page, member, "Reactivate");
  await question(page).getByRole("button", { name: "Yes, Reactivate" }).click();
  await seeToast(page, ADMINISTRATION.reactivated);
  await see(page.getByText("No members match.")).toBeVisible();
});

for (const screen of onScreens("desktop", "phone", "narrow"))
  long(`the administration at ${screen}`, async () => {
    const { page } = await openMemberPage(admin, screen);
    await page.goto(USERS);
    await see(rows(page).first()).toBeVisible();
    await lookAt(page, "admin-users", screen);
    await page.goto(AUDIT);
    await see(lines(page).first()).toBeVisible();
    await lookAt(page, "admin-audit", screen);
    if (screen === "desktop") await see(lines(page).nth(9)).toBeInViewport({ ratio: 1 });
  });
