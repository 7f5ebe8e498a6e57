import { describe, expect } from "bun:test";
import type { Page } from "@playwright/test";
import { MESSAGES, TITLES } from "#shared/messages.ts";
import { NEWS_ADMIN, NEWS_FORM, NEWS_SCREEN } from "#shared/news-messages.ts";
import { question, seeToast } from "#tests/support/admin-users.ts";
import {
  ageNothing,
  lookAt,
  MOVING,
  openPage,
  type OpenPageOptions,
  see,
  seeOneFrame,
} from "#tests/support/browser.ts";
import {
  recordShifts,
  shiftsOf,
  shiftsOver,
  untilFontsAreDrawn,
} from "#tests/support/layout-shifts.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, login, sampleMember } from "#tests/support/members.ts";
import { inHours, newsOf } from "#tests/support/news.ts";
import { openTicket, ticketAt } from "#tests/support/rest-calls.ts";
import { siteWith } from "#tests/support/site.ts";

/** A site whose news are its own, and its Admin. */
const openSite = async () => {
  // The other site knows the sessions that there are by now.
  const token = await login(sampleMember("admin"));
  const { url, sandbox } = await siteWith((example) => example);
  return {
    token,
    news: newsOf(url, token),
    open: (screen: "desktop" | "phone", options: OpenPageOptions = {}) =>
      openPage(url, screen, { outside: sandbox.url, ...options }),
  };
};

const posts = (page: Page) => page.getByRole("list", { name: TITLES.news }).locator("> li");
const banner = (page: Page) => page.getByRole("complementary", { name: NEWS_SCREEN.pinned });

describe.each(onScreens("desktop", "phone"))("the news on a %s", (screen) => {
  long("are listed newest first, page by page, and read", async () => {
    const { open, news } = await openSite();
    const { page } = await open(screen);
    await page.goto("/");
    await page
      .getByRole("navigation", { name: "Footer" })
      .getByRole("link", { name: "News" })
      .click();
    await see(page.getByRole("heading", { name: NEWS_SCREEN.empty.title })).toBeVisible();
    await lookAt(page, "news-empty", screen);

    for (let number = 1; number <= 26; number += 1)
      await news.save({ title: `Post number ${number}` });
    const first = await news.save();
    await see(posts(page).first()).toContainText("The fair is open");
    await see(posts(page)).toHaveCount(25);
    await lookAt(page, "news-list", screen);
    await page.getByRole("button", { name: "Load more" }).click();
    await see(posts(page)).toHaveCount(27);
    await see(posts(page).last()).toContainText("Post number 1");

    await posts(page).first().getByRole("link").click();
    await see(page).toHaveURL(/\/news\/the-fair-is-open$/);
    await see(page).toHaveTitle("The fair is open · Lynxden");
    await see(page.getByRole("heading", { level: 2 })).toHaveText(["What there is", "When"]);
    await see(page.getByText(NEWS_SCREEN.changed)).toHaveCount(0);
    await lookAt(page, "news-post", screen);
    await page.getByRole("button", { name: NEWS_SCREEN.copyLink }).click();
    await see(page.getByText(MESSAGES.copied)).toBeVisible();

    // What is changed or deleted meanwhile is seen on the open page.
    await news.save({ id: first.id, revision: 1, title: "The fair is over", text: "Bye." });
    await see(page.getByRole("heading", { level: 1 })).toHaveText("The fair is over");
    await see(page.getByText(NEWS_SCREEN.changed)).toBeVisible();
    await page.getByRole("link", { name: NEWS_SCREEN.all }).click();
    await see(posts(page).first()).toContainText("The fair is over");
    await news.remove(first.id);
    await see(posts(page).first()).toContainText("Post number 26");
  });

  long("a post that is opened by its address is there at once, and nothing moves", async () => {
    const { open, news } = await openSite();
    const { slug } = await news.save();
    const { page } = await open(screen, MOVING);
    await ageNothing(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await recordShifts(page);
    for (const path of [`/news/${slug}`, "/news"]) {
      await page.goto(path);
      await see(page.getByText("The fair is open").first()).toBeVisible();
      await see(page.getByRole("contentinfo")).toBeAttached();
      // The fonts come last, in place of others of their size.
      expect(await shiftsOver(page, 0.01)).toEqual([]);
    }
    expect(asked.filter((address) => /news\.(?:post|list)/.test(address))).toEqual([]);
  });

  long("what is not there, or not yet, is a page that is not there", async () => {
    const { open, news } = await openSite();
    const { slug } = await news.save({ publishAt: inHours(2) });
    const { page, expectNoise } = await open(screen);
    expectNoise(/404|400/);
    for (const path of [slug, "none", "$slug"]) {
      const response = await page.goto(`/news/${path}`);
      expect(response?.status()).toBe(404);
      await see(page.getByRole("heading", { level: 1 })).toHaveText(MESSAGES.notFound);
      await see(page).toHaveTitle("Not found · Lynxden");
      await seeOneFrame(page);
    }

    // One that is taken away while it is read.
    const { id, slug: short } = await news.save();
    await page.goto(`/news/${short}`);
    await see(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await news.remove(id);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(MESSAGES.notFound);
    await seeOneFrame(page);
  });

  long(
    "a pinned post stands on every page, moves nothing, comes and goes live, and stays closed",
    async () => {
      const { open, news } = await openSite();
      const { page, openTab } = await open(screen, MOVING);
      await recordShifts(page);
      await page.goto("/rules");
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      await untilFontsAreDrawn(page);
      const before = await shiftsOf(page);
      const { id } = await news.save({ pinnedUntil: inHours(2) });
      await see(banner(page)).toContainText("The fair is open");
      expect(await shiftsOf(page)).toEqual(before);
      await lookAt(page, "news-pinned", screen);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await lookAt(page, "news-pinned-foot", screen);

      const other = await openTab();
      await other.goto("/");
      await see(banner(other)).toBeVisible();
      await banner(other).getByRole("link").click();
      await see(other).toHaveURL(/\/news\/the-fair-is-open$/);
      // Whoever reads it is not told of it.
      await see(banner(other)).toHaveCount(0);
      await other.goto("/privacy-policy");
      await banner(other).getByRole("button", { name: NEWS_SCREEN.close }).click();
      await see(banner(other)).toHaveCount(0);
      await see(banner(page)).toHaveCount(0);
      await page.reload();
      const later = await news.save({ title: "The fair is longer", pinnedUntil: inHours(2) });
      await see(banner(page)).toContainText("The fair is longer");
      await news.remove(later.id);
      await see(banner(page)).toHaveCount(0);
      await news.remove(id);
    },
  );
});

long("on a phone the pinned post is in nobody's way who writes in a ticket", async () => {
  const member = await join();
  const ticketId = await openTicket(member);
  const memberToken = await login(member);
  const { open, news } = await openSite();
  await news.save({ pinnedUntil: inHours(2) });
  const { page } = await open("phone", { token: memberToken });
  await page.goto("/member/notifications");
  await see(banner(page)).toBeVisible();
  await lookAt(page, "news-pinned-member", "phone");
  await page.goto("/member/tickets");
  await see(banner(page)).toBeVisible();
  await lookAt(page, "news-pinned-tickets", "phone");
  await page.goto(ticketAt(ticketId));
  await see(page.getByRole("textbox")).toBeVisible();
  await see(banner(page)).toBeHidden();
});

const ADMIN = "/member/admin/news";
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const written = (page: Page) => page.getByRole("list", { name: TITLES.news }).locator("> li");

describe.each(onScreens("desktop", "phone"))("an Admin on a %s", (screen) => {
  long("writes a post, looks at it, publishes it for guests, pins it and deletes it", async () => {
    const { open, token } = await openSite();
    const { page } = await open(screen, { token });
    const guest = await open(screen);
    await guest.page.goto("/news");
    await page.goto("/member/admin");
    await page
      .getByRole("navigation", { name: "Administration" })
      .getByRole("link", { name: "News" })
      .click();
    await see(page.getByRole("heading", { name: NEWS_ADMIN.empty.title })).toBeVisible();
    await lookAt(page, "news-admin-empty", screen);
    await page.getByRole("link", { name: NEWS_ADMIN.add }).first().click();

    await page.getByRole("button", { name: NEWS_FORM.publish }).click();
    await see(page.getByText(NEWS_FORM.noTitle)).toBeVisible();
    await see(field(page, NEWS_FORM.title)).toBeFocused();
    await field(page, NEWS_FORM.title).fill("Winter is here");
    await see(field(page, NEWS_FORM.slug)).toHaveAttribute("placeholder", "winter-is-here");
    await field(page, NEWS_FORM.summary).fill("Snow on every map.");
    await field(page, NEWS_FORM.text).fill("Dress **warm**.\n\n## Where\n\nEverywhere.");
    await page.getByRole("button", { name: NEWS_FORM.preview }).click();
    const preview = page.getByRole("region", { name: NEWS_FORM.preview });
    await see(preview.getByRole("heading", { name: "Where" })).toBeVisible();
    await lookAt(page, "news-admin-preview", screen);

    // What is not published is a draft: it is there again on another device, and for nobody else.
    await see(page.getByText(NEWS_FORM.saving.saved)).toBeVisible();
    const elsewhere = await open(screen, { token });
    await elsewhere.page.goto(ADMIN);
    const drafts = elsewhere.page.getByRole("list", { name: NEWS_ADMIN.drafts });
    await see(drafts.getByRole("listitem")).toContainText("Winter is here");
    await lookAt(elsewhere.page, "news-admin-drafts", screen);
    await drafts.getByRole("link").click();
    await see(field(elsewhere.page, NEWS_FORM.summary)).toHaveValue("Snow on every map.");
    await field(elsewhere.page, NEWS_FORM.summary).fill("Snow on all maps.");
    await see(elsewhere.page.getByText(NEWS_FORM.saving.saved)).toBeVisible();
    await guest.page.reload();
    await see(guest.page.getByRole("heading", { name: NEWS_SCREEN.empty.title })).toBeVisible();
    await page.reload();
    await see(field(page, NEWS_FORM.summary)).toHaveValue("Snow on all maps.");
    await see(page.getByText(NEWS_FORM.restored)).toBeVisible();
    await see(field(page, NEWS_FORM.title)).toHaveValue("Winter is here");
    await page.getByLabel(NEWS_FORM.notifies).click();
    await lookAt(page, "news-admin-form", screen);
    await page.getByRole("button", { name: NEWS_FORM.publish }).click();
    await seeToast(page, "Post published.");
    await see(written(page).first()).toContainText(NEWS_ADMIN.states.published);
    await see(posts(guest.page).first()).toContainText("Winter is here");
    await see(banner(guest.page)).toHaveCount(0);

    await written(page).first().getByRole("link").click();
    await see(field(page, NEWS_FORM.slug)).toHaveValue("winter-is-here");
    await field(page, NEWS_FORM.pinnedUntil).fill(localIn(2));
    await page.getByRole("button", { name: NEWS_FORM.save }).click();
    await seeToast(page, "Post saved.");
    await see(written(page).first()).toContainText(NEWS_ADMIN.states.pinned);
    await see(banner(guest.page)).toContainText("Winter is here");
    await lookAt(page, "news-admin-list", screen);

    await written(page).first().getByRole("link").click();
    await page.getByRole("button", { name: NEWS_FORM.remove }).click();
    await question(page).getByRole("button", { name: NEWS_FORM.removeAction }).click();
    await seeToast(page, NEWS_FORM.removed);
    await see(banner(guest.page)).toHaveCount(0);
    await see(guest.page.getByRole("heading", { name: NEWS_SCREEN.empty.title })).toBeVisible();
  });
});

/** A moment so many hours from now, as the input of a browser in UTC wants it. */
const localIn = (hours: number): string => inHours(hours).slice(0, 16);

long(
  "a post is scheduled in the Admin's own time, and its time can be changed until it appears",
  async () => {
    const { open, token } = await openSite();
    const { page } = await open("desktop", { token, timezoneId: "Asia/Tokyo" });
    await page.goto(`${ADMIN}/new`);
    await field(page, NEWS_FORM.title).fill("Soon");
    await field(page, NEWS_FORM.summary).fill("Something.");
    await field(page, NEWS_FORM.text).fill("Wait.");
    await page.getByLabel(NEWS_FORM.appearances.later).check();
    await see(page.getByText(NEWS_FORM.inZone("Asia/Tokyo"), { exact: true })).toBeVisible();
    await field(page, NEWS_FORM.publishAt).fill("2031-05-06T18:30");
    await page.getByRole("button", { name: NEWS_FORM.schedule }).click();
    await seeToast(page, "Post scheduled.");
    await see(written(page).first()).toContainText(NEWS_ADMIN.states.scheduled);
    await see(
      written(page).first().locator("time[datetime='2031-05-06T09:30:00.000Z']").last(),
    ).toBeVisible();
    await written(page).first().getByRole("link").click();
    await see(field(page, NEWS_FORM.publishAt)).toHaveValue("2031-05-06T18:30");
    await page.getByLabel(NEWS_FORM.appearances.now).check();
    await page.getByRole("button", { name: NEWS_FORM.publish }).click();
    await seeToast(page, "Post published.");
    await see(written(page).first()).toContainText(NEWS_ADMIN.states.published);
  },
);

long("two Admins who change one post lose nothing of each other", async () => {
  const { open, token, news } = await openSite();
  const { id } = await news.save();
  const { page, expectNoise } = await open("desktop", { token });
  // Saving over what somebody else has saved is refused, as it should be.
  expectNoise(/409/);
  await page.goto(`${ADMIN}/${id}`);
  await field(page, NEWS_FORM.summary).fill("Mine.");
  await news.save({ id, revision: 1, title: "Theirs" });
  await page.getByRole("button", { name: NEWS_FORM.save }).click();
  await see(page.getByRole("alert")).toContainText(NEWS_FORM.outdated);
  await lookAt(page, "news-admin-conflict", "desktop");
  await page.getByRole("button", { name: NEWS_FORM.keepBoth }).click();
  await see(field(page, NEWS_FORM.title)).toHaveValue("Theirs");
  await see(field(page, NEWS_FORM.summary)).toHaveValue("Mine.");
  await page.getByRole("button", { name: NEWS_FORM.save }).click();
  await seeToast(page, "Post saved.");
  await see(written(page).first()).toContainText("Theirs");
});
