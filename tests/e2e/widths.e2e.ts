import { expect, test } from "bun:test";
import type { Locator, Page } from "@playwright/test";
import { VERIFY_SCREEN } from "#shared/account-messages.ts";
import { CHANGE_POINTS } from "#shared/admin-messages.ts";
import { CART } from "#shared/shop-messages.ts";
import {
  expectNoAxeFindings,
  keepScreenshot,
  openPage,
  see,
  tooWide,
} from "#tests/support/browser.ts";
import { faintTexts } from "#tests/support/contrast.ts";
import { recordShifts, shiftsOver } from "#tests/support/layout-shifts.ts";
import { long } from "#tests/support/long.ts";
import { chooseNewPassword, join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { buyAtTebex } from "#tests/support/purchases.ts";
import { ask, idOf, ticketAt } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";
import { smallTargets } from "#tests/support/targets.ts";
import { PACKAGE } from "#tests/support/tebex.ts";

/** The widths of the screens for which the site is made, that of a laptop at 200 %, and the narrowest. */
const WIDTHS = [1440, 1024, 768, 720, 390, 360, 320];

/** Those of them at which the contrast of texts is measured; what lies below them is the same on all phones. */
const ENDS = [1440, 390];

/** What counts as standing still. */
const SHIFT_MAX = 0.02;
/** A number that gets another digit moves its neighbour by a few pixels; a row of a list moves a thousand times as much. */
const NUMBER_GROWS = 0.000_05;

/**
 * Resizes the page through the widths, and measures contrast and targets at the ends; at the narrowest it is
 * looked at by axe and in forced colours.
 */
const misfitsOf = async (page: Page, name: string, widths = WIDTHS): Promise<unknown[]> => {
  const misfits: unknown[] = [];
  const measure = async (look: string | number) => {
    const found = await tooWide(page);
    if (found.length > 0) misfits.push([name, look, found]);
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    await measure(width);
    if (!ENDS.includes(width)) continue;
    const faint = await faintTexts(page);
    if (faint.length > 0) misfits.push([name, width, faint]);
    const small = await smallTargets(page);
    if (small.length > 0) misfits.push([name, width, "small", small]);
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

type Screen = [
  path: string,
  /** What shows that it is there. */
  shown: (page: Page) => Locator,
  more?: {
    /** How far it may move till then. */
    shiftMax?: number;
    /** Opens a dialog on it. */
    open?: (page: Page) => Promise<unknown>;
  },
];
type Screens = readonly Screen[];

const walk = async (page: Page, screens: Screens) => {
  const misfits: unknown[] = [];
  await recordShifts(page);
  for (const [path, shown, { shiftMax = SHIFT_MAX, open } = {}] of screens) {
    await page.goto(path);
    await see(shown(page)).toBeVisible();
    const shifts = await shiftsOver(page, shiftMax);
    if (shifts.length > 0) misfits.push([path, "shift", shifts]);
    const name = path.replaceAll(/\W+/g, "-").slice(1);
    misfits.push(...(await misfitsOf(page, name)));
    if (open === undefined) continue;
    await open(page);
    await see(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
    misfits.push(...(await misfitsOf(page, `${name}-dialog`, ENDS)));
  }
  expect(misfits).toEqual([]);
};

const member = sampleMember("member");
const admin = sampleMember("admin");
const article = (page: Page) => page.getByRole("article").first();
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).click();

/** Its words stand still once the feed is up. */
const live = (page: Page) => page.getByText("Live", { exact: true }).first();
const server = (page: Page) => page.getByRole("link", { name: "The Island", exact: true });
const openMenu = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 740 });
  await press("Open menu")(page);
};
const tickets = (page: Page) => page.getByRole("main").locator("li").first();
const message = (page: Page) => page.getByRole("log").getByRole("listitem").first();

long("texts that are too faint over gradients are found", async () => {
  const { page } = await openPage((await site()).url, "phone");
  await page.goto("/");
  await see(live(page)).toBeVisible();
  expect(await faintTexts(page)).toEqual([]);
  await page.evaluate(() =>
    document.documentElement.style.setProperty("--color-faint", "var(--color-ground-500)"),
  );
  expect(await faintTexts(page)).not.toEqual([]);
});

long("what everybody sees fits every width", async () => {
  const { page, expectNoise } = await openPage((await site()).url, "desktop");
  expectNoise(/404.*\/nowhere/);
  await walk(page, [
    ["/#ServerStatusDisplay", live, { open: (it) => server(it).click() }],
    ["/rules?tab=ASE", heading("ASE rules")],
    ["/privacy-policy", title, { open: openMenu }],
    ["/news", title],
    ["/calendar", title],
    ["/login", (it) => it.getByLabel("Email")],
    ["/forgot-password", (it) => it.getByLabel("Email")],
    ["/reset-password", title],
    ["/reset-password?token=abc", (it) => it.getByLabel("Confirm Password")],
    ["/resend-verification", (it) => it.getByLabel("Email")],
    ["/verify-email", title],
    ["/confirm-browser", title],
    ["/minecraft-auth.html", title],
    ["/nowhere", title],
  ]);
});

long("tickets and settings fit every width", async () => {
  const [ticket] = await ask<{ id: number }[]>(member, "GET", "tickets/open");
  const path = ticketAt(ticket?.id ?? 0);
  const { page } = await openMemberPage(member, "desktop");
  await walk(page, [
    ["/member/tickets/open-tickets", tickets],
    ["/member/tickets/closed-tickets", tickets],
    ["/member/tickets/new-ticket", (it) => it.getByLabel("Subject", { exact: true })],
    [path, message, { open: press("Close ticket") }],
    [`${path}/edit`, (it) => it.getByLabel("Subject", { exact: true })],
    ["/member/accountsettings", (it) => it.getByLabel("First Name")],
    ["/member/accountsettings?tab=Privacy", (it) => it.getByRole("checkbox")],
    ["/shop/cart", (it) => it.getByText(CART.empty)],
    ["/member/admin", (it) => it.getByText("Access denied.")],
  ]);
});

test("a ticket that comes late moves nothing", async () => {
  const [ticket] = await ask<{ id: number }[]>(member, "GET", "tickets/open");
  const { page } = await openMemberPage(member, "desktop");
  await recordShifts(page);
  for (const late of ["tickets.byId", "messages.list"]) {
    const waiting = Promise.withResolvers<void>();
    const isLate = (url: URL) => url.pathname.includes(late);
    await page.route(isLate, async (route) => {
      await waiting.promise;
      await route.continue();
    });
    await page.goto(ticketAt(ticket?.id ?? 0));
    await see(page.getByRole("main").locator(".fills-screen")).toBeVisible();
    waiting.resolve();
    await see(message(page)).toBeVisible();
    expect([late, await shiftsOver(page, SHIFT_MAX)]).toEqual([late, []]);
    await page.unroute(isLate);
  }
});

long("what a member has fits every width", async () => {
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

long("what Admins have fits every width", async () => {
  const id = await idOf(member);
  const { page } = await openMemberPage(admin, "desktop");
  await walk(page, [
    ["/member/admin", (it) => it.getByRole("list", { name: "Last 30 days" })],
    ["/member/admin/users", (it) => list(it, "Users")],
    [`/member/admin/users?member=${id}`, (it) => it.getByRole("list", { name: "Linked accounts" })],
    [
      `/member/admin/users/${id}`,
      (it) => it.getByRole("list", { name: "Linked accounts" }),
      { open: press(CHANGE_POINTS.open) },
    ],
    // What needs a look stands above the orders, and moves no row of them.
    ["/member/admin/orders", (it) => list(it, "Orders"), { shiftMax: NUMBER_GROWS }],
    ["/member/admin/inbox", (it) => list(it, "Store Events")],
    ["/member/admin/keys", (it) => it.getByText("Sandbox plugin")],
    ["/member/admin/providers", (it) => list(it, "Providers")],
    ["/member/admin/audit", (it) => list(it, "Audit log")],
    ["/member/admin/news", title],
    ["/member/admin/calendar", title],
    ["/member/admin/site", title],
    ["/member/notifications/create", (it) => it.getByLabel("Subject", { exact: true })],
  ]);
});

/** Lists of many columns, and what fills them. */
const LATE_LISTS = [
  ["/member/admin/orders", "orders.all"],
  ["/member/admin/inbox", "orders.events"],
  ["/member/admin/users", "administration.users"],
  ["/member/admin/audit", "administration.audit"],
  ["/member/admin/strikes", "strikes.list"],
] as const;

long("what holds the place of rows fits every width", async () => {
  const { page } = await openMemberPage(admin, "desktop");
  const misfits: unknown[] = [];
  for (const [path, procedure] of LATE_LISTS) {
    const held = Promise.withResolvers<void>();
    const isLate = (url: URL) => url.pathname.includes(procedure);
    await page.route(isLate, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path);
    const places = page.getByRole("main").locator("[aria-busy=true]");
    await see(places.first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const found = await tooWide(page);
      if (found.length > 0) misfits.push([path, width, found]);
    }
    held.resolve();
    await see(places).toHaveCount(0);
    await page.unroute(isLate);
  }
  expect(misfits).toEqual([]);
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

long("putting a mistyped address right fits every width", async () => {
  const { url, sandbox } = await site();
  const { page } = await openPage(url, "desktop", { outside: sandbox.url });
  const opening = page.waitForEvent("popup");
  await page.goto("/register");
  await (await opening).locator('button[name="persona"][value="stranger"]').click();
  await page.getByLabel("First Name").fill("Ada");
  await page.getByLabel("Last Name").fill("Narrow");
  await page.getByLabel("Email").fill("narrow@exmaple.test");
  await chooseNewPassword(page, "Kettle+Birch!2026");
  expect(await misfitsOf(page, "register")).toEqual([]);
  await page.getByRole("button", { name: "Register" }).click();
  await see(page).toHaveURL(/\/verify$/);
  await page.getByRole("button", { name: VERIFY_SCREEN.change }).click();
  await see(page.getByLabel(VERIFY_SCREEN.newEmail)).toBeFocused();
  expect(await misfitsOf(page, "verify")).toEqual([]);
});
