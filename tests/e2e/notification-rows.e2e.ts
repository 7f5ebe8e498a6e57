import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { NOTIFICATIONS, TARGETS } from "#shared/notification-messages.ts";
import { atMidday, lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { joinAndRead, seeKeptUnread, seeUnread } from "#tests/support/notifications.ts";
import { ask, notify, openTicket, ticketAt } from "#tests/support/rest-calls.ts";

const LIST = "/member/notifications";
const CREATE = "/member/notifications/create";

const admin = sampleMember("admin");

const entry = (page: Page, subject: string) => page.getByRole("article", { name: subject });
const unreadRows = (page: Page) => page.getByRole("article").filter({ hasText: "Unread." });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Somebody with a ticket that somebody else has closed, restored and closed, and with news. */
const joinBusy = async () => {
  const member = await joinAndRead();
  const id = await openTicket(member);
  for (const status of ["close", "restore", "close"])
    await ask(admin, "PUT", `tickets/${id}/${status}`);
  await notify([member], {
    subject: "Servers restart tonight",
    message: "All maps rest from 22:00.\nSee https://example.com/plan, not javascript:alert(1).",
  });
  await notify([member], {
    subject: "The shop has new kits",
    message: "Have a look.",
    link: "/shop?x=1#kits",
  });
  await notify([member], {
    subject: "Our partner's map",
    message: "Drawn by hand.",
    link: "https://example.org/map",
  });
  return { member, id };
};

describe.each(onScreens("desktop", "phone"))("on a %s,", (screen) => {
  long(
    "[NOTE-07, NOTE-08, NOTE-09] notifications are low rows by day and ticket, which lead on, and are narrowed",
    async () => {
      const { member, id } = await joinBusy();
      const { page } = await openMemberPage(member, screen, atMidday());
      await page.goto(LIST);
      const main = page.getByRole("main");
      await see(main.getByRole("heading", { level: 2 }).first()).toHaveText("Unread · Today");
      await see(
        main.getByRole("heading", { level: 3, name: `Ticket #${id} 2 notifications` }),
      ).toHaveCount(1);
      await see(page.getByRole("article").nth(5)).toBeVisible();
      const tooHigh = () =>
        page
          .getByRole("article")
          .evaluateAll((rows) =>
            rows.map((row) => row.getBoundingClientRect().height).filter((height) => height > 72),
          );
      await see.poll(tooHigh).toEqual([]);
      await lookAt(page, "notifications", screen);

      // Each leads where it says; news open in place, with what can be followed as links.
      const closed = page.getByRole("link", { name: `Ticket #${id} was closed` }).first();
      await see(closed).toHaveAttribute("href", ticketAt(id));
      const shop = page.getByRole("link", { name: "The shop has new kits" });
      await see(shop).toHaveAttribute("href", "/shop?x=1#kits");
      const away = page.getByRole("link", { name: "Our partner's map" });
      await see(away).toHaveAttribute("href", "https://example.org/map");
      await see(away).toHaveAttribute("rel", /noopener.*noreferrer/);
      await see(away).toHaveAttribute("target", "_blank");
      await see(entry(page, "Our partner's map")).toContainText("example.org");
      await page.getByRole("button", { name: "Servers restart tonight" }).click();
      const news = entry(page, "Servers restart tonight");
      await see(news.getByRole("link")).toHaveCount(1);
      await see(news.getByRole("link")).toHaveAttribute("href", "https://example.com/plan");
      await see(unreadRows(page)).toHaveCount(5);
      await lookAt(page, "notifications-open", screen);

      // Read once it is closed, not under the reader's eyes.
      await page.getByRole("button", { name: "Servers restart tonight" }).click();
      await seeUnread(page, 4);
      const show = page.getByRole("navigation", { name: "Show" });
      await show.getByRole("link", { name: "Tickets, 2 unread" }).click();
      await see(page).toHaveURL(/\?show=tickets$/);
      await see(page.getByRole("article")).toHaveCount(2);
      await see(show.getByRole("link", { name: /^Tickets/ })).toHaveAttribute(
        "aria-current",
        "page",
      );
      await show.getByRole("link", { name: "News, 2 unread" }).click();
      await see(closed).toHaveCount(0);
      await see(shop).toBeVisible();
      await seeKeptUnread(member, 4);
      await page.goto(`${LIST}?show=UNREAD`);
      await see(page.getByRole("article")).toHaveCount(4);
      await shop.click({ button: "middle" });
      await see(page.getByRole("article")).toHaveCount(3);
      await see(page).toHaveURL(/notifications/);
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await see(page.getByText("You are up to date")).toBeVisible();
      await lookAt(page, "notifications-none-unread", screen);
      await page.getByRole("link", { name: "Show all" }).click();
      await see(closed).toBeVisible();
      await shop.click();
      await see(page).toHaveURL(/\/shop\?x=1#kits$/);
    },
  );
});

long(
  "[NOTE-09, NOTE-10] an Admin says where it leads, sees who has read it, and withdraws it from everybody",
  async () => {
    const member = await joinAndRead();
    const [theirs, admins] = await Promise.all([
      openMemberPage(member, "phone"),
      openMemberPage(admin, "desktop"),
    ]);
    const subject = `Come back, ${member.discordName}`;
    await theirs.page.goto(LIST);
    await admins.page.goto(CREATE);
    await field(admins.page, "Subject").fill(subject);
    await field(admins.page, "Message").fill("Too early.");
    await field(admins.page, "Link (optional)").fill("javascript:alert(1)");
    await admins.page.getByRole("radio", { name: "Specific Users" }).check();
    await admins.page.getByLabel("Search users").fill(member.email);
    await see(admins.page.getByRole("listbox").getByRole("option")).toHaveCount(1);
    await admins.page.getByRole("listbox").getByRole("option").click();
    const create = admins.page.getByRole("button", { name: "Create Notification" });
    await create.click();
    await see(admins.page.getByText(NOTIFICATIONS.badLink)).toBeVisible();
    await see(field(admins.page, "Link (optional)")).toBeFocused();
    await field(admins.page, "Link (optional)").fill("/rules?tab=ASE");
    await create.click();
    await seeUnread(theirs.page, 1);
    await see(theirs.page.getByRole("link", { name: subject })).toHaveAttribute(
      "href",
      "/rules?tab=ASE",
    );
    await see(admins.page).toHaveURL(new RegExp(`${LIST}$`));
    await admins.page.goto(CREATE);
    const row = admins.page.getByRole("listitem").filter({ hasText: subject });
    await see(row).toContainText("1 person · 0 read it");
    await lookAt(admins.page, "notification-create", "desktop");
    await row.getByRole("button", { name: "Withdraw" }).click();
    const question = admins.page.getByRole("alertdialog", { name: "Withdraw this notification?" });
    await see(question).toContainText("1 person got it, and 0 of them read it.");
    await question.getByRole("button", { name: "Yes, Withdraw" }).click();
    await see(admins.page.getByText(NOTIFICATIONS.withdrawn)).toBeVisible();
    await see(row.getByRole("button")).toHaveCount(0);
    await see(row).toContainText("Withdrawn");
    await seeUnread(theirs.page, 0);
    await see(entry(theirs.page, subject)).toHaveCount(0);
  },
);

describe.each(onScreens("desktop", "phone"))("while people are looked for, on a %s,", (screen) => {
  test("nothing below the list moves", async () => {
    const { page } = await openMemberPage(admin, screen);
    // As in a community with more people than a page has.
    await page.route("**/api/trpc/notifications.targets**", async (route) => {
      const response = await route.fetch();
      const isSearch = /ashe|nobody/.test(route.request().url());
      const text = await response.text();
      const body = isSearch ? text : text.replaceAll('"nextCursor":null', '"nextCursor":"more"');
      await route.fulfill({ response, body });
    });
    await page.goto(CREATE);
    await page.getByRole("radio", { name: "Specific Users" }).check();
    const users = page.getByRole("listbox", { name: "Users" });
    const more = page.locator("form").getByRole("button", { name: "Load more" });
    await see(more).toBeVisible();
    const create = page.getByRole("button", { name: "Create Notification" });
    const place = () =>
      create.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    const before = await place();
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    await lookAt(page, "notification-people", screen);
    const search = page.getByLabel("Search users");
    await search.fill("ashe");
    await see(users.getByRole("option")).toHaveCount(1);
    await see(more).toHaveCount(0);
    expect(await place()).toBe(before);
    await search.fill("nobody is called so");
    await see(page.getByText(TARGETS.nobody)).toBeVisible();
    expect(await place()).toBe(before);
  });
});
