import { describe, expect } from "bun:test";
import type { Page } from "@playwright/test";
import { SAMPLE_ACCOUNTS } from "#sandbox/seed/accounts.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import type { Membership } from "#shared/schemas/members.ts";
import {
  clipboardText,
  expectNoSidewaysScroll,
  failUntilTriedAgain,
  lookAt,
  openFilters,
  see,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember, titled } from "#tests/support/members.ts";
import { ask, idOf } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

const STATEMENT = "/member/points";
const KEYS = "/member/admin/keys";

const [member, admin] = [sampleMember("member"), sampleMember("admin")];
const steamId = SAMPLE_ACCOUNTS.find(({ email }) => email === member.email)?.steam?.id ?? "";

const lines = (page: Page) => page.getByRole("list", { name: "Statement" }).getByRole("listitem");
const choose = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const shown = (points: number) => `Balance: ${points.toLocaleString("en-US")}ZP`;
const balanceOf = async () =>
  (await ask<Membership>(member, "GET", "userprofile/membership")).points;

/** Has the member join the sandbox's game server, or leave it. */
const play = async (action: "join" | "leave") => {
  const { sandbox } = await site();
  const body = { game: "ark-se", platform: "steam", playerId: steamId };
  const answer = await fetch(`${sandbox.url}/plugin/${action}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};

long(
  "[POINTS-05] points for time played arrive in an open tab while the game plugin plays",
  async () => {
    const { page } = await openMemberPage(member, "desktop");
    await page.goto("/member/stats");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Balance: / })
      .click();
    await see(page).toHaveTitle(titled("Points"));
    const before = await balanceOf();
    await see(page.getByRole("main")).toContainText(shown(before));
    await see(lines(page)).toHaveCount(25);
    await play("join");
    await play("leave");
    const balance = page.getByRole("main").getByRole("status").first();
    await see(balance).toHaveText(shown(before + 7));
    await see(page.getByRole("banner")).toContainText(shown(before + 7));
    await see(lines(page).first()).toContainText(POINTS.quarterPlayed);
    await see(lines(page).first()).toContainText("+7");
  },
);

describe.each(onScreens("desktop", "phone"))("on a %s screen", (screen) => {
  long("a statement is narrowed by kind and days in the address, and saved as CSV", async () => {
    const { page } = await openMemberPage(member, screen);
    await page.goto(STATEMENT);
    await see(lines(page).first()).toBeVisible();
    const evening = lines(page).filter({ hasText: "Played for" }).first();
    await evening.getByText(/^\d+ credits$/).click();
    await see(evening.getByText("+7", { exact: true }).first()).toBeVisible();
    await lookAt(page, "points", screen);
    await evening.getByText(/^\d+ credits$/).click();
    await page.getByRole("button", { name: "Load more" }).click();
    await see(lines(page).nth(25)).toBeVisible();

    await choose(page, "Kind").selectOption("Spent in game");
    await see(lines(page).first()).toContainText("metal starter kit");
    await see(lines(page)).toHaveCount(3);
    await see(page).toHaveURL(`${STATEMENT}?kind=spend`);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^points-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await Bun.file(await file.path()).text();
    expect(csv.trim().split("\r\n")).toHaveLength(4);
    expect(csv).toContain("-450");

    await page.getByRole("button", { name: "Remove the filter Kind: Spent in game" }).click();
    await see(page).toHaveURL(STATEMENT);
    await openFilters(page, screen);
    await choose(page, "Period").selectOption("Last 30 days");
    await see(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d$/);
    await see(page.getByRole("button", { name: /^Remove the filter From: / })).toBeVisible();
    await see(lines(page).first()).toBeVisible();
    await lookAt(page, "points-period", screen);
    await choose(page, "Period").selectOption("Any time");
    await choose(page, "To").fill("2020-01-01");
    await see(page.getByText("Nothing in this period")).toBeVisible();
    await page.reload();
    await see(choose(page, "To")).toHaveValue("2020-01-01");
    await page.getByRole("button", { name: "Clear" }).click();
    await see(lines(page).nth(24)).toBeVisible();
    await see(page).toHaveURL(STATEMENT);
  });

  long("who has no points is told how to earn them", async () => {
    const { page } = await openMemberPage(await join(), screen);
    await page.goto(STATEMENT);
    await see(page.getByRole("heading", { name: "No points yet" })).toBeVisible();
    await lookAt(page, "points-none", screen);
    await page.getByRole("link", { name: "Link a game account" }).click();
    await see(page).toHaveURL("/member/accountsettings?tab=Accounts");
  });

  long("a bridge key is made, shown once, used and revoked", async () => {
    const { url } = await site();
    const { page, context } = await openMemberPage(admin, screen, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto(KEYS);
    await see(page).toHaveTitle(titled("Bridge Keys"));
    await see(page.getByText("Sandbox plugin")).toBeVisible();
    await lookAt(page, "bridge-keys", screen);

    const name = `Ragnarok of a ${screen}`;
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create key" }).click();
    await see(dialog.getByLabel("Name", { exact: true })).toBeFocused();
    await see(dialog.getByText("Please choose a game.")).toBeVisible();
    await lookAt(page, "bridge-key-new", screen);
    // Its middle scrolls, but never the dialog itself, whose end is empty.
    await dialog.evaluate((box) => box.scrollTo(0, 999));
    expect(await dialog.evaluate((box) => box.scrollTop)).toBe(0);
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Ark:SE", { exact: true }).check();
    await dialog.getByLabel("Read balances", { exact: true }).check();
    await dialog.getByRole("button", { name: "Create key" }).click();
    await see(dialog).toContainText(`The key of ${name}`);
    const key = await dialog.locator("code").textContent();
    await lookAt(page, "bridge-key-made", screen);
    await dialog.getByRole("button", { name: "Copy the key" }).click();
    // The page behind the dialog is hidden from screen readers, but not what is said meanwhile.
    await see(page.getByRole("alert").filter({ hasText: MESSAGES.copied })).toBeVisible();
    expect(await clipboardText(context)).toBe(key ?? "");
    await dialog.getByRole("button", { name: "Done" }).click();
    await see(dialog).toHaveCount(0);
    await see(page.getByText(key ?? "")).toHaveCount(0);

    const balance = () =>
      fetch(`${url}/api/bridge/players/steam/${steamId}/balance`, {
        headers: { authorization: `Bearer ${key}` },
      });
    const row = page.getByRole("list", { name: "Keys" }).locator("> li").filter({ hasText: name });
    await see(row).toContainText("Never used");
    expect((await balance()).status).toBe(200);
    await page.reload();
    await see(row).toContainText("Last used");

    await row.getByRole("button", { expanded: false }).click();
    await see(row).toContainText("Created by");
    await lookAt(page, "bridge-key-open", screen);
    await row.getByRole("button", { name: "Revoke" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke this key?" });
    await question.getByRole("button", { name: "Yes, Revoke" }).click();
    await see(page.getByText(BRIDGE.revoked)).toBeVisible();
    await see(row.getByRole("button", { name: "Revoke" })).toHaveCount(0);
    expect((await balance()).status).toBe(401);
  });
});

long("an Admin sees anybody's statement, and nobody else does", async () => {
  const id = await idOf(member);
  const admins = await openMemberPage(admin, "desktop");
  admins.expectNoise(/503/);
  await failUntilTriedAgain(admins.page, "points.statement");
  await admins.page.goto(`${STATEMENT}?user=${id}`);
  await see(admins.page.getByRole("alert")).toHaveText(POINTS.loadFailed);
  await admins.page.getByRole("button", { name: "Try again" }).click();
  await see(admins.page.getByRole("main")).toContainText(`${member.firstName} Vale has`);
  await see(lines(admins.page)).toHaveCount(25);
  await choose(admins.page, "Kind").selectOption("By an Admin");
  await see(lines(admins.page).first()).toContainText(`by ${admin.firstName} Ashe`);
  await lookAt(admins.page, "points-of-a-member", "desktop");

  const stranger = await openMemberPage(await join(), "desktop");
  stranger.expectNoise(/404/);
  await stranger.page.goto(`${STATEMENT}?user=${id}`);
  await see(stranger.page.getByRole("alert")).toHaveText(POINTS.unknownMember);
  await stranger.page.goto(KEYS);
  await see(stranger.page.getByRole("alert")).toHaveText(MESSAGES.accessDenied);
});

long("a statement and the keys fit the narrowest screen", async () => {
  const { page } = await openMemberPage(admin, "narrow");
  await page.goto(STATEMENT);
  await see(lines(page).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(KEYS);
  await see(page.getByText("Sandbox plugin")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Balance: / })
    .click();
  await see(page).toHaveTitle(titled("Points"));
});
