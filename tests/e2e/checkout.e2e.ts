import { describe, expect } from "bun:test";
import type { Page } from "@playwright/test";
import { LINKS } from "#shared/account-messages.ts";
import {
  BASKET_POLL_ATTEMPTS,
  BASKET_POLL_MS,
  POINTS_MARKER_MS,
  SIGN_IN_WAIT_MS,
  WIDGET_READY_MS,
} from "#shared/constants/shop.ts";
import { CALL_TIMEOUT_MS } from "#shared/constants/time.ts";
import { CART, CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import { atTheTab, consentAs, openWindow as openLinkWindow } from "#tests/support/accounts-tab.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import {
  buyerWith,
  checkoutButton,
  DIAMOND,
  GOLD,
  layCart,
  LIMITED,
  MORE_POINTS,
  POINTS,
  press,
  PROMO,
  rememberedIn,
  row,
  shownPoints,
  signIn,
  signInButton,
  stepNow,
  summary,
  thanks,
  widget,
} from "#tests/support/checkout.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { holdTimers, letPass } from "#tests/support/held-timers.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, login } from "#tests/support/members.ts";
import { buyAtTebex } from "#tests/support/purchases.ts";
import { site } from "#tests/support/site.ts";

long(
  "[SHOP-10, SHOP-17] two kinds of points and a tier are bought: every step, and the points arrive live",
  async () => {
    const { sandbox } = await site();
    const { page, openTab } = await buyerWith({
      subscription: GOLD,
      single: [
        [POINTS, 2],
        [MORE_POINTS, 1],
      ],
    });
    const other = await openTab();
    await other.goto("/member/points");

    // The window goes to Tebex only when it has been looked at.
    await holdTimers(page, SIGN_IN_WAIT_MS);
    const opening = page.waitForEvent("popup");
    await checkoutButton(page).click();
    const popup = await opening;
    await see(page.getByRole("alert").getByText(CHECKOUT.signIn)).toBeVisible();
    await see(popup.getByRole("status")).toHaveText(CHECKOUT.signIn);
    await lookAt(popup, "checkout-wait", "desktop");
    await see(page.getByRole("button", { name: "Remove 500 Points" })).toBeDisabled();
    expect(popup.url()).not.toStartWith(sandbox.url);
    await letPass(page, SIGN_IN_WAIT_MS);
    await popup.waitForURL((url) => url.href.startsWith(sandbox.url));
    await see(summary(page)).toContainText(CHECKOUT.inWindow);
    await see(stepNow(page)).toContainText(CHECKOUT.logInStep);
    await lookAt(page, "checkout-window", "desktop");
    const closing = popup.waitForEvent("close");
    await consentAs(popup, "stranger");
    await closing;

    await see(widget(page).getByRole("heading", { name: "Your order" })).toBeVisible();
    await see(widget(page).getByText("$24.96")).toBeVisible();
    await see(stepNow(page)).toContainText(CHECKOUT.payStep);
    await lookAt(page, "checkout-widget", "desktop");
    await other.evaluate(() =>
      window.addEventListener("storage", ({ key, newValue }) => {
        if (key === "zlgPointsUpdated") document.documentElement.dataset.markedAt = newValue ?? "";
      }),
    );
    const paidAt = Date.now();
    await press(page, "Pay");
    await see(page.getByText(CHECKOUT.thanks)).toBeVisible();
    await see(thanks(page)).toBeVisible();
    const receipt = thanks(page).getByRole("region", { name: CHECKOUT.receipt });
    for (const told of ["2 × 500 Points", "1,200 Points", "Golden Lynx until", "$24.96"])
      await see(receipt).toContainText(told);
    await see(receipt).toContainText("+2,850 ZP");
    await see(receipt).toContainText(`${CHECKOUT.newBalance}2,850 ZP`);
    await see(thanks(page)).toContainText(CHECKOUT.thanksText);
    await lookAt(page, "checkout-thanks", "desktop");
    await see(shownPoints(page, 2 * 500 + 1200 + 650)).toBeVisible();
    await see(shownPoints(other, 2 * 500 + 1200 + 650)).toBeVisible();
    await see(other.locator("html")).toHaveAttribute("data-marked-at", /^\d+$/);
    const markedAt = Number(await other.locator("html").getAttribute("data-marked-at"));
    expect(markedAt - paidAt).toBeGreaterThanOrEqual(POINTS_MARKER_MS);

    await thanks(page).getByRole("link", { name: CHECKOUT.connect }).click();
    await see(page).toHaveURL("/member/accountsettings?tab=Accounts");
    await page.goto("/shop/cart");
    await see(page.getByText(CART.empty)).toBeVisible();
  },
);

long(
  "[SHOP-12] the limit of a package is said in red below the cart, which frames it; without it the cart can be bought",
  async () => {
    const { page, expectNoise } = await buyerWith(
      {
        single: [
          [POINTS, 1],
          [LIMITED, 2],
        ],
      },
      "desktop",
    );
    expectNoise(/400/);
    await see(row(page, LIMITED.name)).toContainText(CART.limitOf(1));
    await signIn(page);
    const message = summary(page).getByRole("alert");
    await see(message).toBeVisible();
    await see(row(page, LIMITED.name)).toHaveAttribute("data-limited", "true");
    await see(row(page, POINTS.name)).not.toHaveAttribute("data-limited", "true");
    await lookAt(page, "checkout-limit", "desktop");

    await page.getByRole("button", { name: `Remove ${LIMITED.name}` }).click();
    await see(message).toHaveCount(0);
    // The same basket, by the same sign-in: no window is opened again.
    page.on("popup", () => {
      throw new Error("A window was opened again.");
    });
    await checkoutButton(page).click();
    await press(page, "Pay");
    await see(thanks(page)).toBeVisible();
  },
);

long(
  "[issue] a refused card, a closed window and a reload: the same basket is paid in the end",
  async () => {
    const { page } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
    await signIn(page);
    await press(page, "Decline");
    await see(widget(page).getByText(/declined/)).toBeVisible();
    await press(page, "Close");
    await see(summary(page).getByRole("alert")).toHaveText(CHECKOUT.declined);
    await see(checkoutButton(page)).toBeEnabled();
    await see(checkoutButton(page)).toBeFocused();
    await lookAt(page, "checkout-declined", "desktop");

    // The basket is still there: no second window to sign in.
    await checkoutButton(page).click();
    await see(widget(page).getByRole("button", { name: "Pay", exact: true })).toBeEnabled();
    await press(page, "Close");
    await see(summary(page).getByText(CHECKOUT.closed)).toBeVisible();

    await checkoutButton(page).click();
    await see(widget(page).getByRole("button", { name: "Pay", exact: true })).toBeEnabled();
    await page.reload();
    await press(page, "Pay");
    await see(thanks(page)).toBeVisible();
    await thanks(page).getByRole("button", { name: "OK" }).click();
    await see(page.getByText(CART.empty)).toBeVisible();
    await see(page.getByRole("main")).toBeFocused();
    await see(shownPoints(page, 500)).toBeVisible();
  },
);

long("who leaves the cart in the middle finds the checkout again when coming back", async () => {
  const { page, context } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
  await page.goto("/shop");
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await signIn(page);
  await see(widget(page).getByRole("button", { name: "Pay", exact: true })).toBeEnabled();
  await page.goBack();
  await see(page.getByRole("heading", { name: "Buy Points" })).toBeVisible();
  await see(page.getByRole("dialog")).toHaveCount(0);

  await page.goForward();
  await see(widget(page).getByRole("button", { name: "Pay", exact: true })).toBeEnabled();
  // Whoever closes it goes on before the server has said whether it was paid.
  const held = Promise.withResolvers<void>();
  await page.route("**/api/trpc/**shop.basket**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await press(page, "Close");
  await page.getByRole("link", { name: CART.continueShopping }).click();
  await see(page.getByRole("heading", { name: "Buy Points" })).toBeVisible();
  expect(await rememberedIn(page)).toMatchObject({ isUnderWay: false });
  held.resolve();
  // Once closed it stays closed, until it is asked for.
  await page.goBack();
  await see(checkoutButton(page)).toBeEnabled();
  await see(page.getByRole("dialog")).toHaveCount(0);
  expect(context.pages()).toHaveLength(1);
});

long(
  "[SHOP-11] a blocked window, and one that is closed without signing in, are opened by a click",
  async () => {
    const { page, expectNoise } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
    expectNoise(/400/);
    await page.addInitScript(() => {
      const open = window.open.bind(window);
      let isBlocked = true;
      window.open = (...args) => {
        if (!isBlocked) return open(...args);
        isBlocked = false;
        return null;
      };
    });
    await page.reload();
    await checkoutButton(page).click();
    await see(summary(page).getByRole("alert")).toHaveText(SIGN_IN_WINDOW.blocked);
    await lookAt(page, "checkout-blocked", "desktop");

    const opening = page.waitForEvent("popup");
    await signInButton(page).click();
    const popup = await opening;
    await see(popup.getByRole("heading", { level: 1 })).toBeVisible();
    await popup.close();
    await see(summary(page).getByRole("alert")).toHaveText(CHECKOUT.notSignedIn);

    const again = page.waitForEvent("popup");
    await signInButton(page).click();
    await consentAs(await again, "stranger");
    await press(page, "Pay");
    await see(thanks(page)).toBeVisible();
  },
);

long(
  "[SHOP-14] a purchase that Tebex does not confirm in time is told of, and arrives when it does",
  async () => {
    const { page, context } = await buyerWith({ single: [[MORE_POINTS, 1]] }, "desktop");
    const { sandbox } = await site();
    await context.clock.install();
    await page.reload();
    await signIn(page);
    await see(widget(page).getByRole("button", { name: "Pay slowly" })).toBeEnabled();
    const { ident } = await rememberedIn(page);
    let polls = 0;
    page.on("response", (response) => {
      if (response.url().includes("shop.basket")) polls += 1;
    });
    const asked = page.waitForResponse(/shop\.basket/);
    await press(page, "Pay slowly");
    await asked;
    await press(page, "Close");
    await see(summary(page)).toContainText(CHECKOUT.confirming);
    await lookAt(page, "checkout-confirming", "desktop");

    // Time passes by itself too: on a busy machine the page has asked more often than it was told to.
    const unconfirmed = page.getByText(CHECKOUT.unconfirmed);
    while (!(await unconfirmed.isVisible())) {
      const before = polls;
      await context.clock.fastForward(BASKET_POLL_MS);
      await see.poll(async () => polls > before || (await unconfirmed.isVisible())).toBe(true);
    }
    expect(polls).toBeGreaterThanOrEqual(BASKET_POLL_ATTEMPTS);
    await see(page.getByText(CHECKOUT.unconfirmed)).toBeVisible();
    await see(summary(page).getByRole("alert")).toContainText(CHECKOUT.timedOut);
    await see(summary(page).getByRole("link", { name: CHECKOUT.purchases })).toBeVisible();
    await see(checkoutButton(page)).toBeEnabled();
    await lookAt(page, "checkout-late", "desktop");

    sandbox.tebex.settle(ident);
    await see(thanks(page)).toBeVisible();
    await see(shownPoints(page, 1200)).toBeVisible();
  },
);

long("[SHOP-08] the promo is had once in 31 days", async () => {
  const { page } = await buyerWith({ single: [[PROMO, 1]] }, "desktop");
  await signIn(page);
  const claiming = page.waitForResponse(/shop\.claimPromo/);
  await press(page, "Pay");
  expect((await claiming).status()).toBe(200);
  await thanks(page).getByRole("button", { name: "OK" }).click();

  // It is said before anybody signs in for it.
  await layCart(page, { single: [[PROMO, 1]] });
  await see(row(page, PROMO.name)).toContainText("You can redeem it again on");
  await see(checkoutButton(page)).toBeDisabled();
});

/** Begins a checkout while Tebex is down, until the end of the test or whoever says otherwise. */
const failToCheckOut = async (page: Page) => {
  const { sandbox } = await site();
  sandbox.outages.set("tebex", "down");
  afterThisTest(() => sandbox.outages.set("tebex", "up"));
  await checkoutButton(page).click();
  await see(page.getByText(CHECKOUT.failed)).toBeVisible();
  await see(summary(page).getByRole("alert")).toHaveText(SHOP.unreachable);
  return sandbox;
};

long(
  "[SHOP-22] a tier beside another one is ticked before it is paid, and the receipt names linked games",
  async () => {
    const { page, member, expectNoise } = await atTheTab();
    expectNoise(/'postMessage' on 'DOMWindow'/);
    await consentAs(await openLinkWindow(page, "Link Steam"), "stranger");
    await see(page.getByText(LINKS.steamDone)).toBeVisible();
    await buyAtTebex(member, { [GOLD.id]: 1 });
    await page.goto("/shop");
    const card = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    await see(card(DIAMOND.name)).toContainText(
      /Golden Lynx renews on \w+ \d+, \d{4} until you cancel it\./,
    );
    await see(card(GOLD.name)).toContainText(/You already have Golden Lynx\. It renews on /);
    await see(card(GOLD.name).getByRole("button")).toHaveCount(0);

    await layCart(page, { subscription: DIAMOND });
    const tick = page.getByRole("checkbox", { name: CART.keepsRenewing(GOLD.name) });
    await see(tick).toBeVisible();
    await see(checkoutButton(page)).toBeDisabled();
    await lookAt(page, "checkout-tick", "desktop");
    await tick.check();
    await signIn(page);
    await press(page, "Pay");
    await see(thanks(page)).toContainText("Linked: Steam (");
    await see(thanks(page)).toContainText("Diamond Lynx until");
    await see(thanks(page).getByRole("link", { name: CHECKOUT.connect })).toHaveCount(0);
    await lookAt(page, "checkout-thanks-linked", "desktop");
    await thanks(page).getByRole("link", { name: CHECKOUT.seeOrder }).click();
    await see(page).toHaveURL(/\/member\/purchases\?order=\d+$/);
  },
);

long("a Tebex that is down is told of, and the cart is bought when it is back", async () => {
  const { page, expectNoise } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
  expectNoise(/502/);
  const { outages } = await failToCheckOut(page);
  await lookAt(page, "checkout-down", "desktop");
  outages.set("tebex", "up");
  await signIn(page);
  await press(page, "Pay");
  await see(thanks(page)).toBeVisible();
});

long("what a checkout has said to one person is not said to whoever signs in next", async () => {
  const { page, openTab, expectNoise } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
  expectNoise(/502/);
  const second = await openTab();
  await second.goto("/rules");
  await failToCheckOut(page);
  const next = await login(await join());
  await second.evaluate((token) => localStorage.setItem("authToken", token), next);
  await see(page.getByText(CHECKOUT.failed)).toHaveCount(0);
  await see(checkoutButton(page)).toBeEnabled();
  await see(summary(page).getByRole("alert")).toHaveCount(0);
});

long(
  "the checkout page of one person is closed at once when another signs in, whatever is being asked",
  async () => {
    const { page, openTab } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
    // The question that nobody answers is never given up.
    await holdTimers(page, CALL_TIMEOUT_MS);
    await page.reload();
    const second = await openTab();
    await second.goto("/rules");
    const next = await login(await join());
    await page.bringToFront();
    await signIn(page);
    const isAsked = Promise.withResolvers<void>();
    await page.route("**/api/trpc/shop.basket**", () => isAsked.resolve());
    const checkout = page.getByRole("dialog", { name: "Checkout" });
    await see(checkout).toBeVisible();
    await isAsked.promise;
    await second.evaluate((token) => localStorage.setItem("authToken", token), next);
    await see(checkout).toHaveCount(0);
    await see(checkoutButton(page)).toBeEnabled();
  },
);

long("a checkout page that never answers gives the cart back, and can be tried again", async () => {
  const { page, context } = await buyerWith({ single: [[POINTS, 1]] }, "desktop");
  await context.clock.install();
  await page.reload();
  const asked = Promise.withResolvers<void>();
  const pattern = "**/tebex/checkout/*";
  await context.route(pattern, () => asked.resolve());
  await signIn(page);
  await asked.promise;
  await context.clock.fastForward(WIDGET_READY_MS);
  await see(page.getByText(CHECKOUT.failed)).toBeVisible();
  await see(page.getByRole("dialog")).toHaveCount(0);
  await context.unroute(pattern);
  await checkoutButton(page).click();
  await press(page, "Pay");
  await see(thanks(page)).toBeVisible();
});

describe.each(onScreens("phone", "narrow"))("on a %s", (screen) => {
  long("points are bought, in a window that fits the screen", async () => {
    const { page } = await buyerWith({ single: [[POINTS, 1]] }, screen);
    await lookAt(page, "checkout-cart", screen);
    await signIn(page);
    await see(widget(page).getByRole("button", { name: "Pay", exact: true })).toBeEnabled();
    await lookAt(page, "checkout-widget", screen);
    await press(page, "Pay");
    await see(thanks(page)).toBeVisible();
    await lookAt(page, "checkout-thanks", screen);
    await thanks(page).getByRole("button", { name: "OK" }).click();
    await see(page.getByText(CART.empty)).toBeVisible();
  });
});
