import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { ACCOUNT, LOGIN } from "#shared/account-messages.ts";
import { SESSION_IDLE_MS } from "#shared/constants/accounts.ts";
import { HOUR_MS, INACTIVITY_CHECK_MS } from "#shared/constants/time.ts";
import { SESSIONS } from "#shared/member-area-messages.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { holdAnswers, lookAt, openPage, see } from "#tests/support/browser.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long, onScreens } from "#tests/support/long.ts";
import {
  chooseNewPassword,
  join,
  login,
  logInAndGoOn,
  logInByForm,
  logOut,
  openMemberPage,
  sampleMember,
} from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const SETTINGS = "/member/accountsettings";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** A session that ends may be heard of first by a call that is refused, or by the feed. */
const REFUSED = /status of 401/;

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem("authToken"));

const checkoutIn = (page: Page) => page.evaluate(() => sessionStorage.getItem("lynxdenCheckout"));

const seeSettings = (page: Page) =>
  see(page.getByRole("heading", { name: "Profile Information" })).toBeVisible();

/** A browser of the member's other device, on which they log in by the form. */
const otherDevice = async (member: Parameters<typeof logInByForm>[1]) => {
  const { url, sandbox } = await site();
  const options = { outside: sandbox.url, userAgent: IPHONE };
  const visiting = await openPage(url, "phone", options);
  visiting.expectNoise(REFUSED);
  await visiting.page.goto(`/login?redirect=${encodeURIComponent(SETTINGS)}`);
  await logInAndGoOn(visiting.page, member);
  await seeSettings(visiting.page);
  return visiting;
};

test("[SESS-12] whoever is away too long is logged out in every tab, and told why", async () => {
  const { context, page, openTab, expectNoise } = await openMemberPage(
    sampleMember("new"),
    "desktop",
  );
  // What is asked in the background as the session ends.
  expectNoise(/401 /);
  await context.clock.install();
  await page.goto(SETTINGS);
  await seeSettings(page);
  const second = await openTab();
  await second.goto(`${SETTINGS}?tab=Privacy`);
  await see(second.getByRole("heading", { name: "Marketing Preferences" })).toBeVisible();
  // The clock of both tabs first, as in life; then the check that looks at it.
  await holdAnswers(context);
  const now = await page.evaluate(() => Date.now());
  await context.clock.setSystemTime(now + SESSION_IDLE_MS + INACTIVITY_CHECK_MS);
  await context.clock.fastForward(INACTIVITY_CHECK_MS);
  for (const tab of [page, second]) {
    await see(tab).toHaveURL(/\/login\?redirect=/);
    await see(tab.getByRole("alert")).toHaveText(SIGN_IN.inactive);
  }
  expect(await tokenIn(page)).toBeNull();
});

long("the inactivity is told on a page for everybody too, while it is open", async () => {
  const { context, page } = await openMemberPage(await join(), "desktop");
  await context.clock.install();
  await page.goto("/rules");
  await see(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
  await holdAnswers(context);
  await context.clock.setSystemTime(Date.now() + SESSION_IDLE_MS + HOUR_MS);
  await context.clock.fastForward(60_000);
  await see(page).toHaveURL(/\/login\?redirect=/);
  await see(page.getByRole("alert")).toHaveText(SIGN_IN.inactive);
});

long.each(onScreens("desktop", "phone"))(
  "[SESS-12] on a %s the inactivity is noticed when another screen is chosen",
  async (screen) => {
    const { context, page, expectNoise } = await openMemberPage(sampleMember("new"), screen);
    // The rules are asked for all the same, and get no answer.
    expectNoise(/No answer came in time/);
    // A phone's bar asks who it is, a desktop's shows it.
    const known = page.waitForResponse(/accounts\.me/);
    await page.goto("/privacy-policy");
    await known;
    if (screen === "desktop")
      await see(page.getByRole("button", { name: /^Account menu of/ })).toBeVisible();
    await holdAnswers(context);
    const now = await page.evaluate(() => Date.now());
    await context.clock.setFixedTime(now + SESSION_IDLE_MS + INACTIVITY_CHECK_MS);
    const rules = page
      .getByRole("navigation", { name: "Footer" })
      .getByRole("link", { name: "Rules" });
    await (screen === "phone" ? rules.tap() : rules.click());
    await see(page.getByRole("alert")).toHaveText(SIGN_IN.inactive);
    await see(page).toHaveURL(/\/login\?redirect=/);
  },
);

test("a token that ran out long ago is forgotten, and a page for everybody stays as it is", async () => {
  const { context, page } = await openMemberPage(sampleMember("new"), "desktop");
  await context.clock.install({ time: Date.now() + 2 * SESSION_IDLE_MS });
  await page.goto("/rules");
  await see(page.getByRole("link", { name: "Login" })).toBeVisible();
  await see(page).toHaveURL(/\/rules$/);
  await see.poll(() => tokenIn(page)).toBeNull();
});

test.each(onScreens("desktop", "phone"))(
  "[SESS-08] five sessions are shown at first, then all, on a %s",
  async (screen) => {
    const member = await join();
    await Promise.all(Array.from({ length: 6 }, () => login(member)));
    const { page } = await openMemberPage(member, screen);
    await page.goto(SETTINGS);
    const section = page.getByRole("region", { name: SESSIONS.title });
    const sessions = section.getByRole("listitem");
    await see(sessions).toHaveCount(5);
    await see(sessions.first()).toContainText("This browser");
    const all = section.getByRole("button", { name: SESSIONS.showAll(7) });
    await all.scrollIntoViewIfNeeded();
    await lookAt(page, "account-sessions", screen);
    await all.click();
    await see(sessions).toHaveCount(7);
    const fewer = section.getByRole("button", { name: SESSIONS.showFirst(5) });
    await see(fewer).toBeFocused();
    await fewer.click();
    await see(sessions).toHaveCount(5);
    await sessions
      .first()
      .getByRole("button", { name: /^(a moment|\d+ minutes?) ago$/ })
      .first()
      .press("Enter");
    await see(sessions.first().getByRole("button", { name: /^\w+ \d+, \d{4}, / })).toBeVisible();
  },
);

long(
  "[SESS-08] a member ends the session of another browser, which is signed out at once",
  async () => {
    const member = await join();
    const phone = await otherDevice(member);
    const { page } = await openMemberPage(member, "desktop");
    await page.goto(SETTINGS);
    const sessions = page
      .getByRole("region", { name: "Where you are logged in" })
      .getByRole("listitem");
    await see(sessions).toHaveCount(2);
    await see(sessions.filter({ hasText: "This browser" })).toContainText("Chrome on Linux");
    await see(sessions.filter({ hasText: "Safari on iPhone" })).toContainText(
      /198\.\d+\.\d+\.0\/24/,
    );
    await page.getByRole("button", { name: "Log out Safari on iPhone" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await see(phone.page).toHaveURL(/\/login\?redirect=/);
    await see(phone.page.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
    expect(await tokenIn(phone.page)).toBeNull();
    await see(sessions).toHaveCount(1);
    await page.reload();
    await seeSettings(page);
  },
);

long("all other browsers are signed out together", async () => {
  const member = await join();
  const phone = await otherDevice(member);
  const laptop = await openMemberPage(member, "desktop");
  laptop.expectNoise(REFUSED);
  await laptop.page.goto("/rules");
  const { page } = await openMemberPage(member, "desktop");
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Log out all others" }).click();
  const dialog = page.getByRole("alertdialog");
  await see(dialog).toContainText("2 other browsers");
  await dialog.getByRole("button", { name: "Log out all others" }).click();
  await see(phone.page).toHaveURL(/\/login/);
  // A page for everybody becomes a guest's.
  await see(laptop.page.getByRole("link", { name: "Login" })).toBeVisible();
  await see(laptop.page).toHaveURL(/\/rules$/);
  await see(page.getByRole("button", { name: "Log out all others" })).toBeHidden();
});

long("[ACC-16] a new password signs out the other browser and keeps this one", async () => {
  const member = await join();
  const phone = await otherDevice(member);
  const { page, openTab, expectNoise } = await openMemberPage(member, "desktop");
  expectNoise(REFUSED);
  await page.goto(SETTINGS);
  const second = await openTab();
  await second.goto(SETTINGS);
  await seeSettings(second);
  const save = page.getByRole("button", { name: "Save Changes" });
  await see(save).toBeDisabled();
  await page.getByLabel("Current Password").fill("Wrong!2026");
  await see(save).toBeEnabled();
  await save.click();
  await see(page.getByRole("alert")).toHaveText(ACCOUNT.passwordFieldsMissing);
  await chooseNewPassword(page, "Moon+Kettle!2026", "New Password");
  expectNoise(/400/);
  await save.click();
  await see(page.getByRole("alert")).toHaveText(ACCOUNT.currentPasswordWrong);
  await page.getByLabel("Current Password").fill(member.password);
  await save.click();
  await see(page.getByRole("alert").filter({ hasText: ACCOUNT.updated })).toBeVisible();
  await see(page.getByLabel("Current Password")).toHaveValue("");

  await see(phone.page).toHaveURL(/\/login/);
  await see(phone.page.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
  for (const tab of [page, second]) {
    await see(tab).toHaveURL(/accountsettings$/);
    await tab.reload();
    await seeSettings(tab);
  }
  await inbox.mailFor(member.email, "password was changed");
  await logInByForm(phone.page, member);
  await see(phone.page.getByText(LOGIN.invalidOnScreen)).toBeVisible();
  await logInByForm(phone.page, { email: member.email, password: "Moon+Kettle!2026" });
  await see(phone.page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Robin");
});

long("what somebody was about to buy is forgotten in every tab when they log out", async () => {
  const { page, openTab, expectNoise } = await openMemberPage(sampleMember("new"), "desktop");
  // A tab may ask while the other one logs out.
  expectNoise(/401/);
  const other = await openTab();
  for (const tab of [page, other]) {
    await tab.goto("/rules");
    await tab.evaluate(() => sessionStorage.setItem("lynxdenCheckout", "{}"));
    await tab.reload();
    expect(await checkoutIn(tab)).toBe("{}");
  }
  await logOut(page, "desktop");
  for (const tab of [page, other]) await see.poll(() => checkoutIn(tab)).toBeNull();
});

/** Holds the answer to a page's login. @returns resolves once it is there, and lets it through. */
const holdLogin = async (page: Page) => {
  const [isThere, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/trpc/accounts.login**", async (route) => {
    const response = await route.fetch();
    isThere.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await page.goto("/login");
  return { isThere, held };
};

long(
  "a login that is answered after somebody else has signed in takes nobody's place",
  async () => {
    const { url } = await site();
    const { page, openTab } = await openPage(url);
    const { isThere, held } = await holdLogin(page);
    await logInByForm(page, sampleMember("admin"));
    await isThere.promise;
    const second = await openTab();
    await second.goto(`/login?redirect=${encodeURIComponent(SETTINGS)}`);
    await logInAndGoOn(second, sampleMember("new"));
    await seeSettings(second);
    const token = await tokenIn(second);
    const ended = page.waitForResponse(/accounts\.logout/);
    held.resolve();
    expect((await ended).status()).toBe(200);
    await see(page).toHaveURL(/\/member\//);
    expect(await tokenIn(page)).toBe(token);
  },
);

long(
  "a login that is refused after somebody else has signed in tells them nothing of whose it was",
  async () => {
    const { url } = await site();
    const { page, openTab, expectNoise } = await openPage(url);
    expectNoise(REFUSED);
    const { isThere, held } = await holdLogin(page);
    const { password } = sampleMember("new");
    await logInByForm(page, { email: "unverified@example.test", password });
    await isThere.promise;
    const second = await openTab();
    await second.goto("/rules");
    const next = await login(sampleMember("new"));
    await second.evaluate((token) => localStorage.setItem("authToken", token), next);
    held.resolve();
    await see(page).toHaveURL(/\/member\//);
    await see(page.getByRole("dialog")).toHaveCount(0);
  },
);

describe.each(onScreens("desktop", "phone"))("the bar on a %s", (screen) => {
  test("logging out on a page for everybody leaves one there, as a guest", async () => {
    const { page, expectNoise } = await openMemberPage(sampleMember("new"), screen);
    // What is asked meanwhile may be refused.
    expectNoise(REFUSED);
    await page.goto("/rules");
    await logOut(page, screen);
    await see.poll(() => tokenIn(page)).toBeNull();
    await see(page).toHaveURL(/\/rules$/);
    if (screen === "phone") await page.getByRole("button", { name: "Open menu" }).click();
    await see(page.getByRole("link", { name: "Login" })).toBeVisible();
  });
});
