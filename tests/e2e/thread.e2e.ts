import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import type { Screen } from "#scripts/browser.ts";
import { MESSAGE_POLL_MS, TICKET_REDIRECT_MS, UNSENT_AGAIN_MS } from "#shared/constants/time.ts";
import { THREAD, TICKETS } from "#shared/ticket-messages.ts";
import { expectNoSidewaysScroll, see, showOutside } from "#tests/support/browser.ts";
import { holdTimers, letPass } from "#tests/support/held-timers.ts";
import { long } from "#tests/support/long.ts";
import { join, type Member, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { ask, idOf, messagesOn, openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";

/** Longer than a feed waits before it tries again. */
const FEED_RETRY_MS = 120_000;

const FEED = "**/api/feed**";
const SEND = "**/api/trpc/messages.send**";

const admin = sampleMember("admin");

/**
 * A browser in which nothing is polled: what it comes to show, it was told through the feed. Nor does a
 * screen lead on before `letPass`.
 */
const openListening = async (member: Member, screen: Screen = "desktop") => {
  const opened = await openMemberPage(member, screen);
  await holdTimers(opened.context, MESSAGE_POLL_MS);
  await holdTimers(opened.context, TICKET_REDIRECT_MS);
  return opened;
};

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const composer = (page: Page) => page.getByLabel("Message", { exact: true });
const said = (page: Page, words: string) => log(page).getByText(words, { exact: true });

const write = async (page: Page, words: string) => {
  await composer(page).fill(words);
  await page.getByRole("button", { name: "Send message" }).click();
};

const press = async (page: Page, button: string) => {
  await page.getByRole("button", { name: button, exact: true }).click();
};

describe.each([
  ["a phone", "phone", "desktop"],
  ["a desktop", "desktop", "phone"],
] as const)("a member on %s", (_, membersScreen, adminsScreen) => {
  test("[TICK-05, LIVE-06] an Admin finds a member's ticket and takes it, and each sees the other's words at once", async () => {
    const member = await join();
    const [theirs, admins] = await Promise.all([
      openListening(member, membersScreen),
      openListening(admin, adminsScreen),
    ]);
    const subject = `Lost in the mesh, says ${member.discordName}`;
    await theirs.page.goto("/member/tickets/new-ticket");
    await theirs.page.getByLabel("Subject").fill(subject);
    await theirs.page.getByLabel("Category").selectOption("Bug");
    await theirs.page.getByLabel("Game").selectOption("Ark:SE");
    await theirs.page.getByLabel("Server").selectOption("Fjordur");
    await theirs.page.getByLabel("Description").fill("I fell through the floor of a cave.");
    await press(theirs.page, "Create Ticket");
    await theirs.page.getByRole("link", { name: /^Go to ticket #/ }).click();
    await see(theirs.page.getByText(THREAD.none)).toBeVisible();

    await admins.page.goto("/member/tickets/open-tickets");
    await admins.page.getByRole("searchbox").fill(member.discordName);
    await admins.page.getByTitle(subject).first().click();
    await see(log(admins.page)).toContainText(`${member.discordName} opened the ticket`);
    if (adminsScreen === "phone") await press(admins.page, "Show details");
    if (membersScreen === "phone") await press(theirs.page, "Show details");
    await press(admins.page, "Take ticket");
    await see(log(theirs.page)).toContainText(`${admin.discordName} took the ticket`);
    await see(theirs.page.getByRole("list", { name: "Assigned people" })).toContainText(
      admin.discordName,
    );
    await see(admins.page.getByRole("link", { name: "Edit", exact: true })).toBeVisible();

    await write(admins.page, "Which cave was it?");
    await see(said(theirs.page, "Which cave was it?")).toBeVisible();
    await write(theirs.page, "The one below the waterfall.");
    await see(said(admins.page, "The one below the waterfall.")).toBeVisible();
    await see(said(theirs.page, "The one below the waterfall.")).toHaveCount(1);
    await see(composer(theirs.page)).toHaveValue("");
    await expectNoSidewaysScroll(theirs.page);
    await expectNoSidewaysScroll(admins.page);
  });

  long(
    "[TICK-14] closing and restoring ask first, lock and unlock the thread for all, and lead on after 3 s",
    async () => {
      const member = await join();
      const id = await openTicket(member);
      const [theirs, admins] = await Promise.all([
        openListening(member, membersScreen),
        openListening(admin, adminsScreen),
      ]);
      await theirs.page.goto(ticketAt(id));
      await admins.page.goto(ticketAt(id));
      await see(composer(theirs.page)).toBeVisible();
      if (adminsScreen === "phone") await press(admins.page, "Show details");
      if (membersScreen === "phone") await press(theirs.page, "Show details");
      await press(admins.page, "Close ticket");
      const question = admins.page.getByRole("alertdialog", { name: "Close this ticket?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await see(question).toBeHidden();
      await see(composer(admins.page)).toBeVisible();
      await press(admins.page, "Close ticket");
      await press(admins.page, "Yes, Close");
      await see(theirs.page.getByText(THREAD.ticketClosed)).toBeVisible();
      await see(composer(theirs.page)).toHaveCount(0);
      await see(log(theirs.page)).toContainText(`${admin.discordName} closed the ticket`);
      await see(admins.page.getByText(TICKETS.closed)).toBeVisible();
      await letPass(admins.page, TICKET_REDIRECT_MS);
      await see(admins.page).toHaveURL(/\/member\/tickets\/closed-tickets$/);

      await admins.page.goto(ticketAt(id));
      await see(admins.page.getByText(THREAD.ticketClosed)).toBeVisible();
      await press(theirs.page, "Restore ticket");
      await press(theirs.page, "Yes, Restore");
      await see(composer(admins.page)).toBeVisible();
      await see(log(admins.page)).toContainText(`${member.discordName} restored the ticket`);
      await see(theirs.page.getByText(TICKETS.restored)).toBeVisible();
      await letPass(theirs.page, TICKET_REDIRECT_MS);
      await see(theirs.page).toHaveURL(/\/member\/tickets\/open-tickets$/);
      await write(admins.page, "Back again, how can we help?");
      await theirs.page
        .locator("main")
        .getByRole("link", { name: `#${id}` })
        .click();
      await see(said(theirs.page, "Back again, how can we help?")).toBeVisible();
      await write(theirs.page, "It is the gate again.");
      await see(said(admins.page, "It is the gate again.")).toBeVisible();
    },
  );
});

long(
  "[LIVE-04] while the feed is down messages come by asking, and at once when it is back",
  async () => {
    const member = await join();
    const id = await openTicket(member);
    const { context, page, expectNoise } = await openMemberPage(member, "phone");
    expectNoise(/api\/feed/);
    await context.route(FEED, (route) => route.abort());
    await context.clock.install();
    await holdTimers(context, MESSAGE_POLL_MS);
    await page.goto(ticketAt(id));
    await see(page.getByText(THREAD.none)).toBeVisible();
    await say(admin, id, "By the slow road.");
    expect(await said(page, "By the slow road.").count()).toBe(0);
    await letPass(page, MESSAGE_POLL_MS);
    await see(said(page, "By the slow road.")).toBeVisible();

    await context.unroute(FEED);
    const back = page.waitForResponse((response) => response.url().includes("/api/feed"));
    await context.clock.fastForward(FEED_RETRY_MS);
    await back;
    await say(admin, id, "By the fast road.");
    await see(said(page, "By the fast road.")).toBeVisible();
  },
);

long(
  "[MSG-04] a message without a connection is kept, and goes out by itself, once, when it is back",
  async () => {
    const member = await join();
    const id = await openTicket(member);
    const { context, page, expectNoise } = await openMemberPage(member, "desktop");
    expectNoise(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/);
    await page.goto(ticketAt(id));
    await composer(page).fill("Half a thought");
    await page.reload();
    await see(composer(page)).toHaveValue("Half a thought");
    await context.setOffline(true);
    await write(page, "Is anybody there?");
    await see(log(page).getByRole("alert")).toContainText(`Not sent. ${THREAD.sendFailed}`);
    await see(log(page).getByRole("alert")).toContainText(THREAD.waitsForConnection);
    await press(page, "Retry");
    await see(log(page).getByRole("alert")).toContainText("Not sent.");
    await write(page, "Hello?");
    await see(log(page).getByRole("alert")).toHaveCount(2);
    expect(await messagesOn(member, id)).toEqual([]);
    await context.setOffline(false);
    await see(log(page).getByRole("alert")).toHaveCount(0);
    await see(log(page).getByText("Sending…")).toHaveCount(0);
    await see(said(page, "Is anybody there?")).toHaveCount(1);
    await page.reload();
    await see(said(page, "Is anybody there?")).toHaveCount(1);
    await see.poll(() => messagesOn(member, id)).toEqual(["Is anybody there?", "Hello?"]);
  },
);

test("a message to a ticket that was closed meanwhile comes back, and panel and box follow", async () => {
  const member = await join();
  const id = await openTicket(member);
  const { context, page, expectNoise } = await openListening(member, "desktop");
  expectNoise(/409|ERR_FAILED/);
  await context.route(FEED, (route) => route.abort());
  await page.goto(ticketAt(id));
  await see(composer(page)).toBeVisible();
  await ask(member, "PUT", `tickets/${id}/close`, {});
  await write(page, "Are you there?");
  await see(log(page).getByRole("alert")).toContainText(`Not sent. ${THREAD.ticketClosed}`);
  // Long before the ticket is polled.
  await see(page.getByRole("button", { name: "Restore ticket" })).toBeVisible();
  await see(composer(page)).toBeHidden();
});

long("[MSG-04] a message whose answer was lost stands there once, sent again or not", async () => {
  const member = await join();
  const id = await openTicket(member);
  const { context, page, expectNoise } = await openListening(member, "desktop");
  expectNoise(/ERR_FAILED/);
  await holdTimers(context, UNSENT_AGAIN_MS);
  await page.goto(ticketAt(id));
  await see(composer(page)).toBeVisible();
  // Once the feed is up: that, too, would send again what was lost.
  await say(admin, id, "Where are you?");
  await see(said(page, "Where are you?")).toBeVisible();
  const lists = "**/api/trpc/**messages.list**";
  await context.route(SEND, async (route) => {
    await route.fetch();
    await route.abort();
  });
  // Nothing tells this browser that it arrived.
  await context.route(lists, (route) => route.abort());
  await write(page, "Did this arrive?");
  await see(log(page).getByRole("alert")).toContainText("Not sent.");
  await context.unroute(SEND);
  await press(page, "Retry");
  await see(log(page).getByRole("alert")).toHaveCount(0);
  await context.unroute(lists);
  await see(said(page, "Did this arrive?")).toHaveCount(1);
  expect(await messagesOn(member, id)).toEqual(["Where are you?", "Did this arrive?"]);

  // This time the thread itself shows that it is there.
  const { promise: hasArrived, resolve: arrived } = Promise.withResolvers<void>();
  await context.route(SEND, async (route) => {
    await route.fetch();
    arrived();
    await route.abort();
  });
  await write(page, "And this?");
  await hasArrived;
  await see(said(page, "And this?")).toBeVisible();
  await see(log(page).getByRole("alert")).toHaveCount(0);
  await see(said(page, "And this?")).toHaveCount(1);
  expect(await messagesOn(member, id)).toEqual(["Where are you?", "Did this arrive?", "And this?"]);
});

test("[MSG-02] who has no Discord account is asked to link one, and can ask for the messages anew", async () => {
  const sol = sampleMember("nodiscord");
  const id = await openTicket(sol);
  const { page } = await openListening(sol, "phone");
  await page.goto(ticketAt(id));
  await see(page.getByText(THREAD.needsDiscord)).toBeVisible();
  await see(page.getByRole("link", { name: "Link Discord" })).toHaveAttribute(
    "href",
    "/member/accountsettings?tab=Accounts",
  );
  await see(composer(page)).toHaveCount(0);
  await say(admin, id, "We can read you, Sol.");
  await see(said(page, "We can read you, Sol.")).toBeVisible();
  const asked = page.waitForRequest(/messages\.list/);
  await press(page, "Refresh Messages");
  await asked;
  await see(said(page, "We can read you, Sol.")).toHaveCount(1);
  await expectNoSidewaysScroll(page);
});

test("text is shown as text, whatever it is made of, and its links are safe", async () => {
  const member = await join();
  const attack = '<img src="x" onerror="alert(1)"><script>alert(2)</script>';
  const id = await openTicket(member, { subject: attack, description: `**${attack}**` });
  const { page } = await openMemberPage(member, "desktop");
  await page.goto("/member/tickets/open-tickets");
  await see(page.getByTitle(attack, { exact: true })).toBeVisible();
  await page.goto(ticketAt(id));
  await see(page.getByRole("heading", { level: 1 })).toHaveText(attack);
  await see(page.getByText(`**${attack}**`)).toBeVisible();
  const words = `${attack}\njavascript:alert(3) and https://example.test/map?a=1&b=2, or \`/spawn <Rex>\``;
  await write(page, words);
  const bubble = log(page).locator("li").last();
  await see(bubble).toContainText(attack);
  await see(bubble).toContainText("javascript:alert(3) and");
  await see(bubble.locator("code")).toHaveText("/spawn <Rex>");
  await see(bubble.getByRole("link")).toHaveCount(1);
  const link = bubble.getByRole("link", { name: "https://example.test/map?a=1&b=2" });
  await see(link).toHaveAttribute("rel", /noopener.*noreferrer/);
  await showOutside(page.context(), "https://example.test/**");
  const opening = page.waitForEvent("popup");
  await link.click();
  await see(await opening).toHaveURL("https://example.test/map?a=1&b=2");
  await see(page.locator('main img[src="x"], main script')).toHaveCount(0);
});

long("characters that turn the text around are refused, and said so", async () => {
  const member = await join();
  const id = await openTicket(member);
  const { page, expectNoise } = await openMemberPage(member, "desktop");
  expectNoise(/400/);
  await page.goto("/member/tickets/new-ticket");
  await page.getByLabel("Subject").fill("An \u202eexe.gnp");
  await press(page, "Create Ticket");
  await see(page.getByText(/invisible control characters/)).toBeVisible();
  await page.goto(ticketAt(id));
  await write(page, "An \u202eexe.gnp");
  await see(log(page).getByRole("alert")).toContainText("Not sent.");
  await press(page, "Discard");
  await see(page.getByText(THREAD.none)).toBeVisible();
  expect(await messagesOn(member, id)).toEqual([]);
});

const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

long(
  "[MSG-05] pictures of configured hosts are shown, small and large; others are not asked for",
  async () => {
    const member = await join();
    const id = await openTicket(member);
    const picture = "https://i.imgur.com/den.png";
    await say(member, id, "Look at this", picture);
    const refusal = await rejectionOf(
      say(member, id, "And this", "https://tracker.example/pixel.png"),
    );
    expect(refusal.message).toContain(THREAD.unknownPicture);
    const { context, page } = await openMemberPage(member, "phone", {
      outside: "https://i.imgur.com",
    });
    await context.route("https://i.imgur.com/**", (route) =>
      route.fulfill({ contentType: "image/png", body: DOT }),
    );
    // Older records hold a list as a string, and whatever hosts there were.
    await context.route("**/api/trpc/**messages.list**", async (route) => {
      const list = [picture, "https://tracker.example/pixel.png", "http://i.imgur.com/plain.png"];
      const response = await route.fetch();
      const body = (await response.text()).replace(
        JSON.stringify([picture]),
        JSON.stringify(
          JSON.stringify([...list, "https://media.discordapp.net.evil.example/x.png"]),
        ),
      );
      await route.fulfill({ response, body });
    });
    await page.goto(ticketAt(id));
    const tiles = page.getByRole("list", { name: "Pictures" }).getByRole("button");
    await see(tiles).toHaveCount(1);
    await tiles.tap();
    const viewer = page.getByRole("dialog", { name: "Picture 1 of 1" });
    await see(viewer.getByRole("img")).toHaveAttribute("src", picture);
    await see(viewer.getByRole("link", { name: "Open original" })).toHaveAttribute("href", picture);
    await see(viewer.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await see(viewer).toBeHidden();
    await see(tiles).toBeFocused();
  },
);

/** Goes on with the keyboard until something has the focus. */
const tabTo = async (page: Page, name: string | RegExp, role: "button" | "link" | "textbox") => {
  const target = page.getByRole(role, { name }).first();
  await see(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await isFocused()); steps += 1) {
    if (steps > 60) throw new Error(`The keyboard does not reach ${name}.`);
    await page.keyboard.press("Tab");
  }
};

long("a ticket is opened, written on and closed with the keyboard alone", async () => {
  const { page } = await openListening(await join(), "desktop");
  const { keyboard } = page;
  await page.goto("/member/tickets");
  await tabTo(page, "Create", "link");
  await keyboard.press("Enter");
  await see(page.getByLabel("Game", { exact: true })).toBeEnabled();
  await tabTo(page, "Subject", "textbox");
  await keyboard.type("Only keys");
  for (const choice of ["Bug", "Eco", "Eco"]) {
    await keyboard.press("Tab");
    await keyboard.type(choice);
  }
  await keyboard.press("Tab");
  await keyboard.type("No mouse far and wide.");
  await tabTo(page, "Create Ticket", "button");
  await keyboard.press("Enter");
  await tabTo(page, /^Go to ticket #/, "link");
  await keyboard.press("Enter");
  await tabTo(page, "Message", "textbox");
  await keyboard.type("First line");
  await keyboard.press("Shift+Enter");
  await keyboard.type("Second line");
  await keyboard.press("Enter");
  // A line break is a `br` once the server has rendered it.
  await see(log(page)).toContainText("First line Second line", { useInnerText: true });
  await see(composer(page)).toBeFocused();
  await page.evaluate(() => document.querySelector<HTMLElement>("#main")?.focus());
  await tabTo(page, "Close ticket", "button");
  await keyboard.press("Enter");
  await tabTo(page, "Yes, Close", "button");
  await keyboard.press("Enter");
  await see(page.getByText(TICKETS.closed)).toBeVisible();
  await letPass(page, TICKET_REDIRECT_MS);
  await see(page).toHaveURL(/\/closed-tickets$/);
});

test("[MSG-06] a long thread opens at its newest message, and shows earlier ones on demand", async () => {
  const [member, friend] = [await join(), await join()];
  const id = await openTicket(member);
  await ask(admin, "POST", `tickets/${id}/assign-user`, { userId: await idOf(friend) });
  for (let count = 1; count <= 26; count += 1) {
    await say(member, id, `Line ${count} of the member`);
    await say(friend, id, `Line ${count} of the friend`);
  }
  await ask(member, "PUT", `tickets/${id}/close`);
  const { page } = await openMemberPage(member, "phone");
  await page.goto(ticketAt(id));
  await see(said(page, "Line 26 of the friend")).toBeInViewport();
  await see(said(page, "Line 1 of the friend")).toHaveCount(0);
  await page.getByRole("button", { name: "Show earlier messages" }).click();
  await see(said(page, "Line 1 of the member")).toHaveCount(1);
  await see(page.getByRole("button", { name: "Show earlier messages" })).toHaveCount(0);
});
