import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import {
  expectNoSidewaysScroll,
  failUntilTriedAgain,
  lookAt,
  see,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, login, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { bell, joinAndRead, seeKeptUnread, seeUnread } from "#tests/support/notifications.ts";
import { ask, notify, openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";

const LIST = "/member/notifications";
const CREATE = "/member/notifications/create";

const admin = sampleMember("admin");

const entry = (page: Page, subject: string) => page.getByRole("article", { name: subject });
const unreadRows = (page: Page) => page.getByRole("article").filter({ hasText: "Unread." });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

long(
  "[NOTE-02, NOTE-06] a notification to everyone rings in every browser, and is read and deleted in all of them",
  async () => {
    const member = await joinAndRead();
    const [theirs, phone, admins] = await Promise.all([
      openMemberPage(member, "desktop"),
      openMemberPage(member, "phone"),
      openMemberPage(admin, "desktop"),
    ]);
    const second = await theirs.openTab();
    await theirs.page.goto(LIST);
    await second.goto("/member/stats");
    await phone.page.goto("/rules");
    const browsers = [theirs.page, second, phone.page];
    for (const page of browsers) await seeUnread(page, 0);

    const subject = `Wipe on Saturday, ${member.discordName}`;
    await admins.page.goto(LIST);
    await admins.page.getByRole("link", { name: "Create Notification" }).click();
    await field(admins.page, "Subject").fill(subject);
    await field(admins.page, "Message").fill("All maps start anew at 18:00.\nBring wood.");
    await admins.page.getByRole("button", { name: "Create Notification" }).click();
    const question = admins.page.getByRole("alertdialog", { name: "Send it to everyone?" });
    await see(question).toContainText(subject);
    await question.getByRole("button", { name: "Yes, Send" }).click();
    // What is said stands there for seconds alone.
    await see(admins.page.locator("main")).toContainText(NOTIFICATIONS.created);
    await Promise.all(browsers.map((page) => seeUnread(page, 1)));
    await see(entry(theirs.page, subject)).toContainText("All maps start anew at 18:00.");
    await see(theirs.page.getByRole("article").first()).toContainText(subject);

    await entry(theirs.page, subject).getByRole("button", { name: "Mark as read" }).click();
    await see(theirs.page.getByText(NOTIFICATIONS.read)).toBeVisible();
    await Promise.all(browsers.map((page) => seeUnread(page, 0)));
    await see(entry(theirs.page, subject).getByText("Unread")).toHaveCount(0);
    await phone.page.goto(LIST);
    await see(entry(phone.page, subject)).toBeVisible();
    await see(entry(phone.page, subject).getByRole("button", { name: /read|Delete/ })).toHaveCount(
      0,
    );
    await expectNoSidewaysScroll(phone.page);

    // The Admin is led back to the list.
    await see(admins.page).toHaveURL(new RegExp(`${LIST}$`));
    await admins.page.getByRole("button", { name: `Delete notification: ${subject}` }).click();
    await admins.page.getByRole("button", { name: "Yes, Delete" }).click();
    await see(admins.page.getByText(NOTIFICATIONS.removed)).toBeVisible();
    await see(entry(theirs.page, subject)).toHaveCount(0);
    await see(entry(phone.page, subject)).toHaveCount(0);
  },
);

long(
  "[NOTE-05] a notification to some reaches those who were chosen, and nobody else",
  async () => {
    const [chosen, other] = [await joinAndRead(), await joinAndRead()];
    const [theirs, others, admins] = await Promise.all([
      openMemberPage(chosen, "phone"),
      openMemberPage(other, "phone"),
      openMemberPage(admin, "phone"),
    ]);
    await theirs.page.goto(LIST);
    await others.page.goto(LIST);
    await admins.page.goto(CREATE);
    await field(admins.page, "Subject").fill("Your lost raft");
    await field(admins.page, "Message").fill("We have put it back.");
    await admins.page.getByRole("radio", { name: "Specific Users" }).check();
    const users = admins.page.getByRole("listbox", { name: "Users" });
    const search = admins.page.getByLabel("Search users");
    await search.fill("ASHE");
    await see(users.getByRole("option")).toHaveCount(1);
    await see(users).toContainText("Rowan Ashe");
    await search.fill(chosen.email);
    await see(users).toContainText(chosen.email);
    await see(users.getByRole("option")).toHaveCount(1);
    await users.getByRole("option").tap();
    await see(users.getByRole("option", { selected: true })).toHaveCount(1);
    await see(admins.page.getByRole("list", { name: "Chosen people" })).toContainText(
      "Robin Stray",
    );
    await expectNoSidewaysScroll(admins.page);
    await admins.page.getByRole("button", { name: "Create Notification" }).click();
    await seeUnread(theirs.page, 1);
    await see(entry(theirs.page, "Your lost raft")).toBeVisible();
    await seeUnread(others.page, 0);
    await see(entry(others.page, "Your lost raft")).toHaveCount(0);
    const received = await ask<Notification[]>(other, "GET", "Notification");
    expect(received.map(({ subject }) => subject)).not.toContain("Your lost raft");
  },
);

long("who gets a notification is chosen by the keyboard, and taken back by it", async () => {
  const { page } = await openMemberPage(admin, "desktop");
  await page.goto(CREATE);
  await page.getByRole("radio", { name: "Specific Users" }).check();
  await see(page.getByRole("radio", { name: "Specific Users" })).toBeFocused();
  const search = page.getByLabel("Search users");
  const users = page.getByRole("listbox", { name: "Users" });
  const chosen = page.getByRole("list", { name: "Chosen people" });
  await search.focus();
  await page.keyboard.type("ashe");
  await see(users.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await see(chosen).toContainText("Rowan Ashe");
  await see(users.getByRole("option", { selected: true })).toHaveCount(1);
  await see(search).toHaveValue("ashe");
  await page.keyboard.press("Enter");
  await see(chosen).toHaveCount(0);
  await see(users.getByRole("option", { selected: true })).toHaveCount(0);
  await lookAt(page, "notification-targets", "desktop");
});

test("[NOTE-04] what cannot be sent is said beside its field", async () => {
  const { context, page, expectNoise } = await openMemberPage(admin, "desktop");
  expectNoise(/503/);
  await page.goto(CREATE);
  const create = page.getByRole("button", { name: "Create Notification" });
  await create.click();
  await see(page.getByText(NOTIFICATIONS.emptySubject)).toBeVisible();
  await see(page.getByText(NOTIFICATIONS.emptyMessage)).toBeVisible();
  await see(field(page, "Subject")).toBeFocused();
  await field(page, "Subject").fill("Nobody");
  await field(page, "Message").fill("Nobody reads this.");
  await page.getByRole("radio", { name: "Specific Users" }).check();
  await create.click();
  await see(page.getByText(NOTIFICATIONS.noTargets)).toBeVisible();
  await context.route("**/api/trpc/notifications.create**", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  await page.getByRole("radio", { name: "All Users" }).check();
  await create.click();
  await page.getByRole("button", { name: "Yes, Send" }).click();
  await see(page.getByRole("alert")).toHaveText(NOTIFICATIONS.createFailed);
  await page.getByRole("button", { name: "Cancel" }).click();
  await see(field(page, "Message")).toHaveValue("Nobody reads this.");
});

describe.each(onScreens("desktop", "phone"))("who is no Admin, on a %s,", (screen) => {
  test("[NOTE-03] may read notifications, but neither write nor delete them", async () => {
    const member = await join();
    const { page } = await openMemberPage(member, screen);
    await page.goto(LIST);
    await see(entry(page, "Welcome to Lynxden")).toBeVisible();
    await see(page.getByRole("link", { name: "Create Notification" })).toHaveCount(0);
    await see(page.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
    await page.goto(CREATE);
    const denied = page.getByText(MESSAGES.accessDenied);
    await see(denied).toBeVisible();
    const [red = 0, green = 0, blue = 0] = await denied.evaluate((element) => {
      const dot = document.createElement("canvas").getContext("2d");
      if (dot === null) return [];
      dot.fillStyle = getComputedStyle(element).color;
      dot.fillRect(0, 0, 1, 1);
      return [...dot.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(Math.max(green, blue) + 50);
    await see(field(page, "Subject")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });
});

long(
  "[MSG-03] answers tell of themselves once per ticket, until one has looked at it",
  async () => {
    const member = await joinAndRead();
    const id = await openTicket(member);
    const { page } = await openMemberPage(member, "desktop");
    await page.goto("/member/stats");
    await seeUnread(page, 0);
    await say(admin, id, "We have found the gate.");
    await seeUnread(page, 1);
    await say(admin, id, "And the key.");
    await bell(page).click();
    await see(unreadRows(page)).toHaveCount(1);
    await page.getByRole("link", { name: `New reply on ticket #${id}` }).click();
    await see(page.getByRole("log")).toContainText("And the key.");
    await seeUnread(page, 0);
    // Whoever looks at it is not told of what comes in.
    await say(admin, id, "Here you are.");
    await see(page.getByRole("log")).toContainText("Here you are.");
    await seeUnread(page, 0);
    await seeKeptUnread(member, 0);

    await bell(page).click();
    await see(page).toHaveURL(new RegExp(`${LIST}$`));
    // The address changes before the screen does.
    await see.poll(() => countLookedAt(page)).toBe(0);
    await ask(admin, "PUT", `tickets/${id}/close`);
    await seeUnread(page, 1);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await seeUnread(page, 0);
    await see(unreadRows(page)).toHaveCount(0);
    await see(page.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
  },
);

/** How many tickets somebody looks at in this browser: what is about them counts as read. */
const countLookedAt = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name = "" }) => name.startsWith("lynxden-look-")).length;
  });

/** From now on, every name that the bell has and every title of the page. */
const recordBadges = async (page: Page) => {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = () => {
      const link = document.querySelector("header a[href='/member/notifications']");
      seen.add(link?.getAttribute("aria-label") ?? "");
      seen.add(/^\(\d+\+?\)/.exec(document.title)?.[0] ?? "");
    };
    const watched = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(note).observe(document.documentElement, watched);
    note();
    Object.assign(window, { badges: seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { badges: Set<string> }).badges]);
};

long(
  "[MSG-03] what comes in on the open ticket raises no badge, in no tab, however slow its message is",
  async () => {
    const member = await joinAndRead();
    const id = await openTicket(member);
    const { context, page, openTab } = await openMemberPage(member, "desktop");
    const second = await openTab();
    await second.goto("/member/stats");
    await seeUnread(second, 0);
    await page.bringToFront();
    await page.goto(ticketAt(id));
    await see(page.getByRole("log")).toBeVisible();
    await see.poll(() => countLookedAt(page)).toBe(1);
    await seeUnread(page, 0);
    const badges = [await recordBadges(page), await recordBadges(second)];
    const gate = Promise.withResolvers<void>();
    await context.route("**/api/trpc/**messages.list**", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await say(admin, id, "We have found the gate.");
    const isAllRead = async () => {
      const received = await ask<Notification[]>(member, "GET", "Notification");
      return received.some(({ subject }) => subject.includes(`#${id}`)) &&
        received.every(({ isRead }) => isRead)
        ? "read"
        : "unread";
    };
    await see.poll(isAllRead).toBe("read");
    gate.resolve();
    await see(page.getByRole("log")).toContainText("We have found the gate.");
    for (const seen of badges) expect((await seen()).toSorted()).toEqual(["", "Notifications"]);
    // Whoever looks elsewhere is told.
    await page.goto("/member/stats");
    await say(admin, id, "And the key.");
    await seeUnread(page, 1);
    await seeUnread(second, 1);
  },
);

long(
  "[LIVE-04, LIVE-05] without the feed the bell asks once a minute, and tabs tell each other what was read",
  async () => {
    const member = await joinAndRead();
    const { context, page, openTab, expectNoise } = await openMemberPage(member, "desktop");
    expectNoise(/api\/feed/);
    await context.route("**/api/feed**", (route) => route.abort());
    await context.clock.install();
    const second = await openTab();
    // Whoever has counted once asks from then on.
    const counted = [page, second].map((tab) => tab.waitForResponse(/notifications\.unread/));
    await page.goto(LIST);
    await second.goto("/member/stats");
    await Promise.all(counted);
    await seeUnread(second, 0);
    await notify([member], { subject: "Slow news" });
    await context.clock.fastForward(MEMBER_POLL_MS);
    await seeUnread(second, 1);
    await see(entry(page, "Slow news")).toBeVisible();
    await entry(page, "Slow news").getByRole("button", { name: "Mark as read" }).click();
    await seeUnread(second, 0);
    const marker = await page.evaluate(() => localStorage.getItem("zlgNotificationsUpdated"));
    expect(Number(marker)).toBeGreaterThan(0);
  },
);

long("[NOTE-06] what fails is said and taken back", async () => {
  const member = await joinAndRead();
  await notify([member], { subject: "<b>Bold</b> <img src=x>", message: "<script>1</script>" });
  const { context, page, expectNoise } = await openMemberPage(member, "phone");
  expectNoise(/503/);
  const fail = (procedure: string) =>
    context.route(`**/api/trpc/**notifications.${procedure}**`, (route) =>
      route.fulfill({ status: 503, body: "{}" }),
    );
  await failUntilTriedAgain(page, "notifications.list");
  await page.goto(LIST);
  await see(page.getByRole("alert")).toHaveText(NOTIFICATIONS.loadFailed);
  await page.getByRole("button", { name: "Try again" }).click();
  await see(page.getByRole("heading", { name: "<b>Bold</b> <img src=x>" })).toBeVisible();
  await see(page.getByText("<script>1</script>")).toBeVisible();
  await fail("markRead");
  await page.getByRole("button", { name: "Mark as read", exact: true }).click();
  await see(page.getByText(NOTIFICATIONS.readFailed)).toBeVisible();
  await seeUnread(page, 1);
});

long(
  "[NOTE-06] a notification that cannot be deleted stays, and one that is gone goes",
  async () => {
    const member = await join();
    const { id } = await notify([member, admin], { subject: "Twice deleted" });
    const { context, page, expectNoise } = await openMemberPage(admin, "desktop");
    expectNoise(/503/);
    const remove = "**/api/trpc/notifications.remove**";
    await context.route(remove, (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.goto(LIST);
    await page.getByRole("button", { name: "Delete notification: Twice deleted" }).click();
    await page.getByRole("button", { name: "Yes, Delete" }).click();
    const question = page.getByRole("alertdialog");
    await see(question.getByRole("alert")).toHaveText(NOTIFICATIONS.removeFailed);
    await question.getByRole("button", { name: "Cancel" }).click();
    await see(entry(page, "Twice deleted")).toBeVisible();
    await ask(admin, "DELETE", `Notification/${id}`);
    await see(entry(page, "Twice deleted")).toHaveCount(0);
  },
);

long("[TICK-07] who is put on a ticket hears of it", async () => {
  const member = await joinAndRead();
  const id = await openTicket(await join());
  const { page } = await openMemberPage(member, "phone");
  await page.goto("/member/tickets");
  await seeUnread(page, 0);
  const { id: userId } = await ask<{ id: string }>(member, "GET", "userprofile");
  await ask(admin, "POST", `tickets/${id}/assign-user`, { userId });
  await seeUnread(page, 1);
  await see(page.getByRole("link", { name: "Open, 1 ticket" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Notifications, 1 unread" }).click();
  await page.getByRole("link", { name: `Ticket #${id} was assigned to you` }).click();
  await see(page).toHaveURL(new RegExp(`${ticketAt(id)}$`));
  await seeUnread(page, 0);
});

long(
  "whoever signs in while another's notifications are being marked as read is not shown them",
  async () => {
    const [ada, eve] = [await joinAndRead(), await joinAndRead()];
    await notify([ada], { subject: "For Ada alone" });
    const { page, context, openTab, expectNoise } = await openMemberPage(ada, "desktop");
    expectNoise(/status of 401/);
    const second = await openTab();
    await second.goto("/rules");
    await page.goto(LIST);
    await see(entry(page, "For Ada alone")).toBeVisible();
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    await context.route("**/api/trpc/**markAllRead**", async (route) => {
      asked.resolve();
      await gate.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: /^Mark all/ }).click();
    await asked.promise;
    await second.evaluate((token) => localStorage.setItem("authToken", token), await login(eve));
    await see(entry(page, "For Ada alone")).toHaveCount(0);
    await see(page.getByRole("article").first()).toBeVisible();
    // Whatever the answer puts back stays.
    await context.route("**/api/trpc/**notifications.list**", () => {});
    const answered = page.waitForResponse("**/api/trpc/**markAllRead**");
    gate.resolve();
    await (await answered).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await see(entry(page, "For Ada alone")).toHaveCount(0);
    await see(page.getByText(NOTIFICATIONS.readFailed)).toHaveCount(0);
    await see(page.getByRole("article").first()).toBeVisible();
  },
);
