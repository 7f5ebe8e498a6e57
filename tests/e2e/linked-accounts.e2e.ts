import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { BRIDGE, LINKS, LOGIN } from "#shared/messages.ts";
import { MINECRAFT_SENTENCES, PAGE_FAILURES, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { lookAt, see, STILL, visitor } from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { join, memberVisitor, sampleMember, titled } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const TAB = "/member/accountsettings?tab=Accounts";

const rowOf = (page: Page, platform: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: platform }) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const consentAs = (popup: Page, persona: string) =>
  popup.locator(`button[name="persona"][value="${persona}"]`).click();

/** Presses a button that opens a platform's window. */
const openWindow = async (page: Page, name: string): Promise<Page> => {
  const opening = page.waitForEvent("popup");
  await button(page, name).click();
  return opening;
};

/** A new member at the tab, and a sandbox to break. */
const atTheTab = async () => {
  const given = await memberVisitor(await join());
  await given.page.goto(TAB);
  await see(button(given.page, "Link Steam")).toBeVisible();
  return given;
};

test("[member §4, facts §5] Steam is linked, unlinked after a question, and linked again without points, live in another tab", async () => {
  const { page, openTab } = await atTheTab();
  await see(page).toHaveTitle(titled("Linked Accounts"));
  const other = await openTab();
  await other.goto(TAB);
  await lookAt(page, "linked-accounts-new", "desktop");

  await consentAs(await openWindow(page, "Link Steam"), "kit");
  await see(page.getByText(LINKS.steamDone)).toBeVisible();
  await see(rowOf(page, "Steam")).toContainText("Kit");
  await see(rowOf(page, "Steam")).toContainText(LINKS.eligible);
  await see(rowOf(other, "Steam")).toContainText(LINKS.eligible);
  await see(other.getByRole("alert")).toHaveCount(0);

  await button(page, "Unlink Steam").click();
  const dialog = page.getByRole("alertdialog", { name: LINKS.unlinkTitle });
  await see(dialog).toContainText(LINKS.unlinkText);
  await lookAt(page, "unlink", "desktop");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await see(rowOf(page, "Steam")).toContainText("Kit");
  await button(page, "Unlink Steam").click();
  await dialog.getByRole("button", { name: LINKS.unlinkAction }).click();
  await see(button(page, "Link Steam")).toBeVisible();
  await see(button(other, "Link Steam")).toBeVisible();

  await consentAs(await openWindow(page, "Link Steam"), "kit");
  await see(rowOf(page, "Steam")).toContainText(BRIDGE.retired);
  await see(rowOf(other, "Steam")).toContainText(BRIDGE.retired);
  await lookAt(page, "linked-accounts", "desktop");
});

test("[member §4, facts §4a] Epic is linked by its own window, which closes; a refusal and a taken account are told in both", async () => {
  const { page, expectNoise } = await atTheTab();
  expectNoise(/409/);
  const popup = await openWindow(page, "Link Epic");
  await see(title(popup)).toHaveText("Link Epic");
  await consentAs(popup, "deny");
  await see(popup.getByRole("alert")).toHaveText(PAGE_FAILURES.epic.denied);
  await see(rowOf(page, "Epic").getByRole("alert")).toHaveText(PAGE_FAILURES.epic.denied);
  expect(new URL(popup.url()).hash).toBe("");
  await lookAt(popup, "link-window-failed", "desktop");

  await button(popup, "Try again").click();
  await consentAs(popup, "taken");
  await see(popup.getByRole("alert")).toHaveText(PROOF_SENTENCES.epic.linked);
  await see(rowOf(page, "Epic").getByRole("alert")).toHaveText(PROOF_SENTENCES.epic.linked);

  await button(popup, "Try again").click();
  const closing = popup.waitForEvent("close");
  await consentAs(popup, "kit");
  await see(rowOf(page, "Epic")).toContainText("Kit of the Den");
  await see(page.getByText("Your Epic account is linked.")).toBeVisible();
  await see(rowOf(page, "Epic").getByRole("alert")).toHaveCount(0);
  await closing;
});

test("[member §4] a Microsoft account without Minecraft is told what is missing, and another one is linked", async () => {
  const { page } = await atTheTab();
  const popup = await openWindow(page, "Link Minecraft");
  await consentAs(popup, "nojava");
  await see(popup.getByRole("alert")).toHaveText(MINECRAFT_SENTENCES.noJavaProfile);
  await see(rowOf(page, "Minecraft").getByRole("alert")).toHaveText(
    MINECRAFT_SENTENCES.noJavaProfile,
  );
  await button(popup, "Try again").click();
  await consentAs(popup, "ada");
  await see(rowOf(page, "Minecraft")).toContainText("AdaFrost");
  await see(button(page, "Unlink Minecraft")).toBeVisible();
});

test("[facts §4] a Steam account that another member has is refused in the window and in the tab", async () => {
  const { page, expectNoise } = await atTheTab();
  expectNoise(/409/);
  const popup = await openWindow(page, "Link Steam");
  await consentAs(popup, "taken");
  await see(popup.getByText(PROOF_SENTENCES.steam.linked)).toBeVisible();
  await see(rowOf(page, "Steam").getByRole("alert")).toHaveText(PROOF_SENTENCES.steam.linked);
  await see(button(page, "Link Steam")).toBeEnabled();
});

test("Discord is replaced by a new proof, unless the account is another member's", async () => {
  const { page, expectNoise } = await atTheTab();
  expectNoise(/409/);
  const popup = await openWindow(page, "Use another account");
  await consentAs(popup, "taken");
  await see(popup.getByText(PROOF_SENTENCES.discord.linked)).toBeVisible();
  await see(rowOf(page, "Discord").getByRole("alert")).toHaveText(PROOF_SENTENCES.discord.linked);
  // The same window begins anew.
  await button(page, "Use another account").click();
  await consentAs(popup, "stranger");
  await see(page.getByText("Your Discord account is linked.")).toBeVisible();
  await see(rowOf(page, "Discord")).toContainText(/Stranger \d+/);
  await see(rowOf(page, "Discord").getByRole("alert")).toHaveCount(0);
});

test("who proves the Discord account again that they have is not refused", async () => {
  const { page, expectNoise } = await memberVisitor(sampleMember("member"));
  expectNoise(/409/);
  await page.goto(TAB);
  await consentAs(await openWindow(page, "Use another account"), "taken");
  await see(page.getByText("Your Discord account is linked.")).toBeVisible();
  await see(page.getByRole("alert")).toHaveCount(0);
});

test("a provider that is down is told of in the window and in the tab", async () => {
  const { page, expectNoise } = await atTheTab();
  expectNoise(/503/);
  const { sandbox } = await site();
  const popup = await openWindow(page, "Link Epic");
  await see(title(popup)).toHaveText("Who are you today?");
  sandbox.outages.set("epic", "down");
  afterThisTest(() => sandbox.outages.set("epic", "up"));
  await consentAs(popup, "stranger");
  await see(popup.getByRole("alert")).toHaveText(PAGE_FAILURES.epic.unavailable);
  await see(rowOf(page, "Epic").getByRole("alert")).toHaveText(PAGE_FAILURES.epic.unavailable);
});

test("[member §8] a window that the browser blocks and a list that cannot be loaded are told of", async () => {
  const { context, page, expectNoise } = await memberVisitor(sampleMember("new"));
  expectNoise(/503/);
  const list = "**/api/trpc/**links.list**";
  await context.route(list, (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto(TAB);
  await see(page.getByText(LINKS.loadFailed)).toBeVisible();
  await context.unroute(list);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page
    .getByRole("button", { name: /^Link / })
    .first()
    .click();
  await see(page.getByRole("alert")).toHaveText(LOGIN.popupBlocked);
});

test("[member §8] whoever is not signed in is told so in the window", async () => {
  const { url } = await site();
  for (const platform of ["minecraft", "epic"]) {
    const { page } = await visitor(url);
    await page.goto(`/${platform}-auth.html`);
    await see(page.getByRole("alert")).toHaveText(LINKS.signIn);
  }
});

test("[member §2] the tab stands well on a phone", async () => {
  for (const screen of ["phone", "narrow"] as const) {
    const { page } = await memberVisitor(sampleMember("member"), screen, STILL);
    await page.goto(TAB);
    await see(rowOf(page, "Discord")).toBeVisible();
    await lookAt(page, "linked-accounts", screen);
  }
});
