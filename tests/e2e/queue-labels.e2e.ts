import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { LABEL_SCREEN, QUEUE_SCREEN, REQUESTER, TRANSCRIPT } from "#shared/desk-messages.ts";
import { MEMBER_NAV } from "#shared/member-area-messages.ts";
import { STRIKE_FORM } from "#shared/strike-screen-messages.ts";
import { TICKET_MERGE_SCREEN, TICKET_SCREEN } from "#shared/ticket-messages.ts";
import { seeToast } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, openTicket } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");
const list = (page: Page) => page.getByRole("list", { name: LABEL_SCREEN.title });
const named = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

long(
  "[QUEUE-03, QUEUE-09] labels are renamed, recoloured and removed; beside a ticket stands what its opener did before",
  async () => {
    const member = await join();
    const before = await openTicket(member, { subject: "The elevator is stuck" });
    const id = await openTicket(member);
    const { createdBy } = await ask<{ createdBy: string }>(member, "GET", `tickets/${id}`);
    await ask(admin, "POST", "strikes", {
      userId: createdBy,
      ruleId: "ase-1-1",
      reason: "Griefed.",
      term: "warning",
    });
    const name = `Crash ${id}`;
    const { page } = await openMemberPage(admin);
    await page.goto(`/member/tickets/queue?tab=all&ticket=${id}`);
    const facts = page.getByRole("region", { name: QUEUE_SCREEN.facts });
    await see(facts.getByRole("link", { name: "The elevator is stuck" })).toBeVisible();
    await see(facts.getByRole("region", { name: REQUESTER.orders })).toContainText(
      REQUESTER.noOrders,
    );
    const strike = facts.getByRole("region", { name: REQUESTER.strikes }).getByRole("listitem");
    await see(strike).toHaveCount(1);
    // Beside list and facts, too, what can be done with a ticket is one line.
    const bar = page.getByRole("region", { name: "Ticket", exact: true });
    const buttons = [
      TICKET_SCREEN.take,
      TICKET_MERGE_SCREEN.open,
      STRIKE_FORM.open,
      "Close ticket",
    ];
    const shown = [
      ...buttons.map((name) => bar.getByRole("button", { name, exact: true })),
      bar.getByRole("link", { name: TRANSCRIPT.open }),
      bar.getByRole("button", { name: TICKET_SCREEN.copyLink(id) }),
    ];
    const middles = await Promise.all(
      shown.map(async (one) => {
        const box = await one.boundingBox();
        return box === null ? null : Math.round(box.y + box.height / 2);
      }),
    );
    expect(new Set(middles).size).toBe(1);
    await lookAt(page, "queue-requester", "desktop");

    await named(page, LABEL_SCREEN.open).click();
    const form = page.getByRole("form", { name: QUEUE_SCREEN.newLabel });
    await form.getByLabel(QUEUE_SCREEN.newLabel).fill(name);
    await form.getByRole("button", { name: QUEUE_SCREEN.make }).click();
    await see(list(page)).toContainText(name);
    const label = (await ask<{ id: number; name: string }[]>(admin, "GET", "tickets/labels")).find(
      (one) => one.name === name,
    );
    await ask(admin, "POST", "trpc/queue.change", {
      steps: [{ ids: [id, before], addLabels: [label?.id ?? 0] }],
    });
    await named(page, LABEL_SCREEN.edit(name)).click();
    const edit = page.getByRole("form", { name: LABEL_SCREEN.edit(name) });
    await edit.getByLabel(LABEL_SCREEN.name).fill(`${name}!`);
    await edit.getByLabel(QUEUE_SCREEN.colour).selectOption("red");
    await lookAt(page, "labels", "desktop");
    await edit.getByRole("button", { name: LABEL_SCREEN.save }).click();
    await see(list(page)).toContainText(`${name}!`);
    await named(page, LABEL_SCREEN.removeOf(`${name}!`)).click();
    const question = page.getByRole("alertdialog");
    await see(question).toContainText("2 tickets");
    await lookAt(page, "label-removal", "desktop");
    await question.getByRole("button", { name: LABEL_SCREEN.remove }).click();
    await seeToast(page, LABEL_SCREEN.removed(`${name}!`));
    await page.keyboard.press("Escape");
    await see(facts).toBeVisible();
    await see(facts.getByText(`${name}!`)).toHaveCount(0);
    await see(facts).toContainText(QUEUE_SCREEN.noLabels);

    // On a phone whoever has a strike finds it in the menu.
    const theirs = await openMemberPage(member, "phone");
    await theirs.page.goto("/");
    await theirs.page.getByRole("button", { name: "Open menu" }).click();
    await theirs.page.getByRole("dialog").getByRole("link", { name: MEMBER_NAV.strikes }).click();
    await see(theirs.page).toHaveURL(/\/member\/strikes$/);
    await theirs.page.goto("/member/strikes");

    const phone = await openMemberPage(admin, "phone");
    await phone.page.goto("/member/tickets/queue");
    await named(phone.page, LABEL_SCREEN.open).click();
    await lookAt(phone.page, "labels", "phone");
  },
);

long(
  "[QUEUE-03] a label is made where a ticket is given one, also where that has just left the list",
  async () => {
    const word = `q${crypto.randomUUID().slice(0, 8)}`;
    await openTicket(await join(), { subject: `The gate stays shut ${word}` });
    const name = `Gates ${word}`;
    const { page } = await openMemberPage(admin);
    await page.goto(`/member/tickets/queue?tab=unassigned&q=${word}`);
    await see(page.locator("[data-ticket]")).toHaveCount(1);
    await page.keyboard.press("j");
    const facts = page.getByRole("region", { name: QUEUE_SCREEN.facts });
    await see(facts).toContainText(QUEUE_SCREEN.nobody);
    await page.keyboard.press("t");
    await see(page.locator("[data-ticket]")).toHaveCount(0);
    await page.keyboard.press("l");
    const dialog = page.getByRole("dialog");
    await see(dialog).toContainText(QUEUE_SCREEN.forTickets(1));
    const form = dialog.getByRole("form", { name: QUEUE_SCREEN.newLabel });
    await form.getByLabel(QUEUE_SCREEN.newLabel).fill(name);
    await form.getByLabel(QUEUE_SCREEN.colour).selectOption("green");
    await form.getByRole("button", { name: QUEUE_SCREEN.make }).click();
    await see(dialog).toBeHidden();
    await see(facts).toContainText(name);

    // Only what it has is taken off.
    await page.keyboard.press("l");
    const option = (of: string) => dialog.locator("[data-option]").filter({ hasText: of });
    await see(option(name)).toContainText(QUEUE_SCREEN.takeOff);
    await see(option(QUEUE_SCREEN.takeOff)).toHaveCount(1);
    await lookAt(page, "label-picker", "desktop");
    await option(name).click();
    await see(facts).not.toContainText(name);
  },
);
