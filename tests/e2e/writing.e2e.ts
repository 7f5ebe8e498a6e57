import { describe, test } from "bun:test";
import type { Page } from "@playwright/test";
import { CLOSING, COMPOSER, MESSAGE_MENU, THREAD_STATE, TURN } from "#shared/thread-messages.ts";
import { expectNoSidewaysScroll, see } from "#tests/support/browser.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

/** Opens what can be done about the message that has these words, and does one of it. */
const act = async (page: Page, words: string, what: string) => {
  const line = log(page).getByRole("listitem").filter({ hasText: words }).first();
  await line.hover();
  await line.getByRole("button", { name: /^Actions for the message/ }).click();
  await page.getByRole("menuitem", { name: what, exact: true }).click();
};

describe("writing on a ticket", () => {
  test("[WRITE-05, WRITE-06, WRITE-07] mention by keyboard, quote, edit and remove reach the other at once", async () => {
    const member = await join();
    const id = await openTicket(member);
    await ask(admin, "POST", `tickets/${id}/assign-user`, {});
    await say(member, id, "The gate is **shut**\nstill");
    const [theirs, admins] = await Promise.all([
      openMemberPage(member, "desktop"),
      openMemberPage(admin, "phone"),
    ]);
    await Promise.all([theirs.page.goto(ticketAt(id)), admins.page.goto(ticketAt(id))]);
    await see(log(admins.page).locator("strong", { hasText: "shut" })).toBeVisible();
    await see(theirs.page.getByText(TURN.team)).toBeVisible();

    await composer(theirs.page).pressSequentially(`Look, @${admin.discordName.slice(0, 2)}`);
    await see(theirs.page.getByRole("option", { name: admin.discordName })).toBeVisible();
    await composer(theirs.page).press("Enter");
    await see(composer(theirs.page)).toHaveValue(`Look, @${admin.discordName} `);
    await see(admins.page.getByText(THREAD_STATE.typing(member.discordName, 1))).toBeVisible();
    await composer(theirs.page).press("Enter");
    await see(log(admins.page).locator(".mention")).toHaveText(`@${admin.discordName}`);
    await see(log(theirs.page).getByText(THREAD_STATE.seen, { exact: true })).toBeVisible();

    await act(admins.page, "Look,", MESSAGE_MENU.quote);
    await see(composer(admins.page)).toBeFocused();
    await composer(admins.page).pressSequentially("I am looking");
    await admins.page.getByRole("button", { name: "Send message" }).click();
    const quote = log(theirs.page).locator("blockquote");
    await see(quote).toContainText(`${member.discordName}:`);
    await see(theirs.page.getByText(TURN.answered)).toBeVisible();

    await act(theirs.page, "Look,", MESSAGE_MENU.edit);
    await see(theirs.page.getByRole("form", { name: COMPOSER.editing })).toBeVisible();
    await composer(theirs.page).fill("Look at *it*");
    await composer(theirs.page).press("Enter");
    await see(log(admins.page).locator("em", { hasText: "it" })).toBeVisible();
    await see(log(admins.page).getByText(THREAD_STATE.edited)).toBeVisible();
    await see(composer(theirs.page)).toHaveValue("");
    await see(composer(theirs.page)).toBeFocused();

    await act(theirs.page, "Look at", MESSAGE_MENU.remove);
    await theirs.page.getByRole("button", { name: MESSAGE_MENU.removeAction }).click();
    await see(log(admins.page).getByText(THREAD_STATE.removed)).toBeVisible();
    await see(log(theirs.page).getByText(THREAD_STATE.removed)).toBeVisible();
    await see(log(admins.page).getByText("Look at")).toHaveCount(0);
    await expectNoSidewaysScroll(theirs.page);
    await expectNoSidewaysScroll(admins.page);
  });

  test("[WRITE-11, WRITE-13] a player on a phone closes it as solved, and comes back to it in one tap", async () => {
    const member = await join();
    const id = await openTicket(member);
    await say(admin, id, "It should open now.");
    const { page } = await openMemberPage(member, "phone");
    await page.goto("/member/tickets/open-tickets");
    await see(page.getByText(TURN.inList.people)).toBeVisible();
    await page.goto(ticketAt(id));
    await page.getByRole("button", { name: "Show details" }).click();
    await page.getByRole("button", { name: "Close ticket" }).click();
    await page.getByLabel(CLOSING.word).fill("Quick!");
    await page.getByRole("button", { name: CLOSING.solved, exact: true }).click();
    await see(page.getByText(TURN.closedSolved)).toContainText("Quick!");

    await page.goto(ticketAt(id));
    await page.getByRole("button", { name: CLOSING.restoreAndAnswer }).click();
    await see(composer(page)).toBeFocused();
    await composer(page).fill("It is shut again.");
    await page.getByRole("button", { name: "Send message" }).click();
    await see(log(page).getByText("It is shut again.")).toBeVisible();
    await see(page.getByText(TURN.team)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
