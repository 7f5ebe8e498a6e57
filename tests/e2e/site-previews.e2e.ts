import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import {
  MAIL_PREVIEW,
  MENU_FORM_TEXTS,
  PALETTE_FIELD,
  SITE_EDITOR,
  SITE_PREVIEW,
} from "#shared/site-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const openSection = async (screen: "desktop" | "phone", section: string) => {
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await siteWith((example) => example);
  const opened = await openPage(url, screen, { outside: sandbox.url, token });
  await opened.page.goto(`/member/admin/site/${section}`);
  return opened;
};

const isSaved = (page: Page) =>
  see(page.getByRole("main").getByText(SITE_EDITOR.save.saved, { exact: true })).toBeVisible();

test.each(onScreens("desktop", "phone"))(
  "[SITE-12] each mail is seen as it will be sent while it is written, on a %s",
  async (screen) => {
    const { page } = await openSection(screen, "mails");
    const subject = page.locator("#field-reset-subject").getByRole("textbox");
    await subject.fill("A new key for {name}");
    await isSaved(page);
    if (screen === "phone") await page.getByRole("button", { name: SITE_EDITOR.preview }).click();
    const mail = page.getByRole("region", { name: MAIL_PREVIEW.title });
    // It is the mail whose field one was in.
    await see(mail).toContainText("A new key for Lynxden");
    const frame = page.frameLocator(`iframe[title="${MAIL_PREVIEW.title}"]`);
    await see(frame.locator("h1")).toHaveText("Set a new password");
    await lookAt(page, "site-mails", screen);
    await mail.getByRole("button", { name: MAIL_PREVIEW.text }).click();
    await see(mail.locator("pre")).toContainText("/reset-password?token=");
    await lookAt(page, "site-mails-text", screen);
  },
);

long.each(onScreens("desktop", "phone"))(
  "[SITE-12] palette, contrasts and typeface follow the form before anything is published, on a %s",
  async (screen) => {
    const { page } = await openSection(screen, "brand");
    const palette = page.getByRole("region", { name: PALETTE_FIELD.title });
    await see(palette).toContainText(PALETTE_FIELD.allMet);
    const accent = page.locator("#field-accent input").last();
    const given = await accent.inputValue();
    await accent.fill("#3a2a10");
    await see(palette).toContainText(PALETTE_FIELD.below);
    const rows = palette.getByRole("row").filter({ hasText: PALETTE_FIELD.below });
    await see(rows.first()).toContainText(":1");
    await lookAt(page, "site-palette-faint", screen);
    await accent.fill(given);
    await see(palette).toContainText(PALETTE_FIELD.allMet);
    await page.locator("#field-font").getByRole("combobox").selectOption({ label: "Oswald" });
    await isSaved(page);
    await lookAt(page, "site-palette", screen);

    await page.goto("/?preview");
    const sign = page.getByLabel(SITE_PREVIEW.sign, { exact: true });
    await see(sign).toBeVisible();
    await see(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /Oswald/);
    await lookAt(page, "site-preview-sign", screen);
    // What it lies over can be used all the same, and it takes no room.
    const rules = page.getByRole("contentinfo").getByRole("link", { name: "Rules" });
    await rules.click();
    await see(page).toHaveURL(/\/rules/);
    await sign.getByRole("link", { name: SITE_PREVIEW.leave }).click();
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await see(sign).toHaveCount(0);
    expect(new URL(page.url()).search).toBe("");
  },
);

long.each(onScreens("desktop", "phone"))(
  "each short text is seen where it stands while it is written, on a %s",
  async (screen) => {
    const { page, expectNoise } = await openSection(screen, "texts");
    // One of them stands on a page that is not there.
    expectNoise(/404/);
    const frame = page.frameLocator(`iframe[title="${SITE_PREVIEW.title}"]`);
    const chosen = page.getByLabel(SITE_PREVIEW.page, { exact: true });
    const turn = async (name: string) => {
      if (screen === "phone") await page.getByRole("button", { name }).click();
    };
    const places = [
      ["login", "Knock three times.", SITE_PREVIEW.pages.login],
      ["member", "One of {name}", SITE_PREVIEW.pages.member],
      ["back", "Out of the cold", SITE_PREVIEW.pages.missing],
      ["quiet", "Not a leaf stirs.", SITE_PREVIEW.pages.quiet],
    ] as const;
    for (const [key, text, place] of places) {
      await page.locator(`#field-${key}`).getByRole("textbox").fill(text);
      await isSaved(page);
      await turn(SITE_EDITOR.preview);
      const shown = frame.getByText(text.replace("{name}", "Lynxden"), { exact: true });
      await see(shown.filter({ visible: true }).first()).toBeVisible();
      await see(chosen.locator("option:checked")).toHaveText(place);
      await lookAt(page, `site-text-${key}`, screen);
      await turn(SITE_EDITOR.edit);
    }
    // Another page can be chosen, until another text is written.
    await turn(SITE_EDITOR.preview);
    await chosen.selectOption({ label: SITE_PREVIEW.pages.home });
    await see(frame.getByRole("heading", { level: 1 })).toBeVisible();
    await turn(SITE_EDITOR.edit);
    await page.locator("#field-login").getByRole("textbox").focus();
    await turn(SITE_EDITOR.preview);
    await see(frame.getByText("Knock three times.")).toBeVisible();
  },
);

long.each(onScreens("desktop", "phone"))(
  "a section of the home page is looked at where it stands there, on a %s",
  async (screen) => {
    const { page } = await openSection(screen, "games");
    const frame = page.frameLocator(`iframe[title="${SITE_PREVIEW.title}"]`);
    const headings = {
      games: "#server-list-title",
      servers: "#server-status-title",
      tiers: "#services-title",
    };
    for (const [section, heading] of Object.entries(headings)) {
      await page.goto(`/member/admin/site/${section}`);
      if (screen === "phone") await page.getByRole("button", { name: SITE_EDITOR.preview }).click();
      await see(frame.locator(heading)).toBeInViewport();
    }
    await lookAt(page, "site-preview-place", screen);
  },
);

long("on a phone the preview is shown from its top, and the form where one left it", async () => {
  const { page } = await openSection("phone", "home");
  const bar = page.locator("[data-form-bar]");
  const last = page.getByRole("main").getByRole("textbox").last();
  // With a draft the bar has one more button, and two lines.
  for (const text of ["", "Something else."]) {
    await last.scrollIntoViewIfNeeded();
    if (text !== "") {
      await last.fill(text);
      await isSaved(page);
    }
    const left = await page.evaluate(() => window.scrollY);
    expect(left).toBeGreaterThan(1000);
    await page.getByRole("button", { name: SITE_EDITOR.preview }).click();
    const which = page.getByRole("combobox", { name: SITE_PREVIEW.page });
    await see(which).toBeInViewport({ ratio: 1 });
    const [top, end] = [await which.boundingBox(), await bar.boundingBox()];
    const gap = (top?.y ?? 0) - (end?.y ?? 0) - (end?.height ?? 0);
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(40);
    await lookAt(page, "site-preview-top", "phone");
    await page.getByRole("button", { name: SITE_EDITOR.edit }).click();
    // The bar may have grown by a line meanwhile.
    const away = () => page.evaluate((from) => Math.abs(window.scrollY - from), left);
    await see.poll(away).toBeLessThan(64);
  }
});

long.each(onScreens("desktop", "phone"))(
  "what gets the focus is not half under the bars above a form, on a %s",
  async (screen) => {
    const { page } = await openSection(screen, "menu");
    await page.getByRole("button", { name: MENU_FORM_TEXTS.add }).first().click();
    const address = page.getByRole("textbox", { name: /^Address, / }).first();
    await address.focus();
    // The box above it lies half under the bar of the form.
    await address.evaluate((element) => {
      const end = document.querySelector("[data-form-bar]")?.getBoundingClientRect().bottom ?? 0;
      const above = element.parentElement?.querySelector("input:not([type=url])");
      const { top, height } = above?.getBoundingClientRect() ?? { top: 0, height: 0 };
      window.scrollBy({ top: top + height / 2 - end, behavior: "instant" });
    });
    await page.keyboard.press("Shift+Tab");
    const focused = page.locator("input:focus");
    await see(focused).toHaveAccessibleName(/^Name, /);
    const bar = page.locator("[data-form-bar]");
    const [box, end] = [await focused.boundingBox(), await bar.boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual((end?.y ?? 0) + (end?.height ?? 0));
  },
);

long("the preview shows the tab of the rules that is being written", async () => {
  const { page } = await openSection("desktop", "rules");
  const chosen = page.getByLabel(SITE_PREVIEW.page, { exact: true });
  await see(chosen).toHaveValue("/rules?tab=Discord");
  await page.locator("#field-tabs-2").getByRole("button", { expanded: false }).first().click();
  await page.locator("#field-tabs-2-title").getByRole("textbox").fill("Rules of the ascended");
  await isSaved(page);
  await see(chosen).toHaveValue("/rules?tab=ASA");
  const frame = page.frameLocator(`iframe[title="${SITE_PREVIEW.title}"]`);
  await see(frame.getByRole("heading", { name: "Rules of the ascended" })).toBeVisible();
});
