import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { LOGIN_FIELDS, REGISTRATION } from "#shared/account-messages.ts";
import { PAGE_FAILURES, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import { consentAs } from "#tests/support/accounts-tab.ts";
import { type OpenedPage, openPage, see } from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { long } from "#tests/support/long.ts";
import { chooseNewPassword, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Somebody at the registration, whose browser may show Discord's window. */
const registrant = async (): Promise<OpenedPage> => {
  const { url, sandbox } = await site();
  return openPage(url, "desktop", { outside: sandbox.url });
};

/** Opens the registration and the window that comes by itself. */
const openWithWindow = async (page: Page): Promise<Page> => {
  const opening = page.waitForEvent("popup");
  await page.goto("/register");
  const popup = await opening;
  await see(title(popup)).toHaveText("Who are you today?");
  return popup;
};

long("[LINK-18] a window that the browser blocks is asked for by a button", async () => {
  const { page } = await registrant();
  await page.addInitScript(() => {
    const open = window.open.bind(window);
    let isFirst = true;
    window.open = (...given) => {
      const isBlocked = isFirst;
      isFirst = false;
      return isBlocked ? null : open(...given);
    };
  });
  await page.goto("/register");
  await see(page.getByRole("alert")).toHaveText(SIGN_IN_WINDOW.blocked);
  await see(page.getByText(REGISTRATION.notLinked)).toBeVisible();
  await see(page.getByText(REGISTRATION.waiting)).toBeHidden();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Discord" }).click();
  const popup = await opening;
  await see(page.getByRole("alert")).toBeHidden();
  await consentAs(popup, "plain");
  await see(title(page)).toHaveText(`${REGISTRATION.titleStart} plainwalker`);
  await see(page.getByText("Discord account", { exact: true })).toBeVisible();
});

long("[LINK-19] whoever closes the window without success comes to the login", async () => {
  const { page } = await registrant();
  const popup = await openWithWindow(page);
  await see(page.getByText(REGISTRATION.waiting)).toBeVisible();
  await popup.close();
  await see(page).toHaveURL(/\/login$/);
  await see(title(page)).toHaveText("Welcome Back");
});

long(
  "[LINK-19] whoever refuses is told so in the window and on the page, and then comes to the login",
  async () => {
    const { page } = await registrant();
    const popup = await openWithWindow(page);
    await consentAs(popup, "deny");
    await see(popup.getByText(PROOF_SENTENCES.discord.denied)).toBeVisible();
    await see(page.getByRole("alert")).toHaveText(PAGE_FAILURES.discord.denied);
    const closing = popup.waitForEvent("close");
    // The click may end with the window that it closes: whether it has is asked next.
    await popup
      .getByRole("button", { name: "Close" })
      .click()
      .catch(() => {});
    await closing;
    await see(page).toHaveURL(/\/login$/);
    await see(page.getByRole("alert")).toHaveText(PAGE_FAILURES.discord.denied);
  },
);

test("[LINK-04] a Discord account that a member has is refused, and the window says so", async () => {
  const { page, expectNoise } = await registrant();
  expectNoise(/409/);
  const popup = await openWithWindow(page);
  await consentAs(popup, "taken");
  await see(popup.getByText(PROOF_SENTENCES.discord.duplicate)).toBeVisible();
  await see(page.getByRole("alert")).toHaveText(REGISTRATION.discordTaken);
  expect(popup.isClosed()).toBe(false);
  // The same window begins anew.
  await page.getByRole("button", { name: "Continue with Discord" }).click();
  await consentAs(popup, "stranger");
  await see(title(page)).toHaveText(/^Create a new account for Stranger \d+$/);
});

test("[LINK-08] a window that Discord's own policy has cut off still brings the form", async () => {
  const { page } = await registrant();
  const popup = await openWithWindow(page);
  await consentAs(popup, "coop");
  await see(title(page)).toHaveText(`${REGISTRATION.titleStart} Lone Window`);
  await see(page.getByLabel("First Name")).toBeVisible();
});

test("a Discord that is down is told of in the window and on the page", async () => {
  const { page, expectNoise } = await registrant();
  expectNoise(/503/);
  const { sandbox } = await site();
  const popup = await openWithWindow(page);
  sandbox.outages.set("discord", "down");
  afterThisTest(() => sandbox.outages.set("discord", "up"));
  await consentAs(popup, "plain");
  await see(popup.getByText(PROOF_SENTENCES.discord.unavailable)).toBeVisible();
  await see(page.getByRole("alert")).toHaveText(PAGE_FAILURES.discord.unavailable);
});

long("[LINK-01] the proof survives a reload, and another account can take its place", async () => {
  const { context, page } = await registrant();
  await consentAs(await openWithWindow(page), "unicode");
  await see(title(page)).toContainText("Ñandú");
  await see.poll(() => context.pages().length).toBe(1);
  await page.reload();
  await see(title(page)).toContainText("Ñandú");
  await see(page.getByLabel("First Name")).toBeVisible();
  expect(context.pages()).toHaveLength(1);

  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Use another Discord account" }).click();
  await consentAs(await opening, "plain");
  await see(title(page)).toHaveText(`${REGISTRATION.titleStart} plainwalker`);
});

long(
  "[ACC-05] the form says what is wrong: what is missing, and an e-mail address in use",
  async () => {
    const { page, expectNoise } = await registrant();
    expectNoise(/400/);
    await consentAs(await openWithWindow(page), "stranger");
    await see(title(page)).toContainText(REGISTRATION.titleStart);
    const register = page.getByRole("button", { name: "Register" });
    await chooseNewPassword(page, "Kettle+Birch!2026");
    await register.click();
    await see(page.getByText(REGISTRATION.firstNameMissing)).toBeVisible();
    await see(page.getByText(REGISTRATION.lastNameMissing)).toBeVisible();
    await see(page.getByText(LOGIN_FIELDS.emailRequired)).toBeVisible();
    await see(page.getByLabel("First Name")).toBeFocused();
    await page.getByLabel("First Name").fill("Ada");
    await page.getByLabel("Last Name").fill("Frost");
    await page.getByLabel("Email").fill("ada at example.test");
    await register.click();
    await see(page.getByText(LOGIN_FIELDS.emailMalformed)).toBeVisible();
    await page.getByLabel("Email").fill("MEMBER@example.test");
    await register.click();
    const alert = page.getByRole("alert");
    await see(alert).toContainText(REGISTRATION.failure);
    await see(alert).toContainText(REGISTRATION.emailInUse);
    await see(page.getByLabel("First Name")).toHaveValue("Ada");
    await page.getByRole("link", { name: "Log in", exact: true }).first().click();
    await see(page).toHaveURL(/\/login$/);
    await see(page.getByLabel("Email")).toHaveValue("MEMBER@example.test");
  },
);

long(
  "a proof that is gone when the form is sent leads back to Discord, and the form stays filled in",
  async () => {
    const { context, page, expectNoise } = await registrant();
    expectNoise(/400/);
    await consentAs(await openWithWindow(page), "stranger");
    await see(page.getByLabel("First Name")).toBeVisible();
    // While it is open, no other window is opened.
    await see.poll(() => context.pages().length).toBe(1);
    await page.getByLabel("First Name").fill("Ada");
    await page.getByLabel("Last Name").fill("Frost");
    await page.getByLabel("Email").fill("ada.gone@example.test");
    await chooseNewPassword(page, "Kettle+Birch!2026");
    await context.clearCookies();
    await page.getByRole("button", { name: "Register" }).click();
    await see(page.getByRole("alert")).toHaveText(REGISTRATION.linkAgain);
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Continue with Discord" }).click();
    await consentAs(await opening, "stranger");
    await see(page.getByLabel("First Name")).toHaveValue("Ada");
  },
);

long("who is signed in needs no account: the registration leads to the member area", async () => {
  const { context, page } = await openMemberPage(sampleMember("new"));
  await page.goto("/register");
  await see(page).toHaveURL(/\/member/);
  expect(context.pages()).toHaveLength(1);
});
