import { expect } from "bun:test";
import { LOGIN } from "#shared/account-messages.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { lookAt, see, openPage } from "#tests/support/browser.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import { join, logInByForm } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

long("whoever is locked out by guesses lets their browser in by a mail, and logs in", async () => {
  const member = await join();
  const { page, context, expectNoise } = await openPage((await site()).url);
  expectNoise(/401|429|400|ERR_FAILED/);
  await page.goto("/login");
  // Somebody in the same network guesses.
  const statuses = await page.evaluate(
    async ({ email, times }) => {
      const given: number[] = [];
      for (let time = 0; time < times; time += 1) {
        const body = JSON.stringify({ email, password: "Wrong!2026test" });
        const headers = { "content-type": "application/json" };
        given.push((await fetch("/api/Auth/login", { method: "POST", headers, body })).status);
      }
      return given;
    },
    { email: member.email, times: LIMITS.loginsByAccountAndAddress.max },
  );
  expect(new Set(statuses)).toEqual(new Set([401]));
  await logInByForm(page, member);
  await see(page.getByRole("alert")).toHaveText(MESSAGES.tooManyAttempts);
  await see(page.getByText(LOGIN.mailLinkHint)).toBeVisible();
  await lookAt(page, "login-offer", "desktop");
  await page.getByRole("button", { name: LOGIN.mailLink }).click();
  await see(page.getByRole("status").filter({ hasText: LOGIN.linkSent })).toBeVisible();

  const link = await inbox.linkFor(member.email, "/confirm-browser");
  await page.goto(link);
  await see(page.getByText(LOGIN.browserText)).toBeVisible();
  // The code leaves the address.
  await see(page).toHaveURL(/\/confirm-browser$/);
  await lookAt(page, "confirm-browser", "desktop");
  const confirm = "**/api/trpc/accounts.confirmBrowser**";
  await context.route(confirm, (route) => route.abort());
  await page.getByRole("button", { name: LOGIN.confirmBrowser }).click();
  await see(page.getByRole("alert")).toHaveText(MESSAGES.networkError);
  await lookAt(page, "confirm-browser-network", "desktop");
  await context.unroute(confirm);
  await page.getByRole("button", { name: "Try again" }).click();
  await see(page.getByText(LOGIN.browserConfirmed)).toBeFocused();
  await page.getByRole("link", { name: "Go to login" }).click();
  await logInByForm(page, member);
  await see(page).toHaveURL(/\/(login-success|member)/);

  const other = await openPage((await site()).url);
  other.expectNoise(/400/);
  await other.page.goto(link);
  await other.page.getByRole("button", { name: LOGIN.confirmBrowser }).click();
  await see(other.page.getByRole("alert")).toHaveText(LOGIN.browserCodeUsed);
  // Nothing is gained by sending it again.
  await see(other.page.getByRole("button", { name: LOGIN.confirmBrowser })).toHaveCount(0);
  await see(other.page.getByRole("link", { name: "Back to login" })).toBeVisible();
});
