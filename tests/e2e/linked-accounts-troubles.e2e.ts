import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import type { OutageMode, OutageProvider } from "#sandbox/outages.ts";
import { linkRefusals } from "#server/modules/links/read.ts";
import { LINKS } from "#shared/account-messages.ts";
import { CALL_TIMEOUT_MS } from "#shared/constants/time.ts";
import { PAGE_FAILURES, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import {
  ACCOUNTS_TAB,
  atTheTab,
  button,
  consentAs,
  openWindow,
  problemOf,
  rowOf,
  statusAs,
} from "#tests/support/accounts-tab.ts";
import { failUntilTriedAgain, lookAt, openPage, see } from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { long } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

/** The switch of what the sandbox's providers do, until the browser test ends. */
const outages = async () => {
  const { sandbox } = await site();
  return (provider: OutageProvider, mode: OutageMode) => {
    sandbox.outages.set(provider, mode);
    afterThisTest(() => sandbox.outages.set(provider, "up"));
  };
};

/** Holds what a tab or its window asks, however long, and lets it go on when it is told to. */
const hold = async (page: Page, procedure: string) => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.context().route(`**/api/trpc/**${procedure}**`, async (route) => {
    isAsked();
    await gate;
    await route.continue();
  });
  return { asked, release };
};

long(
  "[LINK-15] a provider that is down, slow or talks nonsense is told of in the window and in the tab, and tried again",
  async () => {
    const { page, expectNoise } = await atTheTab();
    expectNoise(/50[23]/);
    const set = await outages();
    set("steam", "slow");
    const steam = await openWindow(page, "Link Steam");
    // While the site waits for Steam, the person goes on.
    const asked = steam.waitForRequest(/\/auth\/steam\/callback/);
    await consentAs(steam, "stranger");
    await asked;

    set("microsoft", "garbage");
    const minecraft = await openWindow(page, "Link Minecraft");
    await consentAs(minecraft, "stranger");
    await see(minecraft.getByRole("alert")).toHaveText(PAGE_FAILURES.minecraft.garbage);
    await see(problemOf(page, "Minecraft")).toHaveText(PAGE_FAILURES.minecraft.garbage);
    set("microsoft", "down");
    await button(minecraft, "Try again").click();
    await consentAs(minecraft, "stranger");
    await see(minecraft.getByRole("alert")).toHaveText(PAGE_FAILURES.minecraft.unavailable);
    await see(problemOf(page, "Minecraft")).toHaveText(PAGE_FAILURES.minecraft.unavailable);

    set("discord", "down");
    const discord = await openWindow(page, "Use another account");
    await consentAs(discord, "stranger");
    await see(discord.getByText(PROOF_SENTENCES.discord.unavailable)).toBeVisible();
    await see(problemOf(page, "Discord")).toHaveText(PAGE_FAILURES.discord.unavailable);

    await see(steam.getByText(PROOF_SENTENCES.steam.unavailable)).toBeVisible();
    await see(problemOf(page, "Steam")).toHaveText(PAGE_FAILURES.steam.unavailable);
    set("steam", "down");
    await button(page, "Link Steam").click();
    await see(problemOf(page, "Steam")).toHaveCount(0);
    await consentAs(steam, "stranger");
    await see(problemOf(page, "Steam")).toHaveText(PAGE_FAILURES.steam.unavailable);

    set("epic", "down");
    const epic = await openWindow(page, "Link Epic");
    await consentAs(epic, "stranger");
    await see(epic.getByRole("alert")).toHaveText(PAGE_FAILURES.epic.unavailable);
    await see(problemOf(page, "Epic")).toHaveText(PAGE_FAILURES.epic.unavailable);
    // What one platform says is nothing to another.
    await see(page.getByRole("alert")).toHaveCount(4);
    set("epic", "up");
    await button(epic, "Try again").click();
    await consentAs(epic, "stranger");
    await see(rowOf(page, "Epic")).toContainText(LINKS.eligible);
    await see(page.getByRole("alert")).toHaveCount(3);
  },
);

long(
  "[LINK-04, LINK-07] a Steam account that another member has is refused in the window and in the tab, and a message of another site is not heard",
  async () => {
    const { page, expectNoise } = await atTheTab();
    expectNoise(/409/);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const popup = await openWindow(page, "Link Steam");
    await see(popup.locator('button[value="taken"]')).toBeVisible();
    // A message may come as soon as this returns.
    const heard = await page.evaluateHandle(() => {
      const from = Promise.withResolvers<string>();
      window.addEventListener("message", ({ origin }) => from.resolve(origin), { once: true });
      return { from: from.promise };
    });
    // The provider's page is of another origin, and holds our tab as its opener.
    await popup.evaluate(() => {
      const opener = window.opener as Window;
      opener.postMessage({ type: "STEAM_AUTH_FAILED", reason: "denied" }, "*");
      opener.postMessage({ type: "STEAM_AUTH_SUCCESS", steamId: "76561198000104211" }, "*");
    });
    expect(await heard.evaluate(({ from }) => from)).toBe((await site()).sandbox.url);
    await see(rowOf(page, "Steam").getByRole("status")).toBeVisible();
    await see(page.getByRole("alert")).toHaveCount(0);

    expect(await statusAs(popup, "taken")).toBe(409);
    await see(popup.getByText(PROOF_SENTENCES.steam.linked)).toBeVisible();
    await see(problemOf(page, "Steam")).toHaveText(PROOF_SENTENCES.steam.linked);
    await see(button(page, "Link Steam")).toBeEnabled();
    expect(asked.filter((url) => url.includes("links.linkSteam"))).toEqual([]);
  },
);

long(
  "[LINK-04] of two members who prove one account at the same time the second is refused",
  async () => {
    const [second, first] = [await atTheTab(), await atTheTab()];
    second.expectNoise(/409/);
    // What is held is not given up meanwhile.
    await holdTimers(second.context, CALL_TIMEOUT_MS);
    await second.page.reload();
    const epic = await hold(second.page, "links.linkEpic");
    const popup = await openWindow(second.page, "Link Epic");
    await consentAs(popup, "unnamed");
    await see(popup.getByText("Linking your Epic account...")).toBeVisible();
    await epic.asked;
    await consentAs(await openWindow(first.page, "Link Epic"), "unnamed");
    await see(rowOf(first.page, "Epic")).toContainText(LINKS.eligible);
    epic.release();
    await see(popup.getByRole("alert")).toHaveText(linkRefusals("epic").taken);
    await see(problemOf(second.page, "Epic")).toHaveText(PROOF_SENTENCES.epic.linked);

    const steam = await hold(second.page, "links.linkSteam");
    await consentAs(await openWindow(second.page, "Link Steam"), "faceless");
    await steam.asked;
    await see(button(second.page, "Link Steam")).toHaveAttribute("aria-busy", "true");
    await consentAs(await openWindow(first.page, "Link Steam"), "faceless");
    await see(rowOf(first.page, "Steam")).toContainText("facelesswalker");
    steam.release();
    await see(problemOf(second.page, "Steam")).toHaveText(linkRefusals("steam").taken);
  },
);

long(
  "[LINK-18, LINK-22] windows that the browser blocks and a list that cannot be loaded are told of",
  async () => {
    const { page, expectNoise } = await openMemberPage(sampleMember("new"));
    expectNoise(/503/);
    await failUntilTriedAgain(page, "links.list");
    await page.goto(ACCOUNTS_TAB);
    await see(page.getByText(LINKS.loadFailed)).toBeVisible();
    // Another panel that asks at the same moment fails with the same request.
    const links = page.getByRole("region", { name: "Linked Accounts" });
    await links.getByRole("button", { name: "Try again" }).click();
    await page.evaluate(() => {
      window.open = () => null;
    });
    for (const [platform, name] of [
      ["Discord", "Use another account"],
      ["Steam", "Link Steam"],
      ["Minecraft", "Link Minecraft"],
      ["Epic", "Link Epic"],
    ] as const) {
      await button(page, name).click();
      await see(problemOf(page, platform)).toHaveText(SIGN_IN_WINDOW.blocked);
    }
  },
);

long("[LINK-17] a window that links waits for its button, however long", async () => {
  for (const [platform, provider] of [
    ["minecraft", "Microsoft"],
    ["epic", "Epic Games"],
  ] as const) {
    const { page } = await openMemberPage(sampleMember("new"));
    await page.clock.install();
    await page.goto(`/${platform}-auth.html`);
    await see(button(page, LINKS.continueTo(provider))).toBeVisible();
    await lookAt(page, `link-window-${platform}`, "desktop");
    await page.clock.fastForward(60_000);
    expect(new URL(page.url()).pathname).toBe(`/${platform}-auth.html`);
    await button(page, LINKS.continueTo(provider)).click({ noWaitAfter: true });
    await see(page.locator('button[name="persona"]').first()).toBeVisible();
  }
});

long("an outcome in the address of a window that began no flow is not believed", async () => {
  const { page } = await openMemberPage(sampleMember("new"));
  for (const [platform, provider, forged] of [
    ["minecraft", "Microsoft", { type: "MINECRAFT_AUTH_FAILED", reason: "xboxChild" }],
    ["epic", "Epic Games", { type: "EPIC_AUTH_SUCCESS", eosId: "5f2c", epicName: "Kit" }],
  ] as const) {
    await page.goto(`/${platform}-auth.html#${encodeURIComponent(JSON.stringify(forged))}`);
    await see(button(page, LINKS.continueTo(provider))).toBeVisible();
    await see(page.getByRole("alert")).toBeHidden();
  }
});

long("[LINK-17] whoever is not signed in is told so in the window", async () => {
  const { url } = await site();
  for (const platform of ["minecraft", "epic"]) {
    const { page } = await openPage(url);
    await page.goto(`/${platform}-auth.html`);
    await see(page.getByRole("alert")).toHaveText(LINKS.signIn);
  }
});
