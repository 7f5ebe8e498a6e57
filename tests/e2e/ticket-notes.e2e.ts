import { expect } from "bun:test";
import { NOTE_SCREEN, SAVED_REPLY_SCREEN, TRANSCRIPT } from "#shared/desk-messages.ts";
import { MESSAGE_MENU } from "#shared/thread-messages.ts";
import { TICKET_MERGE_SCREEN, TICKETS } from "#shared/ticket-messages.ts";
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  lookAt,
  see,
} from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage } from "#tests/support/members.ts";
import { openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";
import { giveRole } from "#tests/support/team.ts";

const button = (name: string) => ["button", { name, exact: true }] as const;

long(
  "[AID-01, AID-04] a helper notes for the team, which the player's open page does not show, and answers with a saved reply by four actions",
  async () => {
    const [player, helper] = [await join(), await join()];
    await giveRole(helper, "moderator");
    const id = await openTicket(player);
    await say(player, id, "My dragon is gone.");
    const [theirs, team] = await Promise.all([
      openMemberPage(player, "phone"),
      openMemberPage(helper, "desktop"),
    ]);

    // A reply to keep, with what stands for names and numbers.
    await team.page.goto("/member/tickets/saved-replies");
    await team.page.getByRole("button", { name: SAVED_REPLY_SCREEN.add }).first().click();
    const title = `Found again, ${helper.discordName}`;
    await team.page.getByLabel(SAVED_REPLY_SCREEN.name, { exact: true }).fill(title);
    const text = team.page.getByLabel(SAVED_REPLY_SCREEN.text, { exact: true });
    await text.fill("Hello {nmae}");
    await team.page.getByRole(...button(SAVED_REPLY_SCREEN.save)).click();
    await see(team.page.getByText("{nmae}, which stands for nothing")).toBeVisible();
    await lookAt(team.page, "saved-reply-form", "desktop");
    await text.fill("Hello ");
    await team.page.getByRole("button", { name: /^Insert \{name\}/ }).click();
    await text.pressSequentially(", your dragon of ");
    await team.page.getByRole("button", { name: /^Insert \{ticket\}/ }).click();
    await see(text).toHaveValue("Hello {name}, your dragon of {ticket}");
    await team.page.getByRole(...button(SAVED_REPLY_SCREEN.save)).click();
    await see(team.page.getByRole("list", { name: SAVED_REPLY_SCREEN.list })).toContainText(title);
    await expectNoAxeFindings(team.page);
    await lookAt(team.page, "saved-replies", "desktop");

    await theirs.page.goto(ticketAt(id));
    await see(theirs.page.getByText("My dragon is gone.")).toBeVisible();
    await see(theirs.page.getByRole("button", { name: NOTE_SCREEN.label })).toHaveCount(0);
    await team.page.goto(ticketAt(id));
    await see(team.page.getByText("My dragon is gone.")).toBeVisible();

    // The shortcut changes the box: its look, its words and its button.
    const message = team.page.getByLabel("Message", { exact: true });
    await message.focus();
    await message.fill("Half of an answer");
    await team.page.keyboard.press("Control+j");
    const note = team.page.getByLabel(NOTE_SCREEN.label, { exact: true });
    await see(note).toBeFocused();
    await see(message).toBeHidden();
    await see(team.page.getByText(NOTE_SCREEN.onlyTeam)).toBeVisible();
    await note.fill("Third time this month.");
    await team.page.getByRole("button", { name: NOTE_SCREEN.save }).click();
    const line = team.page.locator("[data-note]");
    await see(line).toContainText("Third time this month.");
    await see(line).toContainText(NOTE_SCREEN.label);
    await see(note).toHaveValue("");
    await expectNoAxeFindings(team.page);
    await lookAt(team.page, "note", "desktop");
    await line.getByRole(...button(NOTE_SCREEN.edit)).click();
    await line.getByRole("textbox").fill("Fourth time this month.");
    await line.getByRole(...button(NOTE_SCREEN.saveEdit)).click();
    await see(line).toContainText("Fourth time this month.");
    await see(line).toContainText(NOTE_SCREEN.edited);

    await team.page.keyboard.press("Control+j");
    await see(message).toHaveValue("Half of an answer");
    await message.fill("");
    // "/", the first of the list, and sent.
    await team.page.keyboard.press("/");
    const search = team.page.getByLabel(SAVED_REPLY_SCREEN.search);
    await see(search).toBeFocused();
    await search.fill(helper.discordName);
    await lookAt(team.page, "reply-picker", "desktop");
    await team.page.keyboard.press("Enter");
    const filled = `Hello ${player.firstName}, your dragon of #${id}`;
    await see(message).toHaveValue(filled);
    await see(message).toBeFocused();
    await team.page.keyboard.press("Enter");
    await see(theirs.page.getByText(filled)).toBeVisible();
    // What came after the note is there, and the note is not.
    expect(await theirs.page.content()).not.toContain("time this month");
    // Whoever quotes a message writes no note.
    await team.page.keyboard.press("Control+j");
    await see(message).toBeHidden();
    const menu = team.page.getByRole("button", { name: MESSAGE_MENU.open(player.discordName) });
    await menu.first().click();
    await team.page.getByRole("menuitem", { name: MESSAGE_MENU.quote }).click();
    await see(message).toBeFocused();
    await see(message).toHaveValue(/My dragon is gone\./);
    await team.page.setViewportSize({ width: 360, height: 740 });
    await team.page.getByRole(...button(NOTE_SCREEN.label)).click();
    await expectNoSidewaysScroll(team.page);
    await lookAt(team.page, "note-narrow", "phone");
  },
);

long(
  "[AID-05, AID-06] a helper merges two tickets, and the player is led to where it goes on",
  async () => {
    const [player, helper] = [await join(), await join()];
    await giveRole(helper, "moderator");
    const [first, second] = [await openTicket(player), await openTicket(player)];
    await say(player, first, "Said on the first one.");
    const [theirs, team] = await Promise.all([
      openMemberPage(player, "phone"),
      openMemberPage(helper, "desktop"),
    ]);
    await theirs.page.goto(ticketAt(first));
    await see(theirs.page.getByText("Said on the first one.")).toBeVisible();
    await team.page.goto(ticketAt(first));
    await team.page.getByRole(...button(TICKET_MERGE_SCREEN.open)).click();
    const dialog = team.page.getByRole("alertdialog");
    await see(dialog).toContainText(TICKET_MERGE_SCREEN.forGood);
    await see(dialog.getByRole("combobox")).toHaveValue(String(second));
    await expectNoAxeFindings(team.page);
    await lookAt(team.page, "merge", "desktop");
    await dialog.getByRole(...button(TICKET_MERGE_SCREEN.confirm)).click();
    await see(team.page).toHaveURL(new RegExp(`${ticketAt(second)}$`));
    await see(team.page.getByText("Said on the first one.")).toBeVisible();
    // Who reads it is led along; who comes later is told where it goes on.
    await see(theirs.page).toHaveURL(new RegExp(`${ticketAt(second)}$`));
    await see(theirs.page.getByText("Said on the first one.")).toBeVisible();
    await theirs.page.goto(ticketAt(first));
    await see(theirs.page.getByText(TICKETS.mergedAway(second))).toBeVisible();
    await see(theirs.page.getByRole("button", { name: "Restore ticket" })).toHaveCount(0);
    await lookAt(theirs.page, "merged", "phone");
    await theirs.page.getByRole("link", { name: TICKET_MERGE_SCREEN.goThere(second) }).click();
    await see(theirs.page.getByText("Said on the first one.")).toBeVisible();
  },
);

long(
  "[AID-05] who merges a ticket beside the queue stays there, with what they were writing",
  async () => {
    const [player, helper] = [await join(), await join()];
    await giveRole(helper, "moderator");
    const [first, second] = [await openTicket(player), await openTicket(player)];
    await say(player, second, "Said on the second one.");
    const { page } = await openMemberPage(helper, "desktop");
    await page.goto(`/member/tickets/queue?tab=all&ticket=${first}`);
    const composer = page.getByLabel("Message", { exact: true });
    await composer.fill("I have a look");
    await page.getByRole(...button(TICKET_MERGE_SCREEN.open)).click();
    const dialog = page.getByRole("alertdialog");
    await see(dialog.getByRole("combobox")).toHaveValue(String(second));
    await dialog.getByRole(...button(TICKET_MERGE_SCREEN.confirm)).click();
    await see(page).toHaveURL(new RegExp(`/tickets/queue\\?.*ticket=${second}$`));
    await see(page.getByRole("log").getByText("Said on the second one.")).toBeVisible();
    await see(composer).toHaveValue("I have a look");
  },
);

long("[AID-07] a ticket is printed and kept, with notes for the team alone", async () => {
  const [player, helper] = [await join(), await join()];
  await giveRole(helper, "moderator");
  const id = await openTicket(player);
  await say(player, id, "My base has burnt down.");
  const [theirs, team] = await Promise.all([
    openMemberPage(player, "phone"),
    openMemberPage(helper, "desktop"),
  ]);
  await team.page.goto(ticketAt(id));
  await team.page.getByRole(...button(NOTE_SCREEN.label)).click();
  await team.page.getByLabel(NOTE_SCREEN.label, { exact: true }).fill("Lightning is off here.");
  await team.page.keyboard.press("Enter");
  await see(team.page.locator("[data-note]")).toContainText("Lightning is off here.");
  await team.page.getByRole("link", { name: TRANSCRIPT.open }).click();
  await see(team.page.getByText("My base has burnt down.")).toBeVisible();
  await see(team.page.getByText("Lightning is off here.")).toHaveCount(0);
  await team.page.getByLabel(TRANSCRIPT.withNotes).click();
  await see(team.page.getByText("Lightning is off here.")).toBeVisible();
  await see(team.page.getByText(TRANSCRIPT.notesWarning)).toBeVisible();
  await lookAt(team.page, "transcript", "desktop");
  const download = team.page.waitForEvent("download");
  await team.page.getByRole(...button(TRANSCRIPT.save)).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`ticket-${id}.html`);
  expect(await Bun.file(await saved.path()).text()).toContain("Lightning is off here.");
  await team.page.emulateMedia({ media: "print" });
  await see(team.page.getByRole(...button(TRANSCRIPT.print))).toBeHidden();
  await see(team.page.getByRole("navigation")).toHaveCount(0);
  await see(team.page.getByText("My base has burnt down.")).toBeVisible();

  await theirs.page.goto(`${ticketAt(id)}/transcript`);
  await see(theirs.page.getByText("My base has burnt down.")).toBeVisible();
  await see(theirs.page.getByLabel(TRANSCRIPT.withNotes)).toHaveCount(0);
  expect(await theirs.page.content()).not.toContain("Lightning");
  await lookAt(theirs.page, "transcript", "phone");
});
