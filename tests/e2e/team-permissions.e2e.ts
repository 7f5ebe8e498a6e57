import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { neededFor } from "#client/lib/routing/admin-screens.ts";
import { type Holder, may } from "#client/lib/session/use-session.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import { see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember, titled } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";
import { giveRole, makeRole, takeRole } from "#tests/support/team.ts";

/** The screens of the team by their addresses and titles; the first take any permission, the last an Admin. */
type Screens = readonly (readonly [path: string, title: string])[];
const OF_ANY: Screens = [["/member/admin", "Today"]];
const OF_ONE: Readonly<Record<Permission, Screens>> = {
  tickets: [
    ["/member/tickets/queue", "Ticket Queue"],
    ["/member/tickets/figures", "Ticket Figures"],
    ["/member/tickets/saved-replies", "Saved replies"],
  ],
  strikes: [["/member/admin/strikes", "Strikes"]],
  members: [
    ["/member/admin/users", "Users"],
    ["/member/admin/users/SOMEBODY", "Member"],
  ],
  addresses: [],
  points: [],
  orders: [
    ["/member/admin/orders", "Orders"],
    ["/member/admin/inbox", "Store Events"],
  ],
  site: [
    ["/member/admin/news", "News"],
    ["/member/admin/news/new", "New post"],
    ["/member/admin/site", "Site"],
    ["/member/admin/site/brand", "Site: Brand"],
    ["/member/admin/site/history", "History of the site"],
    ["/member/admin/site/publish", "Publish"],
    ["/member/admin/calendar", "Calendar"],
    ["/member/notifications/create", "New Notification"],
  ],
  bridge: [["/member/admin/keys", "Bridge Keys"]],
  audit: [["/member/admin/audit", "Audit Log"]],
  roles: [["/member/admin/team", "Team"]],
};
const OF_ADMINS: Screens = [
  ["/member/admin/webhooks", "Webhooks"],
  ["/member/admin/setup", "Setup"],
  ["/member/admin/providers", "Providers"],
  ["/member/admin/health", "Health"],
];
const ALL: Screens = [...OF_ANY, ...Object.values(OF_ONE).flat(), ...OF_ADMINS];

/** Goes to a screen within the application, as a link would. */
const goTo = async (page: Page, path: string, title: string) => {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await see(page).toHaveTitle(titled(title));
};

/** Which of some screens open for whoever has the page; the others say that access is denied. */
const openedOf = async (page: Page, paths: Screens, somebody: string) => {
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  const denied = page.getByRole("main").getByText(MESSAGES.accessDenied, { exact: true });
  const opened: string[] = [];
  for (const [path, title] of paths) {
    // Nothing of the screen before stands where the next one comes.
    await goTo(page, "/member/points", "Points");
    await see(denied).toHaveCount(0);
    await goTo(page, path.replace("SOMEBODY", somebody), title);
    await see(heading.filter({ hasNotText: "Points" })).toBeVisible();
    if ((await denied.count()) === 0) opened.push(path);
  }
  return opened;
};

/** The path as routes name it. */
const routeOf = (path: string) =>
  path.replace("SOMEBODY", "$id").replace("/site/brand", "/site/$section");

const isOfAdministration = (path: string) => path.startsWith("/member/admin");

const screensOf = (permission: Permission): Screens => [...OF_ANY, ...OF_ONE[permission]];

long(
  "[TEAM-10] each permission alone opens its screens in a browser, and none asks for what is refused",
  async () => {
    const member = await join();
    const somebody = await idOf(sampleMember("new"));
    const { page } = await openMemberPage(member);
    const refused = new Set<string>();
    for (const [index, permission] of PERMISSIONS.entries()) {
      const roleId = await makeRole(`${permission} of ${member.discordName}`, [permission]);
      await giveRole(member, roleId);
      await page.goto("/member/points");
      const own = screensOf(permission);
      const others = ALL.filter((screen) => !own.includes(screen));
      // Each of them is refused once, to one permission or another.
      const some = others.filter((_, at) => at % PERMISSIONS.length === index);
      for (const [path] of some) refused.add(path);
      const opened = await openedOf(page, [...own, ...some], somebody);
      expect({ permission, opened }).toEqual({ permission, opened: own.map(([path]) => path) });
      await page.goto("/rules");
      await takeRole(member, roleId);
    }
    expect(refused.size).toBeGreaterThan(ALL.length / 2);
  },
);

test("[TEAM-10] each permission alone opens exactly its screens of the administration", () => {
  const paths = ALL.map(([path]) => path).filter(isOfAdministration);
  for (const permission of PERMISSIONS) {
    const holder = { role: "User", permissions: [permission] } satisfies Holder;
    const opened = paths.filter((path) => may(holder, neededFor(routeOf(path))));
    const own = screensOf(permission).map(([path]) => path);
    expect([permission, opened]).toEqual([permission, own.filter(isOfAdministration)]);
  }
});
