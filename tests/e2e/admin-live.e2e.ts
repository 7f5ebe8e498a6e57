import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { databaseFile } from "#server/store/data-folder.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import type { Membership } from "#shared/schemas/members.ts";
import { ACCOUNTS_TAB, consentAs, openWindow } from "#tests/support/accounts-tab.ts";
import {
  actElsewhere,
  chooseFromMenu,
  findRow,
  question,
  seeToast,
  USERS,
} from "#tests/support/admin-users.ts";
import { see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, type Member, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, idOf, openTicket } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

const admin = sampleMember("admin");

/** Says when a tier ends that nobody could buy to end so soon: in the site's database. */
const letTierEnd = async (member: Member, tier: string, inMs: number): Promise<void> => {
  const database = new Database(databaseFile((await site()).dataDir));
  database.run("PRAGMA busy_timeout = 5000");
  database.run("INSERT OR REPLACE INTO memberships (user_id, tier, ends_at) VALUES (?, ?, ?)", [
    await idOf(member),
    tier,
    Date.now() + inMs,
  ]);
  database.close();
};

long(
  "[ADMIN-07] rows follow what happens elsewhere: points, role, links, a tier that ends",
  async () => {
    const member = await join();
    const id = await idOf(member);
    const theirs = await openMemberPage(member, "desktop");
    // What it asks for as an Admin may be refused once that is over.
    theirs.expectNoise(/403/);
    const { page } = await openMemberPage(admin, "desktop");
    await letTierEnd(member, "Gold", HOUR_MS);
    const subOf = async () => (await ask<Membership>(member, "GET", "userprofile/membership")).sub;
    expect(await subOf()).toMatch(/^Gold:/);
    await theirs.page.goto(ACCOUNTS_TAB);
    const header = theirs.page.getByRole("paragraph").filter({ hasText: "Subscription:" });
    await see(header).toHaveText("Subscription: Gold");
    await page.goto(USERS);
    const row = await findRow(page, member);
    await see(row).toContainText("Gold");
    const statement = await page.context().newPage();
    await statement.goto(`/member/points?user=${id}`);
    await see(statement.getByRole("heading", { name: "No points yet" })).toBeVisible();

    const edit = { userProfileId: id, oldPoints: 0, points: 314, reason: "Found a bug" };
    await actElsewhere("PUT", "userprofile/edit-points", edit);
    await see(row).toContainText("314");
    await see(statement.getByRole("list", { name: "Statement" })).toContainText("Found a bug");
    await see(statement.getByRole("main").getByRole("status").first()).toContainText("314");
    await actElsewhere("POST", `userprofile/promote/${id}`);
    await see(row.getByText("Admin", { exact: true })).toBeVisible();
    await actElsewhere("POST", `userprofile/demote/${id}`);
    await see(row.getByText("Admin", { exact: true })).toHaveCount(0);

    await letTierEnd(member, "Gold", 0);
    await consentAs(await openWindow(theirs.page, "Link Steam"), "stranger");
    await see(row.getByRole("button", { name: /^Copy the Steam ID of/ })).toBeVisible();
    await see(header).toHaveText("Subscription: Standard");
    await see(row).not.toContainText("Gold");
    await see(row).toContainText("Standard");
    expect(await subOf()).toBeNull();
  },
);

long(
  "[ADMIN-03] an Admin ends somebody's sessions, whose browser is signed out, and reads their statement",
  async () => {
    const member = await join();
    const theirs = await openMemberPage(member, "desktop");
    theirs.expectNoise(/401/);
    await theirs.page.goto("/member/stats");
    await see(theirs.page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    const { page } = await openMemberPage(admin, "phone");
    await page.goto(USERS);
    await findRow(page, member);
    await chooseFromMenu(page, member, "End Sessions");
    await see(question(page)).toContainText(displayNameOf(member.discordName));
    await question(page).getByRole("button", { name: "Yes, Log Out" }).click();
    await seeToast(page, ADMINISTRATION.sessionsEnded);
    await see(theirs.page).toHaveURL(/\/login/);

    await chooseFromMenu(page, member, "Statement");
    await see(page).toHaveURL(`/member/points?user=${await idOf(member)}`);
    await see(page.getByRole("main")).toContainText(`${member.firstName} Stray has`);
    await page.getByRole("link", { name: "All users" }).click();
    await see(page).toHaveURL(USERS);
  },
);

long("more tickets come also where news of another one overtake them", async () => {
  const member = await join();
  // With those of the sample community these are more than a page.
  for (let opened = 0; opened < 4; opened += 1) await openTicket(member);
  const { context, page } = await openMemberPage(admin, "desktop");
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  let calls = 0;
  await context.route(/tickets\.list\?.*cursor/, async (route) => {
    calls += 1;
    if (calls === 1) {
      asked.resolve();
      await told.promise;
    }
    await route.continue().catch(() => {});
  });
  const rows = page.locator("main li").filter({ has: page.getByText(/^#\d+$/) });
  await page.goto("/member/tickets/open-tickets");
  await see(rows).toHaveCount(25);
  await page.getByRole("button", { name: "Load more" }).click();
  await asked.promise;
  const fresh = await openTicket(member);
  await see(rows.filter({ hasText: `#${fresh}` })).toBeVisible();
  told.resolve();
  await see(rows.nth(26)).toBeVisible();
});
