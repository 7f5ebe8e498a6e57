import { describe, test } from "bun:test";
import type { Locator } from "@playwright/test";
import { MESSAGES } from "#shared/messages.ts";
import {
  clipboardText,
  expectNoAxeFindings,
  keepScreenshot,
  lookAt,
  openPage,
  see,
} from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { changeServer, site } from "#tests/support/site.ts";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const boxOf = (shown: Locator) => shown.evaluate((element) => element.getBoundingClientRect());

describe.each(onScreens("desktop", "phone"))("the sheet of a server on a %s", (screen) => {
  long(
    "[STATUS-10] from home an address is copied in three taps; the sheet shows the past and gives the focus back",
    async () => {
      const { page, context } = await openPage((await site()).url, screen, CLIPBOARD);
      await page.goto("/");
      await page.getByRole("link", { name: "Play Now" }).first().click();
      const row = page.getByRole("link", { name: "The Island", exact: true });
      await row.click();
      const sheet = page.getByRole("dialog", { name: "The Island" });
      await sheet.getByRole("button", { name: "Copy address of The Island" }).click();
      await see(page.getByRole("alert").filter({ hasText: MESSAGES.copied })).toBeVisible();
      const toast = page.locator("[data-sonner-toast][data-mounted=true]");
      await see(toast).toBeVisible();
      const close = await boxOf(sheet.getByRole("button", { name: "Close" }));
      const { top, bottom } = await boxOf(toast);
      see(bottom <= close.top || top >= close.bottom).toBe(true);
      see(await clipboardText(context)).toMatch(/^[\w.]+:\d+$/);

      await see(page).toHaveURL(/\/servers\/ark-se-the-island$/);
      await see(page).toHaveTitle("The Island, Ark:SE server · Lynxden");
      await see(sheet.getByText(/^\d+ \/ 70$/)).toBeVisible();
      await see(sheet.getByText("The Island", { exact: true })).toHaveCount(2);
      await see(sheet.getByRole("link", { name: "Join The Island" })).toHaveAttribute(
        "href",
        /^steam:\/\/connect\//,
      );
      await see(sheet.getByRole("row", { name: "XP 3X 5X" })).toBeAttached();
      for (const range of ["7 days", "30 days", "1 year", "24 hours"]) {
        await sheet.getByRole("button", { name: range }).click();
        await see(sheet.getByText(/^Peak \d+, on average .* uptime$/).last()).toBeVisible();
      }
      await lookAt(page, "server-sheet", screen);
      await sheet.getByRole("button", { name: "Players and uptime" }).click();
      await see(sheet.getByRole("rowheader").first()).toBeVisible();
      await expectNoAxeFindings(page);

      await page.keyboard.press("Escape");
      await see(sheet).toBeHidden();
      await see(page).toHaveURL(/\/#ServerStatusDisplay$/);
      await see(row).toBeFocused();
      await page.goForward();
      await see(sheet).toBeVisible();
      await page.goBack();
      await see(sheet).toBeHidden();
    },
  );

  test("the address of a sheet opens by itself as a page, and leads to the others", async () => {
    const { url } = await site();
    const html = await (await fetch(`${url}/servers/minecraft`)).text();
    see(html).toContain("<title>Minecraft, Minecraft server · Lynxden</title>");
    see(html).toContain(`<meta property="og:url" content="${url}/servers/minecraft">`);
    see((await fetch(`${url}/servers/nowhere`)).status).toBe(404);

    const { page } = await openPage(url, screen);
    await page.goto("/servers/minecraft");
    await see(page.getByRole("heading", { level: 1, name: "Minecraft" })).toBeVisible();
    await see(page.getByRole("button", { name: "Copy address of Minecraft" })).toBeVisible();
    await see(page.getByText(/^Peak /).last()).toBeVisible();
    await lookAt(page, "server-page", screen);
    await page.getByRole("link", { name: "All Minecraft servers" }).click();
    await see(page.getByRole("tab", { name: "Minecraft", exact: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await see(page.locator('[data-server="minecraft"]')).toBeInViewport();
  });

  long(
    "[STATUS-11] the section opens at its first row; rows are sorted by players, full ones hidden, tabs counted",
    async () => {
      const { url } = await site();
      // By itself this one is full on some evenings, too.
      await changeServer("ark-se-the-island", { players: 12 });
      await changeServer("ark-se-ragnarok", { players: 70 });
      const { page } = await openPage(url, screen);
      await page.goto("/");
      await page.getByRole("link", { name: "Play Now" }).first().click();
      const rows = page.locator("[data-server]");
      await see(rows.first()).toBeInViewport({ ratio: 1 });
      const full = page.locator('[data-server="ark-se-ragnarok"]');
      await see(full).toContainText("70 / 70", { timeout: 120_000 });
      await page.getByRole("button", { name: "Most players first" }).click();
      await see(rows.first()).toHaveAttribute("data-server", "ark-se-ragnarok");
      await keepScreenshot(page, `server-status-${screen}`);
      await page.getByRole("button", { name: "Hide full" }).click();
      await see(full).toHaveCount(0);
      await see(page.getByText("1 full server is hidden.")).toBeVisible();
      await see(page.getByRole("tab", { name: "Ark:SE", exact: true })).toHaveAccessibleDescription(
        /^\d+ playing$/,
      );
      await expectNoAxeFindings(page);
    },
  );
});
