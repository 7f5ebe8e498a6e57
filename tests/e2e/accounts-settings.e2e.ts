import { expect, test } from "bun:test";
import type { Locator } from "@playwright/test";
import { ACCOUNT, LOGIN, LOGIN_FIELDS } from "#shared/account-messages.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/time.ts";
import { TICKET_LINKS } from "#shared/ticket-messages.ts";
import { failUntilTriedAgain, openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { long } from "#tests/support/long.ts";
import {
  chooseNewPassword,
  join,
  login,
  openMemberPage,
  sampleMember,
} from "#tests/support/members.ts";
import { openTicket, ticketAt } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

const SETTINGS = "/member/accountsettings";
const CONSENT = "Send me news and offers";

long(
  "[NAV-09] the settings have an address for each tab, and other ones are passed over",
  async () => {
    const { page } = await openMemberPage(sampleMember("new"), "desktop");
    await page.goto(SETTINGS);
    const selected = page.getByRole("tab", { selected: true });
    await see(selected).toHaveText("General");
    await page.getByRole("tab", { name: "Privacy" }).click();
    await see(page).toHaveURL(/\?tab=Privacy$/);
    await page.reload();
    await see(selected).toHaveText("Privacy");
    await page.goto(`${SETTINGS}?tab=Accounts`);
    await see(selected).toHaveText("Accounts");
    await page.goto(`${SETTINGS}?tab=Wallet`);
    await see(selected).toHaveText("General");
  },
);

long(
  "[NAV-10] names are saved when one has changed, and what was typed survives a look at the other tab",
  async () => {
    const { page } = await openMemberPage(await join(), "desktop");
    await page.goto(SETTINGS);
    const save = page.getByRole("button", { name: "Save Changes" });
    const firstName = page.getByLabel("First Name");
    await see(firstName).toHaveValue("Robin");
    await see(save).toBeDisabled();
    await firstName.fill("Robyn");
    await see(save).toBeEnabled();
    await page.getByRole("tab", { name: "Privacy" }).click();
    await page.getByRole("tab", { name: "General" }).click();
    await see(firstName).toHaveValue("Robyn");
    await save.click();
    await see(page.getByRole("alert").filter({ hasText: ACCOUNT.updated })).toBeVisible();
    await see(save).toBeDisabled();
    await page.reload();
    await see(firstName).toHaveValue("Robyn");
  },
);

long(
  "[NAV-19] the focus stays where one works, while something is saved and afterwards",
  async () => {
    const member = await join();
    const id = await openTicket(member);
    const { context, page } = await openMemberPage(member, "desktop");
    // What has the focus is looked at before the page leads on.
    await holdTimers(page, TICKET_REDIRECT_MS);
    /** Holds the answer to a call until it has been looked at what has the focus meanwhile. */
    const press = async (button: Locator, call: string) => {
      const gate = Promise.withResolvers<void>();
      await context.route(`**/api/trpc/**${call}**`, async (route) => {
        await gate.promise;
        await route.continue();
      });
      await button.focus();
      await page.keyboard.press("Enter");
      await see(button).toHaveAttribute("aria-busy", "true");
      await see(button).toBeFocused();
      gate.resolve();
    };
    await page.goto(SETTINGS);
    await page.getByLabel("First Name").fill("Robyn");
    const save = page.locator("form").getByRole("button", { name: /^Sav/ });
    await press(save, "accounts.update");
    await see(page.getByRole("alert").filter({ hasText: ACCOUNT.updated })).toBeVisible();
    await see(save).toBeDisabled();
    await see(save).toBeFocused();
    // There is nothing to save, whatever is pressed.
    let sent = 0;
    page.on("request", (request) => (sent += request.url().includes("accounts.update") ? 1 : 0));
    await page.keyboard.press("Enter");
    await page.getByLabel("First Name").press("Enter");
    expect(sent).toBe(0);

    await page.goto(`${ticketAt(id)}/edit`);
    await page.getByLabel("Subject", { exact: true }).fill("The gate is open");
    await press(page.getByRole("button", { name: /^Sav/ }), "tickets.edit");
    await see(page.getByRole("link", { name: TICKET_LINKS.goTo(id) })).toBeFocused();

    await page.goto(ticketAt(id));
    await page.getByPlaceholder("Write a message").fill("Thank you.");
    const send = page.getByRole("button", { name: "Send message" });
    await send.focus();
    await page.keyboard.press("Enter");
    await see(page.getByRole("log")).toContainText("Thank you.");
    await see(page.locator(":focus")).toHaveCount(1);
  },
);

long("[NAV-18] no balance and no tier is shown while neither is known", async () => {
  const { context, page, expectNoise } = await openMemberPage(sampleMember("member"), "desktop");
  expectNoise(/503/);
  await context.route("**/api/trpc/**members.membership**", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  for (const path of ["/member/tickets", SETTINGS]) {
    await page.goto(path);
    await see(page.locator("main > div").first()).toContainText("member@example.test");
    await see(page.locator("main > div").first()).not.toContainText("Standard");
    await see(page.getByText(/^0$/)).toHaveCount(0);
    await see(page.getByText("Balance:")).toHaveCount(0);
  }
  await context.unroute("**/api/trpc/**members.membership**");
  await page.reload();
  await see(page.locator("main > div").first()).toContainText("Gold");
});

long(
  "[ACC-08] a new password that differs from its repetition, or breaks a rule, is not sent",
  async () => {
    const { page } = await openMemberPage(sampleMember("new"), "desktop");
    await page.goto(SETTINGS);
    const save = page.getByRole("button", { name: "Save Changes" });
    await page.getByLabel("Current Password").fill("whatever it is");
    await page.getByLabel("New Password").fill("Moon+Kettle!2026");
    await page.getByLabel("Confirm Password").fill("Moon+Kettle!2027");
    await save.click();
    await see(page.getByRole("alert")).toHaveText(LOGIN_FIELDS.passwordsDiffer);
    await chooseNewPassword(page, "moon+kettle!2026", "New Password");
    await save.click();
    await see(page.getByRole("alert")).toHaveText(LOGIN_FIELDS.passwordLacksUppercase);
  },
);

long(
  "[ACC-21] the marketing consent is applied at once, and rolled back when that fails",
  async () => {
    const { context, page, expectNoise } = await openMemberPage(await join(), "desktop");
    expectNoise(/ERR_FAILED/);
    await page.goto(`${SETTINGS}?tab=Privacy`);
    const consent = page.getByRole("checkbox", { name: CONSENT });
    await see(consent).not.toBeChecked();
    const held = Promise.withResolvers<void>();
    const procedure = "**/api/trpc/members.setMarketingConsent**";
    await context.route(procedure, async (route) => {
      await held.promise;
      await route.abort();
    });
    await consent.click();
    await see(consent).toBeChecked();
    held.resolve();
    await see(page.getByText(ACCOUNT.preferencesError)).toBeVisible();
    await see(page.getByText(ACCOUNT.preferencesFailed)).toBeVisible();
    await see(consent).not.toBeChecked();

    await context.unroute(procedure);
    await consent.click();
    await see(page.getByText(ACCOUNT.preferencesUpdated)).toBeVisible();
    await page.reload();
    await see(consent).toBeChecked();
  },
);

long(
  "a choice that waits for the one before is not made for whoever signs in meanwhile",
  async () => {
    const eve = await join();
    const { context, page, openTab } = await openMemberPage(await join(), "desktop");
    const second = await openTab();
    await second.goto("/rules");
    await page.goto(`${SETTINGS}?tab=Privacy`);
    const consent = page.getByRole("checkbox", { name: CONSENT });
    await see(consent).not.toBeChecked();
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const procedure = "**/api/trpc/members.setMarketingConsent**";
    let choices = 0;
    await context.route(procedure, async (route) => {
      choices += 1;
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await consent.click();
    await asked.promise;
    await consent.click();
    await consent.click();
    await see(consent).toBeChecked();
    await second.evaluate((token) => localStorage.setItem("authToken", token), await login(eve));
    await see(consent).not.toBeChecked();
    const answered = page.waitForResponse(procedure);
    held.resolve();
    await (await answered).finished();
    await page.reload();
    await see(consent).not.toBeChecked();
    expect(choices).toBe(1);
  },
);

long("[NAV-15] settings that cannot be loaded say so, and can be asked for again", async () => {
  const { page, expectNoise } = await openMemberPage(sampleMember("new"), "desktop");
  expectNoise(/ERR_FAILED|503/);
  await failUntilTriedAgain(page, "members.profile");
  await page.goto(SETTINGS);
  await see(page.getByText(ACCOUNT.loadFailed)).toBeVisible();
  await page.getByRole("tab", { name: "Privacy" }).click();
  await see(page.getByText(ACCOUNT.profileFailed)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await see(page.getByRole("checkbox", { name: CONSENT })).toBeVisible();
});

long("[NAV-11] who cancels the question about closing the account keeps it", async () => {
  const member = await join();
  const { page } = await openMemberPage(member, "desktop");
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Deactivate Account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Deactivate your account?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await see(dialog).toBeHidden();
  await see(page.getByRole("button", { name: "Deactivate Account" })).toBeFocused();
  await page.reload();
  await see(page.getByLabel("First Name")).toHaveValue("Robin");
  expect(await login(member)).toBeString();
});

long("[ADMIN-02] the last Admin cannot close the account, and stays signed in", async () => {
  const { page, expectNoise } = await openMemberPage(sampleMember("admin"), "desktop");
  expectNoise(/409/);
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Deactivate Account" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Yes, Deactivate" }).click();
  await see(dialog.getByRole("alert")).toHaveText(ACCOUNT.lastAdmin);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await see(page.getByLabel("First Name")).toHaveValue("Rowan");
});

test("[SESS-18] a guest at a guarded address comes to the login, which knows the way back", async () => {
  const { url } = await site();
  const { page } = await openPage(url, "desktop");
  await page.goto(`${SETTINGS}?tab=Privacy`);
  await see(page).toHaveURL(
    `${url}/login?redirect=${encodeURIComponent(`${SETTINGS}?tab=Privacy`)}`,
  );
  await see(page.getByRole("alert")).toHaveText(LOGIN.openMemberArea);
  await see(page.getByText(LOGIN.rolesLacking)).toBeHidden();
});
