import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { MESSAGES } from "#shared/messages.ts";
import { CHECKOUT, inOtherBasket, ORDERS, REVIEWS } from "#shared/shop-messages.ts";
import { expectNoSidewaysScroll, lookAt, openFilters, see } from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember, titled } from "#tests/support/members.ts";
import { bell } from "#tests/support/notifications.ts";
import { buyAtTebex, fillBasket, pointsOf } from "#tests/support/purchases.ts";
import { ask, idOf } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { PACKAGE } from "#tests/support/tebex.ts";

const PURCHASES = "/member/purchases";
const SUBSCRIPTION = "/member/subscription";
const ALL_ORDERS = "/member/admin/orders";
const INBOX = "/member/admin/inbox";

const [member, admin] = [sampleMember("member"), sampleMember("admin")];

const order = (page: Page, id: number) =>
  page.getByRole("article", { name: `Order #${id}`, exact: true });
/** Opens the row of an order in the list of all. */
const openOrder = async (page: Page, id: number) => {
  const toggle = order(page, id).getByRole("button", { name: `Order #${id}`, exact: true });
  await toggle.click();
  await see(toggle).toHaveAttribute("aria-expanded", "true");
};
const wayOf = (page: Page, id: number) =>
  page.getByRole("list", { name: `Steps of order #${id}` }).getByRole("listitem");
const rows = (page: Page, name: string) =>
  page.getByRole("list", { name, exact: true }).locator("> li");

describe.each(onScreens("desktop", "phone"))("on a %s screen", (screen) => {
  test("somebody's purchases stand there, each with its way", async () => {
    const { page } = await openMemberPage(member, screen);
    await page.goto("/member/stats");
    await page
      .getByRole("navigation", { name: "Member area" })
      .getByRole("link", { name: "Purchases" })
      .click();
    await see(page).toHaveTitle(titled("Purchases"));
    await see(rows(page, "Purchases")).toHaveCount(3);
    await see(page.getByRole("list", { name: /^Steps of/ }).getByText("Refunded")).toBeVisible();
    await see(page.getByRole("button", { name: "Continue to payment" })).toHaveCount(1);
    await lookAt(page, "purchases", screen);
    await page
      .getByRole("navigation", { name: "Member area" })
      .getByRole("link", { name: "Subscription" })
      .click();
    await see(page).toHaveTitle(titled("Subscription"));
    await see(page.getByRole("list", { name: "Your subscriptions" })).toContainText("Runs until");
    await lookAt(page, "subscription-given", screen);
  });

  long("who has bought nothing is led to the shop", async () => {
    const { page } = await openMemberPage(await join(), screen);
    await page.goto(PURCHASES);
    await see(page.getByRole("heading", { name: "Nothing bought yet" })).toBeVisible();
    await lookAt(page, "purchases-none", screen);
    await page.goto(SUBSCRIPTION);
    await see(page.getByRole("heading", { name: "No subscription" })).toBeVisible();
    await lookAt(page, "subscription-none", screen);
    await page.getByRole("link", { name: "Choose a subscription" }).click();
    await see(page).toHaveURL("/shop");
  });
});

long("a subscription arrives live, is renewed, cancelled and given back", async () => {
  const { sandbox } = await site();
  const buyer = await join();
  const { page, openTab } = await openMemberPage(buyer, "desktop");
  await page.goto(PURCHASES);
  await see(page.getByRole("heading", { name: "Nothing bought yet" })).toBeVisible();
  const sale = await buyAtTebex(buyer, { [PACKAGE.gold]: 1, [PACKAGE.points500]: 2 });
  const { orderId, transactionId, reference } = sale;
  const bought = order(page, orderId);
  await see(bought).toContainText("+1,650 ZP");
  await see(wayOf(page, orderId)).toHaveCount(4);
  await see(wayOf(page, orderId).last()).toContainText("Credited");
  await see(bought).toContainText(transactionId);
  await see(page.getByRole("banner")).toContainText("1,650");

  const other = await openTab();
  await other.goto(SUBSCRIPTION);
  const plan = other.getByRole("list", { name: "Your subscriptions" });
  await see(plan).toContainText("Golden Lynx");
  await see(plan).toContainText("Next charge");
  await see(plan.getByRole("link", { name: /^Manage or cancel Golden Lynx/ })).toBeVisible();
  await see(other.getByRole("link", { name: "Upgrade: Diamond Lynx" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await lookAt(other, "subscription", "desktop");

  sandbox.tebex.renew(reference ?? "");
  await see(
    bought.getByRole("list", { name: `Later payments of order #${orderId}` }),
  ).toContainText("+650 ZP");
  await see(bought).toContainText("+2,300 ZP");
  await lookAt(page, "purchases-renewed", "desktop");
  sandbox.tebex.cancel(reference ?? "", false);
  await see(plan).toContainText("Cancelled. It stays yours until");
  sandbox.tebex.refund(transactionId);
  await see(bought).not.toContainText("+2,300 ZP");
  await see(bought).toContainText("+650 ZP");
  await see.poll(() => pointsOf(buyer)).toBe(650);
});

long("an open basket is paid on from a phone", async () => {
  const buyer = await join();
  const { orderId } = await fillBasket(buyer, { [PACKAGE.points1200]: 1 });
  const { page } = await openMemberPage(buyer, "phone");
  await page.goto(PURCHASES);
  await order(page, orderId).getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await see(page).toHaveURL(PURCHASES);
  await see(order(page, orderId)).toContainText("+1,200 ZP");
});

long("a basket into which nothing was put cannot be paid", async () => {
  const buyer = await join();
  const items = [{ packageId: String(PACKAGE.points500), quantity: 1 }];
  await ask(buyer, "POST", "tebex/create-basket", { items });
  const { page } = await openMemberPage(buyer, "desktop");
  await page.goto(PURCHASES);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await see(page.getByRole("alert")).toHaveText(ORDERS.emptyBasket);
  await page.getByRole("button", { name: ORDERS.cartAgain }).click();
  await see(page).toHaveURL("/shop/cart");
  await see(page.getByLabel("Quantity of 500 Points")).toHaveValue("1");
});

long(
  "an order that is closed lets the gift be had in another one, and offers its items again",
  async () => {
    const buyer = await join();
    const { orderId } = await fillBasket(buyer, { [PACKAGE.promo]: 1, [PACKAGE.points500]: 2 });
    const { page } = await openMemberPage(buyer, "phone");
    await page.goto("/shop");
    await see(page.getByText(inOtherBasket("Monthly Gift", orderId))).toBeVisible();
    await page.getByRole("link", { name: "Open Purchases" }).click();
    await page.getByRole("button", { name: ORDERS.closeBasket }).click();
    await see(order(page, orderId)).toContainText("Never paid");
    await page.getByRole("button", { name: ORDERS.cartAgain }).click();
    await see(page.getByLabel("Quantity of 500 Points")).toHaveValue("2");
    await see(page.getByRole("button", { name: "Checkout" })).toBeEnabled();
  },
);

long(
  "a payment that does not fit its order says why it waits, until an Admin credits it",
  async () => {
    const { sandbox } = await site();
    const buyer = await join();
    const { ident, orderId } = await buyAtTebex(buyer, { [PACKAGE.points500]: 1 });
    sandbox.tebex.payAgain(ident);
    const { page } = await openMemberPage(buyer, "desktop");
    await page.goto(PURCHASES);
    await see(order(page, orderId)).toContainText(REVIEWS.repeat);
    await see.poll(() => pointsOf(buyer)).toBe(500);
    const { page: adminPage } = await openMemberPage(admin, "desktop");
    await adminPage.goto(ALL_ORDERS);
    await adminPage
      .getByRole("button", { name: `Credit the payment of order #${orderId}`, exact: true })
      .click();
    await see(adminPage.getByText(ORDERS.paymentConfirmed)).toBeVisible();
    await see(order(page, orderId)).not.toContainText(REVIEWS.repeat);
    expect(await pointsOf(buyer)).toBe(1000);
  },
);

long(
  "an Admin confirms an order whose event never came; when it comes, nothing is credited twice",
  async () => {
    const { sandbox } = await site();
    const buyer = await join();
    const { page } = await openMemberPage(admin, "desktop");
    await page.goto(ALL_ORDERS);
    await see(page).toHaveTitle(titled("Orders"));
    afterThisTest(() => sandbox.tebex.hold(false));
    await sandbox.tebex.hold(true);
    const { ident, orderId } = await buyAtTebex(buyer, { [PACKAGE.points500]: 3 });
    await ask(buyer, "GET", `tebex/basket/${ident}`);
    const shown = order(page, orderId);
    await openOrder(page, orderId);
    await see(shown).toContainText("Waited for: Received");
    await shown.getByRole("button", { name: `Confirm order #${orderId}` }).click();
    const question = page.getByRole("alertdialog", { name: `Confirm order #${orderId}?` });
    await see(question).toContainText("Nothing is credited twice", { ignoreCase: true });
    await lookAt(page, "admin-orders-confirm", "desktop");
    await question.getByRole("button", { name: "Check with Tebex" }).click();
    await see(page.getByText(ORDERS.confirmed)).toBeVisible();
    await see(shown).toContainText("Confirmed by an Admin");
    expect(await pointsOf(buyer)).toBe(1500);

    await sandbox.tebex.hold(false);
    await shown.getByRole("link", { name: /^Events/ }).click();
    await see(page).toHaveURL(`${INBOX}?order=${orderId}`);
    await see(page).toHaveTitle(titled("Store Events"));
    const events = rows(page, "Store Events");
    await see(events).toHaveCount(1);
    await see(events).toContainText("Processed");
    await events.getByRole("button", { expanded: false }).click();
    await events.getByRole("button", { name: /^Replay/ }).click();
    await see(page.getByText(ORDERS.replayed)).toBeVisible();
    expect(await pointsOf(buyer)).toBe(1500);
  },
);

long("what was bought against the order needs a look, and is settled", async () => {
  const { sandbox } = await site();
  const buyer = await join();
  const { ident, orderId } = await fillBasket(buyer, { [PACKAGE.points500]: 1 });
  const more = await fetch(`${sandbox.url}/tebex/api/baskets/${ident}/packages`, {
    method: "POST",
    body: JSON.stringify({ package_id: PACKAGE.points1200, quantity: 1 }),
  });
  expect(more.status).toBe(200);
  const { page } = await openMemberPage(admin, "desktop");
  await page.goto(`${ALL_ORDERS}?user=${await idOf(buyer)}`);
  sandbox.tebex.pay(ident);
  const open = rows(page, "Needs a look").filter({ hasText: `order #${orderId}` });
  await see(open).toContainText("Different items were bought");
  const tab = page.getByRole("link", { name: /^Orders, \d+ to look at$/ });
  await see(tab).toBeVisible();
  await openOrder(page, orderId);
  await see(order(page, orderId)).toContainText("+1,700 ZP");
  await lookAt(page, "admin-orders-flag", "desktop");
  await open.getByRole("button", { name: /^Settle/ }).click();
  await see(page.getByText(ORDERS.resolved)).toBeVisible();
  await see(open).toHaveCount(0);
  await see(order(page, orderId)).toContainText("Settled.");
  await order(page, orderId)
    .getByRole("link", { name: /^Statement/ })
    .click();
  await see(page).toHaveTitle(titled("Points"));
});

describe.each(onScreens("desktop", "phone"))("for Admins on a %s screen", (screen) => {
  long("all orders and the inbox are narrowed in the address", async () => {
    const { page } = await openMemberPage(admin, screen);
    await page.goto(ALL_ORDERS);
    await see(rows(page, "Orders").nth(5)).toBeVisible();
    await lookAt(page, "admin-orders", screen);
    if (screen === "desktop")
      for (const row of (await rows(page, "Orders").all()).slice(0, 6))
        await see
          .poll(async () => (await row.boundingBox())?.height ?? Infinity)
          .toBeLessThanOrEqual(48);
    await page.getByLabel("State", { exact: true }).selectOption("Disputed");
    await see(page).toHaveURL(`${ALL_ORDERS}?state=disputed`);
    await see(rows(page, "Orders")).toHaveCount(1);
    await page.getByTitle("Show only their orders").click();
    await see(page.getByLabel("Bought by", { exact: true })).not.toHaveValue("");
    await openFilters(page, screen);
    await page.getByRole("button", { name: "Clear" }).click();
    await see(page).toHaveURL(ALL_ORDERS);

    const tabs = page.getByRole("navigation", { name: "Administration" });
    await tabs.getByRole("link", { name: /^Store Events/ }).click();
    await see(rows(page, "Store Events").nth(5)).toBeVisible();
    await lookAt(page, "admin-inbox", screen);
    await openFilters(page, screen);
    await page.getByLabel("Order", { exact: true }).fill("#1");
    await see(page).toHaveURL(`${INBOX}?order=1`);
    await see(rows(page, "Store Events").filter({ hasText: "Subscription renewed" })).toHaveCount(
      1,
    );
    await page.getByLabel("State", { exact: true }).selectOption("Waiting");
    await see(page.getByRole("heading", { name: "No event matches." })).toBeVisible();
  });
});

long("nobody else sees orders and inbox, and all of it fits the narrowest screen", async () => {
  const stranger = await openMemberPage(await join(), "narrow");
  for (const path of [ALL_ORDERS, INBOX]) {
    await stranger.page.goto(path);
    await see(stranger.page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
  }
  const { page } = await openMemberPage(admin, "narrow");
  for (const path of [ALL_ORDERS, INBOX]) {
    await page.goto(path);
    await see(rows(page, path === INBOX ? "Store Events" : "Orders").first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  const mine = await openMemberPage(member, "narrow");
  for (const path of [PURCHASES, SUBSCRIPTION]) {
    await mine.page.goto(path);
    await see(
      mine.page.getByRole("article").or(mine.page.getByText("Runs until")).first(),
    ).toBeVisible();
    await expectNoSidewaysScroll(mine.page);
  }
});

describe.each(onScreens("desktop", "phone"))(
  "on a %s screen an address shows one order",
  (screen) => {
    long(
      "[SHOP-23] to Admins opened, from Ctrl-K on any screen, from its events and its buyer's page",
      async () => {
        const { orderId } = await fillBasket(await join(), { [PACKAGE.points500]: 1 });
        const { page } = await openMemberPage(admin, screen);
        const find = async (text: string) => {
          await page.keyboard.press("Control+k");
          await page.getByRole("dialog").getByRole("combobox").fill(text);
        };
        const seeOpened = async (id: number) => {
          await see(page).toHaveURL(`${ALL_ORDERS}?order=${id}`);
          await see(rows(page, "Orders")).toHaveCount(1);
          await see(wayOf(page, id).first()).toBeVisible();
        };
        for (const [path, id] of [
          ["/shop", orderId],
          ["/", 1],
          ["/member/tickets", orderId],
          [ALL_ORDERS, 1],
        ] as const) {
          await page.goto(path);
          await see(bell(page)).toBeVisible();
          await find(`#${id}`);
          const found = page.getByRole("option", { name: new RegExp(`^Order #${id}\\s*Order$`) });
          await see(found).toBeVisible();
          if (path === "/shop") await lookAt(page, "find-in-shop", screen);
          await found.click();
          await see(page.getByRole("dialog")).toHaveCount(0);
          await seeOpened(id);
        }
        await lookAt(page, "admin-order-alone", screen);
        await page.getByRole("link", { name: /^Events/ }).click();
        await see(page).toHaveURL(`${INBOX}?order=1`);
        await rows(page, "Store Events").first().getByRole("button", { expanded: false }).click();
        await page.getByRole("link", { name: "See order #1" }).click();
        await seeOpened(1);
        await page
          .getByRole("link", { name: /^Member/ })
          .last()
          .click();
        const theirs = page.getByRole("link", { name: /^Order #\d+$/ }).first();
        const [, number = ""] = /#(\d+)/.exec(await theirs.innerText()) ?? [];
        await theirs.click();
        await seeOpened(Number(number));
        await page.getByRole("button", { name: `Remove the filter Order: #${number}` }).click();
        await see(page).toHaveURL(ALL_ORDERS);
        await see(rows(page, "Orders").nth(5)).toBeVisible();
      },
    );

    long(
      "[SHOP-23] to its buyer, whom the notification leads there; another's is no order",
      async () => {
        const buyer = await join();
        const first = await buyAtTebex(buyer, { [PACKAGE.points500]: 1 });
        await fillBasket(buyer, { [PACKAGE.points1200]: 1 });
        await see.poll(() => pointsOf(buyer)).toBe(500);
        const { page } = await openMemberPage(buyer, screen);
        await page.goto("/member/notifications");
        const about = page.getByRole("link", { name: CHECKOUT.thanks }).first();
        await see(about).toHaveAttribute("href", `${PURCHASES}?order=${first.orderId}`);
        await about.click();
        await see(page).toHaveURL(`${PURCHASES}?order=${first.orderId}`);
        await see(rows(page, "Purchases")).toHaveCount(1);
        await see(order(page, first.orderId)).toContainText("+500 ZP");
        await lookAt(page, "purchases-one", screen);
        await page.getByRole("link", { name: "All purchases" }).click();
        await see(page).toHaveURL(PURCHASES);
        await see(rows(page, "Purchases")).toHaveCount(2);
        await page.goto(`${PURCHASES}?order=1`);
        await see(page.getByRole("heading", { name: "No such order" })).toBeVisible();
        await page.keyboard.press("Control+k");
        await see(page.getByRole("dialog")).toHaveCount(0);
      },
    );
  },
);
