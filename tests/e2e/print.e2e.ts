import { test } from "bun:test";
import type { Page } from "@playwright/test";
import { openPage, see } from "#tests/support/browser.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

/** What a printed page shows: its texts' colours and grounds, and what is there to press. */
const onPaper = async (page: Page) => {
  await page.emulateMedia({ media: "print" });
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility());
    const looks = (name: "color" | "backgroundColor") => [
      ...new Set(shown.map((one) => getComputedStyle(one)[name])),
    ];
    return {
      colours: looks("color"),
      grounds: looks("backgroundColor"),
      toPress: shown.filter((one) => one.matches("nav, form, input, select")).length,
    };
  });
};

const BLACK_ON_WHITE = { colours: ["rgb(0, 0, 0)"], grounds: ["rgba(0, 0, 0, 0)"], toPress: 0 };

test("rules are printed black on white, without what is there to press", async () => {
  const { page } = await openPage((await site()).url, "desktop");
  await page.goto("/rules?tab=ASE");
  await see.poll(() => onPaper(page)).toEqual(BLACK_ON_WHITE);
  await see(page.getByRole("heading", { level: 2, name: "ASE Rules" })).toBeVisible();
});

test("a member's purchases and statement likewise", async () => {
  const { page } = await openMemberPage(sampleMember("member"), "desktop");
  for (const [path, text] of [
    ["/member/purchases", /^Order #\d+/],
    ["/member/points", /^Balance: /],
  ] as const) {
    await page.goto(path);
    await see(page.getByRole("main").getByText(text).first()).toBeVisible();
    await see.poll(() => onPaper(page)).toEqual(BLACK_ON_WHITE);
    if (process.env["KEEP_SCREENSHOTS"] === "1")
      await page.screenshot({
        path: `.tmp/screenshots/print${path.replaceAll("/", "-")}.png`,
        fullPage: true,
      });
    await page.emulateMedia({ media: "screen" });
  }
  await page.goto("/member/points?kind=spend");
  await page.emulateMedia({ media: "print" });
  await see(page.getByRole("main").getByText("Kind: Spent in game").first()).toBeVisible();
});
