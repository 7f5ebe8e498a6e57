import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { MESSAGES } from "#shared/messages.ts";
import {
  SITE_EDITOR,
  SITE_HISTORY,
  SITE_OVERVIEW,
  SITE_PREVIEW,
  SITE_PUBLISH,
} from "#shared/site-messages.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { question, seeToast } from "#tests/support/admin-users.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, login, type Member, sampleMember } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";
import { siteWith } from "#tests/support/site.ts";

const SITE = "/member/admin/site";

/** A site whose document may be changed, and who comes to it. */
const openSite = async (...members: readonly Member[]) => {
  // The other site knows the sessions that there are by now.
  const tokens = [await login(sampleMember("admin"))];
  for (const member of members) tokens.push(await login(member));
  const { url, sandbox } = await siteWith((example) => example);
  return {
    url,
    tokens,
    open: (screen: "desktop" | "phone", token?: string) =>
      openPage(url, screen, {
        outside: sandbox.url,
        ...(token !== undefined && { token }),
      }),
  };
};

const openSection = async (page: Page, title: string) => {
  await page.goto(SITE);
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^${title}`) })
    .click();
  await see(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
};

const preview = (page: Page) => page.frameLocator(`iframe[title="${SITE_PREVIEW.title}"]`);
const isSaved = (page: Page) =>
  see(page.getByRole("main").getByText(SITE_EDITOR.save.saved, { exact: true })).toBeVisible();

const publish = async (page: Page, note: string) => {
  await page.getByRole("link", { name: SITE_OVERVIEW.publish }).click();
  await page.getByLabel(SITE_PUBLISH.note).fill(note);
  await page.getByRole("button", { name: SITE_PUBLISH.action }).click();
  await seeToast(page, SITE_PUBLISH.published);
};

const SIZES = onScreens("desktop", "phone");

test.each(SIZES)(
  "what is edited is seen beside the form, and by everybody once it is published; it can be undone, on a %s",
  async (screen) => {
    const { open, tokens } = await openSite();
    const { page } = await open(screen, tokens[0]);
    const guest = await open(screen);
    await guest.page.goto("/");
    const heading = guest.page.getByRole("heading", { level: 1 });
    const before = await heading.textContent();

    await openSection(page, "Home page");
    const title = preview(page).getByRole("heading", { level: 1 });
    if (screen === "desktop") await see(title).toBeVisible();
    await page.getByRole("textbox", { name: /^Headline/ }).fill("Come in, {name} is open.");
    await isSaved(page);
    if (screen === "phone") await page.getByRole("button", { name: SITE_EDITOR.preview }).click();
    await see(title).toHaveText("Come in, Lynxden is open.");
    // The page says that nobody else sees it, and is laid out as it will be.
    await see(preview(page).getByText(SITE_PREVIEW.sign)).toBeVisible();
    await see(heading).toHaveText(before ?? "");
    await lookAt(page, "site-editor", screen);

    await page.getByRole("link", { name: SITE_OVERVIEW.publish }).click();
    const changes = page.getByRole("region", { name: "Home page" });
    await see(changes).toContainText("Come in, {name} is open.");
    await lookAt(page, "site-publish", screen);
    await page.getByLabel(SITE_PUBLISH.note).fill("Another headline");
    await page.getByRole("button", { name: SITE_PUBLISH.action }).click();
    await seeToast(page, SITE_PUBLISH.published);
    await see(page.getByText(SITE_OVERVIEW.noDrafts)).toBeVisible();
    await see(heading).toHaveText("Come in, Lynxden is open.");

    await page.getByRole("link", { name: SITE_OVERVIEW.history }).click();
    const versions = page.getByRole("list", { name: SITE_HISTORY.pageTitle }).locator("> li");
    await see(versions.first()).toContainText("Another headline");
    await versions.first().getByRole("button", { name: SITE_HISTORY.changes }).click();
    await see(versions.first()).toContainText("Come in, {name} is open.");
    await lookAt(page, "site-history", "desktop");
    const opened = page.context().waitForEvent("page");
    await versions.last().getByRole("link", { name: SITE_HISTORY.view }).click();
    const old = await opened;
    await see(old.getByRole("heading", { level: 1 })).toHaveText(before ?? "");
    await see(old.getByText(SITE_PREVIEW.versionSign(1))).toBeVisible();
    await lookAt(old, "site-version", screen);
    await old.close();
    await versions.last().getByRole("button", { name: SITE_HISTORY.restore }).click();
    await question(page).getByRole("button", { name: SITE_HISTORY.restoreAction }).click();
    await seeToast(page, SITE_HISTORY.restored);
    await see(heading).toHaveText(before ?? "");
  },
);

long.each(SIZES)(
  "two Admins who edit one section lose nothing of each other, on a %s",
  async (screen) => {
    const member = await join();
    const { open, tokens, url } = await openSite(member);
    const promoted = await fetch(new URL(`/api/userprofile/promote/${await idOf(member)}`, url), {
      method: "POST",
      headers: { authorization: `Bearer ${tokens[0]}` },
    });
    expect(promoted.status).toBe(200);
    const one = await open(screen, tokens[0]);
    const other = await open(screen, tokens[1]);
    // Saving over what somebody else has saved is refused, as it should be.
    one.expectNoise(/409/);
    other.expectNoise(/409/);
    await openSection(one.page, "Short texts");
    await openSection(other.page, "Short texts");
    await one.page.getByLabel("Below the title of the login").fill("Knock three times.");
    await isSaved(one.page);
    await other.page.getByLabel("No notifications").fill("Not a leaf stirs.");
    await see(other.page.getByRole("alert")).toContainText(SITE_EDITOR.conflictText);
    await lookAt(other.page, "site-conflict", screen);
    await other.page.getByRole("button", { name: SITE_EDITOR.keepBoth }).click();
    await see(other.page.getByRole("heading", { level: 1, name: "Short texts" })).toBeFocused();
    await isSaved(other.page);
    await see(other.page.getByLabel("Below the title of the login")).toHaveValue(
      "Knock three times.",
    );
    // What somebody else types meanwhile is shown before it is published [SITE-03].
    await other.page.getByRole("link", { name: SITE_OVERVIEW.publish }).click();
    const changes = other.page.getByRole("region", { name: "Short texts" });
    await see(changes).toContainText("Not a leaf stirs.");
    await openSection(one.page, "Short texts");
    await one.page.getByLabel("Below the title of the login").fill("Knock four times.");
    await isSaved(one.page);
    await other.page.getByRole("button", { name: SITE_PUBLISH.action }).click();
    await see(other.page.getByRole("alert")).toContainText(SITE_PUBLISH.draftChanged);
    await see(changes).toContainText("Knock four times.");
    await other.page.getByRole("button", { name: SITE_PUBLISH.action }).click();
    await seeToast(other.page, SITE_PUBLISH.published);
    await one.page.goto(`${SITE}/history`);
    const newest = one.page
      .getByRole("list", { name: SITE_HISTORY.pageTitle })
      .locator("> li")
      .first();
    await newest.getByRole("button", { name: SITE_HISTORY.changes }).click();
    await see(newest).toContainText("Knock four times.");
    await see(newest).toContainText("Not a leaf stirs.");
    // Nor is what somebody else publishes meanwhile undone unseen.
    const versions = one.page.getByRole("list", { name: SITE_HISTORY.pageTitle }).locator("> li");
    await versions.last().getByRole("button", { name: SITE_HISTORY.restore }).click();
    await openSection(other.page, "Short texts");
    await other.page.getByLabel("No notifications").fill("Not a twig snaps.");
    await isSaved(other.page);
    await publish(other.page, "Later");
    await question(one.page).getByRole("button", { name: SITE_HISTORY.restoreAction }).click();
    await see(question(one.page)).toContainText(SITE_VERSIONS.publishedSince);
    await question(one.page).getByRole("button", { name: "Cancel" }).click();
    await see(versions.first()).toContainText("Later");
  },
);

long("a list is put in order by keyboard, and what was removed comes back", async () => {
  const { open, tokens } = await openSite();
  const { page } = await open("desktop", tokens[0]);
  await openSection(page, "Games");
  const games = page.getByRole("region", { name: "Games" }).locator("> div > [data-entry]");
  const up = page.getByRole("button", { name: SITE_EDITOR.moveUp("Eco: Global Survival") });
  await up.focus();
  await page.keyboard.press("Enter");
  await see(games.nth(1)).toContainText("Eco: Global Survival");
  await see(up).toBeFocused();
  await page.keyboard.press("Enter");
  await see(games.nth(0)).toContainText("Eco: Global Survival");
  await see(up).toBeFocused();

  const opens = (index: number) => games.nth(index).locator('[data-control="open"]').first();
  await opens(0).click();
  await page
    .getByRole("button", { name: SITE_EDITOR.remove("Empyrion: Galactic Survival") })
    .click();
  await see(games.filter({ hasText: "Empyrion" })).toHaveCount(0);
  await page.getByRole("button", { name: SITE_EDITOR.undo }).click();
  await see(games.nth(4)).toContainText("Empyrion");
  // The focus stays in the list, and what was open stays so.
  await see(games.locator(":focus")).toHaveCount(1);
  await see(opens(0)).toHaveAttribute("aria-expanded", "true");
  await opens(0).click();

  await page.getByRole("button", { name: "Add a game" }).click();
  await page.getByLabel("Short name").fill("Valheim & friends");
  await see(page.getByLabel("Key")).toHaveValue("valheim-friends");
  await page.getByLabel("Short name").fill("");
  const problems = page.getByText(SITE_EDITOR.problemsTitle(2)).locator("..");
  await problems.getByRole("button").first().click();
  await see(page.getByRole("region", { name: "Games" }).locator(":focus")).toHaveCount(1);

  await page.getByRole("button", { name: SITE_EDITOR.discard }).click();
  await question(page).getByRole("button", { name: SITE_EDITOR.discardAction }).click();
  await see(page.getByText(SITE_EDITOR.save.asPublished)).toBeVisible();
  await see(games.nth(0)).toContainText("ARK: Survival Evolved");
});

long("what is typed without a network is kept, and saved once there is one", async () => {
  const { open, tokens } = await openSite();
  const { page, context, expectNoise } = await open("desktop", tokens[0]);
  expectNoise(/ERR_INTERNET_DISCONNECTED/);
  await openSection(page, "Short texts");
  await see(page.getByLabel("No notifications")).toBeVisible();
  // Without a network the page beside the form could not be loaded.
  await page.getByRole("button", { name: SITE_EDITOR.hidePreview }).click();
  await context.setOffline(true);
  await page.getByLabel("No notifications").fill("Not a leaf stirs.");
  await see(page.getByText(SITE_EDITOR.save.failed)).toBeVisible();
  await context.setOffline(false);
  await isSaved(page);
  await page.reload();
  await see(page.getByLabel("No notifications")).toHaveValue("Not a leaf stirs.");
});

const field = (tab: Page) => tab.getByLabel("No notifications");

long(
  "what was typed a moment before a page is left, loaded anew or closed is a draft",
  async () => {
    const { open, tokens } = await openSite();
    const { page, openTab } = await open("desktop", tokens[0]);
    await openSection(page, "Short texts");
    await field(page).fill("Not a leaf stirs.");
    await page.goto(`${SITE}/publish`);
    await see(page.getByRole("region", { name: "Short texts" })).toContainText("Not a leaf stirs.");
    await page.goBack();
    await field(page).fill("Not a twig snaps.");
    await page.reload();
    await see(field(page)).toHaveValue("Not a twig snaps.");
    await field(page).fill("Not an owl calls.");
    const other = await openTab();
    await page.close({ runBeforeUnload: true });
    await other.goto(`${SITE}/publish`);
    await see(other.getByRole("region", { name: "Short texts" })).toContainText(
      "Not an owl calls.",
    );
  },
);

describe("on a phone", () => {
  long("form and page take turns, and nothing is wider than the screen", async () => {
    const { open, tokens } = await openSite();
    const { page } = await open("phone", tokens[0]);
    await page.goto(SITE);
    await see(page.getByRole("heading", { level: 1, name: SITE_OVERVIEW.title })).toBeVisible();
    await lookAt(page, "site-overview", "phone");
    await openSection(page, "Games");
    await page.getByRole("button", { name: "ARK: Survival Evolved ark-se" }).click();
    await see(page.getByLabel("Full name")).toBeVisible();
    await lookAt(page, "site-games", "phone");
    await openSection(page, "Brand");
    await page.getByLabel("Tagline").fill("Small screens welcome.");
    await isSaved(page);
    await page.getByRole("button", { name: SITE_EDITOR.preview }).click();
    await see(preview(page).getByRole("heading", { level: 1 })).toHaveText(
      "Small screens welcome.",
    );
    await see(page.getByLabel("Tagline")).toBeHidden();
    await lookAt(page, "site-preview", "phone");
    await page.getByRole("button", { name: SITE_EDITOR.edit }).click();
    await see(page.getByLabel("Tagline")).toHaveValue("Small screens welcome.");
  });
});

long("a member sees neither the screens nor a draft", async () => {
  const { open, tokens } = await openSite(sampleMember("member"));
  const { page, expectNoise } = await open("desktop", tokens[1]);
  expectNoise(/403/);
  expectNoise(/console\.warning/);
  await page.goto(`${SITE}/home`);
  await see(page.getByText(MESSAGES.accessDenied)).toBeVisible();
  const admin = await open("desktop", tokens[0]);
  await openSection(admin.page, "Home page");
  await admin.page.getByRole("textbox", { name: /^Headline/ }).fill("Not yet for you.");
  await isSaved(admin.page);
  await page.goto("/?preview");
  await see(page.getByRole("heading", { level: 1 })).toBeVisible();
  await see(page.getByText("Not yet for you.")).toHaveCount(0);
});
