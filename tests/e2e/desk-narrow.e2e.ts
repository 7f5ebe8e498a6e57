import { describe } from "bun:test";
import type { Page } from "@playwright/test";
import { LABEL_SCREEN, SAVED_REPLY_SCREEN, TRANSCRIPT } from "#shared/desk-messages.ts";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { STRIKE_ADMIN, STRIKE_FORM } from "#shared/strike-screen-messages.ts";
import { TICKET_MERGE_SCREEN } from "#shared/ticket-messages.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");
const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const closeDialog = async (page: Page) => {
  await page.keyboard.press("Escape");
  await see(dialog(page)).toHaveCount(0);
};

describe.each(onScreens("phone", "narrow"))("on a %s screen", (screen) => {
  long("a helper gets by with every screen and dialog of the support desk", async () => {
    const player = await join();
    const id = await openTicket(player, {
      subject: "My dragon fell through the floor of our base",
    });
    await openTicket(player);
    await say(player, id, "It was level 291.");
    const { page } = await openMemberPage(admin, screen);

    await page.goto("/member/tickets/queue?tab=all&sort=newest");
    await see(page.getByRole("listitem").filter({ hasText: `#${id}` })).toBeVisible();
    await lookAt(page, "desk-queue", screen);
    await press(page, LABEL_SCREEN.open);
    await see(dialog(page)).toContainText(LABEL_SCREEN.about);
    await lookAt(page, "desk-labels", screen);
    await closeDialog(page);

    // What a colleague has copied on a large screen, where the ticket stands beside the queue.
    await page.goto(`/member/tickets/queue?tab=all&ticket=${id}`);
    await see(page).toHaveURL(new RegExp(`${ticketAt(id)}$`));
    await see(page.getByRole("log").getByText("It was level 291.")).toBeVisible();
    await press(page, "Show details");
    await lookAt(page, "desk-ticket", screen);
    for (const [name, text, picture] of [
      [TICKET_MERGE_SCREEN.open, TICKET_MERGE_SCREEN.forGood, "desk-merge"],
      [STRIKE_FORM.open, STRIKE_FORM.rule, "desk-strike"],
      ["Close ticket", "Close this ticket?", "desk-close"],
    ] as const) {
      await press(page, name);
      await see(dialog(page)).toContainText(text);
      await lookAt(page, picture, screen);
      await closeDialog(page);
    }

    await page.getByRole("link", { name: TRANSCRIPT.open }).click();
    await see(page.getByRole("heading", { name: TRANSCRIPT.conversation })).toBeVisible();
    await lookAt(page, "desk-transcript", screen);

    await page.goto("/member/tickets/saved-replies");
    await press(page, SAVED_REPLY_SCREEN.add);
    await see(page.getByLabel(SAVED_REPLY_SCREEN.name, { exact: true })).toBeVisible();
    await lookAt(page, "desk-reply", screen);

    await page.goto("/member/tickets/figures");
    await see(
      page.getByRole("list", { name: FIGURES_SCREEN.views.weeks }).locator("> li").first(),
    ).toBeVisible();
    await lookAt(page, "desk-figures", screen);

    await page.goto("/member/admin/strikes");
    await see(page.getByRole("heading", { level: 1 })).toHaveText(STRIKE_ADMIN.title);
    await lookAt(page, "desk-strikes", screen);

    await page.goto("/member/tickets/new-ticket");
    await page.getByLabel("Category", { exact: true }).selectOption("Shop Issue");
    await see(page.getByLabel("Number of the order")).toBeVisible();
    await lookAt(page, "desk-questions", screen);
  });
});
