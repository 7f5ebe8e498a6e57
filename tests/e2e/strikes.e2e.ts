import type { Page } from "@playwright/test";
import { drawAvatar } from "#sandbox/identity/avatar.ts";
import { MEMBER_NAV, STRIKE_STRIP } from "#shared/member-area-messages.ts";
import type { OwnStrike, Strike } from "#shared/schemas/strikes.ts";
import {
  LIFT_FORM,
  OWN_STRIKES,
  STRIKE_ADMIN,
  STRIKE_FORM,
  STRIKE_PARTS,
  STRIKE_SECTION,
} from "#shared/strike-screen-messages.ts";
import { ATTACHMENT_SCREEN, ATTACHMENT_VIEW } from "#shared/upload-messages.ts";
import { seeToast } from "#tests/support/admin-users.ts";
import { expectNoSidewaysScroll, lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember, titled } from "#tests/support/members.ts";
import { ask, idOf, openTicket, ticketAt } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

const dialog = (page: Page) => page.getByRole("dialog");
const question = (page: Page) => page.getByRole("alertdialog");
const strip = (page: Page) => page.getByRole("complementary", { name: STRIKE_STRIP.title });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" }).click();

long(
  "[STRIKE-01, STRIKE-05, STRIKE-06] a strike is issued from a ticket, its member sees it on the phone and appeals, and it is lifted beside the appeal",
  async () => {
    const member = await join();
    const ticketId = await openTicket(member);
    const theirs = await openMemberPage(member, "phone");
    await theirs.page.goto("/member/tickets/open-tickets");
    await see(theirs.page.getByRole("link", { name: `#${ticketId}` })).toBeVisible();
    await see(theirs.page.getByRole("link", { name: MEMBER_NAV.strikes })).toHaveCount(0);

    const { page } = await openMemberPage(admin);
    await page.goto(ticketAt(ticketId));
    await press(page, STRIKE_FORM.open);
    await press(page, STRIKE_FORM.action);
    await see(dialog(page)).toContainText(STRIKE_FORM.ruleMissing);
    await see(dialog(page)).toContainText(STRIKE_FORM.reasonMissing);
    await see(dialog(page).getByLabel(STRIKE_FORM.rule)).toBeFocused();
    await dialog(page).getByLabel(STRIKE_FORM.rule).selectOption("ase-1-1");
    await dialog(page).getByLabel(STRIKE_FORM.reason).fill("Walled in a new tribe.");
    await dialog(page).getByRole("checkbox", { name: "Writing" }).press("Space");
    await dialog(page).getByLabel(STRIKE_FORM.remark).fill("Second time this month.");
    await dialog(page).getByLabel(STRIKE_FORM.evidence).fill("https://clips.example/42");
    await lookAt(page, "strike-form", "desktop");
    await press(page, STRIKE_FORM.action);
    await see(dialog(page)).toHaveCount(0);
    const beside = page.getByRole("region", { name: STRIKE_SECTION.beside });
    await see(beside).toContainText("Walled in a new tribe.");
    await lookAt(page, "strike-ticket", "desktop");

    // The open page of the member says so at once, and the ticket takes no more words.
    const { page: phone } = theirs;
    await see(strip(phone)).toContainText("write on tickets or play on the servers until");
    await phone.goto(ticketAt(ticketId));
    await see(phone.getByRole("region", { name: "Thread" })).toContainText("You cannot write");
    await see(phone.getByLabel("Message", { exact: true })).toHaveCount(0);
    await strip(phone).getByRole("link", { name: STRIKE_STRIP.see }).click();
    const [own] = await ask<OwnStrike[]>(member, "GET", "strikes/mine");
    const id = own?.id ?? 0;
    const mine = phone.locator(`#strike-${id}`);
    await see(mine).toContainText("Walled in a new tribe.");
    await see(phone.getByRole("main")).not.toContainText("Second time");
    await lookAt(phone, "strikes-own", "phone");

    await mine.getByRole("link", { name: OWN_STRIKES.appealOf(id) }).click();
    const field = (name: string) => phone.getByLabel(name, { exact: true });
    await see(field("Subject")).toHaveValue(OWN_STRIKES.appealSubject(id));
    await see(field("Category")).toHaveValue("Other");
    await field("Game").selectOption("Ark:SE");
    await field("Server").selectOption("Ragnarok");
    await field("Description").fill("The wall was my brother's.");
    await expectNoSidewaysScroll(phone);
    await press(phone, "Create Ticket");
    await see(phone).toHaveURL(/\/member\/tickets\/ticket\/\d+$/);
    const appeal = Number(/\d+$/.exec(phone.url())?.[0]);
    await phone.getByLabel("Message", { exact: true }).fill("Please have a look.");
    await press(phone, "Send message");
    await see(phone.getByRole("log")).toContainText("Please have a look.");

    await page.goto(ticketAt(appeal));
    await see(beside).toContainText(STRIKE_PARTS.appealed);
    await beside.getByRole("button", { name: LIFT_FORM.openThis(id) }).click();
    await press(page, LIFT_FORM.action);
    await see(question(page)).toContainText(LIFT_FORM.reasonMissing);
    await question(page).getByLabel(LIFT_FORM.reason).fill("It was the brother.");
    await lookAt(page, "strike-lift", "desktop");
    await press(page, LIFT_FORM.action);
    await seeToast(page, LIFT_FORM.done(id));
    await see(beside).toContainText("Lifted");
    await see(strip(phone)).toHaveCount(0);
    await phone.getByRole("link", { name: MEMBER_NAV.strikes }).click();
    await see(mine).toContainText("It was the brother.");
    await see(mine.getByRole("link", { name: OWN_STRIKES.seeAppeal })).toBeVisible();
  },
);

/** Pastes a picture into the form, as one does with a screenshot. */
const paste = (page: Page, name: string, picture: Uint8Array) =>
  dialog(page)
    .getByLabel(STRIKE_FORM.reason)
    .evaluate(
      (element, { name, bytes }) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], name, { type: "image/png" }));
        const given = { clipboardData: transfer, bubbles: true, cancelable: true };
        element.dispatchEvent(new ClipboardEvent("paste", given));
      },
      { name, bytes: [...picture] },
    );

long.each(onScreens("desktop", "phone"))(
  "[STRIKE-01, STRIKE-05] pictures prove a strike, pasted and of the ticket, and its member sees none of them (%s)",
  async (screen) => {
    const member = await join();
    const ticketId = await openTicket(member);
    const theirs = await openMemberPage(member, "phone");
    await theirs.page.goto(ticketAt(ticketId));
    await theirs.page
      .locator("input[type=file][multiple]")
      .setInputFiles([
        { name: "wall.png", mimeType: "image/png", buffer: Buffer.from(drawAvatar("wall", 256)) },
      ]);
    await theirs.page.getByLabel(ATTACHMENT_SCREEN.alt("wall.png")).fill("The wall");
    await theirs.page.getByLabel("Message", { exact: true }).fill("It is my wall.");
    await press(theirs.page, "Send message");
    await see(theirs.page.getByRole("log")).toContainText("It is my wall.");

    const { page } = await openMemberPage(admin, screen);
    await page.goto(ticketAt(ticketId));
    if (screen === "phone") await press(page, /^Show details/);
    await press(page, STRIKE_FORM.open);
    await dialog(page).getByLabel(STRIKE_FORM.rule).selectOption("ase-1-1");
    await dialog(page).getByLabel(STRIKE_FORM.reason).fill("Walled in a new tribe.");
    await paste(page, "Screenshot.png", drawAvatar("tribe", 256));
    const added = page.getByRole("list", { name: ATTACHMENT_SCREEN.list });
    await see(added.getByRole("listitem")).toHaveCount(1);
    const choice = dialog(page).getByRole("checkbox", {
      name: STRIKE_FORM.ticketPicture("The wall", 1, 1),
    });
    await choice.press("Space");
    await see(choice).toBeChecked();
    await choice.scrollIntoViewIfNeeded();
    await lookAt(page, "strike-evidence-form", screen);
    await press(page, STRIKE_FORM.action);
    await see(dialog(page)).toHaveCount(0);

    const beside = page.getByRole("region", { name: STRIKE_SECTION.beside });
    const pictures = beside.getByRole("list", { name: ATTACHMENT_VIEW.pictures });
    await see(pictures.getByRole("listitem")).toHaveCount(2);
    await pictures.scrollIntoViewIfNeeded();
    await lookAt(page, "strike-evidence", screen);
    await pictures.getByRole("button", { name: ATTACHMENT_VIEW.open("The wall", 2, 2) }).click();
    await see(page.getByRole("img", { name: "The wall" })).toBeVisible();
    await page.keyboard.press("Escape");

    await theirs.page.goto("/member/strikes");
    await see(theirs.page.getByRole("main")).toContainText("Walled in a new tribe.");
    await see(theirs.page.getByRole("list", { name: ATTACHMENT_VIEW.pictures })).toHaveCount(0);
  },
);

long(
  "[STRIKE-10] the team's list is narrowed and opens a strike, and the member's page has it, too",
  async () => {
    const member = await join();
    const userId = await idOf(member);
    const { id } = await ask<Strike>(admin, "POST", "strikes", {
      userId,
      ruleId: "ase-1-2",
      reason: "Shouted all night.",
      term: "permanent",
      forbids: ["buying"],
    });
    const { page } = await openMemberPage(admin);
    await page.goto(`/member/admin/strikes?whom=${userId}`);
    const rows = page.getByRole("list", { name: STRIKE_ADMIN.label }).locator("> li");
    await see(rows).toHaveCount(1);
    await rows.getByRole("button", { name: new RegExp(`^#${id} `) }).click();
    await see(rows).toContainText("Shouted all night.");
    await lookAt(page, "strikes-list", "desktop");
    await page.getByLabel(STRIKE_ADMIN.state).selectOption("lifted");
    await see(page).toHaveURL(/state=lifted/);
    await see(page.getByText(STRIKE_ADMIN.noMatch.title)).toBeVisible();
    await page.goto(`/member/admin/users/${userId}`);
    const section = page.getByRole("region", { name: STRIKE_SECTION.title });
    await see(section).toContainText(`#${id}`);
    await press(page, STRIKE_FORM.open);
    await dialog(page).getByLabel(STRIKE_FORM.term).selectOption("warning");
    await see(dialog(page).getByRole("checkbox")).toHaveCount(0);
    await dialog(page).getByLabel(STRIKE_FORM.rule).selectOption("ase-1-1");
    await dialog(page).getByLabel(STRIKE_FORM.reason).fill("Mind your words.");
    await press(page, STRIKE_FORM.action);
    await see(section).toContainText(STRIKE_PARTS.warning);
    await lookAt(page, "strike-member", "desktop");

    // What is forbidden is said before it is tried.
    const theirs = await openMemberPage(member, "phone");
    await theirs.page.goto("/member/strikes");
    await see(theirs.page.getByRole("main")).toContainText("Mind your words.");
    await see(strip(theirs.page)).toContainText("You cannot buy in the shop.");
    await see(theirs.page).toHaveTitle(titled(OWN_STRIKES.title));
    await theirs.page.goto("/member/admin/strikes");
    await see(theirs.page.getByRole("list", { name: STRIKE_ADMIN.label })).toHaveCount(0);
  },
);
