import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import {
  CALENDAR,
  CALENDAR_ADMIN,
  CALENDAR_SCREEN,
  REPEAT_NAMES,
} from "#shared/calendar-messages.ts";
import type { SiteSectionState } from "#shared/schemas/site-document.ts";
import { question, seeToast } from "#tests/support/admin-users.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";
import { adminAt } from "#tests/support/two-sites.ts";

const form = (page: Page) => page.getByRole("dialog");
const save = (page: Page) =>
  form(page).getByRole("button", { name: CALENDAR_ADMIN.save, exact: true }).click();

/** So many days from now, as a field for a local date and time holds it. */
const inDays = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

long(
  "Admins enter wipes and rates, and everybody sees them in the calendar and on the server's sheet",
  async () => {
    const token = await login(sampleMember("admin"));
    const { url, sandbox } = await siteWith((example) => example);
    const outside = sandbox.url;
    const { page, expectNoise } = await openPage(url, "desktop", { outside, token });
    const reader = await openPage(url, "phone", { outside });
    await reader.page.goto("/calendar");
    await see(
      reader.page.getByRole("heading", { name: CALENDAR_SCREEN.empty.title }),
    ).toBeVisible();

    await page.goto("/member/admin/calendar");
    await page.getByRole("button", { name: CALENDAR_ADMIN.add }).last().click();
    await save(page);
    await see(form(page)).toContainText(CALENDAR_ADMIN.nameMissing);
    await see(form(page)).toContainText(CALENDAR_ADMIN.beginsMissing);
    await form(page).getByLabel(CALENDAR_ADMIN.name).fill("Wipe of the island");
    await form(page).getByLabel(CALENDAR_ADMIN.begins).fill(inDays(3, "18:00"));
    await form(page)
      .getByLabel(CALENDAR_ADMIN.repeat, { exact: true })
      .selectOption(REPEAT_NAMES.fortnightly);
    // Servers of one name are told apart by their game.
    await form(page)
      .getByRole("list", { name: "Ark:SE", exact: true })
      .getByLabel("Ragnarok")
      .click();
    await form(page).getByLabel(CALENDAR_ADMIN.details).fill("Everything goes, tames too.");
    await save(page);
    await seeToast(page, CALENDAR_ADMIN.saved);

    await page.getByRole("button", { name: CALENDAR_ADMIN.add }).first().click();
    await form(page).getByLabel(CALENDAR_ADMIN.kind).selectOption("rates");
    await form(page).getByLabel(CALENDAR_ADMIN.name).fill("Double weekend");
    await form(page).getByLabel(CALENDAR_ADMIN.begins).fill(inDays(-1, "08:00"));
    await form(page).getByLabel(CALENDAR_ADMIN.ends).fill(inDays(-2, "08:00"));
    await form(page).getByLabel(CALENDAR_ADMIN.rateName(1)).fill("Harvest");
    await save(page);
    await see(form(page)).toContainText(CALENDAR_ADMIN.endsBefore);
    await see(form(page)).toContainText(CALENDAR_ADMIN.rateIncomplete);
    await form(page).getByLabel(CALENDAR_ADMIN.ends).fill(inDays(1, "20:00"));
    await form(page).getByLabel(CALENDAR_ADMIN.rateValue(1)).fill("×2");
    await lookAt(page, "calendar-form", "desktop");
    await save(page);
    await see(form(page)).toHaveCount(0);
    const rows = page.getByRole("list", { name: CALENDAR_ADMIN.label }).locator("> li");
    await see(rows).toHaveCount(2);
    await lookAt(page, "calendar-entries", "desktop");

    const shown = reader.page.getByRole("list", { name: CALENDAR_SCREEN.label }).locator("> li");
    await see(shown.first()).toContainText("Double weekend");
    await see(shown.first()).toContainText("×2");
    await see(shown.nth(1)).toContainText("Wipe of the island");
    expect(await shown.count()).toBeGreaterThan(3);
    await lookAt(reader.page, "calendar", "phone");
    await reader.page.getByRole("link", { name: "Ragnarok" }).first().click();
    await see(reader.page.getByRole("heading", { name: CALENDAR_SCREEN.onServer })).toBeVisible();
    await lookAt(reader.page, "calendar-sheet", "phone");
    await reader.page.getByRole("link", { name: CALENDAR_SCREEN.whole }).click();
    const filter = reader.page.getByLabel(CALENDAR_SCREEN.server);
    await see(filter).toHaveValue("ark-se-ragnarok");
    await see(filter.locator('optgroup[label="Ark:SE"] option:checked')).toHaveText("Ragnarok");

    await page.goto("/calendar");
    await see(page.getByRole("list", { name: CALENDAR_SCREEN.label })).toBeVisible();
    await lookAt(page, "calendar", "desktop");
    await page.goto("/member/admin/calendar");
    await page.getByRole("button", { name: `${CALENDAR_ADMIN.remove} Double weekend` }).click();
    await question(page).getByRole("button", { name: CALENDAR_ADMIN.removeAction }).click();
    await seeToast(page, CALENDAR_ADMIN.removed);
    await see(rows).toHaveCount(1);
    await page.getByRole("button", { name: CALENDAR_ADMIN.edit("Wipe of the island") }).click();
    await see(form(page).getByLabel("Ragnarok").first()).toBeChecked();
    await form(page).getByLabel(CALENDAR_ADMIN.name).fill("Wipe of everything");
    await save(page);
    await see(rows.first()).toContainText("Wipe of everything");
    await see(shown.first()).toContainText("Wipe of everything");

    // The server of the entry goes: nobody reads it as being about all, and an Admin can put it right [CAL-05].
    const { read, write } = adminAt(url, token);
    const { published, version } = await read<SiteSectionState>("site.section", {
      section: "servers",
    });
    const content = (published as { key: string }[]).filter(({ key }) => key !== "ark-se-ragnarok");
    const { revision } = await write<{ revision: number }>("site.saveDraft", {
      section: "servers",
      content,
      basedOn: version,
      revision: 0,
    });
    const revisions = { servers: revision };
    await write("site.publish", { sections: ["servers"], note: "", version, revisions });
    await reader.page.goto("/calendar");
    await see(shown.first()).toContainText(CALENDAR_SCREEN.goneServers(1));
    await page.getByRole("button", { name: CALENDAR_ADMIN.edit("Wipe of everything") }).click();
    const gone = form(page).getByLabel(CALENDAR_ADMIN.goneServer("ark-se-ragnarok"));
    await see(gone).toBeChecked();
    expectNoise(/400/);
    await save(page);
    await see(form(page)).toContainText(CALENDAR.noSuchServer("ark-se-ragnarok"));
    await gone.click();
    await save(page);
    await seeToast(page, CALENDAR_ADMIN.saved);
  },
);
