import { describe, expect } from "bun:test";
import { WAY_BACK_KEY } from "#client/lib/history-state.ts";
import {
  ACCOUNT,
  ACCOUNT_SCREENS,
  LOGIN,
  LOGIN_FIELDS,
  PASSWORD_RESET,
  REGISTRATION,
  VERIFICATION,
  VERIFY_SCREEN,
} from "#shared/account-messages.ts";
import {
  LOGIN_REDIRECT_MS,
  RESET_REDIRECT_MS,
  VERIFIED_REDIRECT_MS,
} from "#shared/constants/time.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { PASSWORD_RULES } from "#shared/rules/account-fields.ts";
import { consentAs } from "#tests/support/accounts-tab.ts";
import { lookAt, MOVING, openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long, onScreens } from "#tests/support/long.ts";
import {
  chooseNewPassword,
  join,
  logInAndGoOn,
  logInByForm,
  logOut,
  openMemberPage,
} from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

/** What is deep enough to be lost on the way. */
const DEEP_LINK = "/member/accountsettings?tab=Privacy";
const ON_THE_DEEP_LINK = /\/member\/accountsettings\?tab=Privacy$/;

/** A password on its way to a good one, and what is said of it. */
const TYPED = [
  ["wolf", LOGIN_FIELDS.passwordTooShort],
  ["wolfpack", LOGIN_FIELDS.passwordLacksUppercase],
  ["Wolfpack", LOGIN_FIELDS.passwordLacksSpecial],
  ["Wolf pack!", LOGIN_FIELDS.passwordHasSpaces],
] as const;
const PASSWORD = "Kettle+Birch!26";

describe.each([
  ["desktop", "Ada Frost"],
  ["phone", "Kit"],
] as const)("a newcomer on a %s", (screen, discordName) => {
  long(
    "[ACC-02, SESS-17] joins with a Discord account, proves the address, logs in and comes to where they wanted to go",
    async () => {
      const email = `newcomer-${screen}@example.test`;
      const { url, sandbox } = await site();
      const { context, page, openTab, expectNoise } = await openPage(url, screen, {
        ...MOVING,
        outside: sandbox.url,
      });
      await context.clock.install();

      await page.goto(DEEP_LINK);
      await see(page).toHaveURL(/\/login\?redirect=/);
      await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
      const opening = page.waitForEvent("popup");
      await page.getByRole("link", { name: "Create an account" }).click();
      const popup = await opening;
      await see(page.getByText(REGISTRATION.waiting)).toBeVisible();
      await popup.getByRole("button", { name: discordName }).first().click({ noWaitAfter: true });

      await see(page.getByRole("heading", { level: 1 })).toHaveText(
        `${REGISTRATION.titleStart} ${discordName}`,
      );
      await see.poll(() => popup.isClosed()).toBe(true);
      await page.getByLabel("First Name").fill("Ada");
      await page.getByLabel("Last Name").fill("Newcomer");
      await page.getByLabel("Email").fill(email);
      const register = page.getByRole("button", { name: "Register" });
      await see(register).toBeDisabled();
      for (const [index, { label }] of PASSWORD_RULES.entries())
        await see(page.getByRole("listitem").nth(index)).toContainText(label);
      for (const [typed, sentence] of TYPED) {
        await page.getByLabel("Password", { exact: true }).fill(typed);
        await see(page.getByText(sentence)).toBeVisible();
        await see(register).toBeDisabled();
      }
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await see(page.getByText("done")).toHaveCount(PASSWORD_RULES.length);
      await page.getByLabel("Confirm Password").fill("Kettle+Birch!2027");
      await see(page.getByText(LOGIN_FIELDS.passwordsDiffer)).toBeVisible();
      await see(register).toBeDisabled();
      await chooseNewPassword(page, PASSWORD);
      await see(page.getByText(LOGIN_FIELDS.passwordsDiffer)).toBeHidden();
      await register.click();

      await see(page).toHaveURL(/\/verify$/);
      await see(page.getByText(email)).toBeVisible();
      await see
        .poll(() => page.evaluate(() => JSON.stringify(window.history.state)))
        .not.toContain(email);
      await see(page.getByText(email)).toBeVisible();
      const link = await openTab();
      await link.goto("/");
      await link.evaluate(() => {
        const channel = new BroadcastChannel("lynxdenVerified");
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        channel.postMessage({ email: "somebody.else@example.test" });
        channel.close();
      });
      await inbox.linkFor(email, "/verify-email");
      await page.getByRole("button", { name: VERIFY_SCREEN.sendAgain }).click();
      await see(page.getByRole("status")).toHaveText(VERIFICATION.sentIfKnown);
      await lookAt(page, "account-verify-sent", screen);
      await link.goto(await inbox.linkFor(email, "/verify-email"));
      await see(link.getByText(VERIFICATION.verified)).toBeVisible();
      await see(page.getByText(VERIFICATION.verified)).toBeVisible();
      await lookAt(page, "account-verified", screen);
      await context.clock.fastForward(VERIFIED_REDIRECT_MS);
      await see(link).toHaveURL(/\/login$/);
      await see(link.getByLabel("Email")).toHaveValue(email);
      // Whoever comes next in this browser does not learn it.
      await see
        .poll(() => link.evaluate(() => JSON.stringify(window.history.state)))
        .not.toContain(email);
      await link.reload();
      await see(link.getByLabel("Email")).toHaveValue("");
      await link.close();
      await page.getByRole("link", { name: ACCOUNT_SCREENS.goToLogin }).click();
      await see(page).toHaveURL(/\/login$/);
      await see(page.getByLabel("Email")).toHaveValue(email);
      await lookAt(page, "account-login-filled", screen);

      await page.goto(DEEP_LINK);
      await see(page).toHaveURL(/\/login\?redirect=/);
      await logInByForm(page, { email, password: PASSWORD });
      // Both at once: the lynx runs for seconds alone.
      const shown = () =>
        page.evaluate(() => [window.location.pathname, document.querySelector("h1")?.textContent]);
      await see.poll(shown).toEqual(["/login", "Welcome, Ada"]);
      await context.clock.fastForward(LOGIN_REDIRECT_MS);
      await see(page).toHaveURL(ON_THE_DEEP_LINK);
      await see(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
      await see(page.locator("#main, main").getByText(discordName).first()).toBeVisible();

      const second = await openTab();
      await second.goto("/member/accountsettings");
      await see(second.getByRole("heading", { name: "Profile Information" })).toBeVisible();
      expectNoise(/401/);
      await logOut(page, screen);
      await see(page).toHaveURL(/\/$/);
      await see(second).toHaveURL(/\/login/);
      await see(second.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
    },
  );
});

long(
  "[ACC-24, ACC-25] a mistyped address is put right, and what was asked for first opens after the mail's link",
  async () => {
    const [mistyped, email] = ["shopper@exmaple.test", "shopper@example.test"];
    const { url, sandbox } = await site();
    const { context, page, openTab, expectNoise } = await openPage(url, "phone", {
      outside: sandbox.url,
    });
    expectNoise(/401/);
    // The link is followed by hand, however long that takes.
    await holdTimers(context, VERIFIED_REDIRECT_MS);
    await page.goto("/shop");
    await see(page.getByRole("alert")).toHaveText(LOGIN.openShop);
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: ACCOUNT_SCREENS.createAccount }).click();
    await consentAs(await opening, "stranger");
    await page.getByLabel("First Name").fill("Ada");
    await page.getByLabel("Last Name").fill("Shopper");
    await page.getByLabel("Email").fill(mistyped);
    await chooseNewPassword(page, PASSWORD);
    await page.getByRole("button", { name: "Register" }).click();
    await see(page).toHaveURL(/\/verify$/);

    await page.getByRole("button", { name: VERIFY_SCREEN.change }).click();
    const form = page.getByRole("form", { name: VERIFY_SCREEN.change });
    await see(form.getByLabel(VERIFY_SCREEN.newEmail)).toBeFocused();
    await lookAt(page, "account-verify-change", "phone");
    await form.getByLabel(VERIFY_SCREEN.newEmail).fill(email);
    await form.getByLabel(VERIFY_SCREEN.password, { exact: true }).fill("Wrong!2026");
    await form.getByRole("button", { name: VERIFY_SCREEN.saveEmail }).click();
    await see(form.getByRole("alert")).toHaveText(LOGIN.invalidOnScreen);
    await form.getByLabel(VERIFY_SCREEN.password, { exact: true }).fill(PASSWORD);
    await form.getByRole("button", { name: VERIFY_SCREEN.saveEmail }).click();
    await see(page.getByText(VERIFICATION.corrected)).toBeVisible();
    await see(page.getByText(email)).toBeVisible();
    await lookAt(page, "account-verify-changed", "phone");

    const link = await openTab();
    await link.goto(await inbox.linkFor(email, "/verify-email"));
    await see(page.getByText(VERIFICATION.verified)).toBeVisible();
    await link.getByRole("link", { name: ACCOUNT_SCREENS.goToLogin }).click();
    await see(link.getByLabel("Email")).toHaveValue(email);
    await logInAndGoOn(link, { email, password: PASSWORD });
    await see(link).toHaveURL("/shop");
    expect(await link.evaluate((key) => localStorage.getItem(key), WAY_BACK_KEY)).toBeNull();
  },
);

describe.each(onScreens("desktop", "phone"))("a member on a %s", (screen) => {
  long("[ACC-13] who forgot the password sets a new one by mail", async () => {
    const member = await join();
    const { url } = await site();
    const { context, page } = await openPage(url, screen, { outside: (await site()).sandbox.url });
    await context.clock.install();
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText(PASSWORD_RESET.requestTitle);
    await page.getByRole("button", { name: "Send the link" }).click();
    await see(page.getByText(LOGIN_FIELDS.emailRequired)).toBeVisible();
    await page.getByLabel("Email").fill(member.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await see(page.getByRole("status")).toHaveText(PASSWORD_RESET.requested);

    await page.goto(await inbox.linkFor(member.email, "/reset-password"));
    await see(page.getByRole("heading", { level: 1 })).toHaveText(PASSWORD_RESET.title);
    const change = page.getByRole("button", { name: "Change password" });
    await see(change).toBeDisabled();
    await chooseNewPassword(page, PASSWORD);
    await change.click();
    await see(page.getByText(PASSWORD_RESET.done)).toBeVisible();
    await context.clock.fastForward(RESET_REDIRECT_MS);
    await see(page).toHaveURL(/\/login$/);
    await logInByForm(page, { email: member.email, password: PASSWORD });
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Robin");
    await inbox.mailFor(member.email, "password was changed");
  });

  long(
    "[ACC-17] who closed the account gets a goodbye, cannot log in, and comes back by a new password",
    async () => {
      const member = await join();
      const { context, page, expectNoise } = await openMemberPage(member, screen);
      expectNoise(/401/);
      await context.clock.install();
      await page.goto("/member/accountsettings");
      await page.getByRole("button", { name: "Deactivate Account" }).click();
      await page.getByRole("button", { name: "Yes, Deactivate" }).click();
      await see(page.getByText(ACCOUNT.deactivated)).toBeVisible();
      await see(page).toHaveURL(/\/$/);
      await see.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
      await inbox.mailFor(member.email, "account is closed");

      await page.goto("/login");
      await logInByForm(page, member);
      await see(page.getByRole("alert")).toHaveText(LOGIN.deactivated);
      await see(page.getByRole("link", { name: "den@lynxden.example" })).toBeVisible();
      await lookAt(page, "account-login-deactivated", screen);
      await page.getByRole("link", { name: ACCOUNT_SCREENS.setPassword }).click();
      await see(page).toHaveURL(/\/forgot-password$/);
      await see(page.getByLabel("Email")).toHaveValue(member.email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.goto(await inbox.linkFor(member.email, "/reset-password"));
      await chooseNewPassword(page, PASSWORD);
      await page.getByRole("button", { name: "Change password" }).click();
      await see(page.getByText(PASSWORD_RESET.done)).toBeVisible();
      await context.clock.fastForward(RESET_REDIRECT_MS);
      await logInByForm(page, { email: member.email, password: PASSWORD });
      await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Robin");
      await context.clock.fastForward(LOGIN_REDIRECT_MS);
      await see(page).toHaveURL(/\/member/);
      await see(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    },
  );
});
