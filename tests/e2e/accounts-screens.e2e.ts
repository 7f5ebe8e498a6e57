import { describe, expect, test } from "bun:test";
import { LOGIN, REGISTRATION } from "#shared/account-messages.ts";
import { LOGIN_REDIRECT_MS } from "#shared/constants/time.ts";
import { TITLES } from "#shared/messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import { consentAs } from "#tests/support/accounts-tab.ts";
import { lookAt, MOVING, openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { recordShifts, shiftsOver } from "#tests/support/layout-shifts.ts";
import { onScreens } from "#tests/support/long.ts";
import { join, logInByForm, openMemberPage, sampleMember, titled } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const SCREENS = onScreens("desktop", "phone", "narrow");

/** What a guest can open: address, title of the page, heading. */
const GUEST_SCREENS = [
  ["login", "/login", "Login", "Welcome Back"],
  ["register", "/register", "Create an Account", "Join Lynxden"],
  ["verify", "/verify", "Confirm Your Email", "Confirm your email"],
  ["verify-email", "/verify-email", "Verify Email", "Verify Email"],
  ["resend", "/resend-verification", "Resend Verification", "Resend Verification"],
  ["forgot", "/forgot-password", "Forgot Password", "Reset Your Password"],
  ["reset", "/reset-password?token=abc", "Set a New Password", "Set a New Password"],
  ["confirm-browser", "/confirm-browser?code=abc", TITLES.confirmBrowser, TITLES.confirmBrowser],
  ["confirm-browser-no-code", "/confirm-browser", TITLES.confirmBrowser, TITLES.confirmBrowser],
  ["reset-no-token", "/reset-password", "Set a New Password", "Set a New Password"],
] as const;

/** Screens at the door have no bar [NAV-02]. */
const WITHOUT_BAR = new Set<string>(["login", "register", "forgot", "reset", "reset-no-token"]);

describe.each(SCREENS)("on a %s screen", (screen) => {
  test.each(GUEST_SCREENS)(
    "%s has its title and no findings",
    async (name, path, title, heading) => {
      const { page } = await openPage((await site()).url, screen);
      // A page that a script was put into is not used again: only the one that needs it gets it.
      if (name === "register")
        await page.addInitScript(() => {
          window.open = () => null;
        });
      await page.goto(path);
      await see(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await see(page).toHaveTitle(`${title} · Lynxden`);
      await see(page.getByRole("banner")).toHaveCount(WITHOUT_BAR.has(name) ? 0 : 1);
      if (name === "register")
        await see(page.getByRole("alert")).toHaveText(SIGN_IN_WINDOW.blocked);
      await lookAt(page, `account-${name}`, screen);
    },
  );

  test("the registration form and what it complains of have no findings", async () => {
    const { url, sandbox } = await site();
    const { page } = await openPage(url, screen, { outside: sandbox.url });
    const opening = page.waitForEvent("popup");
    await page.goto("/register");
    await consentAs(await opening, "fancy");
    await see(page.getByRole("heading", { level: 1 })).toContainText(REGISTRATION.titleStart);
    await lookAt(page, "account-form", screen);
    await page.getByLabel("Password", { exact: true }).fill("wolf");
    await page.getByLabel("Confirm Password").fill("fox");
    await page.getByLabel("Email").focus();
    await lookAt(page, "account-form-wrong", screen);
  });

  test("the question of who has not proven the address has no findings", async () => {
    const { page, expectNoise } = await openPage((await site()).url, screen);
    expectNoise(/401/);
    await page.goto("/login");
    await logInByForm(page, { email: "unverified@example.test", password: "Wrong!2026" });
    await see(page.getByRole("alert")).toHaveText(LOGIN.invalidOnScreen);
    await lookAt(page, "account-login-wrong", screen);
    await logInByForm(page, {
      email: "unverified@example.test",
      password: sampleMember("new").password,
    });
    await see(page.getByRole("dialog", { name: LOGIN.unverifiedTitle })).toBeVisible();
    await lookAt(page, "account-unverified", screen);
  });

  test("the settings have their titles and no findings", async () => {
    const { page } = await openMemberPage(sampleMember("member"), screen);
    await page.goto("/member/accountsettings");
    await see(page.getByText("This browser")).toBeVisible();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
    await see(page).toHaveTitle(titled("Settings"));
    await lookAt(page, "account-general", screen);
    await page.getByRole("button", { name: "Deactivate Account" }).click();
    await see(page.getByRole("alertdialog")).toBeVisible();
    await lookAt(page, "account-deactivate", screen);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("tab", { name: "Privacy" }).click();
    await see(page.getByRole("heading", { name: "Marketing Preferences" })).toBeVisible();
    await see(page).toHaveTitle(titled("Privacy Settings"));
    await lookAt(page, "account-privacy", screen);
  });

  test("the menu of a member has no findings", async () => {
    const { page } = await openMemberPage(sampleMember("member"), screen);
    await page.goto("/rules");
    const opener =
      screen === "desktop" ? { name: /^Account menu of Morgan Vale/ } : { name: "Open menu" };
    await page.getByRole("button", opener).click();
    await see(page.getByText("member@example.test")).toBeVisible();
    await see(page.getByText("Settings & Privacy")).toBeVisible();
    await lookAt(page, "account-menu", screen);
  });

  test("the lynx runs without findings", async () => {
    const { url, sandbox } = await site();
    const { page } = await openPage(url, screen, { outside: sandbox.url });
    // It runs for as long as it is looked at.
    await holdTimers(page, LOGIN_REDIRECT_MS);
    await page.goto("/login");
    await logInByForm(page, sampleMember("member"));
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Morgan");
    await lookAt(page, "account-welcome", screen);
  });
});

test("[NAV-08] the account menu can be used with the keyboard alone", async () => {
  const { page } = await openMemberPage(sampleMember("member"));
  await page.goto("/rules");
  const opener = page.getByRole("button", { name: "Account menu of Morgan Vale" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const entries = page.getByRole("menuitem");
  await see(entries).toHaveText([
    "My Profile",
    "Settings & Privacy",
    "Discord",
    "Admin",
    "Rules",
    "Privacy Policy",
    "Log Out",
  ]);
  await see(entries.first()).toBeFocused();
  await page.keyboard.press("End");
  await see(entries.last()).toBeFocused();
  await page.keyboard.press("Escape");
  await see(entries).toHaveCount(0);
  await see(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await see(entries.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await see(entries.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await see(page).toHaveURL(/\/member\/accountsettings$/);
});

test("the slide menu greets a member by name and leads to the settings", async () => {
  const { page } = await openMemberPage(sampleMember("member"), "phone");
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Morgan Vale" });
  await see(menu.getByRole("link", { name: "Login" })).toHaveCount(0);
  await menu.getByRole("link", { name: "Settings & Privacy" }).click();
  await see(page).toHaveURL(/\/member\/accountsettings$/);
  await see(menu).toBeHidden();
});

test("a member without a Discord account is a guest by name", async () => {
  const { page } = await openMemberPage(sampleMember("nodiscord"));
  await page.goto("/member");
  await see(page.getByRole("button", { name: "Account menu of Guest" })).toBeVisible();
  await see(page.getByText("nodiscord@example.test").first()).toBeVisible();
});

test("the bar of a member never shows the Login of guests, not even before the script has started", async () => {
  const { context, page } = await openMemberPage(sampleMember("member"));
  const held = Promise.withResolvers<void>();
  // Neither the application nor what it would ask arrives before the page was looked at.
  await context.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const login = document.querySelector('header a[href="/login"]');
      if (login !== null) seen.push(login.checkVisibility());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const opened = page.goto("/rules");
  const bar = page.getByRole("banner");
  await see(bar).toBeVisible();
  await see(page.locator("html")).toHaveAttribute("data-session");
  await see(bar.locator('a[href="/login"]')).toBeAttached();
  await see(bar.locator('a[href="/login"]')).toBeHidden();
  const seen = () => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen);
  await see.poll(seen).not.toHaveLength(0);
  held.resolve();
  await opened;
  await see(bar.getByRole("button", { name: "Account menu of Morgan Vale" })).toBeVisible();
  expect(await seen()).not.toContain(true);
});

test("nothing shifts while a page of a member loads", async () => {
  const { page } = await openMemberPage(await join(), "desktop", MOVING);
  await recordShifts(page);
  await page.goto("/rules");
  await see(page.getByRole("button", { name: /^Account menu of Stranger/ })).toBeVisible();
  expect(await shiftsOver(page, 0.02)).toEqual([]);
});
