import { expect } from "bun:test";
import { QUEUE_SCREEN } from "#shared/desk-messages.ts";
import type { TicketFacts } from "#shared/schemas/desk.ts";
import { see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage } from "#tests/support/members.ts";
import {
  ask,
  idOf,
  messagesOn,
  openTicket,
  ticketAt,
  ticketOf,
} from "#tests/support/rest-calls.ts";
import { giveRole } from "#tests/support/team.ts";

const WIDE = { viewport: { width: 1440, height: 900 } };
const TICKETS = 20;
const KEYS_MAX = 60;
/** As many as a member may open in an hour. */
const OF_A_MEMBER = 10;

/** Before all that the team shares, as names are sorted. */
const REPLY = "! Looked into";

/** Somebody of the team with a saved reply and a label that are the first of their lists. */
const setUpTeam = async () => {
  const helper = await join();
  await giveRole(helper, "moderator");
  await ask(helper, "POST", "trpc/savedReplies.save", {
    id: null,
    revision: 0,
    title: REPLY,
    text: "We have looked into {ticket}.",
    isShared: false,
  });
  const label = `!${crypto.randomUUID().slice(0, 8)}`;
  await ask(helper, "POST", "trpc/queue.makeLabel", { name: label, colour: "red" });
  const labels = await ask<{ name: string }[]>(helper, "GET", "tickets/labels");
  const digit = String(labels.findIndex(({ name }) => name === label) + 1);
  return { helper, label, digit };
};

/** Twenty tickets of which each has the word, those that wait longest first. */
const openMany = async (word: string): Promise<number[]> => {
  const ids: number[] = [];
  let member = await join();
  for (let index = 0; index < TICKETS; index += 1) {
    if (index === OF_A_MEMBER) member = await join();
    ids.push(await openTicket(member, { subject: `The gate stays shut ${word}` }));
  }
  return ids;
};

long(
  "[QUEUE-01, QUEUE-04] twenty tickets are taken, ranked, labelled, answered or closed with at most sixty keys",
  async () => {
    const { helper, label, digit } = await setUpTeam();
    const word = `q${crypto.randomUUID().slice(0, 8)}`;
    const ids = await openMany(word);
    const { page } = await openMemberPage(helper, "desktop", WIDE);
    await page.goto(`/member/tickets/queue?q=${word}`);
    await see(page.locator("[data-ticket]")).toHaveCount(TICKETS);

    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const shown = page.getByRole("region", { name: "Ticket", exact: true });
    const dialog = page.getByRole("dialog");
    const box = page.getByLabel("Message", { exact: true });
    const next = () => press("j");
    const choose = async (what: string, option: string) => {
      await press(what);
      await see(dialog).toContainText(QUEUE_SCREEN.forTickets(1));
      await see(dialog.locator("[data-option]").first()).toBeFocused();
      await press(option);
      await see(dialog).toBeHidden();
      await next();
    };
    /** What becomes of a ticket, in turns; each leads to the next one. */
    const ACTS: readonly ((id: number) => Promise<void>)[] = [
      async () => {
        await press("t");
        // Nobody waits for the answer: the key is about the ticket that it was pressed at.
        await next();
      },
      () => choose("p", "1"),
      () => choose("l", digit),
      async (id) => {
        await press("s");
        await see(page.getByRole("option").first()).toBeVisible();
        await press("Enter");
        await see(box).toHaveValue(`We have looked into #${id}.`);
        await press("Enter");
        await see(box).toHaveValue("");
        await press("Escape");
        await see(box).not.toBeFocused();
        await next();
      },
      () => press("c"),
    ];
    const actAt = (index: number) => ACTS[index % ACTS.length] ?? ACTS[0];
    await next();
    for (const [index, id] of ids.entries()) {
      await see(shown).toContainText(`#${id}`);
      await actAt(index)?.(id);
    }
    expect(keys).toBeLessThanOrEqual(KEYS_MAX);

    const userId = await idOf(helper);
    const states = () =>
      Promise.all(
        ids.map(async (id) => {
          const { assignee, priority, labels } = await ask<TicketFacts>(
            helper,
            "GET",
            `tickets/${id}/facts`,
          );
          const { status } = await ticketOf(helper, id);
          return {
            isTaken: assignee?.id === userId,
            priority,
            labels: labels.map(({ name }) => name),
            said: await messagesOn(helper, id),
            status,
          };
        }),
      );
    const plain = { isTaken: false, priority: "normal", labels: [], said: [], status: "Open" };
    const wanted = (id: number) => [
      { ...plain, isTaken: true },
      { ...plain, priority: "urgent" },
      { ...plain, labels: [label] },
      { ...plain, said: [`We have looked into #${id}.`] },
      { ...plain, status: "closed" },
    ];
    await see.poll(states).toEqual(ids.map((id, index) => wanted(id)[index % ACTS.length]));
  },
);

long("[AID-04] Enter chooses no saved reply before there is one to see", async () => {
  const { helper } = await setUpTeam();
  const id = await openTicket(await join());
  const { page } = await openMemberPage(helper);
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route("**/api/trpc/*savedReplies.list*", async (route) => {
    asked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  await page.goto(ticketAt(id));
  const box = page.getByLabel("Message", { exact: true });
  await box.press("/");
  await asked.promise;
  await see(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  mayAnswer.resolve();
  await see(page.getByRole("option").first()).toContainText(REPLY);
  await see(box).toHaveValue("");
  expect(await messagesOn(helper, id)).toEqual([]);
  await page.keyboard.press("Enter");
  await see(box).toHaveValue(`We have looked into #${id}.`);
});
