import { describe, test } from "bun:test";
import type { Page } from "@playwright/test";
import { SCREENS } from "#scripts/browser.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import { keepScreenshot, lookAt, openFilters, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { type Member, openMemberPage, sampleMember } from "#tests/support/members.ts";

const [member, admin] = [sampleMember("member"), sampleMember("admin")];

/** Every list of the member area and the administration, and who has something in it. */
const LISTS: readonly [who: Member, path: string][] = [
  [member, "tickets"],
  [member, "tickets/closed-tickets"],
  [member, "notifications"],
  [member, "points"],
  [member, "purchases"],
  [member, "subscription"],
  [admin, "tickets"],
  [admin, "tickets/queue"],
  [admin, "notifications"],
  [admin, "admin"],
  [admin, "admin/users"],
  [admin, "admin/audit"],
  [admin, "admin/orders"],
  [admin, "admin/inbox"],
  [admin, "admin/keys"],
  [admin, "admin/providers"],
];

const main = (page: Page) => page.getByRole("main");
/** Who is signed in: the first thing of every screen of the member area. */
const header = (page: Page) => page.locator("main > div").first();
/** Notifications stand under the name of their day, which is no row. */
const firstRow = (page: Page) =>
  main(page)
    .locator("ul[aria-label] > li")
    .filter({ hasNot: page.getByRole("article") })
    .or(main(page).getByRole("article"))
    .first();

const topOf = async (page: Page) => (await firstRow(page).boundingBox())?.y ?? Infinity;
const headerHeight = async (page: Page) => (await header(page).boundingBox())?.height ?? 0;

/** How much of the first row is seen: a bar on the lower edge covers what lies below it. */
const roomForRow = async (page: Page) => {
  const bottom = await page.evaluate(() => {
    const bar = document.querySelector(".bottom-bar")?.getBoundingClientRect();
    return bar === undefined || bar.height === 0 ? window.innerHeight : bar.top;
  });
  return bottom - (await topOf(page));
};

const ZOOMED = { width: 720, height: 450 };

describe.each([
  ["desktop", 320],
  ["phone", 360],
] as const)("on a %s screen", (screen, limit) => {
  long.each([
    ["a member", member],
    ["an Admin", admin],
  ] as const)(`the lists of %s begin above ${limit} px`, async (_, who) => {
    const { page } = await openMemberPage(who, screen);
    for (const [, path] of LISTS.filter(([reader]) => reader === who)) {
      await page.goto(`/member/${path}`);
      await see(firstRow(page)).toBeVisible();
      await see.poll(() => topOf(page), path).toBeLessThan(limit);
      const name = `first-row-${path.replaceAll("/", "-")}-${who === admin ? "admin" : "member"}`;
      await keepScreenshot(page, `${name}-${screen}`);
      await see.poll(() => headerHeight(page), path).toBe(57);
      if (screen !== "desktop") continue;
      // A laptop at 200 %.
      await page.setViewportSize(ZOOMED);
      await see.poll(() => roomForRow(page), path).toBeGreaterThanOrEqual(40);
      await keepScreenshot(page, `${name}-zoomed`);
      await page.setViewportSize(SCREENS.desktop.viewport);
    }
  });

  long("[NAV-04] the line on other screens says all that the header says", async () => {
    const { page } = await openMemberPage(member, screen);
    await page.goto("/member/tickets");
    const line = header(page);
    await see(line.getByText(displayNameOf(member.discordName), { exact: true })).toBeVisible();
    await see(line.getByText(member.email)).toBeVisible();
    await see(line).toContainText("Subscription: Gold");
    await see(line.getByRole("link", { name: /^Balance: [\d,]+ ?ZP$/ })).toBeVisible();
    await see(line.getByRole("link", { name: "Buy points" })).toHaveAttribute("href", "/shop");
    for (const path of ["stats", "accountsettings"]) {
      await page.goto(`/member/${path}`);
      await see(page.getByText("Member of the den")).toBeVisible();
      await see.poll(() => headerHeight(page)).toBeGreaterThan(120);
    }
    if (screen !== "desktop") return;
    await page.setViewportSize(ZOOMED);
    const heading = page.getByRole("heading", { level: 1 });
    await see
      .poll(async () => (await heading.boundingBox())?.y ?? Infinity)
      .toBeLessThan(ZOOMED.height - 100);
  });
});

describe.each(onScreens("desktop", "phone"))("on a %s screen", (screen) => {
  test("filters that have no room open from a button, which counts those that narrow the list", async () => {
    const { page } = await openMemberPage(admin, screen);
    await page.goto("/member/admin/users?tier=Gold&role=User");
    const button = page.getByRole("button", { name: "Filters, 2 active" });
    const tier = page.getByLabel("Tier", { exact: true });
    await see(firstRow(page)).toBeVisible();
    if (screen === "desktop") {
      // What is seldom needed stays behind the button.
      await see(tier).toBeVisible();
      await see(button).toHaveAttribute("aria-expanded", "false");
      return;
    }
    await see(tier).toBeHidden();
    await button.click();
    await see(tier).toHaveValue("Gold");
    await lookAt(page, "admin-users-filters", screen);
    await tier.selectOption("");
    await see(page.getByRole("button", { name: "Filters, 1 active" })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    await page.goto("/member/admin/audit");
    await see(firstRow(page)).toBeVisible();
    await openFilters(page, screen);
    await see(page.getByLabel("Request ID", { exact: true })).toBeVisible();
    await lookAt(page, "admin-audit-filters", screen);
  });
});

test("[NAV-07] an Admin's modules are icons in one row on the narrowest screen", async () => {
  const { page } = await openMemberPage(admin, "phone");
  await page.goto("/member/tickets");
  const modules = page.getByRole("navigation", { name: "Member area" }).getByRole("link");
  await see(modules).toHaveCount(8);
  await page.setViewportSize({ width: 320, height: 640 });
  const look = async () => {
    const places = await modules.evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
    );
    const gaps = places.slice(1).map(({ left }, i) => left - (places[i]?.right ?? Infinity));
    return {
      rows: new Set(places.map(({ top }) => Math.round(top))).size,
      ofWrongSize: places.filter(({ width, height }) => width < 24 || height > 48),
      overlaps: gaps.filter((gap) => gap < -0.5),
      isWithin: (places.at(-1)?.right ?? Infinity) <= 320,
    };
  };
  await see.poll(look).toEqual({ rows: 1, ofWrongSize: [], overlaps: [], isWithin: true });
});
