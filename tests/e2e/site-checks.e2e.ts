import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import type { Screen } from "#scripts/browser.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import {
  ASK_NOW,
  SITE_EDITOR,
  SITE_HISTORY,
  SITE_OVERVIEW,
  SITE_PUBLISH,
} from "#shared/site-messages.ts";
import { SITE_CHECKS, SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { site, siteWith } from "#tests/support/site.ts";

const SITE = "/member/admin/site";

/** An Admin before a site whose document may be changed. */
const openEditor = async (screen: Screen) => {
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await siteWith((example) => example);
  const { page } = await openPage(url, screen, { outside: sandbox.url, token });
  await page.goto(SITE);
  return page;
};

const rowOf = (page: Page, title: string) =>
  page.getByRole("main").getByRole("link", { name: new RegExp(`^${title}`) });
const openSection = async (page: Page, title: string) => {
  await rowOf(page, title).click();
  await see(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
};
const isSaved = (page: Page) =>
  see(page.getByRole("main").getByText(SITE_EDITOR.save.saved, { exact: true })).toBeVisible();

test("a form is there once it is known what is found in it, so that nothing moves under the hand", async () => {
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await site();
  const { context, page } = await openPage(url, "phone", { outside: sandbox.url, token });
  const known = Promise.withResolvers<void>();
  const drafts = page.waitForResponse(/site\.section/);
  await context.route(/site\.check/, async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto(`${SITE}/games`);
  await drafts;
  const add = page.getByRole("button", { name: "Add a game" });
  await see(page.getByRole("main").locator("[aria-busy=true]")).toBeVisible();
  await see(add).toHaveCount(0);
  known.resolve();
  await see(add).toBeVisible();
  await see(page.getByText(SITE_CHECKS.gameWithoutServersOrStatus("Rust"))).toHaveCount(2);
});

for (const screen of onScreens("desktop", "phone")) {
  long(`[SITE-09] a warning is seen, followed, mended and gone, on a ${screen}`, async () => {
    const page = await openEditor(screen);
    await openSection(page, "Welcome");
    await page.getByRole("button", { name: /^Welcome to/ }).click();
    const link = page.getByLabel("Where it leads");
    await link.fill("/nothing");
    await isSaved(page);
    const warning = SITE_CHECKS.deadLink("/nothing");
    const summary = page.getByText(SITE_EDITOR.noticesTitle(1)).locator("..");
    await see(summary).toContainText(warning);
    await see(page.locator("[id='field-0-link']")).toContainText(warning);
    await lookAt(page, "site-warning", screen);

    await page.goto(SITE);
    await see(rowOf(page, "Welcome")).toContainText(SITE_OVERVIEW.warnings(1));
    await lookAt(page, "site-warnings", screen);
    await page.getByRole("link", { name: SITE_OVERVIEW.publish }).click();
    const changes = page.getByRole("region", { name: "Welcome" });
    await see(changes).toContainText(warning);
    await see(page.getByRole("button", { name: SITE_PUBLISH.action })).toBeEnabled();
    await lookAt(page, "site-publish-warning", screen);

    await changes.getByRole("link").filter({ hasText: warning }).click();
    await see(link).toBeFocused();
    await link.fill("/rules");
    await isSaved(page);
    await see(page.getByText(warning)).toHaveCount(0);
    await page.goto(SITE);
    await see(rowOf(page, "Welcome")).toContainText(SITE_OVERVIEW.draftOf("").trim());
    await see(rowOf(page, "Welcome")).not.toContainText(SITE_OVERVIEW.warnings(1));
  });

  long(`[SITE-10] a server is asked as the form has it, on a ${screen}`, async () => {
    const page = await openEditor(screen);
    await openSection(page, "Servers");
    await page.getByRole("searchbox").fill("minecraft");
    await page.getByRole("button", { name: /^Minecraft Minecraft/ }).click();
    const ask = page.getByRole("button", { name: ASK_NOW.action });
    await ask.click();
    await see(page.getByText(/^It answers, after \d+ ms\.$/)).toBeVisible();
    await see(page.getByText(ASK_NOW.players, { exact: true })).toBeVisible();
    await lookAt(page, "site-ask-answer", screen);

    await page.getByLabel("Query port").fill("1");
    await see(page.getByText(/^It answers/)).toHaveCount(0);
    await ask.click();
    await see(page.getByText(ASK_NOW.silent)).toBeVisible();
    await see(page.getByText(ASK_NOW.reasons.refused)).toBeVisible();
    await lookAt(page, "site-ask-silence", screen);

    await page.getByLabel("Host", { exact: true }).fill("");
    await see(ask).toBeDisabled();
    await see(page.getByText(ASK_NOW.incomplete)).toBeVisible();
    expect(await page.getByText(ASK_NOW.silent).count()).toBe(0);
  });
}

test("[SITE-14] a damaged draft and a damaged version are said, and an Admin puts both right", async () => {
  const token = await login(sampleMember("admin"));
  const { url, sandbox, dataDir } = await siteWith((example) => example);
  const { page } = await openPage(url, "phone", { outside: sandbox.url, token });
  for (const words of ["One.", "Two."]) {
    await page.goto(`${SITE}/texts`);
    await page.getByLabel("Below the title of the login").fill(words);
    await isSaved(page);
    await page.getByRole("link", { name: SITE_OVERVIEW.publish }).click();
    await page.getByRole("button", { name: SITE_PUBLISH.action }).click();
    await see(page.getByText(SITE_PUBLISH.published, { exact: true })).toBeVisible();
  }
  await page.goto(`${SITE}/texts`);
  await page.getByLabel("Below the title of the login").fill("Three.");
  await isSaved(page);
  const database = new Database(databaseFile(dataDir));
  const { newest } = database.query("SELECT max(id) AS newest FROM site_versions").get() as {
    newest: number;
  };
  database.run("UPDATE site_drafts SET content = '{broken', revision = revision + 1");
  database.run("UPDATE site_versions SET document = '{broken' WHERE id = ?", [newest]);
  database.close();

  await page.goto(SITE);
  await see(page.getByText(SITE_VERSIONS.damagedVersion(newest, "no JSON"))).toBeVisible();
  await see(page.getByText(SITE_VERSIONS.damagedDraftOf("Short texts"))).toBeVisible();
  await openSection(page, "Short texts");
  await see(page.getByText(SITE_EDITOR.damagedTitle)).toBeVisible();
  await see(page.getByLabel("Below the title of the login")).toHaveValue("One.");
  await lookAt(page, "site-damaged", "phone");
  await page.getByRole("button", { name: SITE_EDITOR.discard }).click();
  await page.getByRole("button", { name: SITE_EDITOR.discardAction }).click();
  await see(page.getByText(SITE_EDITOR.damagedTitle)).toHaveCount(0);

  await page.goto(`${SITE}/history`);
  const rows = page.getByRole("listitem").filter({ hasText: SITE_HISTORY.changes });
  await see(page.getByText(SITE_HISTORY.damaged, { exact: true })).toHaveCount(1);
  await see(rows.first()).toContainText(SITE_HISTORY.current);
  await rows.first().getByRole("button", { name: SITE_HISTORY.restore }).click();
  await page.getByRole("button", { name: SITE_HISTORY.restoreAction }).click();
  await see(page.getByText(SITE_HISTORY.restored)).toBeVisible();
  await page.goto(SITE);
  await see(page.getByText(SITE_OVERVIEW.noDrafts)).toBeVisible();
  await see(page.getByText(/damaged in the database/)).toHaveCount(0);
});
