import { expect } from "bun:test";
import { SUBSCRIPTION } from "#shared/shop-messages.ts";
import {
  expectNoAxeFindings,
  expectNoSidewaysScroll,
  lookAt,
  openFilters,
  openPage,
  see,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, type Member, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const member = sampleMember("member");
const admin = sampleMember("admin");

/** Somebody's page on a site whose document has this in the place of the example's tiers. */
const openSite = async (lines: string, who: Member, screen: "desktop" | "phone") => {
  // The other site knows the sessions that there are by now.
  const token = await login(who);
  const { url, sandbox } = await siteWith((example) => {
    const [start, end] = ["[[tiers]]", "# What tickets"].map((at) => example.indexOf(at));
    expect([start, end]).not.toContain(-1);
    return example.slice(0, start) + lines + example.slice(end);
  });
  return openPage(url, screen, { outside: sandbox.url, token });
};

const ONE = `[[tiers]]
key = "ember"
title = "Ember Keeper"
price = 3
currency = "EUR"
quarter_hour_points = 4
benefits = [{ text = "A song of your own", by_hand = true }]
emblem = "crystal"
package = 6036702

`;

long("a community without tiers speaks of none", async () => {
  const { page } = await openSite("", member, "desktop");
  await page.goto("/");
  await see(page.getByRole("link", { name: /^Donate with/ })).toHaveCount(2);
  await see(page.getByRole("link", { name: /^Become a/ })).toHaveCount(0);
  await page.goto("/member/stats");
  await see(page.getByRole("heading", { name: "Your points" })).toBeVisible();
  await see(page.getByRole("heading", { name: "Your tier" })).toHaveCount(0);
  await see(page.getByText("Subscription:")).toHaveCount(0);
  const nav = page.getByRole("navigation", { name: "Member area" });
  await see(nav.getByRole("link", { name: "Purchases" })).toBeVisible();
  await see(nav.getByRole("link", { name: "Subscription" })).toHaveCount(0);
  await expectNoAxeFindings(page);
  // What they have had before is listed under its key.
  await page.goto("/member/subscription");
  const plans = page.getByRole("list", { name: "Your subscriptions" });
  await see(plans.getByRole("heading", { name: "Gold", exact: true })).toBeVisible();
  await see(page.getByRole("heading", { name: SUBSCRIPTION.whatYouGet })).toHaveCount(0);
  await page.goto("/shop");
  await see(page.getByRole("heading", { name: "Buy Points" })).toBeVisible();
  await see(page.getByRole("heading", { name: "Subscriptions" })).toHaveCount(0);
  await expectNoAxeFindings(page);
});

long.each(onScreens("desktop", "phone"))("one tier alone does, on a %s screen", async (screen) => {
  const { page } = await openSite(ONE, admin, screen);
  await page.goto("/");
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Ember Keeper" }) });
  for (const promise of ["€3.00", "4 ZP for every 15 minutes", "A song of your own"])
    await see(card).toContainText(promise);
  await see(card).not.toContainText("every month");
  await expectNoAxeFindings(page);
  await expectNoSidewaysScroll(page);
  await page.goto("/member/subscription");
  const offer = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Ember Keeper" }) });
  await see(offer).toContainText(SUBSCRIPTION.byHand);
  await see(offer.getByRole("link", { name: "Subscribe: Ember Keeper" })).toBeVisible();
  await lookAt(page, "one-tier", screen);
  await page.goto("/shop");
  await see(page.getByRole("button", { name: "Add to Cart Diamond Lynx" })).toBeVisible();
  await see(page.getByRole("heading", { name: "Golden Lynx" })).toHaveCount(0);
  await page.goto("/member/admin/users");
  await openFilters(page, screen);
  const tiers = page.getByLabel("Tier", { exact: true });
  await see(tiers.getByRole("option")).toHaveText(["All tiers", "Standard", "Ember Keeper"]);
});
