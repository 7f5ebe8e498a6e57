import { describe, test } from "bun:test";
import type { Page } from "@playwright/test";
import { SAMPLE_PEOPLE } from "#sandbox/identity/personas.ts";
import { SAMPLE_PASSWORD } from "#sandbox/seed/accounts.ts";
import { type Screen, SCREENS } from "#scripts/browser.ts";
import { MEMBER_AREA } from "#shared/member-area-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import type { Membership } from "#shared/schemas/members.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { expectNoSidewaysScroll, lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import {
  join,
  logInAndGoOn,
  logOut,
  type Member,
  openMemberPage,
  sampleMember,
  titled,
} from "#tests/support/members.ts";
import { ask, openTicket, ticketAt } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const modules = (page: Page) => page.getByRole("navigation", { name: "Member area" });

const [member, admin] = [sampleMember("member"), sampleMember("admin")];

/** Somebody of the sample community. */
const resident = (name: keyof typeof SAMPLE_PEOPLE): Member => {
  const { globalName, username } = SAMPLE_PEOPLE[name];
  return {
    email: `${name}@example.test`,
    password: SAMPLE_PASSWORD,
    firstName: name,
    discordName: globalName ?? username,
  };
};

/** Their ticket on which the most is said, of those that are open or in the trash. */
const busiestOf = async (who: Member, status: "open" | "closed"): Promise<number> => {
  const tickets = await ask<Ticket[]>(who, "GET", `tickets/${status}`);
  const threads = await Promise.all(
    tickets.map(async ({ id }) => ({
      id,
      length: (await ask<unknown[]>(who, "GET", `message/ticket/${id}`)).length,
    })),
  );
  return threads.toSorted((a, b) => b.length - a.length)[0]?.id ?? 0;
};

/** The screen as it stands; on a phone also at the least width that there is. */
const look = async (page: Page, name: string, screen: Screen) => {
  await lookAt(page, `member-${name}`, screen);
  if (screen === "desktop") return;
  await page.setViewportSize(SCREENS.narrow.viewport);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(SCREENS.phone.viewport);
};

describe.each(onScreens("desktop", "phone"))("on a %s screen", (screen) => {
  test("[NAV-13] everything of a member has its title and no findings", async () => {
    const open = await busiestOf(member, "open");
    const { page } = await openMemberPage(member, screen);
    await page.goto("/member/tickets");
    await see(page.getByRole("button", { name: /^Close ticket #/ }).first()).toBeVisible();
    await see(page).toHaveTitle(titled("Open Tickets"));
    await look(page, "open-tickets", screen);
    await page.goto("/member/tickets/closed-tickets");
    await see(page.getByRole("button", { name: /^Restore ticket #/ }).first()).toBeVisible();
    await see(page).toHaveTitle(titled("Trash"));
    await look(page, "trash", screen);
    await page.goto(ticketAt(open));
    await see(page.getByLabel("Message", { exact: true })).toBeVisible();
    await see(page).toHaveTitle(titled(`Ticket #${open}`));
    if (screen === "phone") await page.getByRole("button", { name: "Show details" }).click();
    await see(page.getByRole("button", { name: "Hide details" })).toBeVisible();
    // Led to the details, one sees the modules half behind the bar, too little of them to press.
    await page.evaluate(() => scrollTo(0, 0));
    await look(page, "ticket", screen);
    await page.getByRole("button", { name: "Close ticket" }).click();
    await see(page.getByRole("alertdialog")).toBeVisible();
    await look(page, "ticket-close", screen);
    await page.goto(`${ticketAt(open)}/edit`);
    await see(page.getByRole("button", { name: "Save Changes" })).toBeVisible();
    await see(page).toHaveTitle(titled(`Edit Ticket #${open}`));
    await look(page, "ticket-edit", screen);
    await page.goto("/member/tickets/new-ticket");
    await page.getByRole("button", { name: "Create Ticket" }).click();
    await see(page.getByText("Please choose a server.")).toBeVisible();
    await see(page).toHaveTitle(titled("New Ticket"));
    await look(page, "new-ticket", screen);
    await page.goto("/member/notifications");
    await see(page.getByRole("article").first()).toBeVisible();
    await see(page).toHaveTitle(titled("Notifications"));
    await look(page, "notifications", screen);
    await page.goto("/member/stats");
    await see(page.getByRole("heading", { name: "Hours played" })).toBeVisible();
    await see(page.getByRole("link", { name: "Join Ragnarok" })).toBeVisible();
    await see(page).toHaveTitle(titled("Stats"));
    await look(page, "stats", screen);
    await page.getByRole("button", { name: "Table: Hours played" }).click();
    await see(page.getByRole("columnheader", { name: "Ragnarok (Ark:SE)" })).toBeVisible();
    // Where the button was led into sight the modules may be half behind the bar.
    await page.evaluate(() => scrollTo(0, 0));
    await look(page, "stats-table", screen);
    await page.goto("/member/notifications/create");
    await see(page.getByText(MESSAGES.accessDenied)).toBeVisible();
    await look(page, "denied", screen);
  });

  long("[NAV-13] what Admins have besides has no findings", async () => {
    const someone = await join();
    const id = await openTicket(someone);
    const { page, expectNoise } = await openMemberPage(admin, screen);
    expectNoise(/404/);
    await page.goto(ticketAt(id));
    await see(page.getByText("No messages yet.")).toBeVisible();
    await look(page, "admin-ticket", screen);
    await page.goto(ticketAt(999_999));
    await see(title(page)).toHaveText(TICKETS.unknown);
    await look(page, "admin-ticket-unknown", screen);
    await page.goto("/member/notifications");
    await page
      .getByRole("button", { name: /^Delete notification/ })
      .first()
      .click();
    await see(page.getByRole("alertdialog")).toBeVisible();
    await look(page, "admin-notification-delete", screen);
    await page.goto("/member/notifications/create");
    await page.getByRole("radio", { name: "Specific Users" }).check();
    await page.getByLabel("Search users").fill(someone.email);
    await page.getByRole("option", { name: someone.email }).click();
    await page.getByRole("button", { name: "Create Notification" }).click();
    await see(page.getByText(NOTIFICATIONS.emptySubject)).toBeVisible();
    await see(page).toHaveTitle(titled("New Notification"));
    await look(page, "admin-new-notification", screen);
  });
});

test("[NAV-07] the member area leads to the tickets, and back to where one came from", async () => {
  const { page } = await openMemberPage(member, "desktop");
  await page.goto("/rules");
  await page.getByRole("button", { name: /^Account menu of/ }).click();
  await page.getByRole("menuitem", { name: "My Profile" }).click();
  await see(page).toHaveURL(/\/member\/tickets$/);
  await see(title(page)).toHaveText("Open Tickets");
  await page.goBack();
  await see(page).toHaveURL(/\/rules$/);
  await page.goto("/member");
  await see(page).toHaveURL(/\/member\/tickets$/);
});

test("[NAV-01] an address in the member area that leads nowhere shows the whole page of lost ways", async () => {
  const { page, expectNoise } = await openMemberPage(member, "phone");
  expectNoise(/404/);
  await page.goto("/member/tickets/nowhere");
  await see(title(page)).toHaveText(MESSAGES.notFound);
  await see(page.locator("main")).toHaveCount(1);
  await see(page.getByRole("banner")).toHaveCount(1);
  await see(modules(page)).toHaveCount(0);
});

test.each(onScreens("desktop", "phone"))(
  "[NAV-07] on a %s every module is one step away",
  async (screen) => {
    const someone = await join();
    await openTicket(someone);
    const { page } = await openMemberPage(someone, screen);
    await page.goto("/member");
    await see(modules(page).getByRole("link")).toHaveText([
      "Stats",
      "Tickets",
      "Notifications",
      "Points",
      "Subscription",
      "Purchases",
      "Settings",
    ]);
    const current = modules(page).locator('[aria-current="page"]');
    await see(current).toHaveAccessibleName("Tickets, 1 open");
    await modules(page).getByRole("link", { name: "Stats" }).click();
    await see(page.getByText(MEMBER_AREA.stats)).toBeVisible();
    await modules(page).getByRole("link", { name: "Points" }).click();
    await see(title(page)).toHaveText("Points");
    await modules(page).getByRole("link", { name: "Subscription" }).click();
    await see(title(page)).toHaveText("Subscription");
    await modules(page)
      .getByRole("link", { name: /^Notifications/ })
      .click();
    await see(current).toHaveAccessibleName("Notifications, 2 unread");
    await see(title(page)).toHaveText("Notifications");
    await modules(page).getByRole("link", { name: "Settings" }).click();
    await see(title(page)).toHaveText("Settings");
  },
);

long("[NAV-07] a new member is greeted with next steps, which tick themselves off", async () => {
  const someone = await join();
  const { page } = await openMemberPage(someone, "phone");
  await page.goto("/member/tickets/open-tickets");
  const steps = page.getByRole("region", { name: /^Welcome to / });
  await see(steps).toContainText("1 of 5 done");
  await see(page.getByRole("heading", { name: TICKETS.noneOpen })).toBeVisible();
  await see(page.getByRole("heading", { level: 2 })).toHaveText([/^Welcome to /, TICKETS.noneOpen]);
  await page.goto("/member/stats");
  await see(steps.getByRole("listitem")).toHaveCount(5);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    steps.getByRole("link", { name: /^Join Discord/ }).click(),
  ]);
  await opened.close();
  await see(steps).toContainText("2 of 5 done");
  await look(page, "stats-new", "phone");
  await steps.getByRole("link", { name: /^Link a game account/ }).click();
  await see(page.getByRole("tab", { name: "Accounts" })).toHaveAttribute("aria-selected", "true");
});

describe.each([
  ["Standard", admin],
  ["Gold", member],
  ["Diamond", resident("tamsin")],
  ["Vibranium", resident("ivy")],
] as const)("a member of the tier %s", (tier, who) => {
  long("[NAV-04] is shown with tier, name, address and points", async () => {
    const { points } = await ask<Membership>(who, "GET", "userprofile/membership");
    const { page } = await openMemberPage(who, "desktop");
    await page.goto("/member/stats");
    const main = page.locator("main");
    await see(main.getByText(`Subscription: ${tier}`)).toBeVisible();
    await see(main.getByText(who.email)).toBeVisible();
    for (const place of [main, page.getByRole("banner")])
      await see(place).toContainText(`Balance: ${points.toLocaleString("en-US")}ZP`);
    await see(main.getByText(displayNameOf(who.discordName), { exact: true })).toBeVisible();
  });
});

test("[NAV-08] the slide menu of a phone shows who one is, and what is unread", async () => {
  const { page } = await openMemberPage(await join(), "phone");
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: /^Stranger/ });
  await see(menu).toContainText("Balance: 0ZP");
  await see(menu.getByRole("link", { name: "My Profile" })).toBeVisible();
  await menu.getByRole("link", { name: "Notifications, 2 unread" }).click();
  await see(title(page)).toHaveText("Notifications");
  await see(menu).toBeHidden();
});

test("[LIVE-05] points are asked for again when another tab says that they changed", async () => {
  const { page, openTab } = await openMemberPage(member, "desktop");
  await page.goto("/member/stats");
  await see(page.getByText(`Subscription: Gold`)).toBeVisible();
  // With it comes what hears of other tabs.
  await see(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
  const second = await openTab();
  await second.goto("/rules");
  const asked = page.waitForRequest(/members\.membership/);
  await second.evaluate(() => localStorage.setItem("zlgPointsUpdated", String(Date.now())));
  await asked;
});

test("[SESS-18] a guest comes through the login to the ticket that a link has named", async () => {
  const someone = await join();
  const id = await openTicket(someone, { subject: "Linked from a mail" });
  const { url, sandbox } = await site();
  const { page } = await openPage(url, "phone", { outside: sandbox.url });
  await page.goto(ticketAt(id));
  await see(page).toHaveURL(`${url}/login?redirect=${encodeURIComponent(ticketAt(id))}`);
  await logInAndGoOn(page, someone);
  await see(title(page)).toHaveText("Linked from a mail");
  await see(page).toHaveURL(`${url}${ticketAt(id)}`);
});

long("[SESS-18] who signs out in one tab is led away from the ticket in the other", async () => {
  const someone = await join();
  const id = await openTicket(someone);
  const { page, openTab, expectNoise } = await openMemberPage(someone, "desktop");
  expectNoise(/status of 401/);
  await page.goto(ticketAt(id));
  await see(page.getByLabel("Message", { exact: true })).toBeVisible();
  const second = await openTab();
  await second.goto("/rules");
  await logOut(second, "desktop");
  await see(page).toHaveURL(/\/login|\/$/);
  await see(page.getByRole("log")).toHaveCount(0);
  await see(page.getByText("The gate stays shut")).toHaveCount(0);
});
