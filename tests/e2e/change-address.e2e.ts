import { expect } from "bun:test";
import { PASSWORD_RESET } from "#shared/account-messages.ts";
import { ADDRESS, ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { seeToast, USERS } from "#tests/support/admin-users.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { NEW_PASSWORD } from "#tests/support/registration.ts";
import { idOf } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

for (const screen of onScreens("desktop", "phone"))
  long(
    `[EMAIL-01][EMAIL-04] a member changes the address, confirms it, and takes it back from the old one, on ${screen}`,
    async () => {
      const member = await join();
      const newEmail = `new-${member.email}`;
      const { page, expectNoise } = await openMemberPage(member, screen);
      // The browser tells of calls that are refused.
      expectNoise(/40[01]/);
      await page.goto("/member/accountsettings");
      const section = page.getByRole("region", { name: ADDRESS_SCREEN.title });
      await see(section).toContainText(member.email);
      await section.getByRole("button", { name: ADDRESS_SCREEN.change }).click();
      const field = section.getByLabel(ADDRESS_SCREEN.field);
      await see(field).toBeFocused();
      await field.fill("no address");
      await page.keyboard.press("Enter");
      await see(field).toHaveAttribute("aria-invalid", "true");
      await field.fill(newEmail);
      await lookAt(page, "address-form", screen);
      await page.keyboard.press("Enter");
      await see(section).toContainText(ADDRESS_SCREEN.waits(newEmail));
      await lookAt(page, "address-waits", screen);

      // The link asks first: programs that look through mails open it too.
      const link = await inbox.linkFor(newEmail, "/confirm-address");
      await page.goto(link);
      await see(page).toHaveURL(/\/confirm-address$/);
      const confirm = page.getByRole("button", { name: ADDRESS_SCREEN.confirmAction });
      await see(confirm).toBeVisible();
      await lookAt(page, "confirm-address", screen);
      await confirm.click();
      await see(page.getByText(ADDRESS.changed(newEmail))).toBeVisible();
      await page.getByRole("link", { name: ADDRESS_SCREEN.toSettings }).click();
      await see(section).toContainText(newEmail);
      await see(section).toContainText(`old address ${member.email} is kept`);
      await lookAt(page, "address-changed", screen);

      const back = await inbox.linkFor(member.email, "/revert-address");
      const other = await openPage((await site()).url, screen);
      await other.page.goto(back);
      await see(other.page).toHaveURL(/\/revert-address$/);
      await lookAt(other.page, "revert-address", screen);
      await other.page.getByRole("button", { name: ADDRESS_SCREEN.revertAction }).click();
      await see(other.page.getByText(ADDRESS.reverted(member.email))).toBeVisible();
      await lookAt(other.page, "address-reverted", screen);
      await other.page.getByRole("link", { name: ADDRESS_SCREEN.setPassword }).click();
      await see(other.page.getByRole("heading", { name: PASSWORD_RESET.title })).toBeVisible();
      const [password, repeated] = await other.page.locator('input[type="password"]').all();
      await password?.fill(NEW_PASSWORD);
      await repeated?.fill(NEW_PASSWORD);
      await other.page.keyboard.press("Enter");
      await see(other.page).toHaveURL(/\/login/);
      expect(await other.page.locator("input[type=email]").count()).toBe(1);
    },
  );

long("[EMAIL-05] an Admin begins the change of a member's address", async () => {
  const member = await join();
  const newEmail = `found-${member.email}`;
  const { page } = await openMemberPage(sampleMember("admin"), "desktop");
  await page.goto(`${USERS}/${await idOf(member)}`);
  const { menu, title, field, action } = ADDRESS_SCREEN.admin;
  await page.getByRole("button", { name: menu }).click();
  const form = page.getByRole("alertdialog", { name: title });
  await form.getByLabel(field).fill(newEmail);
  await form.getByLabel("Reason").fill("Lost the mailbox");
  await lookAt(page, "change-address-dialog", "desktop");
  await form.getByRole("button", { name: action }).click();
  await seeToast(page, ADDRESS.askedFor(newEmail));
  expect(await inbox.linkFor(newEmail, "/confirm-address")).toContain("code=");
});
