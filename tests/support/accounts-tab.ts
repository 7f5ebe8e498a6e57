import type { Page } from "@playwright/test";
import type { Screen } from "#scripts/browser.ts";
import { LINKS } from "#shared/account-messages.ts";
import { see, type OpenedPage, type OpenPageOptions } from "./browser.ts";
import { join, type Member, openMemberPage } from "./members.ts";

/** Where a member finds their linked accounts. */
export const ACCOUNTS_TAB = "/member/accountsettings?tab=Accounts";

/** What the tab says of a platform, by its name. */
export const rowOf = (page: Page, platform: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: platform }) });

/** What went wrong with a platform. */
export const problemOf = (page: Page, platform: string) => rowOf(page, platform).getByRole("alert");

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Decides at a consent page of the sandbox. Does not wait for the page that comes then. */
export const consentAs = (popup: Page, persona: string) =>
  popup.locator(`button[name="persona"][value="${persona}"]`).click({ noWaitAfter: true });

/** The same, where that is the last thing done in the window: until it is gone, no other one opens. */
export const finishAs = async (popup: Page, persona: string): Promise<void> => {
  const closing = popup.waitForEvent("close");
  await consentAs(popup, persona);
  await closing;
};

/** The same. @returns the status with which the site takes the provider's answer. */
export const statusAs = async (popup: Page, persona: string): Promise<number> => {
  const coming = popup.waitForResponse(/\/auth\/\w+\/callback/);
  await consentAs(popup, persona);
  return (await coming).status();
};

/** The windows that are pages of ours first, and what they go on with. */
const LINK_WINDOWS: Readonly<Record<string, string>> = {
  "Link Minecraft": LINKS.continueTo("Microsoft"),
  "Link Epic": LINKS.continueTo("Epic Games"),
};

/** Presses a button that opens a platform's window, and goes on to the provider in it. */
export const openWindow = async (page: Page, name: string): Promise<Page> => {
  const opening = page.waitForEvent("popup");
  await button(page, name).click();
  const popup = await opening;
  const goesOn = LINK_WINDOWS[name];
  if (goesOn === undefined) return popup;
  await see(popup.getByRole("heading", { level: 1 })).toHaveText(name);
  await button(popup, goesOn).click({ noWaitAfter: true });
  return popup;
};

/** A new member at the tab, who has linked nothing but Discord. */
export const atTheTab = async (
  screen?: Screen,
  options?: OpenPageOptions,
): Promise<OpenedPage & { member: Member }> => {
  const member = await join();
  const given = await openMemberPage(member, screen, options);
  await given.page.goto(ACCOUNTS_TAB);
  await see(button(given.page, "Link Steam")).toBeVisible();
  return { ...given, member };
};

/** The same with the tab open twice. */
export const atTwoTabs = async (): Promise<OpenedPage & { other: Page }> => {
  const given = await atTheTab();
  const other = await given.openTab();
  await other.goto(ACCOUNTS_TAB);
  await see(button(other, "Link Steam")).toBeVisible();
  return { ...given, other };
};
