import { expect, test } from "bun:test";
import { TODAY } from "#shared/admin-messages.ts";
import { actElsewhere } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";

const admin = sampleMember("admin");

test("[ADMIN-12] Today's figures follow what happens, lead to their lists, and are saved as CSV", async () => {
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
  expect(csv.split("\r\n")[0]).toBe(
    `"${TODAY.figure}","${TODAY.lastDays(7)}","${TODAY.daysBefore(7)}"`,
  );
  expect(csv).toContain(`"${TODAY.members}",`);
  await page.getByRole("link", { name: TODAY.failed }).click();
  await see(page).toHaveURL("/member/admin?days=7#failed-work");

  await page.getByRole("link", { name: TODAY.members }).click();
  await see(page).toHaveURL(/\/member\/admin\/users\?from=\d{4}-\d{2}-\d{2}$/);
  await see(page.getByRole("button", { name: /Joined from: / })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: TODAY.sales }).click();
  await see(page).toHaveURL(/\/member\/admin\/orders\?from=\d{4}-\d{2}-\d{2}$/);
  await see(page.getByRole("button", { name: /Paid from: / })).toBeVisible();
});

test.each(["phone", "narrow"] as const)("[ADMIN-12] Today fits a %s screen", async (screen) => {
  const { page } = await openMemberPage(admin, screen);
  await page.goto("/member/admin?days=90");
  await see(page.getByRole("list", { name: TODAY.lastDays(90) })).toBeVisible();
  await lookAt(page, "admin-today", screen);
});
