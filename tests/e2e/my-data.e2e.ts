import { expect } from "bun:test";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { ARCHIVES } from "#shared/archive-messages.ts";
import { ERASING, MERGING } from "#shared/rights-messages.ts";
import { readZip } from "#tests/support/archives.ts";
import { keepScreenshot, see } from "#tests/support/browser.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";

const PRIVACY = "/member/accountsettings?tab=Privacy";

long(
  "[DATA-01] a member asks for their data, waits for it, and downloads one file of it",
  async () => {
    const { page } = await openMemberPage(await join(), "phone");
    await page.goto(PRIVACY);
    await page.getByRole("button", { name: ARCHIVES.ask }).click();
    await see(page.getByText(ARCHIVES.waiting)).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: ARCHIVES.download, exact: true }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
    const { data, page: html } = readZip(await Bun.file(await file.path()).bytes());
    expect(data["account"]).toMatchObject([{ firstName: "Robin" }]);
    expect(html).toContain("Robin");
  },
);

long("[DATA-05] an Admin erases a member on their page, once why and whom is said", async () => {
  const member = await join();
  const { page, expectNoise } = await openMemberPage(sampleMember("admin"), "desktop");
  expectNoise(/404 .*administration\.member/);
  const id = await idOf(member);
  await page.goto(`/member/admin/users/${id}`);
  await page.getByRole("button", { name: ERASING.open, exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel(ERASING.reason).selectOption("request");
  await dialog.getByRole("button", { name: ERASING.action }).click();
  await see(dialog.getByText(ERASING.mismatch)).toBeVisible();
  await dialog.getByLabel(ERASING.typeAddress(member.email)).fill(member.email);
  await dialog.getByRole("button", { name: ERASING.action }).click();
  await see(page.getByRole("alert").filter({ hasText: ERASING.done })).toBeVisible();
  await page.goto(`/member/admin/users/${id}`);
  await see(page.getByText(ADMINISTRATION.unknown)).toBeVisible();
});

long(
  "[DATA-07] a member logs in to their other account, sees what moves, and makes one of the two",
  async () => {
    const [kept, gone] = [await join(), await join()];
    const { page } = await openMemberPage(kept, "phone");
    await page.goto(PRIVACY);
    await page.getByRole("button", { name: MERGING.open }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(MERGING.otherEmail).fill(gone.email);
    await dialog.getByLabel(MERGING.otherPassword).fill(gone.password);
    await dialog.getByRole("button", { name: MERGING.goOn }).click();
    const { text } = await inbox.mailFor(gone.email, "merge");
    const [mailed = ""] = /\b[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(text) ?? [];
    await dialog.getByLabel(MERGING.mailedCode).fill(mailed);
    await keepScreenshot(page, "merge-code");
    await dialog.getByRole("button", { name: MERGING.goOn }).click();
    await see(dialog.getByText(MERGING.moves(gone.email))).toBeVisible();
    await dialog.getByRole("checkbox").click();
    await dialog.getByRole("button", { name: MERGING.action }).click();
    await see(page.getByRole("alert").filter({ hasText: MERGING.done })).toBeVisible();
    await page.goto("/member/accountsettings?tab=Accounts");
    await see(page.getByRole("tabpanel").getByText(gone.discordName)).toBeVisible();
  },
);
