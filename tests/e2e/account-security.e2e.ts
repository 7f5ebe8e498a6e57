import { expect } from "bun:test";
import { STEP_UP } from "#shared/account-messages.ts";
import { ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
  END_SESSIONS,
  LOST_FACTOR,
  PASSKEY_LOGIN,
  PASSKEY_SETTINGS,
  SECOND_STEP,
} from "#shared/factor-messages.ts";
import { PEOPLE, PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { MERGING } from "#shared/rights-messages.ts";
import { seeToast, USERS } from "#tests/support/admin-users.ts";
import { SECURITY, setUpApp } from "#tests/support/app-setup.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { codeOfApp } from "#tests/support/factors.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import {
  join,
  logInAndGoOn,
  logInByForm,
  logOut,
  openMemberPage,
  sampleMember,
} from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { letTimePass } from "#tests/support/time-passed.ts";
import { addAuthenticator } from "#tests/support/virtual-authenticator.ts";

long(
  "[FACTOR-07] who has lost the second factor begins the week by mail, stops it by mail, and is let in by an Admin",
  async () => {
    const member = await join();
    const id = await idOf(member);
    const { page, expectNoise } = await openMemberPage(member, "phone");
    expectNoise(/401/);
    await setUpApp(page);
    await page.goto("/member/tickets");
    await logOut(page, "phone");
    await page.goto("/login");
    await logInByForm(page, member);
    await see(page.getByRole("heading", { name: SECOND_STEP.title })).toBeVisible();
    await page.getByRole("button", { name: SECOND_STEP.lost }).click();
    await lookAt(page, "lost-factor-ask", "phone");
    await page.getByRole("button", { name: LOST_FACTOR.mailLink }).click();
    await see(page.getByText(LOST_FACTOR.mailed)).toBeVisible();

    await page.goto(await inbox.linkFor(member.email, "/lost-factor"));
    await see(page).toHaveURL(/\/lost-factor$/);
    await lookAt(page, "lost-factor", "phone");
    await page.getByRole("button", { name: LOST_FACTOR.begin }).click();
    await see(page.getByText(/Your second factor is removed on/)).toBeVisible();
    await page.goto(await inbox.linkFor(member.email, "/keep-factor"));
    await see(page).toHaveURL(/\/keep-factor$/);
    await lookAt(page, "keep-factor", "phone");
    await page.getByRole("button", { name: LOST_FACTOR.keep, exact: true }).click();
    await see(page.getByText(LOST_FACTOR.stopped)).toBeVisible();

    const admin = await openMemberPage(sampleMember("admin"), "desktop");
    await admin.page.goto(`${USERS}/${id}`);
    const { menu, title, action } = PEOPLE_SCREEN.resetSecondFactor;
    await admin.page.getByRole("button", { name: menu }).click();
    const form = admin.page.getByRole("alertdialog", { name: title });
    await form.getByLabel(PEOPLE_SCREEN.reason).fill("Known by voice");
    await form.getByRole("button", { name: action }).click();
    await seeToast(admin.page, PEOPLE.factorReset);
    await page.goto("/login");
    // The login that waited for its second step is still there.
    await page.getByRole("button", { name: SECOND_STEP.anotherAccount }).click();
    await logInAndGoOn(page, member);
    await see(page).toHaveURL(/\/member/);
  },
);

long(
  "[STEP-04] [SAFE-06] a passkey confirms in the middle of an action, and the link of a security mail ends all sessions",
  async () => {
    const member = await join();
    const newEmail = `key-${member.email}`;
    const { page, expectNoise } = await openMemberPage(member, "desktop");
    // The browser tells of what is refused.
    expectNoise(/40[13]/);
    await addAuthenticator(page);
    await page.goto(SECURITY);
    await page.getByRole("button", { name: PASSKEY_SETTINGS.add }).click();
    await page.getByLabel(PASSKEY_SETTINGS.name, { exact: true }).fill("Phone");
    await page.getByRole("button", { name: PASSKEY_SETTINGS.goOn }).click();
    const keys = page.getByRole("region", { name: PASSKEY_SETTINGS.title });
    await see(keys.getByText("Phone")).toBeVisible();

    await letTimePass();
    await page.goto("/member/accountsettings");
    const section = page.getByRole("region", { name: ADDRESS_SCREEN.title });
    await section.getByRole("button", { name: ADDRESS_SCREEN.change }).click();
    await section.getByLabel(ADDRESS_SCREEN.field).fill(newEmail);
    await page.keyboard.press("Enter");
    const asked = page.getByRole("alertdialog", { name: STEP_UP.title });
    await asked.getByRole("button", { name: STEP_UP.passkey }).click();
    await see(asked).toBeHidden();
    await see(section).toContainText(ADDRESS_SCREEN.waits(newEmail));

    const other = await openPage((await site()).url, "phone");
    await other.page.goto(await inbox.linkFor(member.email, "/end-sessions"));
    await see(other.page).toHaveURL(/\/end-sessions$/);
    await lookAt(other.page, "end-sessions", "phone");
    await other.page.getByRole("button", { name: END_SESSIONS.action }).click();
    await see(other.page.getByText(END_SESSIONS.done)).toBeVisible();
    await page.goto(SECURITY);
    await see(page).toHaveURL(/\/login/);
  },
);

long("[DATA-07] an account with a passkey is proven with that before it is merged", async () => {
  const [kept, gone] = [await join(), await join()];
  const { page, expectNoise } = await openMemberPage(gone, "phone");
  expectNoise(/40[13]/);
  const device = await addAuthenticator(page);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: PASSKEY_SETTINGS.add }).click();
  await page.getByLabel(PASSKEY_SETTINGS.name, { exact: true }).fill("Phone");
  await page.getByRole("button", { name: PASSKEY_SETTINGS.goOn }).click();
  await see(
    page.getByRole("region", { name: PASSKEY_SETTINGS.title }).getByText("Phone"),
  ).toBeVisible();
  await logOut(page, "phone");
  // Nobody touches it, or the email field's autofill would log the other account in at once.
  await device.touch(false);
  await page.goto("/login");
  await logInAndGoOn(page, kept);
  await see(page).toHaveURL(/\/member/);

  await page.goto("/member/accountsettings?tab=Privacy");
  await page.getByRole("button", { name: MERGING.open }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(MERGING.otherEmail).fill(gone.email);
  await dialog.getByLabel(MERGING.otherPassword).fill(gone.password);
  await dialog.getByRole("button", { name: MERGING.goOn }).click();
  await see(dialog).toContainText(MERGING.factorUnproven);
  await lookAt(page, "merge-passkey", "phone");
  await device.touch(true);
  await dialog.getByRole("button", { name: PASSKEY_LOGIN.use }).click();
  await see(dialog.getByText(MERGING.moves(gone.email))).toBeVisible();
  await lookAt(page, "merge-preview", "phone");
  await dialog.getByRole("button", { name: MERGING.action }).click();
  await see(page.getByText(MERGING.done)).toBeVisible();
});

long(
  "[DATA-07] [ACC-07] a merge asks for the code of the other account, and a pasted password of 128 characters is taken whole",
  async () => {
    const [kept, gone] = [await join(), await join()];
    const others = await openMemberPage(gone, "desktop");
    const { secret } = await setUpApp(others.page);

    const { page, expectNoise } = await openMemberPage(kept, "desktop");
    expectNoise(/401/);
    const password = `Aq!${"0123456789abcdefghijklmno".repeat(5)}`;
    expect(password).toHaveLength(LENGTHS.password);
    await page.goto("/member/accountsettings");
    // Copied from where it can be read, as out of a password manager.
    await page.getByLabel("First Name").fill(password);
    await page.getByLabel("Current Password").fill(kept.password);
    await page.evaluate((text) => {
      const area = document.createElement("textarea");
      area.id = "copied";
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }, password);
    await page.getByLabel("First Name").fill("Robin");
    for (const name of ["New Password", "Confirm Password"]) {
      await page.getByLabel(name, { exact: true }).focus();
      await page.keyboard.press("ControlOrMeta+V");
      await see(page.getByLabel(name, { exact: true })).toHaveValue(password);
    }
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(page.getByRole("alert").filter({ hasText: "Changes saved." })).toBeVisible();

    await page.goto("/member/accountsettings?tab=Privacy");
    await page.getByRole("button", { name: MERGING.open }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(MERGING.otherEmail).fill(gone.email);
    await dialog.getByLabel(MERGING.otherPassword).fill(gone.password);
    await dialog.getByRole("button", { name: MERGING.goOn }).click();
    const code = dialog.getByLabel(MERGING.code, { exact: true });
    await see(code).toBeVisible();
    await lookAt(page, "merge-code", "desktop");
    // The code of this step of time has set it up.
    await code.fill(codeOfApp(secret, new Date(Date.now() + 30_000)));
    await dialog.getByRole("button", { name: MERGING.goOn }).click();
    await see(dialog.getByText(MERGING.moves(gone.email))).toBeVisible();
    await page.keyboard.press("Escape");
    await logOut(page, "desktop");
    await page.goto("/login");
    await logInAndGoOn(page, { email: kept.email, password });
    await see(page).toHaveURL(/\/member/);
  },
);
