import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { LINKS } from "#shared/account-messages.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { MINECRAFT_SENTENCES, PAGE_FAILURES, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import {
  ACCOUNTS_TAB,
  atTwoTabs,
  button,
  consentAs,
  finishAs,
  openWindow,
  problemOf,
  rowOf,
  statusAs,
} from "#tests/support/accounts-tab.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { openMemberPage, sampleMember, titled } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const question = (page: Page) => page.getByRole("alertdialog", { name: LINKS.unlinkTitle });

/** Unlinks a platform's account in one of two tabs. Both show that it is gone. */
const unlink = async (page: Page, other: Page, platform: string) => {
  await button(page, `Unlink ${platform}`).click();
  await question(page).getByRole("button", { name: LINKS.unlinkAction }).click();
  await see(button(page, `Link ${platform}`)).toBeFocused();
  await see(button(other, `Link ${platform}`)).toBeVisible();
};

/** Both tabs show who is linked, and whether that counts. */
const seeInBoth = async (
  [page, other]: readonly [Page, Page],
  platform: string,
  name: string | RegExp,
  standing?: string,
) => {
  for (const tab of [page, other]) {
    await see(rowOf(tab, platform)).toContainText(name);
    if (standing !== undefined) await see(rowOf(tab, platform)).toContainText(standing);
    await see(tab.getByRole("alert")).toHaveCount(0);
  }
};

long(
  "[LINK-06, LINK-22] Steam is linked, unlinked after a question, and linked again without points, live in another tab",
  async () => {
    const { context, page, other, expectNoise } = await atTwoTabs();
    // Two tabs wait for one account: the second comes in vain.
    expectNoise(/400|503/);
    await see(page).toHaveTitle(titled("Linked Accounts"));
    await lookAt(page, "linked-accounts-new", "desktop");
    // A window that was given up leaves a tab that waits, too.
    const givenUp = await openWindow(other, "Link Steam");
    await see(givenUp.locator('button[name="persona"]').first()).toBeVisible();
    await givenUp.close();

    const popup = await openWindow(page, "Link Steam");
    await consentAs(popup, "deny");
    await see(popup.getByText(PROOF_SENTENCES.steam.denied)).toBeVisible();
    await see(problemOf(page, "Steam")).toHaveText(PAGE_FAILURES.steam.denied);
    await button(page, "Link Steam").click();
    const closing = popup.waitForEvent("close");
    await consentAs(popup, "kit");
    await see(page.getByText(LINKS.steamDone)).toBeVisible();
    await seeInBoth([page, other], "Steam", "Kit", LINKS.eligible);
    await closing;

    await button(page, "Unlink Steam").click();
    await see(question(page)).toContainText(LINKS.unlinkText);
    await see(question(page)).toContainText("Kit");
    await lookAt(page, "unlink", "desktop");
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await see(button(page, "Unlink Steam")).toBeFocused();
    const procedure = "**/api/trpc/**links.unlink**";
    await context.route(procedure, (route) => route.fulfill({ status: 503, body: "{}" }));
    await button(page, "Unlink Steam").click();
    await question(page).getByRole("button", { name: LINKS.unlinkAction }).click();
    await see(question(page).getByRole("alert")).toHaveText(LINKS.unlinkFailed);
    await context.unroute(procedure);
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await unlink(page, other, "Steam");

    await consentAs(await openWindow(page, "Link Steam"), "kit");
    await seeInBoth([page, other], "Steam", "Kit", BRIDGE.retired);
    await lookAt(page, "linked-accounts", "desktop");
  },
);

long(
  "[LINK-06, LINK-17] Epic is linked by its own window, which closes; a refusal and a taken account are told in both; linked again it counts no more",
  async () => {
    const { page, other, expectNoise } = await atTwoTabs();
    expectNoise(/409/);
    const popup = await openWindow(page, "Link Epic");
    await consentAs(popup, "deny");
    await see(popup.getByRole("alert")).toHaveText(PAGE_FAILURES.epic.denied);
    await see(problemOf(page, "Epic")).toHaveText(PAGE_FAILURES.epic.denied);
    await see(popup).toHaveURL(/\/epic-auth\.html$/);
    await lookAt(popup, "link-window-failed", "desktop");

    await button(popup, "Try again").click();
    expect(await statusAs(popup, "taken")).toBe(409);
    await see(popup.getByRole("alert")).toHaveText(PROOF_SENTENCES.epic.linked);
    await see(problemOf(page, "Epic")).toHaveText(PROOF_SENTENCES.epic.linked);

    await button(popup, "Try again").click();
    const closing = popup.waitForEvent("close");
    await consentAs(popup, "kit");
    await see(page.getByText("Your Epic account is linked.")).toBeVisible();
    await seeInBoth([page, other], "Epic", "Kit of the Den", LINKS.eligible);
    await closing;

    await unlink(page, other, "Epic");
    await consentAs(await openWindow(page, "Link Epic"), "kit");
    await seeInBoth([page, other], "Epic", "Kit of the Den", BRIDGE.retired);
  },
);

long(
  "[LINK-06, LINK-13] Minecraft tells what a Microsoft account lacks; another one is linked, unlinked, and linked again without points",
  async () => {
    const { page, other, expectNoise } = await atTwoTabs();
    expectNoise(/409/);
    const popup = await openWindow(page, "Link Minecraft");
    for (const [persona, status, sentence] of [
      ["deny", 200, PAGE_FAILURES.minecraft.denied],
      ["nojava", 200, MINECRAFT_SENTENCES.noJavaProfile],
      ["child", 200, MINECRAFT_SENTENCES.xboxChild],
      ["noxbox", 200, MINECRAFT_SENTENCES.xboxMissing],
      ["taken", 409, PROOF_SENTENCES.minecraft.linked],
    ] as const) {
      expect(await statusAs(popup, persona)).toBe(status);
      await see(popup.getByRole("alert")).toHaveText(sentence);
      await see(problemOf(page, "Minecraft")).toHaveText(sentence);
      await button(popup, "Try again").click();
    }
    const closing = popup.waitForEvent("close");
    await consentAs(popup, "ada");
    await see(page.getByText("Your Minecraft account is linked.")).toBeVisible();
    await seeInBoth([page, other], "Minecraft", "AdaFrost", LINKS.eligible);
    await closing;

    await unlink(page, other, "Minecraft");
    await consentAs(await openWindow(page, "Link Minecraft"), "ada");
    await seeInBoth([page, other], "Minecraft", "AdaFrost", BRIDGE.retired);
  },
);

long(
  "Discord is replaced by a new proof, live in another tab, and by a proof of the same again, but not by another member's account",
  async () => {
    const { page, other, expectNoise } = await atTwoTabs();
    expectNoise(/409/);
    const popup = await openWindow(page, "Use another account");
    await consentAs(popup, "deny");
    await see(popup.getByText(PROOF_SENTENCES.discord.denied)).toBeVisible();
    await see(problemOf(page, "Discord")).toHaveText(PAGE_FAILURES.discord.denied);
    // The same window begins anew.
    await button(page, "Use another account").click();
    expect(await statusAs(popup, "taken")).toBe(409);
    await see(popup.getByText(PROOF_SENTENCES.discord.linked)).toBeVisible();
    await see(problemOf(page, "Discord")).toHaveText(PROOF_SENTENCES.discord.linked);
    await button(page, "Use another account").click();
    // Its page cuts the window off from the tab, which hears of it all the same.
    const closing = popup.waitForEvent("close");
    await consentAs(popup, "veil");
    await see(page.getByText("Your Discord account is linked.")).toBeVisible();
    await seeInBoth([page, other], "Discord", "Silent Door");
    await closing;
    await finishAs(await openWindow(page, "Use another account"), "bare");
    await seeInBoth([page, other], "Discord", "barewanderer");

    const linked = page.waitForResponse(/links\.linkDiscord/);
    await consentAs(await openWindow(page, "Use another account"), "bare");
    expect((await linked).status()).toBe(200);
    await seeInBoth([page, other], "Discord", "barewanderer");
  },
);

long("[NAV-13] the tab and its window stand well on a phone", async () => {
  const { url } = await site();
  for (const screen of onScreens("phone", "narrow")) {
    const { page } = await openMemberPage(sampleMember("member"), screen);
    await page.goto(ACCOUNTS_TAB);
    await see(rowOf(page, "Discord")).toBeVisible();
    const popup = await openWindow(page, "Link Minecraft");
    await consentAs(popup, "nojava");
    await see(popup.getByRole("alert")).toBeVisible();
    await lookAt(popup, "link-window-failed", screen);
    expect(popup.url()).toStartWith(url);
    await see(problemOf(page, "Minecraft")).toBeVisible();
    // The bar would stand in the middle of the picture.
    await page.evaluate(() => window.scrollTo(0, 0));
    await lookAt(page, "linked-accounts", screen);
  }
});
