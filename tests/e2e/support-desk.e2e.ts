import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { drawAvatar } from "#sandbox/identity/avatar.ts";
import { DAY_MS, MINUTE_MS, TICKET_REDIRECT_MS } from "#shared/constants/time.ts";
import {
  DESK,
  DESK_NOTIFICATIONS,
  NOTE_SCREEN,
  QUEUE_SCREEN,
  SAVED_REPLY_SCREEN,
} from "#shared/desk-messages.ts";
import type { OwnStrike, Strike } from "#shared/schemas/strikes.ts";
import { LIFT_FORM, OWN_STRIKES, STRIKE_SECTION } from "#shared/strike-screen-messages.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { TICKET_MERGE_SCREEN, TICKET_SCREEN } from "#shared/ticket-messages.ts";
import { ATTACHMENT_SCREEN, ATTACHMENT_VIEW } from "#shared/upload-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import { join, login, type Member, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { bell } from "#tests/support/notifications.ts";
import { ask, idOf, openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";
import { site, siteWith } from "#tests/support/site.ts";
import { giveRole } from "#tests/support/team.ts";
import { letNoticesRipen, runLater } from "#tests/support/time-passed.ts";

const CLOSING_AFTER = { days: 10, warnDays: 3 };
const SILENT = `closing = { after_days = ${CLOSING_AFTER.days}, warn_days = ${CLOSING_AFTER.warnDays} }`;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const teamLine = (page: Page) => page.getByRole("region", { name: QUEUE_SCREEN.facts });
const alertOf = (page: Page, id: number) =>
  page.getByRole("link", { name: new RegExp(`^New ticket #${id}(?!\\d)`) });

/** Pastes a picture, as one does with a screenshot. */
const paste = (page: Page, into: string, picture: Uint8Array) =>
  field(page, into).evaluate(
    (element, bytes) => {
      const transfer = new DataTransfer();
      const file = new File([Uint8Array.from(bytes)], "Screenshot.png", { type: "image/png" });
      transfer.items.add(file);
      const given = { clipboardData: transfer, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent("paste", given));
    },
    [...picture],
  );

/** A helper of the team by a name of their own. */
const helperNamed = async (firstName: string): Promise<Member> => {
  const helper = await join();
  await ask(helper, "POST", "trpc/accounts.update", { firstName, lastName: "Helper" });
  await giveRole(helper, "moderator");
  return { ...helper, firstName };
};

/** A phone that push reaches. @returns what has arrived there. */
const phoneOf = async (member: Member) => {
  const { sandbox } = await site();
  const browser = sandbox.push.subscribe(new URL(sandbox.url).host);
  await ask(member, "POST", "push/subscriptions", browser);
  return () =>
    sandbox.push
      .arrived()
      .filter(({ id }) => browser.endpoint.endsWith(`/${id}`))
      .map(({ text }) => text);
};

/** Two helpers with a saved reply and phones, and a player with a phone. */
const setUp = async () => {
  const player = await join();
  const [hal, cole] = [await helperNamed("Hal"), await helperNamed("Cole")];
  for (const helper of [hal, cole])
    await ask(helper, "POST", "trpc/savedReplies.save", {
      id: null,
      revision: 0,
      title: "Found again",
      text: "Hello {name}, your dragon of {ticket} is back.",
      isShared: false,
    });
  return {
    player,
    hal,
    cole,
    halsPhone: await phoneOf(hal),
    playersPhone: await phoneOf(player),
  };
};

/** Opens a ticket by the form, with a pasted screenshot. @returns its number. */
const openWithScreenshot = async (page: Page, subject: string): Promise<number> => {
  await page.goto("/member/tickets/new-ticket");
  await field(page, "Subject").fill(subject);
  await field(page, "Category").selectOption("Bug");
  await field(page, "Game").selectOption("Ark:SE");
  await field(page, "Server").selectOption("Ragnarok");
  await field(page, "Description").fill("It flew into the rock and is gone.");
  await paste(page, "Description", drawAvatar("rock", 256));
  await field(page, ATTACHMENT_SCREEN.alt("Screenshot.png")).fill("The rock");
  await lookAt(page, "desk-new-ticket", "phone");
  await holdTimers(page, TICKET_REDIRECT_MS);
  await button(page, "Create Ticket").tap();
  await page.getByRole("link", { name: /^Go to ticket #/ }).tap();
  await see(page).toHaveURL(/\/ticket\/\d+$/);
  return Number(/\d+$/.exec(page.url())?.[0]);
};

long(
  "[DESK-01, QUEUE-06, AID-04, PUSH-05] a ticket from the pasted screenshot to the answer: alert, take, note, two helpers at once, saved reply",
  async () => {
    const { player, hal, cole, halsPhone, playersPhone } = await setUp();
    const [phone, a, b] = await Promise.all([
      openMemberPage(player, "phone"),
      openMemberPage(hal, "desktop"),
      openMemberPage(cole, "desktop"),
    ]);
    await a.page.goto("/member/notifications");
    await see(a.page.getByRole("heading", { level: 1 })).toBeVisible();
    const unread = await bell(a.page).getAttribute("aria-label");
    const id = await openWithScreenshot(phone.page, "My dragon is gone");

    // The alert: at once by the bell, by push after a moment, by mail once it was not read.
    await see(alertOf(a.page, id)).toBeVisible();
    await see(bell(a.page)).not.toHaveAccessibleName(unread ?? "Notifications");
    await see.poll(() => halsPhone().length).toBe(1);
    expect(halsPhone()[0]).toContain(`"ticketId":${id}`);
    await letNoticesRipen(await idOf(cole));
    const alert = await inbox.mailFor(cole.email, `New ticket #${id}`);
    const mailed = new RegExp(`\\S*${ticketAt(id)}\\b`).exec(alert.text)?.[0] ?? "";

    await alertOf(a.page, id).click();
    await see(teamLine(a.page)).toContainText(QUEUE_SCREEN.takenByNobody);
    await see(button(a.page, ATTACHMENT_VIEW.open("The rock", 1, 1))).toBeVisible();
    await button(a.page, TICKET_SCREEN.take).click();
    await see(teamLine(a.page)).toContainText(QUEUE_SCREEN.takenByYou);
    await a.page.keyboard.press("Control+j");
    await field(a.page, NOTE_SCREEN.label).fill("Third time this month.");
    await a.page.keyboard.press("Enter");
    await see(a.page.locator("[data-note]")).toContainText("Third time this month.");

    // The second one sees who is there, who writes, and whose ticket it is.
    await b.page.goto(mailed);
    await see(b.page.locator("[data-note]")).toContainText("Third time this month.");
    await see(teamLine(b.page)).toContainText(QUEUE_SCREEN.takenBy("Hal Helper"));
    await see(teamLine(b.page)).toContainText(QUEUE_SCREEN.alsoLooking(["Hal Helper"]));
    await see(teamLine(a.page)).toContainText(QUEUE_SCREEN.alsoLooking(["Cole Helper"]));
    await a.page.keyboard.press("Control+j");
    await field(a.page, "Message").pressSequentially("Half");
    await see(b.page.getByText(/is writing…/)).toBeVisible();
    await lookAt(b.page, "desk-collision", "desktop");
    await button(b.page, QUEUE_SCREEN.takeOverFrom("Hal Helper")).click();
    await see(teamLine(b.page)).toContainText(QUEUE_SCREEN.takenByYou);
    await see(teamLine(a.page)).toContainText(QUEUE_SCREEN.takenBy("Cole Helper"));
    await b.page
      .getByRole("link", { name: /^Queue/ })
      .first()
      .click();
    await see(teamLine(a.page)).not.toContainText("looking");

    // Whoever does not look at the answer is told of it.
    await phone.page.goto("/rules");
    await field(a.page, "Message").fill("");
    await a.page.keyboard.press("/");
    await see(a.page.getByRole("option").first()).toBeVisible();
    await a.page.keyboard.press("Enter");
    const filled = `Hello ${player.firstName}, your dragon of #${id} is back.`;
    await see(field(a.page, "Message")).toHaveValue(filled);
    await a.page.keyboard.press("Enter");
    await see(log(a.page)).toContainText(filled);
    await see.poll(() => playersPhone().at(0) ?? "").toContain(`"ticketId":${id}`);
    await letNoticesRipen(await idOf(player));
    const answer = await inbox.mailFor(player.email, `(ticket #${id})`);
    expect(answer.text).toContain(filled);
    expect(answer.text + playersPhone().join("\n")).not.toContain("Third time");
    await phone.page.goto(new RegExp(`\\S*${ticketAt(id)}\\b`).exec(answer.text)?.[0] ?? "");
    await see(log(phone.page)).toContainText(filled);
    expect(await phone.page.content()).not.toContain("Third time");

    // Closed, and restored with one tap by which one writes on.
    await button(a.page, "Close ticket").click();
    await button(a.page, "Yes, Close").click();
    await button(phone.page, CLOSING.restoreAndAnswer).tap();
    await field(phone.page, "Message").fill("It is gone again!");
    await button(phone.page, "Send message").tap();
    await see(log(phone.page)).toContainText("It is gone again!");

    // A second one of the same player: four actions from the alert to the answer, and then they are one.
    await b.page.goto("/member/notifications");
    const second = await openTicket(player, { subject: "The dragon again" });
    let actions = 0;
    const act = async (does: Promise<void>) => {
      actions += 1;
      await does;
    };
    await see(alertOf(b.page, second)).toBeVisible();
    await act(alertOf(b.page, second).click());
    await act(button(b.page, new RegExp(`^${SAVED_REPLY_SCREEN.open}`)).click());
    await see(b.page.getByRole("option").first()).toBeVisible();
    await act(b.page.keyboard.press("Enter"));
    await see(field(b.page, "Message")).toHaveValue(/your dragon of #\d+ is back/);
    await act(b.page.keyboard.press("Enter"));
    await see(log(b.page)).toContainText(`your dragon of #${second} is back`);
    expect(actions).toBeLessThanOrEqual(4);
    await phone.page.goto(ticketAt(second));
    await button(b.page, TICKET_MERGE_SCREEN.open).click();
    const dialog = b.page.getByRole("alertdialog");
    await see(dialog.getByRole("combobox")).toHaveValue(String(id));
    await dialog.getByRole("button", { name: TICKET_MERGE_SCREEN.confirm }).click();
    await see(b.page).toHaveURL(new RegExp(`${ticketAt(id)}$`));
    // Whoever has the merged one open is led there.
    await see(phone.page).toHaveURL(new RegExp(`${ticketAt(id)}$`));
    await see(log(phone.page)).toContainText(`your dragon of #${second} is back`);
  },
);

long(
  "[DESK-06, STRIKE-06] silence closes a ticket after a warning by mail, and a strike's appeal is decided by the team",
  async () => {
    const player = await join();
    const hal = await helperNamed("Hal");
    const id = await openTicket(player);
    await say(hal, id, "Does it still happen?");
    const other = await siteWith((example) =>
      example.replace("notify_team = true", `notify_team = true\n${SILENT}`),
    );
    const { subject } = DESK_NOTIFICATIONS.closesSoon(id, "", CLOSING_AFTER.warnDays);
    await runLater(other.env, 7 * DAY_MS, ["close-tickets"]);
    await runLater(other.env, 7 * DAY_MS + 11 * MINUTE_MS, ["mail-notices", "deliver-mail"]);
    expect((await inbox.mailFor(player.email, subject)).text).toContain(ticketAt(id));
    const { page } = await openPage(other.url, "phone", {
      outside: other.sandbox.url,
      token: await login(player, other.url),
    });
    await page.goto(ticketAt(id));
    await see(field(page, "Message")).toBeVisible();
    await runLater(other.env, 10 * DAY_MS + MINUTE_MS, ["close-tickets"]);
    await page.reload();
    await see(log(page)).toContainText(DESK.closedBySilence(CLOSING_AFTER.days));
    await lookAt(page, "desk-closed-by-silence", "phone");
    await button(page, CLOSING.restoreAndAnswer).tap();
    await see(field(page, "Message")).toBeFocused();

    const { page: phone } = await openMemberPage(player, "phone");
    await ask<Strike>(sampleMember("admin"), "POST", "strikes", {
      userId: await idOf(player),
      ruleId: "ase-1-1",
      reason: "Walled in a new tribe.",
      term: "week",
      forbids: ["writing"],
    });
    const [own] = await ask<OwnStrike[]>(player, "GET", "strikes/mine");
    const strike = own?.id ?? 0;
    await phone.goto("/member/strikes");
    await phone.getByRole("link", { name: OWN_STRIKES.appealOf(strike) }).tap();
    await field(phone, "Game").selectOption("Ark:SE");
    await field(phone, "Server").selectOption("Ragnarok");
    await field(phone, "Description").fill("The wall was my brother's.");
    await button(phone, "Create Ticket").tap();
    await see(phone).toHaveURL(/\/member\/tickets\/ticket\/\d+$/);
    const { page: team } = await openMemberPage(hal);
    await team.goto(new URL(phone.url()).pathname);
    const beside = team.getByRole("region", { name: STRIKE_SECTION.beside });
    await beside.getByRole("button", { name: LIFT_FORM.openThis(strike) }).click();
    await team.getByRole("alertdialog").getByLabel(LIFT_FORM.reason).fill("It was the brother.");
    await button(team, LIFT_FORM.action).click();
    await see(beside).toContainText("Lifted");
    await phone.goto("/member/strikes");
    await see(phone.locator(`#strike-${strike}`)).toContainText("It was the brother.");
  },
);
