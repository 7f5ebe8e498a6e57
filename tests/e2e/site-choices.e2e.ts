import type { Page } from "@playwright/test";
import { SITE_EDITOR } from "#shared/site-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const isSaved = (page: Page) =>
  see(page.getByRole("main").getByText(SITE_EDITOR.save.saved, { exact: true })).toBeVisible();

const goTo = (page: Page, section: string) => page.goto(`/member/admin/site/${section}`);

/** Adds an entry, and beside it one that is empty: so something is wrong with the section. */
const addTo = async (page: Page, section: string, add: string, name: string, value: string) => {
  await goTo(page, section);
  await page.getByRole("button", { name: add }).click();
  await page.getByLabel(name, { exact: true }).fill(value);
  await page.getByRole("button", { name: add }).click();
  await isSaved(page);
  await see(page.getByText(/^\d+ problems$/).first()).toBeVisible();
};

long.each(onScreens("desktop", "phone"))(
  "what another section's draft has can be chosen while something is wrong there, on a %s",
  async (screen) => {
    const token = await login(sampleMember("admin"));
    const { url, sandbox } = await siteWith((example) => example);
    const { page } = await openPage(url, screen, { outside: sandbox.url, token });
    await addTo(page, "games", "Add a game", "Short name", "Valheim");
    await addTo(page, "tiers", "Add a tier", "Title", "Winter Lynx");
    const currency = page.getByLabel("Currency", { exact: true }).last();
    await currency.fill("eur");
    await see(currency).toHaveValue("EUR");
    await isSaved(page);

    await goTo(page, "servers");
    await page.getByRole("button", { name: "Add a server" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ashlands");
    await page.getByLabel("Game", { exact: true }).selectOption({ label: "Valheim" });
    await isSaved(page);
    await lookAt(page, "site-choice-game", screen);

    await goTo(page, "shop");
    const listed = page.getByRole("region", { name: "What packages give" });
    const known = listed.getByRole("button", { name: /^[^\d]+ \(\d+\)/ }).first();
    await known.click();
    const name = (await known.innerText()).replace(/ \(\d+\)[^]*/, "");
    await see(listed.getByRole("status").filter({ hasText: name })).toBeVisible();
    await lookAt(page, "site-choice-package", screen);
    await known.click();
    await page.getByRole("button", { name: "Add a package" }).click();
    await page.getByRole("combobox", { name: /^Tier/ }).selectOption({ label: "Winter Lynx" });
    await page.getByRole("button", { name: "Add something to hand out" }).click();
    const row = page.locator('[id$="-deliveries"]').last();
    await row.getByRole("combobox", { name: /Game/ }).selectOption({ label: "Valheim" });
    await row.getByRole("combobox", { name: /Server/ }).selectOption({ label: "Ashlands" });
    await isSaved(page);
    await lookAt(page, "site-choice-tier", screen);
  },
);
