import { expect, test } from "bun:test";
import {
  FORGOTTEN_PASSWORD,
  LOGIN,
  LOGIN_FIELDS,
  PASSWORD_RESET,
  VERIFICATION,
} from "#shared/account-messages.ts";
import { LOGIN_REDIRECT_MS, VERIFIED_REDIRECT_MS } from "#shared/constants/time.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import { openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import { join, logInByForm, logOut, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

long(
  "[SESS-15] who has not proven the address is told so, and gets the mail once more",
  async () => {
    const member = await join({ isVerified: false });
    const first = await inbox.linkFor(member.email, "/verify-email");
    const { page, expectNoise, openTab } = await openPage((await site()).url);
    expectNoise(/401/);
    // Nobody is led on by the clock.
    await holdTimers(page, VERIFIED_REDIRECT_MS);
    await page.goto("/login");
    await logInByForm(page, member);
    const dialog = page.getByRole("dialog", { name: LOGIN.unverifiedTitle });
    await see(dialog).toContainText(LOGIN.unverifiedText);
    await see(dialog.getByLabel("Email")).toHaveValue(member.email);
    await dialog.getByLabel("Email").fill("");
    await dialog.getByRole("button", { name: "Resend verification email" }).click();
    await see(dialog.getByText(LOGIN_FIELDS.enterEmail)).toBeVisible();
    await dialog.getByLabel("Email").fill(member.email);
    await dialog.getByRole("button", { name: "Resend verification email" }).click();
    await see(page.getByRole("alert").filter({ hasText: VERIFICATION.resent })).toBeVisible();
    await see(dialog).toBeHidden();

    expectNoise(/400/);
    await page.goto(first);
    await see(page.getByRole("alert")).toHaveText(VERIFICATION.codeInvalid);
    await see(page.getByRole("link", { name: "Resend verification email" })).toBeVisible();
    const second = await inbox.linkFor(member.email, "/verify-email");
    const waiting = await openTab();
    await waiting.goto("/verify");
    await page.goto(second);
    await see(page.getByText(VERIFICATION.verified)).toBeVisible();
    // It was opened anew, and so knows no address.
    await waiting.getByRole("link", { name: "Go to login" }).click();
    await see(waiting).toHaveURL(/\/login$/);
    await see(waiting.getByLabel("Email")).toHaveValue("");
    // Whoever comes back to it in this tab need not be the same person.
    await page.getByRole("link", { name: "Lynxden, home" }).click();
    await see(page).toHaveURL(/\/$/);
    await page.goBack();
    await see(page.getByText(VERIFICATION.verified)).toBeVisible();
    await page.getByRole("link", { name: "Go to login" }).click();
    await see(page).toHaveURL(/\/login$/);
    await see(page.getByLabel("Email")).toHaveValue("");
    await page.goto(second);
    await see(page.getByRole("alert")).toHaveText(VERIFICATION.codeUsed);
  },
);

test("[SESS-22] a verification without a code, and one that cannot be reached, say so", async () => {
  const { context, page, expectNoise } = await openPage((await site()).url);
  expectNoise(/ERR_FAILED/);
  await page.goto("/verify-email");
  await see(page.getByRole("alert")).toHaveText(VERIFICATION.codeMissing);
  await context.route("**/api/trpc/accounts.verifyEmail**", (route) => route.abort());
  await page.goto("/verify-email?code=abc");
  await see(page.getByRole("alert")).toHaveText(VERIFICATION.errored);
  await see(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("[ACC-13] a reset without a token shows the way to a new link alone", async () => {
  const { page } = await openPage((await site()).url);
  await page.goto("/reset-password");
  await see(page.getByRole("alert")).toHaveText(PASSWORD_RESET.tokenMissing);
  await see(page.getByRole("textbox")).toHaveCount(0);
  await see(page.getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: FORGOTTEN_PASSWORD.askForNewLink }).click();
  await see(page).toHaveURL(/\/forgot-password$/);
});

test("[ACC-12] the page for another verification mail never tells who has an account", async () => {
  const { page } = await openPage((await site()).url);
  await page.goto("/verify");
  await page.getByRole("link", { name: "Send the email again" }).click();
  await see(page).toHaveURL(/\/resend-verification$/);
  await page.getByRole("button", { name: "Resend verification email" }).click();
  await see(page.getByText(LOGIN_FIELDS.enterEmail)).toBeVisible();
  await page.getByLabel("Email").fill("nobody@example.test");
  await page.getByRole("button", { name: "Resend verification email" }).click();
  await see(page.getByRole("status")).toHaveText(VERIFICATION.sentIfKnown);
});

test.each([
  ["a wrong password", { email: "member@example.test", password: "Wrong!2026" }],
  ["an unknown address", { email: "nobody@example.test", password: "Wrong!2026" }],
])("[SESS-15] %s is incorrect, and what was typed stays", async (_, credentials) => {
  const { page, expectNoise } = await openPage((await site()).url);
  expectNoise(/401/);
  await page.goto("/login");
  await logInByForm(page, credentials);
  await see(page.getByRole("alert")).toHaveText(LOGIN.invalidOnScreen);
  await see(page.getByLabel("Email")).toHaveValue(credentials.email);
});

test("[SESS-15] a login says what is missing, and when nothing answers", async () => {
  const { context, page, expectNoise } = await openPage((await site()).url);
  expectNoise(/ERR_FAILED/);
  await page.goto("/login");
  await page.getByRole("button", { name: "Log In" }).click();
  await see(page.getByText(LOGIN_FIELDS.emailRequired)).toBeVisible();
  await see(page.getByText(LOGIN.passwordMissing)).toBeVisible();
  await see(page.getByLabel("Email")).toBeFocused();
  await context.route("**/api/trpc/accounts.login**", (route) => route.abort());
  await logInByForm(page, sampleMember("member"));
  await see(page.getByRole("alert")).toHaveText(MESSAGES.networkError);
  await context.unroute("**/api/trpc/accounts.login**");
  await page.getByRole("button", { name: "Log In" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Morgan");
});

test("[SESS-03] a token that the site does not know is no login", async () => {
  const { context, page, expectNoise } = await openPage((await site()).url);
  expectNoise(/ERR_FAILED/);
  await context.route("**/api/trpc/accounts.me**", (route) => route.abort());
  await page.goto("/login");
  await logInByForm(page, sampleMember("member"));
  await see(page.getByRole("alert")).toHaveText(SIGN_IN.userInfoFailed);
  expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
});

const ELSEWHERE = [
  "//evil.example",
  "https://evil.example/member",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
];

test.each(ELSEWHERE)("[SESS-16] the way back %j stays on the site", async (redirect) => {
  const { url } = await site();
  const { page } = await openMemberPage(sampleMember("new"), "desktop");
  await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
  await see(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  await see(page).toHaveURL(`${url}/member/tickets`);
});

test("[SESS-16] the way back of a login by form stays on the site too", async () => {
  const { url } = await site();
  const { context, page } = await openPage(url, "desktop", { outside: (await site()).sandbox.url });
  await context.clock.install();
  await page.goto("/login?redirect=%2F%2Fevil.example");
  await logInByForm(page, sampleMember("new"));
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Juniper");
  await context.clock.fastForward(LOGIN_REDIRECT_MS);
  await see(page).toHaveURL(`${url}/member/tickets`);
});

test("[SESS-17] who is signed in goes on from the login, to where they wanted to go", async () => {
  const { page } = await openMemberPage(sampleMember("new"), "desktop");
  await page.goto("/login?redirect=%2Frules%3Ftab%3DEco");
  await see(page).toHaveURL(/\/rules\?tab=Eco$/);
  await page.goto("/login");
  await see(page).toHaveURL(/\/member\/tickets$/);
});

test("[SESS-21] /login-success looks up who is signed in, and goes home or to the login", async () => {
  const held = Promise.withResolvers<void>();
  const { context, page, expectNoise } = await openMemberPage(sampleMember("new"), "desktop");
  await context.route("**/api/trpc/**accounts.me**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/login-success");
  await see(page.getByText(LOGIN.loggingIn)).toBeVisible();
  held.resolve();
  await see(page).toHaveURL(/\/$/);
  // What is asked while one logs out may be refused.
  expectNoise(/401/);
  await logOut(page, "desktop");
  await see(page.getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto("/login-success");
  await see(page).toHaveURL(/\/login$/);
});
