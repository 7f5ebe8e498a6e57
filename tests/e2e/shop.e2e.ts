import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { LOGIN } from "#shared/account-messages.ts";
import { FREE } from "#shared/rules/format.ts";
import type { MadeBasket } from "#shared/schemas/shop.ts";
import { CART, inOtherBasket, removedFromCart, SHOP } from "#shared/shop-messages.ts";
import {
  expectNoSidewaysScroll,
  failUntilTriedAgain,
  lookAt,
  see,
  openPage,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import {
  join,
  logInAndGoOn,
  openMemberPage,
  sampleMember,
  titled,
} from "#tests/support/members.ts";
import { fillBasket } from "#tests/support/purchases.ts";
import { ask } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { PACKAGE } from "#tests/support/tebex.ts";

const member = sampleMember("member");

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const quantity = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`);
const barCart = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });
const rows = (page: Page) => page.getByRole("list", { name: "Cart" }).getByRole("listitem");
const subtotal = (page: Page) => page.getByRole("status", { name: "Subtotal" });
const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

const openShop = async (page: Page) => {
  await page.goto("/shop");
  await see(page.getByRole("heading", { name: "Buy Points" })).toBeVisible();
};

/** Two of a package, at a price that nobody asks. */
const cheap = (id: number) => ({
  package: { id, name: "Cheap", image: null, total_price: 0.01 },
  quantity: 2,
});

/** Leaves a cart behind as some build of the site may have. */
const leaveCart = (page: Page, text: string) =>
  page.evaluate((cart) => localStorage.setItem("zlgCart", cart), text);

test("[SHOP-18] a guest who wants to the shop logs in first and is led there", async () => {
  const { page } = await openPage((await site()).url, "desktop");
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Shop" }).click();
  await see(page).toHaveURL(/\/login\?redirect=%2Fshop/);
  await see(page.getByRole("alert")).toHaveText(LOGIN.openShop);
  await logInAndGoOn(page, member);
  await see(page).toHaveURL("/shop");
  await see(page).toHaveTitle(titled("Shop"));
});

describe.each(onScreens("desktop", "phone", "narrow"))("on a %s screen", (screen) => {
  test("[SHOP-04] tiers and points go into the cart and out of it again", async () => {
    const { page } = await openMemberPage(member, screen);
    await openShop(page);
    for (const tier of ["Golden Lynx", "Diamond Lynx", "Vibranium Lynx"])
      await see(page.getByRole("heading", { name: tier })).toBeVisible();
    await lookAt(page, "shop", screen);

    // A tier that one has is not sold again.
    const gold = card(page, "Golden Lynx");
    await see(gold.getByRole("link", { name: "Manage your subscription" })).toBeVisible();
    await button(page, "Add to Cart Vibranium Lynx").click();
    await see(
      card(page, "Vibranium Lynx").getByRole("link", { name: "In your cart" }),
    ).toBeFocused();
    await button(page, "Take this instead Diamond Lynx").click();
    await see(button(page, "Take this instead Vibranium Lynx")).toBeVisible();

    await button(page, "Add to Cart 500 Points").click();
    await see(quantity(page, "500 Points")).toHaveValue("1");
    await see(button(page, "One 500 Points more")).toBeFocused();
    await page.keyboard.press("Enter");
    await see(quantity(page, "500 Points")).toHaveValue("2");
    await button(page, "Add to Cart 7,000 Points").click();
    await see(barCart(page)).toHaveAccessibleName("Cart, 4 items");
    await see(page.getByRole("main").getByText("4 items · $69.96")).toBeVisible();
    await see(button(page, SHOP.soldOutMark)).toBeDisabled();
    await lookAt(page, "shop-chosen", screen);

    await page.getByRole("link", { name: "Go to Cart" }).click();
    await see(page).toHaveURL("/shop/cart");
    await see(page).toHaveTitle(titled("Your Cart"));
    await see(rows(page)).toHaveCount(3);
    await see(rows(page).first()).toContainText("Diamond Lynx");
    await see(subtotal(page)).toHaveText("$69.96");
    await see(page.getByText(CART.footnote)).toBeVisible();
    await lookAt(page, "cart", screen);

    await quantity(page, "500 Points").fill("100");
    await see(quantity(page, "500 Points")).toHaveValue("99");
    await quantity(page, "500 Points").fill("0");
    await see(quantity(page, "500 Points")).toHaveValue("1");
    await see(subtotal(page)).toHaveText("$64.97");
    await quantity(page, "500 Points").fill("abc");
    await quantity(page, "500 Points").press("Enter");
    await see(quantity(page, "500 Points")).toHaveValue("1");
    await quantity(page, "500 Points").fill("3");
    await see(subtotal(page)).toHaveText("$74.95");
    await button(page, "Remove 7,000 Points").click();
    await see(rows(page)).toHaveCount(2);
    await see(page.getByRole("heading", { name: CART.title })).toBeFocused();
    await see(page.getByText(removedFromCart("7,000 Points"))).toBeVisible();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.click();
    await see(rows(page)).toHaveCount(3);
    await see(undo).toHaveCount(0);
    await button(page, "Remove 500 Points").click();
    await undo.click();
    // It stands where it stood.
    await see(rows(page).nth(1)).toContainText("500 Points");
    await see(quantity(page, "500 Points")).toHaveValue("3");
    await button(page, "Remove 7,000 Points").click();
    await button(page, "Remove Diamond Lynx").click();
    for (let left = 3; left > 1; left -= 1) await button(page, "One 500 Points less").click();
    await button(page, "Remove 500 Points from the cart").click();
    await see(page.getByText(CART.empty)).toBeVisible();
    await lookAt(page, "cart-empty", screen);
    await page.getByRole("link", { name: CART.keepShopping }).click();
    await see(page).toHaveURL("/shop");
    await expectNoSidewaysScroll(page);
  });
});

long("tabs of a browser share the cart, and the slide menu counts it", async () => {
  const { page, openTab } = await openMemberPage(member, "phone");
  const other = await openTab();
  await other.goto("/shop/cart");
  await see(other.getByText(CART.empty)).toBeVisible();
  await openShop(page);
  await button(page, "Add to Cart 1,200 Points").click();
  await see(rows(other)).toHaveCount(1);
  await see(barCart(other)).toHaveAccessibleName("Cart, 1 item");
  await button(other, "One 1,200 Points more").click();
  await see(quantity(page, "1,200 Points")).toHaveValue("2");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog");
  await see(menu.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await lookAt(page, "shop-menu", "phone");
  await menu.getByRole("link", { name: "Buy points" }).click();
  await see(menu).toBeHidden();
  await see(page).toHaveURL("/shop");
});

test("[SHOP-05] a free item is there once, whatever is pressed or typed", async () => {
  const { page } = await openMemberPage(await join(), "desktop");
  await openShop(page);
  await button(page, "Redeem Monthly Gift").click();
  await see(button(page, "Remove Monthly Gift")).toBeVisible();
  await page.goto("/shop/cart");
  await see(rows(page)).toContainText(FREE);
  await button(page, "One Monthly Gift more").click();
  await see(page.getByText(SHOP.oneFree)).toBeVisible();
  await see(quantity(page, "Monthly Gift")).toHaveValue("1");
  await see(subtotal(page)).toHaveText("$0.00");
});

test("[SHOP-22] a tier that will not renew is ticked as one that goes on beside the other", async () => {
  const { page } = await openMemberPage(member, "phone");
  await page.goto("/shop");
  await button(page, "Add to Cart Diamond Lynx").click();
  await see(card(page, "Diamond Lynx")).toContainText(/Golden Lynx runs until \w+ \d+, \d{4}\./);
  await barCart(page).click();
  const tick = page.getByRole("checkbox", { name: /^I understand that Golden Lynx runs until / });
  await see(tick).toBeVisible();
  await see(button(page, "Checkout")).toBeDisabled();
  await lookAt(page, "checkout-tick", "phone");
  await tick.check();
  await see(button(page, "Checkout")).toBeEnabled();
});

long("prices are the shop's, whatever was written into the browser", async () => {
  const { page } = await openMemberPage(member, "desktop");
  await page.goto("/shop/cart");
  await leaveCart(page, '{"single":7}');
  await page.reload();
  await see(page.getByText(CART.empty)).toBeVisible();
  const single = [cheap(6_036_711), cheap(6_036_716), cheap(42)];
  await leaveCart(page, JSON.stringify({ subscription: null, single }));
  await page.reload();
  await see(subtotal(page)).toHaveText("$9.98");
  await see(rows(page).nth(0)).toContainText("500 Points");
  await see(rows(page).nth(1)).toContainText(SHOP.soldOut);
  await see(rows(page).nth(2)).toContainText(CART.gone);
  await see(page.getByRole("alert")).toHaveText(CART.blocked);
  await lookAt(page, "cart-gone", "desktop");
  await openShop(page);
  await button(page, "Remove Winter Bundle").click();
  await see(card(page, "Winter Bundle").getByRole("button")).toHaveText(SHOP.soldOutMark);
});

test("[SHOP-02] what Tebex says of a package comes without anything that runs", async () => {
  const { page } = await openMemberPage(member, "desktop");
  await openShop(page);
  const pasted = card(page, "1,200 Points");
  await see(pasted).toContainText("for a longer stay");
  await pasted.getByText("for a longer stay").click();
  await pasted.getByText("how to spend them").click();
  const left = await pasted.evaluate((element) => ({
    ran: "shopMarkupRan" in window,
    dirt: element.querySelectorAll("script, style, .package-text img, .package-text [style]")
      .length,
    links: [...element.querySelectorAll("a")].map(({ href, target, rel }) => [href, target, rel]),
  }));
  expect(left).toEqual({
    ran: false,
    dirt: 0,
    links: [["https://wiki.lynxden.example/points", "_blank", "noopener nofollow ugc"]],
  });
});

test("[SHOP-08] who has the promo is told the day on which it can be redeemed again", async () => {
  const { sandbox } = await site();
  const buyer = await join();
  const { page } = await openMemberPage(buyer, "desktop");
  const made = await ask<MadeBasket>(buyer, "POST", "tebex/create-basket", {
    items: [{ packageId: "6036704", quantity: 1 }],
  });
  const { ident } = made.data;
  const [link] = await ask<{ url: string }[]>(buyer, "POST", "tebex/authenticate-basket", {
    ident,
  });
  await fetch(`${link?.url ?? ""}&persona=rook`);
  await ask(buyer, "POST", `tebex/add-package/${ident}`, { packageId: 6_036_704, quantity: 1 });
  await openShop(page);
  await see(page.getByText(inOtherBasket("Monthly Gift", made.data.orderId))).toBeVisible();
  sandbox.tebex.pay(ident);
  await see(page.getByRole("button", { name: /^Redeem on \w+ \d+, \d{4}$/ })).toBeDisabled();
});

long("what was paid before the feed was up is known in the shop once it is", async () => {
  const buyer = await join();
  const { ident, orderId } = await fillBasket(buyer, { [PACKAGE.promo]: 1 });
  const { page, context } = await openMemberPage(buyer, "desktop");
  const paid = Promise.withResolvers<void>();
  await context.route("**/api/feed**", async (route) => {
    await paid.promise;
    await route.continue();
  });
  await openShop(page);
  await see(page.getByText(inOtherBasket("Monthly Gift", orderId))).toBeVisible();
  (await site()).sandbox.tebex.pay(ident);
  const promo = () => ask<{ promoReceivedDate: string | null }>(buyer, "GET", "tebex/promo-status");
  await see.poll(async () => (await promo()).promoReceivedDate).not.toBeNull();
  paid.resolve();
  await see(page.getByRole("button", { name: /^Redeem on \w+ \d+, \d{4}$/ })).toBeDisabled();
});

long("a shop that cannot be loaded says so, and comes when it is asked again", async () => {
  const { page, expectNoise } = await openMemberPage(member, "phone");
  await failUntilTriedAgain(page, "shop.packages");
  expectNoise(/shop\.packages|packages could not be loaded/);
  await page.goto("/shop");
  await see(page.getByRole("alert")).toHaveText(SHOP.loadFailed);
  await lookAt(page, "shop-failed", "phone");
  await page.getByRole("button", { name: "Try again" }).click();
  await see(page.getByRole("heading", { name: "Buy Points" })).toBeVisible();
});

long("[SHOP-01] what a silent Tebex said last is shown with its age", async () => {
  const { page, context } = await openMemberPage(member, "phone");
  await context.route("**/api/trpc/**shop.packages**", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"isStale":false', '"isStale":true');
    await route.fulfill({ response, body });
  });
  await openShop(page);
  const notice = page.getByRole("status").filter({ hasText: "is not answering right now" });
  await see(notice.getByText(/^(a moment|\d+ minutes?) ago$/)).toBeVisible();
  await lookAt(page, "shop-stale", "phone");
  await button(page, "Add to Cart 500 Points").click();
  await page.goto("/shop/cart");
  await see(notice).toBeVisible();
  await see(subtotal(page)).toHaveText("$4.99");
});
