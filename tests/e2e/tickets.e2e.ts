import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { TICKET_REDIRECT_MS, TOAST_MS } from "#shared/constants/time.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { expectNoSidewaysScroll, failUntilTriedAgain, see } from "#tests/support/browser.ts";
import { holdTimers, letPass } from "#tests/support/held-timers.ts";
import { long, onScreens } from "#tests/support/long.ts";
import {
  join,
  login,
  type Member,
  openMemberPage,
  sampleMember,
  titled,
} from "#tests/support/members.ts";
import { ask, openTicket, ticketAt, ticketOf } from "#tests/support/rest-calls.ts";

const OPEN = "/member/tickets/open-tickets";
const TRASH = "/member/tickets/closed-tickets";
const NEW = "/member/tickets/new-ticket";

const SUBJECT = "Our Rex fell through the dock";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const rows = (page: Page) => page.locator("main li").filter({ has: page.getByText(/^#\d+$/) });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const create = (page: Page) => page.getByRole("button", { name: "Create Ticket" });
const openCount = (page: Page) =>
  page.getByRole("navigation", { name: "Tickets" }).getByRole("link", { name: /^Open/ });

/** A browser in which no screen leads on before `letPass`. */
const openStaying = async (...given: Parameters<typeof openMemberPage>) => {
  const opened = await openMemberPage(...given);
  await holdTimers(opened.page, TICKET_REDIRECT_MS);
  return opened;
};

const fillIn = async (page: Page, subject = SUBJECT) => {
  await field(page, "Subject").fill(subject);
  await field(page, "Category").selectOption("Bug");
  await field(page, "Game").selectOption("Ark:SE");
  await field(page, "Server").selectOption("Ragnarok");
  await field(page, "Description").fill("It stood on the dock, and then it did not.");
};

const ticketsOf = (member: Member, status: "open" | "closed" = "open") =>
  ask<Ticket[]>(member, "GET", `tickets/${status}`);

describe.each(onScreens("desktop", "phone"))("a new ticket on a %s", (screen) => {
  test("[TICK-10, TICK-13] the server waits for a game, what is missing is named, and the ticket shows itself after 3 s", async () => {
    const { page } = await openStaying(await join(), screen);
    await page.goto(NEW);
    await see(title(page)).toHaveText("New Ticket");
    await see(page).toHaveTitle(titled("New Ticket"));
    await see(field(page, "Server")).toBeDisabled();
    await create(page).click();
    for (const missing of [
      "Please enter a subject.",
      "Please choose a category.",
      "Please choose a game.",
      "Please choose a server.",
      "Please describe what it is about.",
    ])
      await see(page.getByText(missing)).toBeVisible();
    await see(field(page, "Subject")).toBeFocused();
    await fillIn(page);
    await field(page, "Game").selectOption("Ark:SA");
    await see(field(page, "Server")).toHaveValue("");
    await see(field(page, "Server")).toBeEnabled();
    await create(page).click();
    await see(page.getByText("Please choose a server.")).toBeVisible();
    await field(page, "Server").selectOption("Aberration");
    await expectNoSidewaysScroll(page);
    await create(page).click();
    await see(page.getByRole("alert").filter({ hasText: TICKETS.created })).toBeVisible();
    await letPass(page, TICKET_REDIRECT_MS);
    await see(page).toHaveURL(/\/member\/tickets\/ticket\/\d+$/);
    await see(title(page)).toHaveText(SUBJECT);
    await page.goto(NEW);
    await see(field(page, "Subject")).toHaveValue("");
  });

  test("[TICK-12] a list shows as much of a ticket as fits, and says the rest on hover", async () => {
    const member = await join();
    const subject = "The quick brown raptor jumps over the lazy dodo";
    const description = "Every evening, and it wakes up everybody in the tribe who has to work.";
    await openTicket(member, { subject, description, server: "Scorched Earth" });
    const { page } = await openMemberPage(member, screen);
    await page.goto(OPEN);
    const [short, long] =
      screen === "desktop"
        ? ["The quick brown raptor jumps o…", "Every evening, and it wakes up everybody in the tr…"]
        : ["The quick brown rapt…", "Every evening, and it wakes up…"];
    await see(page.getByText(short, { exact: true })).toBeVisible();
    await see(page.getByText(long, { exact: true })).toBeVisible();
    await see(page.getByTitle(subject)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test("[TICK-15] pressed twice, the button opens one ticket", async () => {
  const member = await join();
  const { page } = await openStaying(member, "desktop");
  await page.goto(NEW);
  await fillIn(page);
  await create(page).dblclick();
  await see(page.getByRole("link", { name: /^Go to ticket #/ })).toBeVisible();
  expect((await ticketsOf(member)).map(({ subject }) => subject)).toEqual([SUBJECT]);
});

long("a ticket whose answer was lost is opened once, however often it is sent", async () => {
  const member = await join();
  const { context, page, expectNoise } = await openStaying(member, "desktop");
  expectNoise(/ERR_FAILED/);
  await page.goto(NEW);
  await fillIn(page);
  await context.route("**/api/trpc/tickets.create**", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await create(page).click();
  await see(page.getByRole("alert")).toHaveText(TICKETS.createFailed);
  await context.unroute("**/api/trpc/tickets.create**");
  await create(page).click();
  await see(page.getByRole("link", { name: /^Go to ticket #/ })).toBeVisible();
  expect(await ticketsOf(member)).toHaveLength(1);
});

long("what was typed survives a reload, and can be discarded", async () => {
  const { page } = await openMemberPage(sampleMember("new"), "desktop");
  await page.goto(NEW);
  await fillIn(page);
  await page.reload();
  await see(field(page, "Subject")).toHaveValue(SUBJECT);
  await see(field(page, "Server")).toHaveValue("Ragnarok");
  await see(field(page, "Description")).toHaveValue(/^It stood on the dock/);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await see(field(page, "Subject")).toHaveValue("");
  await page.reload();
  await see(field(page, "Server")).toBeDisabled();
});

test("[TICK-04, TICK-07] who opens a ticket can put an Admin on it, who is told", async () => {
  const member = await join();
  const { page } = await openStaying(member, "phone");
  await page.goto(NEW);
  await fillIn(page);
  await field(page, "Assigned people").fill("row");
  await page.getByRole("option", { name: "Rowan Ashe" }).tap();
  await see(page.getByRole("button", { name: "Remove Rowan Ashe" })).toBeVisible();
  await create(page).click();
  await see(page.getByRole("link", { name: /^Go to ticket #/ })).toBeVisible();
  const [ticket] = await ticketsOf(member);
  expect(ticket?.assignedUsers.map(({ firstName }) => firstName)).toContain("Rowan");
  const received = await ask<{ kind: string; ticketId: number }[]>(
    sampleMember("admin"),
    "GET",
    "Notification",
  );
  expect(
    received.filter(({ ticketId }) => ticketId === ticket?.id).map(({ kind }) => kind),
  ).toEqual(["assignment"]);
});

long("people are put on a ticket and taken off by the keyboard alone", async () => {
  const { page } = await openMemberPage(await join(), "desktop");
  await page.goto(NEW);
  const box = field(page, "Assigned people");
  const people = page.getByRole("listbox", { name: "People" });
  const option = people.getByRole("option", { name: "Rowan Ashe" });
  await box.focus();
  await page.keyboard.type("row");
  await see(people.getByRole("option")).toHaveCount(1);
  await see(box).toHaveAttribute("aria-expanded", "true");
  await see(option).toHaveAttribute("aria-selected", "true");
  await see(box).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await page.keyboard.press("Escape");
  await see(option).toHaveCount(0);
  await see(box).toHaveValue("row");
  await page.keyboard.press("Enter");
  await see(page).toHaveURL(NEW);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await see(page.getByRole("button", { name: "Remove Rowan Ashe" })).toBeVisible();
  await see(box).toHaveValue("");
  await see(box).toBeFocused();
  await page.keyboard.press("Backspace");
  await see(page.getByRole("button", { name: "Remove Rowan Ashe" })).toHaveCount(0);
  await page.keyboard.type("row");
  await see(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await see(option).toHaveCount(0);
  await see(page.getByRole("button", { name: "Remove Rowan Ashe" })).toHaveCount(0);
});

long("a person is chosen with fast keys too, the next before the page has rested", async () => {
  const { page } = await openMemberPage(await join(), "desktop");
  await page.goto(NEW);
  const box = field(page, "Assigned people");
  const option = page.getByRole("option", { name: "Rowan Ashe" });
  await box.fill("row");
  await see(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await see(option).toHaveCount(0);
  /** Only microtasks run between two keys. */
  const pressAtOnce = (keys: string[]) =>
    box.evaluate(async (input, pressed) => {
      for (const key of pressed) {
        input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        // oxlint-disable-next-line no-await-in-loop
        await Promise.resolve();
      }
    }, keys);
  await pressAtOnce(["ArrowDown", "Escape", "Enter"]);
  await see(option).toHaveCount(0);
  await see(page.getByRole("button", { name: "Remove Rowan Ashe" })).toHaveCount(0);
  await pressAtOnce(["ArrowDown", "Enter"]);
  await see(page.getByRole("button", { name: "Remove Rowan Ashe" })).toBeVisible();
});

describe.each(onScreens("desktop", "phone"))("the lists on a %s", (screen) => {
  test("[TICK-16] where nothing is, they say what to do next", async () => {
    const { page } = await openMemberPage(await join(), screen);
    await page.goto("/member/tickets");
    await see(page.getByRole("heading", { name: TICKETS.noneOpen })).toBeVisible();
    await see(openCount(page)).toHaveAccessibleName("Open");
    await page
      .getByRole("navigation", { name: "Tickets" })
      .getByRole("link", { name: "Trash" })
      .click();
    await see(page).toHaveURL(/\/closed-tickets$/);
    await see(page.getByRole("heading", { name: TICKETS.noneClosed })).toBeVisible();
    await page.getByRole("link", { name: "See the open tickets" }).click();
    await page.getByRole("link", { name: "Create a ticket" }).click();
    await see(title(page)).toHaveText("New Ticket");
    await expectNoSidewaysScroll(page);
  });

  test("[TICK-14] a ticket is closed at once, with a way back, and restored from the trash", async () => {
    const member = await join();
    const ids = [await openTicket(member), await openTicket(member, { subject: SUBJECT })];
    const [older = 0, newer = 0] = ids;
    const { page } = await openMemberPage(member, screen);
    await holdTimers(page, TOAST_MS);
    await page.goto(OPEN);
    await see(rows(page)).toHaveCount(2);
    await see(rows(page).first()).toContainText(`#${newer}`);
    await see(openCount(page)).toHaveAccessibleName("Open, 2 tickets");
    await page.getByRole("button", { name: `Close ticket #${newer}` }).click();
    await see(rows(page)).toHaveCount(1);
    await see(page.getByText(TICKETS.closedInList)).toBeVisible();
    await see(openCount(page)).toHaveAccessibleName("Open, 1 ticket");
    await page.getByRole("button", { name: "Undo" }).click();
    await see(rows(page).first()).toContainText(`#${newer}`);
    await see(openCount(page)).toHaveAccessibleName("Open, 2 tickets");
    await see.poll(async () => (await ticketOf(member, newer)).status).toBe("Open");

    await page.getByRole("button", { name: `Close ticket #${older}` }).click();
    await see.poll(async () => (await ticketOf(member, older)).status).toBe("closed");
    await page.goto(TRASH);
    await see(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: `Restore ticket #${older}` }).click();
    await see(rows(page)).toHaveCount(0);
    await see(page.getByText(TICKETS.restoredInList)).toBeVisible();
    await see(page.getByRole("heading", { name: TICKETS.noneClosed })).toBeVisible();
    expect((await ticketOf(member, older)).status).toBe("Open");
  });
});

long("[TICK-16] a ticket that could not be closed or restored stands where it was", async () => {
  const member = await join();
  const id = await openTicket(member);
  const { context, page, expectNoise } = await openMemberPage(member, "desktop");
  expectNoise(/503/);
  const procedures = /\/api\/trpc\/tickets\.(close|restore)/;
  await context.route(procedures, (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto(OPEN);
  await page.getByRole("button", { name: `Close ticket #${id}` }).click();
  await see(page.getByText(TICKETS.closeFailed)).toBeVisible();
  await see(rows(page)).toHaveCount(1);
  await see(openCount(page)).toHaveAccessibleName("Open, 1 ticket");
  await ask(member, "PUT", `tickets/${id}/close`);
  await page.goto(TRASH);
  await page.getByRole("button", { name: `Restore ticket #${id}` }).click();
  await see(page.getByText(TICKETS.restoreFailed)).toBeVisible();
  await see(rows(page)).toHaveCount(1);
});

long("[TICK-16] lists that cannot be loaded say so, and can be asked for again", async () => {
  const { page, expectNoise } = await openMemberPage(sampleMember("new"), "desktop");
  expectNoise(/503/);
  await failUntilTriedAgain(page, "tickets.list");
  await page.goto(TRASH);
  await see(page.getByRole("alert")).toHaveText(TICKETS.closedFailed);
  await page.goto(OPEN);
  await see(page.getByRole("alert")).toHaveText(TICKETS.openFailed);
  await page.getByRole("button", { name: "Try again" }).click();
  await see(rows(page)).not.toHaveCount(0);
});

long("a list is searched and filtered, and its address keeps that", async () => {
  const member = await join();
  const rex = await openTicket(member, { subject: SUBJECT });
  const shop = await openTicket(member, {
    subject: "Paid twice for one saddle",
    category: "Shop Issue",
    game: "Minecraft",
    server: "Minecraft",
  });
  const { page } = await openMemberPage(member, "desktop");
  await page.goto(OPEN);
  await see(rows(page)).toHaveCount(2);
  const search = page.getByRole("searchbox", { name: "Search by subject" });
  await search.fill("SADD");
  await see(rows(page)).toHaveCount(1);
  await see(rows(page)).toContainText(`#${shop}`);
  await see(page).toHaveURL(/\?q=SADD$/);
  await search.fill("");
  await field(page, "Game").selectOption("Ark:SE");
  await see(rows(page)).toHaveCount(1);
  await see(rows(page)).toContainText(`#${rex}`);
  await field(page, "Category").selectOption("Shop Issue");
  await see(page.getByRole("heading", { name: "No ticket matches." })).toBeVisible();
  await page.reload();
  await see(field(page, "Game")).toHaveValue("Ark:SE");
  await see(field(page, "Category")).toHaveValue("Shop Issue");
  await page.getByRole("button", { name: "Clear" }).click();
  await see(rows(page)).toHaveCount(2);
  await see(page).toHaveURL(new RegExp(`${OPEN}$`));
});

long("an Admin sees all tickets, more of them on demand, or those that they are on", async () => {
  const admin = sampleMember("admin");
  const member = await join();
  const id = await openTicket(member, { subject: SUBJECT });
  await openTicket(member);
  const all = await ticketsOf(admin);
  expect(all.length).toBeGreaterThan(25);
  const { page } = await openMemberPage(admin, "desktop");
  await page.goto(OPEN);
  for (let shown = 25; shown < all.length; shown += 25) {
    await see(rows(page)).toHaveCount(shown);
    await page.getByRole("button", { name: "Load more" }).click();
  }
  await see(rows(page)).toHaveCount(all.length);
  await see(rows(page).last()).toContainText(`#${all.at(-1)?.id}`);
  await see(rows(page).filter({ hasText: `#${id}` })).toBeVisible();
  await page.getByRole("checkbox", { name: "Mine" }).click();
  await see(page).toHaveURL(/\?mine=true$/);
  await see(rows(page).filter({ hasText: `#${id}` })).toHaveCount(0);
});

test("[TICK-03] a ticket is edited, and the ticket shows it after 3 s; who types meanwhile loses nothing", async () => {
  const member = await join();
  const id = await openTicket(member);
  const { page } = await openStaying(member, "desktop");
  await page.goto(`${ticketAt(id)}/edit`);
  await see(page).toHaveTitle(titled(`Edit Ticket #${id}`));
  await see(field(page, "Subject")).toHaveValue("The gate stays shut");
  await field(page, "Subject").fill(SUBJECT);
  // The same person on another screen.
  const { game, server, category } = await ticketOf(member, id);
  await ask(member, "PUT", `tickets/${id}/edit`, {
    subject: "The gate stays shut",
    description: "Now the other one, too.",
    game,
    server,
    category,
  });
  await see(page.getByRole("alert")).toContainText(TICKETS.changedMeanwhile);
  await page.getByRole("button", { name: "Reload the ticket" }).click();
  await see(field(page, "Description")).toHaveValue("Now the other one, too.");
  await see(field(page, "Subject")).toHaveValue(SUBJECT);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await see(page.getByRole("alert")).toHaveText(TICKETS.updated);
  await letPass(page, TICKET_REDIRECT_MS);
  await see(page).toHaveURL(new RegExp(`${ticketAt(id)}$`));
  await see(title(page)).toHaveText(SUBJECT);
  await see(page.getByText(/changed the subject/)).toBeVisible();
});

test("[TICK-01] a stranger meets no ticket, and may not edit one", async () => {
  const id = await openTicket(await join());
  const { page, expectNoise } = await openStaying(await join(), "phone");
  expectNoise(/404/);
  await page.goto(ticketAt(id));
  await see(title(page)).toHaveText(TICKETS.unknown);
  await expectNoSidewaysScroll(page);
  await page.goto(`${ticketAt(id)}/edit`);
  await see(page.getByRole("alert")).toHaveText(TICKETS.mayNotEdit);
  await letPass(page, TICKET_REDIRECT_MS);
  await see(page).toHaveURL(new RegExp(`${OPEN}$`));
  await page.goto("/member/tickets/ticket/abc");
  await see(title(page)).toHaveText(TICKETS.unknown);
});

long("[TICK-03] an Admin who is not on a ticket sees it, but may not edit it", async () => {
  const id = await openTicket(await join());
  const { page } = await openStaying(sampleMember("admin"), "desktop");
  await page.goto(ticketAt(id));
  await see(page.getByRole("button", { name: "Take ticket" })).toBeVisible();
  await see(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  await page.goto(`${ticketAt(id)}/edit`);
  await see(page.getByRole("alert")).toHaveText(TICKETS.mayNotEdit);
  await letPass(page, TICKET_REDIRECT_MS);
  await see(page).toHaveURL(new RegExp(`${OPEN}$`));
});

long("a toast goes with its reader, and its way back, when somebody else signs in", async () => {
  const [ada, eve] = [await join(), await join()];
  const id = await openTicket(ada, { subject: SUBJECT });
  await openTicket(eve, { subject: "Eve's own" });
  const { page, openTab } = await openMemberPage(ada, "desktop");
  // Of itself it would go, too.
  await holdTimers(page, TOAST_MS);
  const second = await openTab();
  await second.goto("/rules");
  await page.goto(OPEN);
  await page.getByRole("button", { name: `Close ticket #${id}` }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await see(undo).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await second.evaluate((token) => localStorage.setItem("authToken", token), await login(eve));
  await see(rows(page)).toContainText("Eve's own");
  await see(undo).toBeHidden();
  expect(asked.filter((url) => url.includes("tickets.restore"))).toEqual([]);
  await see(rows(page)).toHaveCount(1);
});
