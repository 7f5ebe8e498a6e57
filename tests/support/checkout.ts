import type { FrameLocator, Page } from "@playwright/test";
import type { Screen } from "#scripts/browser.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { consentAs } from "./accounts-tab.ts";
import { type OpenedPage, see } from "./browser.ts";
import { join, openMemberPage } from "./members.ts";

export const GOLD = { id: 6_036_701, name: "Golden Lynx", image: null, total_price: 4.99 };
export const DIAMOND = { id: 6_036_702, name: "Diamond Lynx", image: null, total_price: 9.99 };
export const PROMO = { id: 6_036_704, name: "Monthly Gift", image: null, total_price: 0 };
export const POINTS = { id: 6_036_711, name: "500 Points", image: null, total_price: 4.99 };
export const MORE_POINTS = { id: 6_036_712, name: "1,200 Points", image: null, total_price: 9.99 };
export const LIMITED = { id: 6_036_715, name: "Founder Pack", image: null, total_price: 14.99 };

type Package = typeof GOLD;
type Cart = { subscription?: Package; single?: readonly [Package, number][] };

export const checkoutButton = (page: Page) => page.getByRole("button", { name: CHECKOUT.begin });
export const signInButton = (page: Page) => page.getByRole("button", { name: CHECKOUT.openWindow });
export const thanks = (page: Page) => page.getByRole("dialog", { name: CHECKOUT.thanksTitle });
export const summary = (page: Page) => page.getByRole("region", { name: "Summary" });
export const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Cart" }).getByRole("listitem").filter({ hasText: name });
export const stepNow = (page: Page) =>
  page
    .getByRole("list", { name: CHECKOUT.steps, includeHidden: true })
    .locator("[aria-current=step]");
/** What is in Tebex's window. */
export const widget = (page: Page): FrameLocator =>
  page.frameLocator('[aria-label="Checkout"] iframe[title="Checkout"]');
export const press = (page: Page, name: "Pay" | "Decline" | "Pay slowly" | "Close") =>
  // It may be gone with the press.
  widget(page).getByRole("button", { name, exact: true }).click({ noWaitAfter: true });
export const shownPoints = (page: Page, points: number) =>
  page
    // What lies behind a dialog is hidden from whoever listens to the page.
    .getByRole("banner", { includeHidden: true })
    .getByRole("link", {
      name: `Balance: ${points.toLocaleString("en-US")} ZP`,
      includeHidden: true,
    });

const cartOf = ({ subscription, single = [] }: Cart) => ({
  subscription: subscription ?? null,
  single: single.map(([one, quantity]) => ({ package: one, quantity })),
});

/** The checkout that the tab remembers. */
export const rememberedIn = (page: Page) =>
  page.evaluate(() => {
    const kept = sessionStorage.getItem("lynxdenCheckout") ?? "{}";
    return JSON.parse(kept) as { ident: string; isUnderWay: boolean };
  });

/** Lays things into the cart, as the shop does, and opens it. */
export const layCart = async (page: Page, cart: Cart) => {
  await page.goto("/shop/cart");
  await page.evaluate(
    (text) => {
      localStorage.setItem("zlgCart", text);
      window.dispatchEvent(new StorageEvent("storage", { key: "zlgCart" }));
    },
    JSON.stringify(cartOf(cart)),
  );
};
/** The same, with things that can be bought. */
const openCart = async (page: Page, cart: Cart) => {
  await layCart(page, cart);
  await see(checkoutButton(page)).toBeEnabled();
};

/** A new member with a cart. */
export const buyerWith = async (
  cart: Cart,
  screen: Screen = "desktop",
  options: Parameters<typeof openMemberPage>[2] = {},
): Promise<OpenedPage> => {
  const given = await openMemberPage(await join(), screen, options);
  // Tebex.js speaks to its frame while that is on the way to Tebex's page.
  given.expectNoise(/'postMessage' on 'DOMWindow'/);
  await openCart(given.page, cart);
  return given;
};

/** Begins, and signs in at Tebex in the window that opens. */
export const signIn = async (page: Page, persona = "stranger") => {
  const opening = page.waitForEvent("popup");
  await checkoutButton(page).click();
  const popup = await opening;
  const closing = popup.waitForEvent("close");
  await consentAs(popup, persona);
  await closing;
};
