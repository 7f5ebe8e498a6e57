import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { PASSKEY_ASKED_MS } from "#shared/constants/factors.ts";
import { PASSKEY_FAILURES, PASSKEY_LOGIN, PASSKEY_SETTINGS } from "#shared/factor-messages.ts";
import { expectNoAxeFindings, openPage, see } from "#tests/support/browser.ts";
import { holdTimers, letPass } from "#tests/support/held-timers.ts";
import { long } from "#tests/support/long.ts";
import { join, logOut, openMemberPage } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";
import { addAuthenticator } from "#tests/support/virtual-authenticator.ts";

const SECURITY = "/member/accountsettings?tab=Security";

const section = (page: Page) => page.getByRole("region", { name: PASSKEY_SETTINGS.title });
const dialog = (page: Page) => page.getByRole("alertdialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const nameField = (page: Page) => page.getByLabel(PASSKEY_SETTINGS.name, { exact: true });

/** Opens the question for a name, fills it in and goes on. */
const beginToAdd = async (page: Page, name: string) => {
  await button(page, PASSKEY_SETTINGS.add).click();
  await nameField(page).fill(name);
  await button(page, PASSKEY_SETTINGS.goOn).click();
};

const add = async (page: Page, name: string) => {
  await beginToAdd(page, name);
  await see(dialog(page)).toBeHidden();
  await see(section(page).getByText(name)).toBeVisible();
};

long(
  "[KEY-02] passkeys are added, told apart, renamed and removed, and errors say what to do",
  async () => {
    const { page } = await openMemberPage(await join(), "desktop");
    const phone = await addAuthenticator(page, { isTouched: false });
    await holdTimers(page, PASSKEY_ASKED_MS);
    await page.goto(SECURITY);
    await see(section(page).getByText(PASSKEY_SETTINGS.none)).toBeVisible();

    // Nobody touches the device: it is given up, by its person or by the time.
    await button(page, PASSKEY_SETTINGS.add).click();
    await see(nameField(page)).toHaveValue(/^Chrome on /);
    await nameField(page).fill("My phone");
    await button(page, PASSKEY_SETTINGS.goOn).click();
    await see(dialog(page).getByRole("status")).toHaveText(PASSKEY_SETTINGS.waiting);
    await expectNoAxeFindings(page);
    await button(page, PASSKEY_SETTINGS.cancel).click();
    await see(dialog(page)).toBeHidden();
    await see(button(page, PASSKEY_SETTINGS.add)).toBeFocused();
    await beginToAdd(page, "My phone");
    await see(dialog(page).getByRole("status")).toHaveText(PASSKEY_SETTINGS.waiting);
    await letPass(page, PASSKEY_ASKED_MS);
    await see(dialog(page).getByText(PASSKEY_FAILURES.late)).toBeVisible();
    await phone.touch(true);
    await button(page, PASSKEY_SETTINGS.goOn).click();
    await see(dialog(page)).toBeHidden();
    await see(section(page).getByText("My phone")).toBeVisible();
    await see(section(page).getByText(PASSKEY_SETTINGS.neverUsed)).toBeVisible();
    expect(await phone.count()).toBe(1);

    // The same device makes no second one; another one does.
    await beginToAdd(page, "Again");
    await see(dialog(page).getByText(PASSKEY_FAILURES.known)).toBeVisible();
    await button(page, PASSKEY_SETTINGS.cancel).click();
    await see(dialog(page)).toBeHidden();
    await phone.remove();
    await addAuthenticator(page);
    await add(page, "Security key");
    await expectNoAxeFindings(page);

    await button(page, PASSKEY_SETTINGS.renameOne("My phone")).click();
    await nameField(page).fill(" ");
    await button(page, PASSKEY_SETTINGS.save).click();
    await see(dialog(page).getByText(PASSKEY_SETTINGS.nameMissing)).toBeVisible();
    await nameField(page).fill("Old phone");
    await button(page, PASSKEY_SETTINGS.save).click();
    await see(section(page).getByText("Old phone")).toBeVisible();

    await button(page, PASSKEY_SETTINGS.removeOne("Old phone")).click();
    await see(dialog(page).getByText(PASSKEY_SETTINGS.remains(1, true))).toBeVisible();
    await dialog(page).getByRole("button", { name: PASSKEY_SETTINGS.remove }).click();
    await see(section(page).getByRole("listitem")).toHaveCount(1);
    await see(section(page).getByText("Security key")).toBeVisible();
  },
);

long(
  "[KEY-04] a passkey logs in by the button, by the field, and no more once it is removed",
  async () => {
    const member = await join();
    const { page, expectNoise } = await openMemberPage(member, "phone");
    const device = await addAuthenticator(page);
    await page.goto(SECURITY);
    await add(page, "Phone");
    await logOut(page, "phone");

    // Of what the browser offers for the field one is chosen at once: nobody touches anything here.
    await page.goto("/login");
    await see(page.getByRole("heading", { name: `Welcome, ${member.firstName}` })).toBeVisible();
    await see(page).toHaveURL(/\/member\/tickets/);
    await logOut(page, "phone");

    // From here on it is a browser that offers nothing for the field.
    await page.addInitScript(() => {
      window.PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await device.touch(false);
    await page.goto("/login");
    await see(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
    await button(page, PASSKEY_LOGIN.use).click();
    await see(page.getByRole("status").getByText(PASSKEY_LOGIN.waiting)).toBeVisible();
    await expectNoAxeFindings(page);
    await button(page, PASSKEY_LOGIN.cancel).click();
    await see(page.getByText(PASSKEY_LOGIN.waiting)).toBeHidden();
    await device.touch(true);
    await button(page, PASSKEY_LOGIN.use).click();
    await see(page).toHaveURL(/\/member\/tickets/);

    await page.goto(SECURITY);
    await button(page, PASSKEY_SETTINGS.removeOne("Phone")).click();
    await dialog(page).getByRole("button", { name: PASSKEY_SETTINGS.remove }).click();
    await see(section(page).getByText(PASSKEY_SETTINGS.none)).toBeVisible();
    await logOut(page, "phone");
    // The device has it still.
    expectNoise(/400/);
    await page.goto("/login");
    await button(page, PASSKEY_LOGIN.use).click();
    await see(page.getByText(/not known here/)).toBeVisible();
    await see(button(page, "Log In")).toBeEnabled();
  },
);

long(
  "[KEY-04] a device without a passkey says so, and the password is taken as before",
  async () => {
    const { url } = await site();
    const { page } = await openPage(url, "desktop");
    await addAuthenticator(page);
    await page.goto("/login");
    await button(page, PASSKEY_LOGIN.use).click();
    await see(page.getByText(PASSKEY_FAILURES.cancelled)).toBeVisible();
    await see(button(page, "Log In")).toBeEnabled();
  },
);
