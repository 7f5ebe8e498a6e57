import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page, Route } from "@playwright/test";
import {
  LOGIN,
  LOGIN_FIELDS,
  PASSWORD_RESET,
  REGISTRATION,
  VERIFICATION,
} from "#shared/account-messages.ts";
import {
  CALL_TIMEOUT_MS,
  HOUR_MS,
  LOGIN_REDIRECT_MS,
  RESET_REDIRECT_MS,
  VERIFIED_REDIRECT_MS,
} from "#shared/constants/time.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import { lookAt, MOVING, openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long, onScreens } from "#tests/support/long.ts";
import {
  chooseNewPassword,
  join,
  logInByForm,
  type Member,
  openMemberPage,
} from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const ME = "**/api/trpc/**accounts.me**";
const TRY_AGAIN = { name: "Try again" } as const;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem("authToken"));

/** So little time passes between two looks. */
const STEP_MS = 50;

/**
 * Logs in while time stands still but for what that takes: the lynx then runs until the test lets time
 * pass, and nothing is fetched for the screen behind it.
 * @param given.aheadMs how wrong the browser's clock is.
 */
const logInAndStop = async (
  context: BrowserContext,
  page: Page,
  member: Member,
  { path = "/login", aheadMs = 0 }: { path?: string; aheadMs?: number } = {},
) => {
  await context.clock.pauseAt(Date.now() + aheadMs);
  await page.goto(path);
  await logInByForm(page, member);
  const step = async () => {
    await context.clock.runFor(STEP_MS);
    return await heading(page).textContent();
  };
  await see.poll(step).toBe(`Welcome, ${member.firstName}`);
};

/** The request arrives and is answered, but the answer does not. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort();
};

describe("the login does not stay on its welcome", () => {
  long.each([
    ["signed out in another tab", "out"],
    ["its session ended on the server", "ended"],
  ] as const)("%s while the lynx runs", async (_, how) => {
    const member = await join();
    const { context, page, openTab, expectNoise } = await openPage(
      (await site()).url,
      "desktop",
      MOVING,
    );
    expectNoise(/401/);
    const other = await openTab();
    await other.goto("/rules");
    await page.bringToFront();
    await logInAndStop(context, page, member);
    if (how === "out") {
      await other.evaluate(() => localStorage.clear());
      await see(heading(page)).toHaveText("Welcome Back");
    } else {
      const token = await tokenIn(page);
      await page.request.post("/api/Auth/logout", {
        headers: { authorization: `Bearer ${token ?? ""}` },
      });
    }
    await context.clock.runFor(LOGIN_REDIRECT_MS + 500);
    await context.clock.resume();
    await see(page.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
    await see(page.getByRole("button", { name: "Log In" })).toBeVisible();
  });

  long("signed out in another tab: a guard that leads there again changes no words", async () => {
    const { page, openTab, expectNoise } = await openMemberPage(await join(), "desktop");
    // What was asked for as the session ended.
    expectNoise(/401/);
    await page.goto("/member/tickets");
    await page
      .getByRole("navigation", { name: "Tickets" })
      .getByRole("link", { name: "Trash" })
      .click();
    await see(page).toHaveURL(/\/closed-tickets$/);
    const other = await openTab();
    await other.goto("/rules");
    await other.evaluate(() => localStorage.clear());
    await see(page.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
    await see(page).toHaveURL(/\/login\?redirect=.*closed-tickets$/);
    await page.goBack();
    await see(page).toHaveURL(/\/login\?redirect=.*(?<!closed-)tickets$/);
    await see(page.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
    await page.getByRole("link", { name: "Create an account" }).click();
    await see(page).toHaveURL(/\/register\?/);
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Join Lynxden");
    await page.goBack();
    await see(page.getByRole("button", { name: "Log In" })).toBeVisible();
    await see(page.getByRole("alert")).toHaveText(LOGIN.openMemberArea);
  });

  long("signed out in another tab, which is seen before it is heard of", async () => {
    const { context, page } = await openPage((await site()).url, "desktop", MOVING);
    await logInAndStop(context, page, await join());
    await page.evaluate(() => {
      localStorage.clear();
      // Whatever has the screen drawn anew.
      history.replaceState(history.state, "", "/login?redirect=%2Fmember%2Fstats");
    });
    await see(heading(page)).toHaveText("Welcome Back");
    await page.evaluate(() => dispatchEvent(new StorageEvent("storage", { key: null })));
    await see(page.getByRole("alert")).toHaveText(SIGN_IN.endedElsewhere);
  });

  long.each([25, -25])("a clock that is %d hours ahead lets nobody out", async (hours) => {
    const member = await join();
    const { context, page, openTab } = await openPage((await site()).url, "desktop");
    const path = "/login?redirect=/member/accountsettings";
    await logInAndStop(context, page, member, { path, aheadMs: hours * HOUR_MS });
    await context.clock.runFor(LOGIN_REDIRECT_MS);
    await context.clock.resume();
    const settings = { name: "Profile Information" };
    await see(page.getByRole("heading", settings)).toBeVisible();
    await page.reload();
    await see(page.getByRole("heading", settings)).toBeVisible();
    const second = await openTab();
    await second.goto("/member/accountsettings");
    await see(second.getByRole("heading", settings)).toBeVisible();
  });
});

test("a login whose answer never comes ends, and can be tried again", async () => {
  const member = await join();
  const { context, page, expectNoise } = await openPage((await site()).url, "phone");
  expectNoise(/ERR_/);
  await context.clock.install();
  await holdTimers(context, LOGIN_REDIRECT_MS);
  await page.goto("/login");
  await context.route("**/api/trpc/accounts.login**", () => {});
  await logInByForm(page, member);
  await see(page.getByRole("button", { name: "Log In" })).toHaveAttribute("aria-busy", "true");
  await context.clock.runFor(CALL_TIMEOUT_MS);
  await see(page.getByRole("alert")).toHaveText(MESSAGES.networkError);
  await lookAt(page, "login-network-error", "phone");
  await context.unroute("**/api/trpc/accounts.login**");
  await page.getByRole("button", TRY_AGAIN).click();
  await see(heading(page)).toHaveText(`Welcome, ${member.firstName}`);
});

test("a list whose answer never comes ends, and can be tried again", async () => {
  const { context, page, expectNoise } = await openMemberPage(await join(), "desktop");
  expectNoise(/ERR_/);
  await context.clock.install();
  // It would have the page ask by itself once more, which Try again then waits for.
  await context.route("**/api/feed**", (route) => route.abort());
  await context.route("**/api/trpc/**tickets.list**", () => {});
  const asking = page.waitForRequest(/tickets\.list/);
  await page.goto("/member/tickets/open-tickets");
  await asking;
  await context.clock.runFor(CALL_TIMEOUT_MS);
  await see(page.getByRole("button", TRY_AGAIN)).toBeVisible();
  await context.unroute("**/api/trpc/**tickets.list**");
  await page.getByRole("button", TRY_AGAIN).click();
  await see(page.getByText("You have no open tickets.")).toBeVisible();
});

test("who cannot be looked up after a login is told so at the first failure", async () => {
  const member = await join();
  const { context, page, expectNoise } = await openPage((await site()).url, "desktop");
  expectNoise(/500/);
  let asked = 0;
  await page.goto("/login");
  await context.route(ME, async (route) => {
    asked += 1;
    await route.fulfill({ status: 500, body: "{}" });
  });
  await logInByForm(page, member);
  await see(page.getByRole("alert")).toHaveText(SIGN_IN.userInfoFailed);
  expect(asked).toBe(1);
});

long("the guard goes on by itself when the server is back", async () => {
  const { context, page, expectNoise } = await openMemberPage(await join(), "desktop");
  expectNoise(/ERR_FAILED/);
  await context.clock.install();
  await context.route("**/api/**", (route) => route.abort());
  await page.goto("/member/accountsettings");
  await context.clock.runFor(2000);
  await see(page.getByRole("alert")).toHaveText(MESSAGES.networkError);
  await see(page).toHaveURL(/\/login\?redirect=/);
  await context.unroute("**/api/**");
  await context.clock.runFor(10_000);
  await see(page.getByRole("heading", { name: "Profile Information" })).toBeVisible();
});

describe("a verification that failed for another reason than its code", () => {
  long.each([
    [500, "{}", VERIFICATION.failed],
    [502, "<h1>Bad Gateway</h1>", VERIFICATION.failed],
  ] as const)("with %d can be tried again", async (status, body, sentence) => {
    const member = await join({ isVerified: false });
    const link = await inbox.linkFor(member.email, "/verify-email");
    const { context, page, expectNoise } = await openPage((await site()).url, "desktop");
    expectNoise(new RegExp(String(status)));
    await holdTimers(page, VERIFIED_REDIRECT_MS);
    await context.route("**/api/trpc/accounts.verifyEmail**", (route) =>
      route.fulfill({ status, body }),
    );
    await page.goto(link);
    await see(page.getByRole("alert")).toHaveText(sentence);
    await context.unroute("**/api/trpc/accounts.verifyEmail**");
    await page.getByRole("button", TRY_AGAIN).click();
    await see(page.getByText(VERIFICATION.verified)).toBeVisible();
  });
});

long("a taken address offers the login; a lost answer to a registration is no loss", async () => {
  const { url, sandbox } = await site();
  const options = { outside: sandbox.url };
  const { context, page, expectNoise } = await openPage(url, "desktop", options);
  expectNoise(/ERR_FAILED|400/);
  const opening = page.waitForEvent("popup");
  await page.goto("/register");
  const popup = await opening;
  await popup.waitForURL((address) => address.origin === sandbox.url);
  const there = new URL(popup.url());
  there.searchParams.set("persona", "stranger");
  await popup.goto(there.href).catch(() => null);
  await see(heading(page)).toContainText(REGISTRATION.titleStart);
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Lost");
  await page.getByLabel("Email").fill("member@example.test");
  await chooseNewPassword(page, "Kettle+Birch!2026");
  await page.getByRole("button", { name: "Register" }).click();
  await see(page.getByRole("alert")).toContainText(REGISTRATION.emailInUse);
  await see(page.getByRole("link", { name: "Set a new password" })).toBeVisible();
  await lookAt(page, "register-in-use", "desktop");
  await page.getByLabel("Email").fill("lost-answer@example.test");
  await context.route("**/api/trpc/accounts.register**", loseAnswer, { times: 1 });
  await page.getByRole("button", { name: "Register" }).click();
  await see(page.getByRole("alert")).toContainText(MESSAGES.networkError);
  await page.getByRole("button", TRY_AGAIN).click();
  await see(page).toHaveURL(/\/verify$/);
  await inbox.linkFor("lost-answer@example.test", "/verify-email");
  await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
  await see(page).toHaveURL(/\/login$/);
  await see(page.getByLabel("Email")).toHaveValue("lost-answer@example.test");
});

long("a lost answer to a reset is no loss, and a used link offers the login", async () => {
  const member = await join();
  const { context, page, expectNoise } = await openPage((await site()).url, "desktop");
  expectNoise(/ERR_FAILED|400/);
  // Nobody is led on from what is said.
  await holdTimers(page, RESET_REDIRECT_MS);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nope");
  await page.getByRole("button", { name: "Send the link" }).click();
  await see(page.getByText(LOGIN_FIELDS.emailMalformed)).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await see(page.getByRole("status")).toHaveText(PASSWORD_RESET.requested);
  const link = await inbox.linkFor(member.email, "/reset-password");
  await page.goto(link);
  await chooseNewPassword(page, "Moon+Kettle!2026");
  await context.route("**/api/trpc/accounts.resetPassword**", loseAnswer, { times: 1 });
  await page.getByRole("button", { name: "Change password" }).click();
  await see(page.getByRole("alert")).toHaveText(MESSAGES.networkError);
  await page.getByRole("button", TRY_AGAIN).click();
  await see(page.getByRole("status")).toHaveText(PASSWORD_RESET.done);

  await page.goto(link);
  await chooseNewPassword(page, "Moon+Kettle!2027");
  await page.getByRole("button", { name: "Change password" }).click();
  await see(page.getByRole("alert")).toHaveText(PASSWORD_RESET.tokenUsed);
  await lookAt(page, "reset-used", "desktop");
  await page.getByRole("link", { name: "Go to login" }).click();
  await logInByForm(page, { email: member.email, password: "Moon+Kettle!2026" });
  await see(heading(page)).toHaveText(`Welcome, ${member.firstName}`);
});

describe("text that is no email address", () => {
  long.each(["/login", "/forgot-password", "/resend-verification"])("%s says so", async (path) => {
    const { page } = await openPage((await site()).url, "desktop");
    let asked = 0;
    await page.route("**/api/trpc/accounts.**", async (route) => {
      asked += 1;
      await route.continue();
    });
    await page.goto(path);
    await page.getByLabel("Email").fill("nope");
    await page.getByLabel("Email").press("Enter");
    await see(page.getByText(LOGIN_FIELDS.emailMalformed)).toBeVisible();
    await see(page.getByLabel("Email")).toBeFocused();
    expect(asked).toBe(0);
  });
});

long("an account that its owner closed is told how it comes back", async () => {
  const member = await join();
  const { page, expectNoise } = await openPage((await site()).url, "desktop");
  expectNoise(/401/);
  const { token } = (await (
    await page.request.post("/api/Auth/login", { data: member })
  ).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  await page.request.put("/api/Auth/deactivate-account", { headers });
  await page.goto("/login");
  await logInByForm(page, member);
  await see(page.getByRole("alert")).toHaveText(LOGIN.deactivated);
  await see(page.getByText(LOGIN.deactivatedHint)).toBeVisible();
  await lookAt(page, "login-deactivated", "desktop");
  await page.getByRole("link", { name: "Set a new password" }).click();
  await see(page).toHaveURL(/\/forgot-password$/);
});

describe("a browser that knows that it has no network", () => {
  test("says so where a form is sent, and sends it when it is asked again", async () => {
    const { context, page, expectNoise } = await openPage((await site()).url, "phone");
    expectNoise(/ERR_INTERNET_DISCONNECTED/);
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill("nobody-here@example.test");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Send the link" }).click();
    await see(page.getByRole("alert")).toHaveText(MESSAGES.networkError);
    await context.setOffline(false);
    await page.getByRole("button", TRY_AGAIN).click();
    await see(page.getByRole("status")).toHaveText(PASSWORD_RESET.requested);
  });

  long("says so of a list, which comes by itself when the network is back", async () => {
    const { context, page, expectNoise } = await openMemberPage(await join(), "desktop");
    expectNoise(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const tickets = page.getByRole("navigation", { name: "Tickets" });
    await page.goto("/member/tickets/open-tickets");
    await see(page.getByText("You have no open tickets.")).toBeVisible();
    await context.route("**/api/trpc/**tickets.list**", (route) => route.abort());
    await context.setOffline(true);
    await tickets.getByRole("link", { name: /Trash/ }).click();
    await see(page.getByRole("button", TRY_AGAIN)).toBeVisible();
    await context.unroute("**/api/trpc/**tickets.list**");
    await context.setOffline(false);
    await see(page.getByRole("button", TRY_AGAIN)).toHaveCount(0);
  });
});

/** From the login: the home page comes with a script of its own. */
const wayHome = (page: Page) => page.getByRole("link", { name: "Lynxden, home" });

describe("a tap without a network", () => {
  long.each(onScreens("desktop", "phone"))(
    "leaves the page on a %s as it is, with what was typed, and goes on when it is back",
    async (screen) => {
      const { context, page, expectNoise } = await openPage((await site()).url, screen);
      expectNoise(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
      await page.goto("/login");
      await page.getByLabel("Email").fill("half@example.test");
      await context.setOffline(true);
      const link = wayHome(page);
      await (screen === "phone" ? link.tap() : link.click());
      await see(page.getByRole("alert").filter({ hasText: MESSAGES.networkError })).toBeVisible();
      await see(page).toHaveURL(/\/login$/);
      await see(page.getByLabel("Email")).toHaveValue("half@example.test");
      await lookAt(page, "tap-offline", screen);
      await page.getByRole("button", TRY_AGAIN).click();
      await see(page.getByLabel("Email")).toHaveValue("half@example.test");
      await context.setOffline(false);
      await see(page.getByRole("link", { name: "Play Now" })).toBeVisible();
      await see(page.getByRole("button", TRY_AGAIN)).toHaveCount(0);
    },
  );

  test("a script that is missing though the build is the same reloads nothing", async () => {
    const { context, page, expectNoise } = await openPage((await site()).url, "desktop");
    expectNoise(/404|Failed to load|ERR_/);
    await page.goto("/login");
    await page.getByLabel("Email").fill("half@example.test");
    await context.route("**/*.js", (route) => route.fulfill({ status: 404, body: "" }));
    // It tries by itself, too, once time passes.
    await context.clock.pauseAt(Date.now());
    await wayHome(page).click();
    await see(page.getByRole("button", TRY_AGAIN)).toBeVisible();
    await see(page.getByLabel("Email")).toHaveValue("half@example.test");
    await context.unroute("**/*.js");
    await page.getByRole("button", TRY_AGAIN).click();
    await context.clock.resume();
    await see(page.getByRole("link", { name: "Play Now" })).toBeVisible();
  });
});

long("a script that only the older build had leads into the newer one", async () => {
  const { url } = await site();
  const { context, page, expectNoise } = await openPage(url, "desktop");
  expectNoise(/404/);
  await page.goto("/login");
  await page.evaluate(() => document.documentElement.toggleAttribute("data-old-page"));
  await context.route("**/healthz", async (route) => {
    await context.unroute("**/*.js");
    await route.fulfill({ headers: { "x-build-id": "another" }, body: "ok" });
  });
  await context.route("**/*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await wayHome(page).click();
  await see(page).toHaveURL(`${url}/`);
  await see(page.locator("html[data-old-page]")).toHaveCount(0);
});
