import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { BUILT_IN_ROLES } from "#shared/constants/accounts.ts";
import { MEMBER_AREA } from "#shared/member-area-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ROLE_FORM, ROLE_QUESTIONS, TEAM_SCREEN } from "#shared/people-messages.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import { TEAM } from "#shared/team-messages.ts";
import {
  chooseFromMenu,
  findRow,
  question,
  SEARCH,
  seeToast,
  USERS,
} from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { idOf, openTicket, ticketAt } from "#tests/support/rest-calls.ts";
import { giveRole, makeRole, takeRole } from "#tests/support/team.ts";

const TEAM_PAGE = "/member/admin/team";
const admin = sampleMember("admin");

const area = (page: Page) => page.getByRole("navigation", { name: "Member area" });
const screens = (page: Page) => page.getByRole("navigation", { name: "Administration" });
const roleRows = (page: Page) =>
  page.getByRole("list", { name: TEAM_SCREEN.roles, exact: true }).locator("> li");
const people = (page: Page) => page.getByRole("list", { name: TEAM_SCREEN.people }).locator("> li");
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();

/** Calls that were refused, whatever else the page makes of them. */
const refusals = (page: Page): string[] => {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  return refused;
};

test("[TEAM-02, TEAM-04, TEAM-10, TEAM-11] an Admin makes a role and gives it: the member's open page gains what it allows, and loses it again", async () => {
  const stranger = await openTicket(await join());
  const member = await join();
  const name = `Helper of ${member.discordName}`;
  const theirs = await openMemberPage(member);
  const refused = refusals(theirs.page);
  await theirs.page.goto("/member/tickets/open-tickets");
  await see(area(theirs.page).getByRole("link", { name: "Settings" })).toBeVisible();

  const { page, expectNoise } = await openMemberPage(admin);
  // The name that is taken.
  expectNoise(/400 .*team\.save/);
  await page.goto(TEAM_PAGE);
  await see(roleRows(page).first()).toBeVisible();
  await press(page, TEAM_SCREEN.newRole);
  const form = page.getByRole("dialog");
  await press(page, ROLE_FORM.save);
  await see(form.getByLabel(ROLE_FORM.name)).toBeFocused();
  await see(form).toContainText(ROLE_FORM.nameMissing);
  await form.getByLabel(ROLE_FORM.name).fill("moderator");
  await press(page, ROLE_FORM.save);
  await see(form).toContainText(TEAM.nameTaken);
  await form.getByLabel(ROLE_FORM.name).fill(name);
  await form.getByRole("checkbox", { name: "Tickets" }).press("Space");
  await form.getByRole("checkbox", { name: "Members" }).press("Space");
  await lookAt(page, "team-role", "desktop");
  await press(page, ROLE_FORM.save);
  await seeToast(page, ROLE_FORM.saved);
  const row = roleRows(page).filter({ hasText: name });
  await see(row).toContainText(TEAM_SCREEN.holders(0));

  await page.getByLabel(TEAM_SCREEN.add).fill("Robin");
  await see(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await page.goto(USERS);
  await findRow(page, member);
  await chooseFromMenu(page, member, TEAM_SCREEN.give);
  await question(page).getByRole("radio", { name }).press("Space");
  await lookAt(page, "team-give", "desktop");
  await question(page).getByRole("button", { name: ROLE_QUESTIONS.give.action }).click();
  await seeToast(page, TEAM.given);

  // Their page has it all, without being loaded again.
  await see(area(theirs.page).getByRole("link", { name: "Admin" })).toBeVisible();
  await see(theirs.page.getByRole("link", { name: `#${stranger}` })).toBeVisible();
  await area(theirs.page).getByRole("link", { name: "Admin" }).click();
  await see(theirs.page).toHaveURL(new RegExp(`${USERS}$`));
  await see(screens(theirs.page).getByRole("link")).toHaveText(["Today", "Users"]);
  await see(theirs.page.getByRole("list", { name: "Users" })).not.toContainText("@example.test");

  await page.goto(TEAM_PAGE);
  await see(row).toContainText(TEAM_SCREEN.holders(1));
  await row.getByRole("button", { name: new RegExp(TEAM_SCREEN.showHolders(name)) }).click();
  await see(people(page)).toHaveCount(1);
  await press(page, new RegExp(`^Take ${name} from `));
  await see(question(page)).toContainText("Tickets");
  await see(question(page)).toContainText("Members");
  await question(page).getByRole("button", { name: ROLE_QUESTIONS.take.action }).click();
  await seeToast(page, TEAM.taken);
  await see(theirs.page.getByText(MEMBER_AREA.permissionLost).first()).toBeVisible();
  await see(theirs.page).toHaveURL(/\/member\/tickets$/);
  await see(area(theirs.page).getByRole("link", { name: "Admin" })).toHaveCount(0);
  await see(theirs.page.getByRole("link", { name: `#${stranger}` })).toHaveCount(0);
  expect(refused).toEqual([]);

  await press(page, TEAM_SCREEN.removeThis(name));
  await question(page).getByRole("button", { name: ROLE_QUESTIONS.remove.action }).click();
  await seeToast(page, TEAM.removed);
  await see(row).toHaveCount(0);
});

long(
  "[TEAM-03, TEAM-11] who gives roles is offered those that they may give, and is told why not of the others",
  async () => {
    const lead = await join();
    const member = await join();
    const roleId = await makeRole(`Lead of ${lead.discordName}`, ["tickets", "members", "roles"]);
    await giveRole(lead, roleId);
    const { page } = await openMemberPage(lead, "phone");
    await page.goto(`/member/admin/users/${await idOf(member)}`);
    await press(page, TEAM_SCREEN.give);
    await see(question(page).getByRole("radio", { name: "Editor" })).toBeDisabled();
    await see(question(page)).toContainText(ROLE_QUESTIONS.give.beyondOwn("Site"));
    await see(question(page).getByRole("radio", { name: "Moderator" })).toBeDisabled();
    await lookAt(page, "team-give-lead", "phone");
    await question(page).getByRole("button", { name: "Cancel" }).click();
    // Nothing is shown of an address, nor asked for one.
    await see(page.getByRole("main")).not.toContainText(member.email);
    await page.goto(TEAM_PAGE);
    await see(roleRows(page).filter({ hasText: "Moderator" })).toBeVisible();
    await lookAt(page, "team", "phone");
  },
);

/** What each of the built-in roles opens in the administration. */
const OPENED: Readonly<Record<(typeof BUILT_IN_ROLES)[number]["id"], readonly string[]>> = {
  moderator: ["Today", "Users", "Strikes"],
  shopkeeper: ["Today", "Users", "Orders", "Store Events"],
  editor: ["Today", "News", "Site", "Calendar"],
};

for (const { id, name } of BUILT_IN_ROLES)
  for (const screen of onScreens("desktop", "phone"))
    long(
      `[TEAM-10] a ${name}'s screens at ${screen}, of which none asks for what is refused`,
      async () => {
        const member = await join();
        const ticket = await openTicket(await join());
        await giveRole(member, id);
        const { page } = await openMemberPage(member, screen);
        const refused = refusals(page);
        await page.goto("/member/stats");
        await area(page)
          .getByRole("link", { name: /^Admin/ })
          .click();
        const links = screens(page).getByRole("link");
        await see(links).toHaveText([...OPENED[id]]);
        for (const label of OPENED[id]) {
          await screens(page)
            .getByRole("link", { name: new RegExp(`^${label}`) })
            .click();
          await see(screens(page).locator("[aria-current=page]")).toHaveText(label);
          await see(page.locator("main [aria-busy=true]")).toHaveCount(0);
          await lookAt(page, `team-${id}-${label.toLowerCase().replace(" ", "-")}`, screen);
        }
        if (OPENED[id].includes("Users")) {
          await page.goto(USERS);
          await see(page.getByPlaceholder(SEARCH)).toBeVisible();
          await see(page.getByRole("list", { name: "Users" })).not.toContainText("@example.test");
          await page.goto(`${USERS}/${await idOf(admin)}`);
          await see(page.getByRole("heading", { level: 1 })).toHaveText(
            displayNameOf(admin.discordName),
          );
          await lookAt(page, `team-${id}-member`, screen);
        }
        for (const path of [
          "/member/points",
          "/member/notifications",
          "/member/notifications/create",
        ])
          await page.goto(path);
        if (id === "moderator") {
          await page.goto(ticketAt(ticket));
          if (screen === "phone") await press(page, "Show details");
          await see(page.getByRole("button", { name: "Take ticket" })).toBeVisible();
          await lookAt(page, `team-${id}-ticket`, screen);
        }
        await page.goto("/member/admin");
        // What opens the search comes with the bar.
        await see(async () => {
          await page.keyboard.press("Control+K");
          await see(page.getByRole("dialog")).toBeVisible({ timeout: 1000 });
        }).toPass();
        const found = page.getByRole("dialog").getByRole("option");
        await see(found.filter({ hasText: OPENED[id].at(-1) ?? "" }).first()).toBeVisible();
        await see(found.filter({ hasText: "Providers" })).toHaveCount(0);
        await page.keyboard.press("Escape");
        await page.goto("/member/admin/providers");
        await see(page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
        await see(page.getByText(ADMIN_SCREENS.providers.intro)).toHaveCount(0);
        expect(refused).toEqual([]);
        await takeRole(member, id);
        await see(screens(page)).toHaveCount(0);
      },
    );
