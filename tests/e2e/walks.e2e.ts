import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { ACCOUNT_SCREENS, LINKS, VERIFICATION, VERIFY_SCREEN } from "#shared/account-messages.ts";
import { TODAY } from "#shared/admin-messages.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import { CHECKOUT, ORDERS } from "#shared/shop-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { consentAs, openWindow } from "#tests/support/accounts-tab.ts";
import { AUDIT, question, seeToast, USERS } from "#tests/support/admin-users.ts";
import { clipboardText, lookAt, openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import {
  chooseNewPassword,
  join,
  logInAndGoOn,
  logOut,
  openMemberPage,
  sampleMember,
} from "#tests/support/members.ts";
import { bell } from "#tests/support/notifications.ts";
import { fillBasket } from "#tests/support/purchases.ts";
import { ask, idOf, openTicket } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { PACKAGE } from "#tests/support/tebex.ts";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const admin = sampleMember("admin");

const modules = (page: Page) => page.getByRole("navigation", { name: "Member area" });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole("link", { name, exact: typeof name === "string" });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const csvFrom = async (page: Page) => {
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "CSV").click()]);
  return await Bun.file(await file.path()).text();
};

/** News of the feed may have a page ask for something while its member logs out. */
const ASKED_WHILE_LEAVING = /status of 401/;

/** Fills in a new ticket and opens it. */
const openNewTicket = async (page: Page, subject: string) => {
  await field(page, "Subject").fill(subject);
  await field(page, "Category").selectOption("Bug");
  await field(page, "Game").selectOption("Ark:SE");
  await field(page, "Server").selectOption("Ragnarok");
  await field(page, "Description").fill("It stood on the dock, and then it did not.");
  // Else the way on may be gone before it is pressed.
  await holdTimers(page, TICKET_REDIRECT_MS);
  await button(page, "Create Ticket").click();
  await link(page, /^Go to ticket #/).click();
  await see(heading(page)).toHaveText(subject);
};

const write = async (page: Page, words: string) => {
  await field(page, "Message").fill(words);
  await button(page, "Send message").click();
  await see(log(page)).toContainText(words);
};

/** Checks out what is in the cart, and pays at Tebex. */
const pay = async (page: Page) => {
  const opening = page.waitForEvent("popup");
  await button(page, CHECKOUT.begin).click();
  await consentAs(await opening, "stranger");
  await page
    .frameLocator('[aria-label="Checkout"] iframe[title="Checkout"]')
    .getByRole("button", { name: "Pay", exact: true })
    .click();
  const thanks = page.getByRole("dialog", { name: CHECKOUT.thanksTitle });
  await see(thanks).toBeVisible();
  return thanks;
};

test("[STATUS-10, SHOP-10, MSG-03] a player's day on a phone: an address, points, the shop, and a ticket that is answered", async () => {
  const member = await join();
  const { url, sandbox } = await site();
  const { page, context, expectNoise } = await openPage(url, "phone", {
    outside: sandbox.url,
    ...CLIPBOARD,
  });
  // Tebex.js speaks to its frame while that is on the way to Tebex's page.
  expectNoise(/'postMessage' on 'DOMWindow'/);
  expectNoise(ASKED_WHILE_LEAVING);

  await page.goto("/");
  let taps = 0;
  const tap = async (target: ReturnType<typeof link>) => {
    taps += 1;
    await target.tap();
  };
  await tap(link(page, "Play Now").first());
  await tap(link(page, "The Island"));
  const sheet = page.getByRole("dialog", { name: "The Island" });
  await tap(sheet.getByRole("button", { name: "Copy address of The Island" }));
  await see(page.getByRole("alert").filter({ hasText: MESSAGES.copied })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3);
  expect(await clipboardText(context)).toMatch(/^[\w.]+:\d+$/);
  await lookAt(page, "walk-sheet", "phone");
  await sheet.getByRole("button", { name: "Close" }).tap();

  await button(page, "Open menu").tap();
  await page.getByRole("dialog").getByRole("link", { name: "Login" }).tap();
  await logInAndGoOn(page, member);
  await modules(page).getByRole("link", { name: "Stats" }).tap();
  const steps = page.getByRole("region", { name: /^Welcome to / });
  await see(steps).toContainText("1 of 5 done");
  await see(page.getByRole("region", { name: "Your points" })).toContainText(/Vote for a server/);
  await link(page, "All points").tap();
  await see(page.getByRole("heading", { name: "No points yet" })).toBeVisible();
  await link(page, "Link a game account").tap();
  await consentAs(await openWindow(page, "Link Steam"), "stranger");
  await see(page.getByText(LINKS.steamDone)).toBeVisible();

  await link(page, "Buy points").first().tap();
  await button(page, /^Redeem Monthly Gift/).tap();
  await button(page, /^Add to Cart 500 Points/).tap();
  await link(page, "Go to Cart").tap();
  await lookAt(page, "walk-cart", "phone");
  const thanks = await pay(page);
  await see(thanks).toContainText(new RegExp(`${CHECKOUT.newBalance}[\\d,]+ ZP`));
  await see(thanks).toContainText("Linked: Steam (");
  await lookAt(page, "walk-receipt", "phone");
  await thanks.getByRole("link", { name: CHECKOUT.seeOrder }).tap();
  await see(page).toHaveURL(/\/member\/purchases\?order=\d+$/);
  await modules(page).getByRole("link", { name: "Points" }).tap();
  await see(
    page.getByRole("list", { name: "Statement" }).getByRole("listitem").nth(1),
  ).toBeVisible();
  await lookAt(page, "walk-points", "phone");

  await modules(page)
    .getByRole("link", { name: /^Tickets/ })
    .tap();
  await page
    .getByRole("navigation", { name: "Tickets" })
    .getByRole("link", { name: "Create" })
    .tap();
  const subject = `Our Rex fell through, says ${member.discordName}`;
  await openNewTicket(page, subject);
  const thread = page.url();
  const admins = await openMemberPage(admin, "desktop");
  await admins.page.goto(thread);
  await write(admins.page, "Which dock was it?");
  await see(log(page)).toContainText("Which dock was it?");
  // Whoever leaves before it counts as read is not told of the next reply by itself.
  const replies = () => ask<Notification[]>(member, "GET", "Notification");
  await see
    .poll(async () => (await replies()).find(({ kind }) => kind === "reply")?.isRead)
    .toBe(true);
  await modules(page).getByRole("link", { name: "Stats" }).tap();
  await see(steps).toContainText("3 of 5 done");
  await write(admins.page, "We have found it.");
  await bell(page).tap();
  const unread = page.getByRole("article").filter({ hasText: "Unread." });
  // Whoever logs out while that is on its way has it refused.
  const marked = page.waitForResponse(/notifications\.markTicketRead/);
  await unread.getByRole("link", { name: /^New reply on ticket #/ }).tap();
  await see(page).toHaveURL(thread);
  await see(log(page)).toContainText("We have found it.");
  await lookAt(page, "walk-thread", "phone");
  await marked;
  await modules(page)
    .getByRole("link", { name: /^Notifications/ })
    .tap();
  await see(page.getByRole("article", { name: /^New reply on ticket #/ }).first()).toBeVisible();
  await see(unread.getByRole("link", { name: /^New reply on ticket #/ })).toHaveCount(0);
  await logOut(page, "phone");
  await see(page).toHaveURL("/");
});

test("[ADMIN-10, ADMIN-11, ADMIN-12, NOTE-10] an Admin's morning on a laptop: figures, a member, an order, a ticket, news, and the audit", async () => {
  const { sandbox } = await site();
  const member = await join();
  const [id, name] = [await idOf(member), displayNameOf(member.discordName)];
  const ticket = await openTicket(member);
  const { ident, orderId } = await fillBasket(member, { [PACKAGE.points500]: 1 });
  const more = { package_id: PACKAGE.points1200, quantity: 1 };
  await fetch(`${sandbox.url}/tebex/api/baskets/${ident}/packages`, {
    method: "POST",
    body: JSON.stringify(more),
  });
  sandbox.tebex.pay(ident);
  const { page } = await openMemberPage(admin, "desktop");

  await page.goto("/member/admin");
  const tiles = page.getByRole("list", { name: TODAY.lastDays(30) });
  await lookAt(page, "walk-today", "desktop");
  await tiles.getByRole("link", { name: TODAY.members }).click();
  await see(page).toHaveURL(/\/member\/admin\/users\?from=\d{4}-\d{2}-\d{2}$/);
  await see(button(page, /Joined from: /)).toBeVisible();

  const hits = page.getByRole("listbox", { name: "What was found" }).getByRole("option");
  await page.keyboard.press("Control+k");
  await see(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText(id);
  await see(hits).toContainText(member.email);
  // One key after the id.
  await page.keyboard.press("Enter");
  await see(page).toHaveURL(`${USERS}/${id}`);

  const points = page.getByRole("list", { name: "Points" });
  await see(points).toContainText("1,700");
  const actions = [
    () => button(page, "Change Points").click(),
    () => page.keyboard.type("450"),
    () => question(page).getByLabel("Reason").fill("Starter kit refund"),
    () => page.keyboard.press("Enter"),
  ];
  expect(actions.length).toBeLessThanOrEqual(6);
  for (const act of actions) await act();
  await seeToast(page, POINTS.updated);
  await see(points).toContainText("Starter kit refund");
  await lookAt(page, "walk-member", "desktop");

  await page.keyboard.press("Control+k");
  await see(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText(`#${orderId}`);
  await hits.filter({ hasText: new RegExp(`Order #${orderId}(?!\\d)`) }).click();
  const flag = page
    .getByRole("list", { name: "Needs a look", exact: true })
    .locator("> li")
    .filter({ hasText: new RegExp(`order #${orderId}(?!\\d)`) });
  await see(flag).toContainText("Different items were bought");
  await lookAt(page, "walk-orders", "desktop");
  await flag.getByRole("button", { name: /^Settle/ }).click();
  await see(page.getByText(ORDERS.resolved)).toBeVisible();

  await page.keyboard.press("Control+k");
  await see(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText(`#${ticket}`);
  await hits.filter({ hasText: `#${ticket} The gate stays shut` }).click();
  await write(page, "It opens again.");
  await button(page, "Close ticket").click();
  await button(page, "Yes, Close").click();
  await see(page.getByText(TICKETS.closed)).toBeVisible();
  await see(page).toHaveURL(/\/closed-tickets$/);

  await bell(page).click();
  await link(page, "Create Notification").click();
  const subject = `Wipe on Saturday, ${name}`;
  await field(page, "Subject").fill(subject);
  await field(page, "Message").fill("All maps start anew at 18:00.");
  await field(page, "Link (optional)").fill("/rules?tab=ASE");
  await page.getByRole("radio", { name: "Specific Users" }).check();
  await field(page, "Search users").fill(member.email);
  await page.getByRole("option", { name: member.email }).click();
  await button(page, "Create Notification").click();
  await see(page).toHaveURL(/\/notifications$/);
  await link(page, "Create Notification").click();
  const sent = page.getByRole("listitem").filter({ hasText: subject });
  await lookAt(page, "walk-notification", "desktop");
  await sent.getByRole("button", { name: "Withdraw" }).click();
  await button(page, "Yes, Withdraw").click();
  await see(page.getByText(NOTIFICATIONS.withdrawn)).toBeVisible();

  await modules(page)
    .getByRole("link", { name: /^Admin/ })
    .click();
  await link(page, "Audit Log").click();
  const lines = page.getByRole("list", { name: "Audit log" });
  for (const done of ["Points edited", "Ticket closed", "Notification withdrawn"])
    await see(lines).toContainText(done);
  await lookAt(page, "walk-audit", "desktop");
  await see(page).toHaveURL(AUDIT);
  expect(await csvFrom(page)).toContain("Points edited");
});

long(
  "[ACC-02, ACC-24, NAV-07] a new member's first hour: an address put right, the next steps done, and a ticket",
  async () => {
    const [mistyped, email, password] = [
      "first-hour@exmaple.test",
      "first-hour@example.test",
      "Kettle+Birch!2026",
    ];
    const { url, sandbox } = await site();
    const { page, openTab, expectNoise } = await openPage(url, "desktop", { outside: sandbox.url });
    expectNoise(/'postMessage' on 'DOMWindow'/);
    expectNoise(ASKED_WHILE_LEAVING);
    await page.goto("/");
    await link(page, "Login").click();
    const opening = page.waitForEvent("popup");
    await link(page, ACCOUNT_SCREENS.createAccount).click();
    await (await opening).locator('button[name="persona"][value="stranger"]').click();
    await field(page, "First Name").fill("Ada");
    await field(page, "Last Name").fill("Frost");
    await field(page, "Email").fill(mistyped);
    await chooseNewPassword(page, password);
    await lookAt(page, "walk-register", "desktop");
    await button(page, "Register").click();
    await button(page, VERIFY_SCREEN.change).click();
    const form = page.getByRole("form", { name: VERIFY_SCREEN.change });
    await form.getByLabel(VERIFY_SCREEN.newEmail).fill(email);
    await form.getByLabel(VERIFY_SCREEN.password, { exact: true }).fill(password);
    await form.getByRole("button", { name: VERIFY_SCREEN.saveEmail }).click();
    await see(page.getByText(VERIFICATION.corrected)).toBeVisible();

    const mail = await openTab();
    await mail.goto(await inbox.linkFor(email, "/verify-email"));
    await see(mail.getByText(VERIFICATION.verified)).toBeVisible();
    await mail.close();
    await see(page.getByText(VERIFICATION.verified)).toBeVisible();
    await link(page, ACCOUNT_SCREENS.goToLogin).click();
    await see(field(page, "Email")).toHaveValue(email);
    await field(page, "Password").fill(password);
    await button(page, "Log In").click();

    await modules(page).getByRole("link", { name: "Stats" }).click();
    const steps = page.getByRole("region", { name: /^Welcome to / });
    await see(steps).toContainText("1 of 5 done");
    await lookAt(page, "walk-first-steps", "desktop");
    const [opened] = await Promise.all([
      page.waitForEvent("popup"),
      steps.getByRole("link", { name: /^Join Discord/ }).click(),
    ]);
    await opened.close();
    await see(steps).toContainText("2 of 5 done");
    await steps.getByRole("link", { name: /^Link a game account/ }).click();
    await consentAs(await openWindow(page, "Link Steam"), "stranger");
    await see(page.getByText(LINKS.steamDone)).toBeVisible();
    await modules(page).getByRole("link", { name: "Stats" }).click();
    await see(steps).toContainText("3 of 5 done");
    await steps.getByRole("link", { name: /^Claim your monthly gift/ }).click();
    await button(page, /^Redeem Monthly Gift/).click();
    await link(page, "Go to Cart").click();
    const thanks = await pay(page);
    await thanks.getByRole("button", { name: "OK" }).click();
    await button(page, /^Account menu of/).click();
    await page.getByRole("menuitem", { name: "My Profile" }).click();
    await modules(page).getByRole("link", { name: "Stats" }).click();
    await see(steps).toContainText("4 of 5 done");
    await lookAt(page, "walk-steps-done", "desktop");

    await link(page, "Open a ticket").click();
    await openNewTicket(page, "Where do I find my kit?");
    await lookAt(page, "walk-first-ticket", "desktop");
    await logOut(page, "desktop");
    await see(page).toHaveURL("/");
  },
);
