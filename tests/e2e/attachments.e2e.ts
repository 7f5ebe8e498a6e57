import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { drawAvatar } from "#sandbox/identity/avatar.ts";
import { ATTACHMENT_SCREEN, ATTACHMENT_VIEW } from "#shared/upload-messages.ts";
import { expectNoAxeFindings, expectNoSidewaysScroll, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { openTicket, ticketAt } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

/** Longer than a phone is wide. */
const WALL = `${"the-wall-of-our-base-".repeat(4)}.png`;

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const added = (page: Page) => page.getByRole("list", { name: ATTACHMENT_SCREEN.list });

/** Pastes a picture, as one does with a screenshot. */
const paste = (page: Page, name: string, picture: Uint8Array) =>
  composer(page).evaluate(
    (element, { name, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], name, { type: "image/png" }));
      const given = { clipboardData: transfer, bubbles: true, cancelable: true };
      element.dispatchEvent(new ClipboardEvent("paste", given));
    },
    { name, bytes: [...picture] },
  );

/** Whether the picture that is shown has come. */
const hasCome = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("img")
    .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);

long(
  "[ATTACH-07, ATTACH-08] a player pastes a screenshot on the phone, and a helper looks at it by keyboard",
  async () => {
    const member = await join();
    const id = await openTicket(member);
    const [theirs, helpers] = await Promise.all([
      openMemberPage(member, "phone"),
      openMemberPage(admin, "desktop"),
    ]);
    await Promise.all([theirs.page.goto(ticketAt(id)), helpers.page.goto(ticketAt(id))]);

    await paste(theirs.page, "Screenshot.png", drawAvatar("hole", 256));
    await see(added(theirs.page).getByRole("listitem")).toHaveCount(1);
    await theirs.page.locator("input[type=file][multiple]").setInputFiles([
      { name: WALL, mimeType: "image/png", buffer: Buffer.from(drawAvatar("wall", 256)) },
      { name: "crash.log", mimeType: "", buffer: Buffer.from("Fatal error!") },
      { name: "run.exe", mimeType: "", buffer: Buffer.from("MZ") },
    ]);
    await see(added(theirs.page).getByRole("listitem")).toHaveCount(3);
    await see(theirs.page.getByText(ATTACHMENT_SCREEN.unknownKind)).toBeVisible();
    await theirs.page.getByRole("button", { name: "Dismiss" }).click();
    await see(
      theirs.page.getByRole("button", { name: ATTACHMENT_SCREEN.remove(WALL) }),
    ).toBeInViewport();
    await theirs.page
      .getByLabel(ATTACHMENT_SCREEN.alt("Screenshot.png"))
      .fill("The hole in the floor");
    await theirs.page.getByRole("button", { name: ATTACHMENT_SCREEN.remove(WALL) }).click();
    await see(added(theirs.page).getByRole("listitem")).toHaveCount(2);
    await expectNoSidewaysScroll(theirs.page);
    await expectNoAxeFindings(theirs.page);

    // What is added outlives a reload.
    await theirs.page.reload();
    await see(added(theirs.page).getByRole("listitem")).toHaveCount(2);
    await paste(theirs.page, "Second.png", drawAvatar("second", 256));
    await see(added(theirs.page).getByRole("listitem")).toHaveCount(3);
    await theirs.page.getByRole("button", { name: "Send message" }).click();
    await see(added(theirs.page)).toHaveCount(0);

    const first = ATTACHMENT_VIEW.open("The hole in the floor", 1, 2);
    const tile = log(helpers.page).getByRole("button", { name: first });
    await see(tile).toBeVisible();
    await see(log(theirs.page).getByRole("button", { name: first })).toBeVisible();
    await tile.focus();
    await helpers.page.keyboard.press("Enter");
    await see(helpers.page.getByRole("img", { name: "The hole in the floor" })).toBeVisible();
    await see.poll(() => hasCome(helpers.page)).toBe(true);
    await expectNoAxeFindings(helpers.page);
    await helpers.page.keyboard.press("ArrowRight");
    await see(helpers.page.getByRole("dialog")).toContainText(ATTACHMENT_VIEW.place(2, 2));
    await helpers.page.keyboard.press("Escape");
    await see(helpers.page.getByRole("dialog")).toHaveCount(0);
    await see(tile).toBeFocused();

    const saving = helpers.page.waitForEvent("download");
    await log(helpers.page)
      .getByRole("link", { name: `${ATTACHMENT_VIEW.save} crash.log` })
      .click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("crash.log");
    expect(await Bun.file(await saved.path()).text()).toBe("Fatal error!");
  },
);
