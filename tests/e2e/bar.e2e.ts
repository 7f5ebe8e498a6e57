import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, keepScreenshot, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const TITLES = [
  "Serverstatus",
  "Spielregeln",
  "Ranglisten",
  "Spenden",
  "Mitmachen",
  "Neuigkeiten",
  "Discord",
  "Über uns",
];
const WIDTHS = [768, 900, 1024, 1150, 1280, 1440];

/** The example with as many entries as a bar may have, none of which a phone's menu of its own names. */
const crowded = (example: string): string => {
  const [menu, after] = [
    example.indexOf("[menu]\n"),
    example.indexOf("\n[", example.indexOf("[menu]\n")),
  ];
  const links = TITLES.map(
    (title, index) => `  { link = "https://x.example/${index}", title = "${title}" },`,
  );
  const section = `[menu]\nbar = [\n${links.join("\n")}\n]\nphone = [{ screen = "rules" }]\n`;
  return `${example.slice(0, menu)}${section}${example.slice(after)}`;
};

/** How many entries of the bar are seen, and how many are seen in part. */
const entriesSeen = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).evaluate((nav) => {
    const box = nav.getBoundingClientRect();
    const boxes = Array.from(nav.querySelectorAll("a"), (entry) => entry.getBoundingClientRect());
    const whole = boxes.filter(
      ({ left, right, top }) => left >= box.left - 1 && right <= box.right + 1 && top < box.bottom,
    );
    return { whole: whole.length, inLine: boxes.filter(({ top }) => top < box.bottom).length };
  });

long.each(["guest", "member"])(
  "[NAV-24] eight long entries leave a %s the end of the bar; what has no room is in the slide menu",
  async (who) => {
    const token = who === "member" ? await login(sampleMember("member")) : undefined;
    const { url, sandbox } = await siteWith(crowded);
    const { page } = await openPage(url, "desktop", {
      outside: sandbox.url,
      ...(token !== undefined && { token }),
    });
    await page.goto("/privacy-policy");
    const bar = page.getByRole("banner");
    const end =
      who === "member" ? bar.getByText("Morgan Vale") : bar.getByRole("link", { name: "Login" });
    const opener = page.getByRole("button", { name: "Open menu" });
    await see(end.first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await see(end.first()).toBeInViewport({ ratio: 1 });
      await see(opener).toBeInViewport({ ratio: 1 });
      const { whole, inLine } = await entriesSeen(page);
      expect([width, whole > 0, whole]).toEqual([width, true, inLine]);
      await keepScreenshot(page, `bar-crowded-${who}-${width}`);
    }
    await opener.click();
    const menu = page.getByRole("navigation", { name: "Menu" });
    for (const title of TITLES) await see(menu.getByRole("link", { name: title })).toBeVisible();
    await keepScreenshot(page, `bar-crowded-menu-${who}`);
    // On a phone the menu is the owner's own.
    await page.setViewportSize({ width: 390, height: 800 });
    await see(menu.getByRole("link", { name: "Rules", exact: true })).toBeVisible();
    await see(menu.getByRole("link", { name: "Ranglisten" })).toBeHidden();
    await expectNoSidewaysScroll(page);
  },
);

const called = (name: string) => (example: string) =>
  example.replace('name = "Lynxden"', `name = "${name}"`);

/** Which of the bar's name is not seen, in px. */
const cutOf = (page: Page, name: string) =>
  page
    .getByRole("banner")
    .getByText(name, { exact: true })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

long.each([
  ["its four entries", "Nordlichter", (example: string) => example],
  ["eight entries", "Nordlichter", crowded],
  ["eight entries", "Nordlichter Freunde", crowded],
])("beside %s a member's bar has all of the name %s", async (entries, name, settle) => {
  const token = await login(sampleMember("member"));
  const { url, sandbox } = await siteWith((example) => settle(called(name)(example)));
  const { page } = await openPage(url, "desktop", { outside: sandbox.url, token });
  await page.goto("/privacy-policy");
  await see(page.getByRole("banner").getByText("Morgan Vale")).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    expect([width, await cutOf(page, name)]).toEqual([width, 0]);
    const { whole, inLine } = await entriesSeen(page);
    expect([width, whole > 0, whole]).toEqual([width, true, inLine]);
    await keepScreenshot(page, `bar-${entries}-${name}-${width}`);
  }
});

long(
  "[NAV-24] an entry of the bar that has no room is seen once the keyboard is on it",
  async () => {
    const { url, sandbox } = await siteWith(crowded);
    const { page } = await openPage(url, "desktop", { outside: sandbox.url });
    await page.setViewportSize({ width: 768, height: 800 });
    await page.goto("/privacy-policy");
    const last = page.getByRole("navigation", { name: "Main" }).getByRole("link").last();
    await see(last).toHaveText("Über uns");
    await page.getByRole("link", { name: "Login" }).focus();
    await page.keyboard.press("Shift+Tab");
    await see(last).toBeFocused();
    const isOnTop = await last.evaluate((entry) => {
      const { left, top, width, height } = entry.getBoundingClientRect();
      return entry.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
    await keepScreenshot(page, "bar-crowded-keyboard");
  },
);
