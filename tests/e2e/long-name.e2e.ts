import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { lookAt, openPage, see, tooWide } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

/** Forty characters, in words and in one. */
const NAMES = [
  "Fellowship of the Frozen Northern Keep-x",
  "Donaudampfschifffahrtsspielgemeinschaft1",
];

/** What of the bar lies over something else of it, or sticks out of the window. */
const troublesOf = (page: Page): Promise<string[]> =>
  page.getByRole("banner").evaluate((bar) => {
    const things = [...bar.querySelectorAll("a, button")].flatMap((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const isHidden = width < 2 || getComputedStyle(element).visibility === "hidden";
      const name = element.getAttribute("aria-label") ?? element.textContent;
      return isHidden ? [] : [{ name, left, right, top, bottom }];
    });
    const over = things.flatMap((one, index) =>
      things
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        )
        .map((other) => `${one.name} over ${other.name}`),
    );
    const out = things.filter(({ left, right }) => left < 0 || right > window.innerWidth);
    return [...over, ...out.map((one) => `${one.name} sticks out`)];
  });

long.each(NAMES)("a community's name of 40 characters has room in the bar: %p", async (name) => {
  expect(name).toHaveLength(40);
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await siteWith((example) =>
    example
      .replace('name = "Lynxden"', `name = "${name}"`)
      .replace('logo = { emblem = "lynx" }', 'logo = { emblem = "castle" }'),
  );
  for (const screen of onScreens("desktop", "phone"))
    for (const given of [{}, { token }]) {
      const { page } = await openPage(url, screen, { outside: sandbox.url, ...given });
      await page.goto("/rules");
      const home = page.getByRole("banner").getByRole("link", { name: `${name}, home` });
      await see(home).toBeVisible();
      if ("token" in given)
        await see(page.getByRole("banner").getByRole("link", { name: "Cart" })).toBeVisible();
      expect(await tooWide(page)).toEqual([]);
      expect([screen, await troublesOf(page)]).toEqual([screen, []]);
      await lookAt(page, `long-name-${name.slice(0, 4)}-${Object.keys(given).length}`, screen);
    }
});
