import { test } from "bun:test";
import type { Page } from "@playwright/test";
import { PALETTE } from "#shared/admin-messages.ts";
import { PEOPLE, PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import { findRow, question, rows, seeToast, USERS } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

/** Holds back, in the page, what is put off to the next task, until it is let go. */
const holdTasks = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout: later } = globalThis;
    const held: (() => void)[] = [];
    const hold = (act: () => void, ms = 0) => (ms === 0 ? held.push(act) : later(act, ms));
    globalThis.setTimeout = hold as typeof later;
    const letTasksRun = () => {
      globalThis.setTimeout = later;
      for (const act of held) act();
    };
    Object.assign(globalThis, { held, letTasksRun });
  });

type Holding = { held: unknown[]; letTasksRun: () => void };
const countHeld = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Holding).held.length);
const letTasksRun = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Holding).letTasksRun());

test("what is typed as soon as the points are to be changed stands in the field, before another frame is drawn", async () => {
  const id = await idOf(await join());
  const { page } = await openMemberPage(admin, "desktop");
  await page.goto(`${USERS}/${id}`);
  await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }));
  await page.getByRole("button", { name: "Change Points" }).click();
  await page.keyboard.type("450");
  await see(question(page).getByLabel("Points", { exact: true })).toHaveValue("450");
});

long(
  "[ADMIN-10, POINTS-15] beside the list an Admin adds 450 points with a reason in five actions",
  async () => {
    const member = await join();
    const id = await idOf(member);
    const name = displayNameOf(member.discordName);
    const { page } = await openMemberPage(admin, "desktop");
    await page.goto(USERS);
    const row = await findRow(page, member);
    const panel = page.getByRole("complementary", { name: "Member" });

    await row.getByRole("link", { name }).click();
    await see(panel.getByRole("heading", { level: 2, name })).toBeFocused();
    const change = panel.getByRole("button", { name: "Change Points" });
    await change.click();
    await see(question(page).getByLabel("Points", { exact: true })).toBeFocused();
    await page.keyboard.type("450");
    await question(page).getByLabel("Reason").fill("Starter kit refund");
    await see(question(page).getByRole("status")).toHaveText("0 →becomes 450 ZP");
    await lookAt(page, "admin-change-points", "desktop");
    await page.keyboard.press("Enter");
    await seeToast(page, POINTS.updated);
    await see(row).toContainText("450");
    await see(panel.getByRole("list", { name: "Points" })).toContainText("Starter kit refund");
    await see(panel.getByRole("list", { name: "Audit" })).toContainText("Points edited");
    await lookAt(page, "admin-member-panel", "desktop");

    // What would leave less than nothing is refused before it is sent; setting shows what comes of it.
    await change.click();
    await question(page).getByText("Subtract", { exact: true }).click();
    await question(page).getByLabel("Points", { exact: true }).fill("451");
    await see(question(page)).toContainText(POINTS.outOfRange);
    await question(page).getByText("Set to", { exact: true }).click();
    await see(question(page).getByRole("status")).toHaveText("450 →becomes 451 ZP");
    await question(page).getByRole("button", { name: "Set to 451 ZP" }).click();
    await see(panel.getByRole("list", { name: "Points" })).toContainText("+1");
    // The list may hear of it before the question does.
    await see(question(page)).toHaveCount(0);
    await see(change).toBeFocused();

    await panel.getByRole("heading", { level: 2, name }).focus();
    await page.keyboard.press("Escape");
    await see(panel).toHaveCount(0);
    await see(row.getByRole("link", { name })).toBeFocused();
    await see(page).not.toHaveURL(/[?&]member=/);

    await page.goto(`${USERS}/${id}`);
    await see(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await see(page.getByRole("main")).toContainText(member.email);
    await lookAt(page, "admin-member", "desktop");
  },
);

long(
  "[ADMIN-15, ADMIN-16, ADMIN-17, ADMIN-18] an Admin confirms an address, gives and ends a tier, makes a link and unlinks, each with a reason",
  async () => {
    const member = await join({ isVerified: false });
    const name = displayNameOf(member.discordName);
    const reason = "Asked in the voice channel";
    const { page } = await openMemberPage(admin, "desktop");
    await page.goto(USERS);
    await findRow(page, member);
    const because = async (action: string) => {
      await question(page).getByLabel("Reason").fill(reason);
      await question(page).getByRole("button", { name: action, exact: true }).click();
    };

    await page.getByRole("button", { name: `More about ${name}` }).click();
    await lookAt(page, "admin-user-menu", "desktop");
    await page.getByRole("menuitem", { name: "Confirm Address" }).click();
    await question(page).getByRole("button", { name: "Yes, Confirm" }).click();
    await see(question(page)).toContainText(PEOPLE_SCREEN.reasonMissing);
    await see(question(page).getByLabel("Reason")).toBeFocused();
    await lookAt(page, "admin-confirm-address", "desktop");
    await because("Yes, Confirm");
    await seeToast(page, PEOPLE.confirmed);
    await see(rows(page)).not.toContainText("Unverified");

    await rows(page).getByRole("link", { name }).click();
    const panel = page.getByRole("complementary", { name: "Member" });
    await panel.getByRole("button", { name: "Give a Tier" }).click();
    await lookAt(page, "admin-give-tier", "desktop");
    await because("Give Gold");
    const end = panel.getByRole("button", { name: "End Gold" });
    await see(end).toBeVisible();
    await see(panel.getByRole("list", { name: "Audit" })).toContainText(reason);
    await lookAt(page, "admin-helped-member", "desktop");
    await end.click();
    await because("Yes, End It");
    await see(end).toHaveCount(0);

    await panel.getByRole("button", { name: "Password Link" }).click();
    await because("Create the Link");
    const made = page.getByRole("dialog");
    await see(made).toContainText(/\/reset-password\?token=[\w-]{43}/);
    await page.keyboard.press("Escape");
    await see(made.getByRole("button", { name: PEOPLE_SCREEN.passwordLink.copy })).toBeVisible();
    await lookAt(page, "admin-password-link", "desktop");
    await made.getByRole("button", { name: "Done" }).click();
    await see(made).toHaveCount(0);

    await panel.getByRole("button", { name: /^Unlink Discord/ }).click();
    await see(question(page)).toContainText(PEOPLE_SCREEN.removeLink.discord);
    await because("Yes, Unlink");
    await see(panel).toContainText("Nothing linked.");
  },
);

long(
  "on a phone the same is a page of its own, which follows what happens and says who is not there",
  async () => {
    const member = sampleMember("member");
    const { page, expectNoise } = await openMemberPage(admin, "phone");
    expectNoise(/404/);
    await page.goto(USERS);
    const row = await findRow(page, member);
    await row.getByRole("link", { name: displayNameOf(member.discordName) }).click();
    await see(page).toHaveURL(`${USERS}/${await idOf(member)}`);
    await see(page.getByRole("list", { name: "Linked accounts" })).toContainText("MorganVale");
    await see(page.getByRole("list", { name: "Orders" })).toBeVisible();
    await lookAt(page, "admin-member", "phone");
    await page.getByRole("button", { name: "Give a Tier" }).click();
    await lookAt(page, "admin-give-tier", "phone");
    await page.keyboard.press("Escape");
    await page.goto(`${USERS}/nobody`);
    await see(page.getByRole("alert")).toHaveText(POINTS.unknownMember);
  },
);

long(
  "[ADMIN-11] with Ctrl-K a member opens from an id with Enter, and a ticket and a page by their names",
  async () => {
    const member = sampleMember("member");
    const id = await idOf(member);
    const { page } = await openMemberPage(admin, "desktop");
    await page.goto(USERS);
    // The heading is there before the script that listens to keys.
    await see(page.getByRole("list", { name: "Users" })).toBeVisible();
    const hits = page.getByRole("listbox", { name: "What was found" }).getByRole("option");
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: "Find people, tickets, orders and pages" });
    await see(box).toBeFocused();
    await page.keyboard.insertText(id);
    await see(hits).toHaveCount(1);
    await see(hits).toContainText(member.email);
    await lookAt(page, "admin-palette", "desktop");
    await page.keyboard.press("Enter");
    await see(page).toHaveURL(`${USERS}/${id}`);
    await see(page.getByRole("dialog")).toHaveCount(0);

    await page.keyboard.press("Control+k");
    await see(box).toBeFocused();
    await page.keyboard.insertText("#38");
    await see(hits.first()).toContainText("Can't join Palworld");
    await box.fill("store events");
    await see(hits).toHaveCount(1);
    await see(hits).toHaveText("Store EventsPage");
    await page.keyboard.press("Enter");
    await see(page).toHaveURL("/member/admin/inbox");

    const field = page.locator("search").locator("input, select").first();
    await see(field).toBeVisible();
    for (const isOn of [false, true]) {
      await page.keyboard.press("Control+k");
      await page.getByRole("checkbox", { name: PALETTE.slash }).click();
      // As on a slow machine: the close puts something off to a task that comes after the next key.
      await holdTasks(page);
      await page.keyboard.press("Escape");
      await see(page.getByRole("dialog")).toHaveCount(0);
      await see.poll(() => countHeld(page)).toBeGreaterThan(0);
      await page.keyboard.press("/");
      await letTasksRun(page);
      if (isOn) await see(field).toBeFocused();
      else await see(field).not.toBeFocused();
    }

    await page.keyboard.press("Control+k");
    await see(box).toBeFocused();
    await page.keyboard.insertText("time zone");
    await see(hits.first()).toContainText("Site: Brand");
    // Until the server has answered, Enter chooses nothing.
    await see(page.getByRole("dialog").locator("[aria-busy=true]")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await see(page).toHaveURL("/member/admin/site/brand?at=timezone");
    await see(page.getByLabel("Time zone")).toBeFocused();
  },
);
