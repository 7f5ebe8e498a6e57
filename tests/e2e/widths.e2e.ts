import { expect, test } from "bun:test";
import type { Locator, Page } from "@playwright/test";
import { VERIFY_SCREEN } from "#shared/account-messages.ts";
import { CART } from "#shared/shop-messages.ts";
import { expectNoAxeFindings, keepScreenshot, openPage, see } from "#tests/support/browser.ts";
import { chooseNewPassword, join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { buyAtTebex } from "#tests/support/purchases.ts";
import { idOf } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { PACKAGE } from "#tests/support/tebex.ts";

/** The widths of the screens for which the site is made, that of a laptop at 200 %, and the narrowest. */
const WIDTHS = [1440, 1024, 768, 720, 390, 360, 320];

/** What counts as standing still. */
const SHIFT_MAX = 0.02;

/** What reaches over the right edge of the screen: the innermost of it, by their classes. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isOver = (element: Element) => element.getBoundingClientRect().right > clientWidth;
    return [...document.querySelectorAll("body *")]
      .filter((element) => isOver(element) && ![...element.children].some(isOver))
      .map((element) => `${element.tagName} ${element.getAttribute("class")}`);
  });

/** Resizes the page through all widths; at the narrowest it is looked at by axe and in forced colours. */
const misfitsOf = async (page: Page, name: string): Promise<unknown[]> => {
  const misfits: unknown[] = [];
  const measure = async (look: string | number) => {
    const found = await tooWide(page);
    if (found.length > 0) misfits.push([name, look, found]);
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await measure(width);
  }
  await keepScreenshot(page, `width-${name}-narrowest`);
  await expectNoAxeFindings(page);
  await page.emulateMedia({ forcedColors: "active" });
  await measure("forced colours");
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize({ width: 1440, height: 900 });
  return misfits;
};

const list = (page: Page, name: string) =>
  page.getByRole("list", { name, exact: true }).locator("> li").first();

/** Screens by their address, with what shows that they are there, and how far it may move till then. */
type Screens = readonly [path: string, shown: (page: Page) => Locator, shiftMax?: number][];

/** From now on each page adds up by how much of the screen what it shows has moved. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );

const walk = async (page: Page, screens: Screens) => {
  const misfits: unknown[] = [];
  await recordShifts(page);
  for (const [path, shown, shiftMax = SHIFT_MAX] of screens) {
    await page.goto(path);
    await see(shown(page)).toBeVisible();
    const shift = await shiftOf(page);
    if (shift > shiftMax) misfits.push([path, "shift", shift]);
    misfits.push(...(await misfitsOf(page, path.replaceAll(/\W+/g, "-").slice(1))));
  }
  expect(misfits).toEqual([]);
};

const member = sampleMember("member");
const admin = sampleMember("admin");
const article = (page: Page) => page.getByRole("article").first();
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name });

test("what a member has fits every width", async () => {
  const { page } = await openMemberPage(member, "desktop");
  await walk(page, [
    ["/member/stats", (it) => it.getByRole("link", { name: "Join Ragnarok" })],
    ["/member/notifications", article],
    ["/member/points", (it) => list(it, "Statement")],
    ["/member/subscription", (it) => list(it, "Your subscriptions")],
    ["/member/purchases", article],
    ["/member/accountsettings?tab=Accounts", heading("Steam")],
    ["/servers/ark-se-the-island", (it) => it.getByText(/^Peak /).last()],
    ["/shop", heading("Buy Points")],
  ]);
});

test("what Admins have fits every width", async () => {
  const id = await idOf(member);
  const { page } = await openMemberPage(admin, "desktop");
  await walk(page, [
    ["/member/admin", (it) => it.getByRole("list", { name: "Last 30 days" })],
    ["/member/admin/users", (it) => list(it, "Users")],
    [`/member/admin/users?member=${id}`, (it) => it.getByRole("list", { name: "Linked accounts" })],
    [`/member/admin/users/${id}`, (it) => it.getByRole("list", { name: "Linked accounts" })],
    // What needs a look stands above the orders, where there is something.
    ["/member/admin/orders", (it) => list(it, "Orders"), 0.1],
    ["/member/admin/inbox", (it) => list(it, "Store Events")],
    ["/member/admin/keys", (it) => it.getByText("Sandbox plugin")],
    ["/member/admin/providers", (it) => list(it, "Providers")],
    ["/member/admin/audit", (it) => list(it, "Audit log")],
    ["/member/notifications/create", (it) => it.getByLabel("Subject", { exact: true })],
  ]);
});

/** Lays a tier into the cart, as the shop does. */
const layTier = (page: Page, tier: object) =>
  page.evaluate((text) => localStorage.setItem("zlgCart", text), JSON.stringify(tier));

test("a cart with a tier beside another one fits every width", async () => {
  const buyer = await join();
  await buyAtTebex(buyer, { [PACKAGE.gold]: 1 });
  const { page } = await openMemberPage(buyer, "desktop");
  const diamond = { id: PACKAGE.diamond, name: "Diamond Lynx", image: null, total_price: 9.99 };
  await layTier(page, { subscription: diamond, single: [] });
  await walk(page, [
    ["/shop/cart", (it) => it.getByRole("checkbox", { name: CART.keepsRenewing("Golden Lynx") })],
  ]);
});

test("putting a mistyped address right fits every width", async () => {
  const { url, sandbox } = await site();
  const { page } = await openPage(url, "desktop", { outside: sandbox.url });
  const opening = page.waitForEvent("popup");
  await page.goto("/register");
  await (await opening).locator('button[name="persona"][value="stranger"]').click();
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Narrow");
  await page.getByLabel("Email").fill("narrow@exmaple.test");
  await chooseNewPassword(page, "Wolfpack!2026");
  expect(await misfitsOf(page, "register")).toEqual([]);
  await page.getByRole("button", { name: "Register" }).click();
  await see(page).toHaveURL(/\/verify$/);
  await page.getByRole("button", { name: VERIFY_SCREEN.change }).click();
  await see(page.getByLabel(VERIFY_SCREEN.newEmail)).toBeFocused();
  expect(await misfitsOf(page, "verify")).toEqual([]);
});
