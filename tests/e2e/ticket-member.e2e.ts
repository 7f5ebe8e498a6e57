import type { Page } from "@playwright/test";
import { CLOSING, TURN } from "#shared/thread-messages.ts";
import { TICKET_LISTS, TICKETS } from "#shared/ticket-messages.ts";
import { seeToast } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");
const composer = (page: Page) => page.getByLabel("Message", { exact: true });

long(
  "[WRITE-16, WRITE-17] a player's phone marks what is new, asks after the team's closing whether it is solved, and the answer reaches the team",
  async () => {
    const member = await join();
    const id = await openTicket(member);
    const { page } = await openMemberPage(member, "phone");
    await page.goto("/member/tickets/open-tickets");
    const row = page.getByRole("listitem").filter({ hasText: `#${id}` });
    await see(row).toContainText(TURN.inList.team);
    await see(row.getByText(TICKET_LISTS.unread)).toHaveCount(0);
    await say(admin, id, "Please try again.");
    await see(row).toContainText(TURN.inList.people);
    await see(row.getByText(TICKET_LISTS.unread)).toHaveCount(1);
    await lookAt(page, "member-list-unread", "phone");
    await page.goto("/member/stats");
    await see(page.getByText(TURN.inList.people)).toBeVisible();
    await lookAt(page, "member-overview-unread", "phone");
    const read = page.waitForResponse(/notifications\.markTicketRead/);
    await page.goto(ticketAt(id));
    await see(page.getByText("Please try again.")).toBeVisible();
    await read;
    await page.goto("/member/tickets/open-tickets");
    await see(row.getByText(TICKET_LISTS.unread)).toHaveCount(0);

    await page.goto(ticketAt(id));
    await see(composer(page)).toBeVisible();
    await ask(admin, "PUT", `tickets/${id}/close`);
    const question = page.getByRole("group", { name: CLOSING.question });
    await see(question).toBeVisible();
    await lookAt(page, "member-solved-question", "phone");
    const theirs = await openMemberPage(admin);
    await theirs.page.goto(ticketAt(id));
    await see(theirs.page.getByText(TURN.closed, { exact: true }).last()).toBeVisible();
    await see(theirs.page.getByRole("group", { name: CLOSING.question })).toHaveCount(0);
    await question.getByLabel(CLOSING.word).fill("Works now");
    await question.getByRole("button", { name: CLOSING.solved }).click();
    await seeToast(page, CLOSING.thanks);
    await see(question).toHaveCount(0);
    await see(page.getByText(TURN.closedSolved)).toContainText("Works now");
    await see(theirs.page.getByText(TURN.closedSolved)).toContainText("Works now");
  },
);

long(
  "[AID-08] whoever looks at a ticket while another merges it is led to where it goes on, with what they were writing",
  async () => {
    const member = await join();
    const from = await openTicket(member);
    const into = await openTicket(member);
    const { page } = await openMemberPage(member, "phone");
    await page.goto(ticketAt(from));
    await composer(page).fill("I also found");
    await ask(admin, "POST", "trpc/ticketMerges.merge", { id: from, into });
    await see(page).toHaveURL(new RegExp(`/ticket/${into}$`));
    await seeToast(page, TICKETS.mergedAway(into));
    await see(composer(page)).toHaveValue("I also found");
    await lookAt(page, "member-merged", "phone");
    // A ticket that was merged before one came stays.
    await page.goto(ticketAt(from));
    await see(page.getByText(TICKETS.mergedAway(into)).last()).toBeVisible();
    await see(page).toHaveURL(new RegExp(`/ticket/${from}$`));
  },
);
