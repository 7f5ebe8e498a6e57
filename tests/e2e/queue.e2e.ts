import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { PRESENCE_BEAT_MS } from "#shared/constants/queue.ts";
import { QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { TICKET_SCREEN, TICKETS } from "#shared/ticket-messages.ts";
import { expectNoAxeFindings, expectNoSidewaysScroll, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, openTicket, say } from "#tests/support/rest-calls.ts";

const WIDE = { viewport: { width: 1440, height: 900 } };
const QUEUE = "/member/tickets/queue";
const admin = sampleMember("admin");

const row = (page: Page, id: number) => page.locator(`[data-ticket="${id}"]`);
const rows = (page: Page) => page.locator("[data-ticket]");

test("[QUEUE-01, QUEUE-04] the queue goes by the keyboard alone: move, select, rank, close and undo", async () => {
  const member = await join();
  const word = `q${crypto.randomUUID().slice(0, 8)}`;
  const given = { subject: `The gate stays shut ${word}` };
  const ids = [
    await openTicket(member, given),
    await openTicket(member, given),
    await openTicket(member, given),
  ];
  const [first = 0, second = 0, third = 0] = ids;
  const { page } = await openMemberPage(admin, "desktop", WIDE);
  await page.goto(`${QUEUE}?q=${word}`);
  await see(rows(page)).toHaveCount(3);
  const press = (keys: string) =>
    keys.split(" ").reduce(async (before, key) => {
      await before;
      await page.keyboard.press(key);
    }, Promise.resolve());

  await press("j");
  await see(row(page, first)).toHaveAttribute("aria-current", "true");
  await see(page.getByRole("region", { name: "Ticket", exact: true })).toContainText(`#${first}`);
  await see(page.getByRole("region", { name: QUEUE_SCREEN.facts })).toContainText("Normal");
  await expectNoAxeFindings(page);
  await press("j");
  await see(page.getByRole("region", { name: "Ticket", exact: true })).toContainText(`#${second}`);

  // Three keys for a ticket: to it, and its priority.
  await press("p");
  await see(page.getByRole("dialog")).toContainText(QUEUE_SCREEN.forTickets(1));
  await press("1");
  await see(row(page, second)).toContainText("Urgent");

  await press("x k x");
  await see(page.getByText(QUEUE_SCREEN.selected(2))).toBeVisible();
  await press("c");
  await see(rows(page)).toHaveCount(1);
  await see(row(page, third)).toBeVisible();
  await page
    .locator("li")
    .filter({ hasText: QUEUE_SCREEN.changed(2) })
    .getByRole("button", { name: "Undo" })
    .click();
  await see(rows(page)).toHaveCount(3);
  await see(row(page, second)).toContainText("Urgent");

  await press("?");
  const help = page.getByRole("dialog");
  await see(help).toContainText("Next ticket");
  await help.getByLabel(QUEUE_SCREEN.keysOn).click();
  await press("Escape");
  await see(help).toBeHidden();
  await press("c");
  await press("p");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await see(rows(page)).toHaveCount(3);
});

long(
  "[QUEUE-04, QUEUE-05] what a colleague did meanwhile stays, and whoever takes back or takes a ticket is told so",
  async () => {
    const moderator = { ...admin, email: "moderator@example.test" };
    const ticketId = await openTicket(await join());
    const { page, expectNoise } = await openMemberPage(admin, "desktop", WIDE);
    await page.goto(`${QUEUE}?tab=all&ticket=${ticketId}`);
    const facts = page.getByRole("region", { name: QUEUE_SCREEN.facts });
    await see(facts).toContainText("Normal");
    await page.keyboard.press("p");
    await page.keyboard.press("1");
    await see(facts).toContainText("Urgent");
    const rank = (priority: string) =>
      ask(moderator, "POST", "tickets/queue/changes", { steps: [{ ids: [ticketId], priority }] });
    await rank("low");
    await see(facts).toContainText("Low");
    await page.getByRole("button", { name: "Undo" }).click();
    await see(page.getByText(QUEUE_SCREEN.skipped(1))).toBeVisible();
    await see(facts).toContainText("Low");

    // The colleague is a moment quicker.
    await page.goto(`/member/tickets/ticket/${ticketId}`);
    await page.route(
      /tickets\.assign/,
      async (route) => {
        await ask(moderator, "POST", `tickets/${ticketId}/assign-user`, {});
        await route.continue();
      },
      { times: 1 },
    );
    expectNoise(/409/);
    await page.getByRole("button", { name: TICKET_SCREEN.take }).click();
    await see(page.getByText(/^Sage .+ has just taken this ticket\.$/)).toBeVisible();
    await page.getByRole("button", { name: /^Take over from Sage/ }).click();
    await see(page.getByText(TICKETS.taken)).toBeVisible();
  },
);

long("[QUEUE-06] two of the team see that they look at the same ticket", async () => {
  const ticketId = await openTicket(await join());
  const one = await openMemberPage(admin, "desktop", WIDE);
  const at = `${QUEUE}?tab=all&ticket=${ticketId}`;
  await one.page.goto(at);
  await see(one.page.getByRole("region", { name: QUEUE_SCREEN.facts })).toBeVisible();
  const moderator = { ...admin, email: "moderator@example.test" };
  const other = await openMemberPage(moderator, "desktop", WIDE);
  await other.page.goto(at);
  const looking = /looking at this ticket too/;
  await see(one.page.getByText(looking)).toBeVisible();
  await see(other.page.getByText(looking)).toBeVisible();
  await other.page.getByRole("link", { name: new RegExp(`^${QUEUE_SCREEN.tabs.closed}`) }).click();
  await see(one.page.getByText(looking)).toBeHidden();

  // Of a page that goes away it is known at once: nothing of this one runs out meanwhile.
  await holdTimers(one.page, PRESENCE_BEAT_MS);
  await one.page.goto(at);
  await see(one.page.getByRole("region", { name: QUEUE_SCREEN.facts })).toBeVisible();
  await other.page.goto(at);
  await see(one.page.getByText(looking)).toBeVisible();
  await other.page.evaluate(() => location.assign("/healthz"));
  await see(one.page.getByText(looking)).toBeHidden();
});

test("[QUEUE-01] on a phone the queue is a list of its own, from which a ticket opens; a member has none", async () => {
  const member = await join();
  const ticketId = await openTicket(member);
  await say(member, ticketId, "Is anybody there?");
  const { page } = await openMemberPage(admin, "phone");
  await page.goto(`${QUEUE}?q=%23${ticketId}`);
  await see(row(page, ticketId)).toContainText("Is anybody there?");
  await see(row(page, ticketId)).toContainText(QUEUE_SCREEN.unread);
  await expectNoSidewaysScroll(page);
  await expectNoAxeFindings(page);
  await row(page, ticketId).getByRole("checkbox").click();
  await see(page.getByText(QUEUE_SCREEN.selected(1))).toBeVisible();
  await row(page, ticketId).getByRole("link").click();
  await see(page).toHaveURL(new RegExp(`/ticket/${ticketId}$`));

  const theirs = await openMemberPage(member);
  await theirs.page.goto(QUEUE);
  await see(theirs.page.getByRole("alert")).toContainText("Access");
  await see(
    theirs.page.getByRole("navigation", { name: "Tickets" }).getByRole("link", { name: "Queue" }),
  ).toHaveCount(0);
});
