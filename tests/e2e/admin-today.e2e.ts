import { expect, test } from "bun:test";
import type { Locator } from "@playwright/test";
import { TODAY } from "#shared/admin-messages.ts";
import { actElsewhere } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { untilFontsAreDrawn } from "#tests/support/layout-shifts.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

long(
  "[ADMIN-12] Today's figures follow what happens, lead to their lists, and are saved as CSV",
  async () => {
    const { page } = await openMemberPage(admin, "desktop");
    await page.goto("/member/admin");
    await see(page.getByRole("heading", { level: 1, name: TODAY.title })).toBeVisible();
    const nav = page.getByRole("navigation", { name: "Administration" });
    await see(nav.getByRole("link", { name: TODAY.title })).toHaveAttribute("aria-current", "page");
    const area = page.getByRole("navigation", { name: "Member area" });
    await see(area.getByRole("link", { name: /^Admin/ })).toHaveAttribute("aria-current", "page");
    const tiles = page.getByRole("list", { name: TODAY.lastDays(30) });
    await see(tiles.getByRole("listitem")).toHaveCount(8);
    await see(tiles).toContainText(TODAY.allWorks);
    await lookAt(page, "admin-today", "desktop");

    const members = tiles.getByRole("link", { name: TODAY.members });
    const count = async () => Number(/\d+/.exec((await members.textContent()) ?? "")?.[0]);
    await see(members).toContainText(/up from|down from|No change/);
    const before = await count();
    const newcomer = await join();
    await see.poll(count).toBeGreaterThan(before);
    const points = tiles.getByRole("link", { name: TODAY.pointsIn });
    const had = (await points.textContent()) ?? "";
    const gift = { userProfileId: await idOf(newcomer), oldPoints: 0, points: 450 };
    await actElsewhere("PUT", "userprofile/edit-points", gift);
    await see(points).not.toHaveText(had);

    await page.getByText(TODAY.days(7), { exact: true }).click();
    await see(page).toHaveURL("/member/admin?days=7");
    await see(page.getByRole("list", { name: TODAY.lastDays(7) })).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    const csv = await Bun.file(await file.path()).text();
    const [head = [], newMembers = []] = csv.split("\r\n").map((line) => line.split(","));
    expect(head.slice(0, 3)).toEqual(
      [TODAY.figure, TODAY.lastDays(7), TODAY.daysBefore(7)].map((name) => `"${name}"`),
    );
    expect(head.slice(3)).toHaveLength(7);
    const [name, now, , ...days] = newMembers;
    expect(name).toBe(`"${TODAY.members}"`);
    expect(days).toHaveLength(7);
    expect(days.reduce((sum, day) => sum + Number(day), 0)).toBe(Number(now));
    await page.getByRole("link", { name: TODAY.failed }).click();
    await see(page).toHaveURL("/member/admin?days=7#failed-work");

    await page.getByRole("link", { name: TODAY.members }).click();
    await see(page).toHaveURL(/\/member\/admin\/users\?from=\d{4}-\d{2}-\d{2}$/);
    await see(page.getByRole("button", { name: /Joined from: / })).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: TODAY.sales }).click();
    await see(page).toHaveURL(/\/member\/admin\/orders\?from=\d{4}-\d{2}-\d{2}$/);
    await see(page.getByRole("button", { name: /Paid from: / })).toBeVisible();
  },
);

const placesOf = async (all: Locator) =>
  Promise.all((await all.all()).map((one) => one.boundingBox()));

long(
  "[ADMIN-12] Today shows each day as a chart and as a table, in the place that was kept",
  async () => {
    const { page, context } = await openMemberPage(admin, "desktop");
    const answer = Promise.withResolvers<void>();
    await context.route("**/api/trpc/**administration.today**", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto("/member/admin?days=7");
    const kept = page.locator("[aria-busy] .h-54");
    await see(kept).toHaveCount(5);
    await untilFontsAreDrawn(page);
    const places = await placesOf(kept);
    answer.resolve();
    const panels = page.getByRole("region", { name: TODAY.byDay }).locator(".panel");
    await see(panels).toHaveCount(5);
    expect(await placesOf(panels)).toEqual(places);

    const titles = panels.getByRole("heading", { level: 3 });
    await see(titles).toHaveText([
      TODAY.members,
      TODAY.peakOfDay,
      TODAY.sales,
      TODAY.pointsIn,
      TODAY.pointsOut,
    ]);
    await page.getByRole("button", { name: `Table: ${TODAY.members}` }).click();
    const rows = page.getByRole("table").first().getByRole("row");
    await see(rows).toHaveCount(8);
    await see(rows.first()).toHaveText(`${TODAY.day}${TODAY.members}${TODAY.daysBefore(7)}`);
    const tile = page.getByRole("link", { name: TODAY.members });
    const cells = await rows.locator("td:nth-child(2)").allTextContents();
    const sum = cells.reduce((all, cell) => all + Number(cell), 0);
    await see(tile).toContainText(`${TODAY.members}${sum}`);
    await lookAt(page, "admin-today-table", "desktop");
  },
);

test.each(onScreens("phone", "narrow"))("[ADMIN-12] Today fits a %s screen", async (screen) => {
  const { page } = await openMemberPage(admin, screen);
  await page.goto("/member/admin?days=90");
  await see(page.getByRole("list", { name: TODAY.lastDays(90) })).toBeVisible();
  const bars = page.getByRole("region", { name: TODAY.members }).getByTitle(/: \d+$/);
  await see(bars).toHaveCount(90);
  const widths = await bars.evaluateAll((all) => all.map((bar) => bar.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(0);
  await lookAt(page, "admin-today", screen);
});
