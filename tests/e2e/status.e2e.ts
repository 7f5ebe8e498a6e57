import { describe, test } from "bun:test";
import { STATUS_FALLBACK_POLL_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  clipboardText,
  failUntilTriedAgain,
  MOVING,
  openPage,
  see,
} from "#tests/support/browser.ts";
import { holdTimers, letPass } from "#tests/support/held-timers.ts";
import { untilFontsAreDrawn } from "#tests/support/layout-shifts.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { changeServer, site } from "#tests/support/site.ts";

/** The longest a change in a game server may take to reach an open tab. */
const REACHES_A_TAB_MS = 120_000;

long(
  "[STATUS-04] a change of a game server reaches eight open tabs and the REST answer, without reload",
  async () => {
    const { url } = await site();
    const { context, page, openTab } = await openPage(url);
    const tabs = [page];
    while (tabs.length < 8) tabs.push(await openTab());
    for (const tab of tabs) {
      await tab.goto("/#ServerStatusDisplay");
      await see(tab.locator('[data-server="ark-se-ragnarok"]')).toBeVisible();
    }
    await changeServer("ark-se-ragnarok", { players: 67 });
    await changeServer("ark-se-fjordur", { online: false });
    for (const tab of tabs) {
      await see(tab.locator('[data-server="ark-se-ragnarok"]')).toContainText("67 / ", {
        timeout: REACHES_A_TAB_MS,
      });
      await see(tab.locator('[data-server="ark-se-fjordur"]')).toContainText("Offline", {
        timeout: REACHES_A_TAB_MS,
      });
    }
    const records = (await (await fetch(`${url}/api/server/ark-se`)).json()) as {
      name: string;
      players: number;
      isOnline: boolean;
    }[];
    see(records.find(({ name }) => name === "Ragnarok")?.players).toBe(67);
    see(records.find(({ name }) => name === "Fjordur")?.isOnline).toBe(false);
    see(context.pages()).toHaveLength(8);
  },
);

long("when the tab that holds the feed closes, another takes it over", async () => {
  const { url } = await site();
  const { page: first, openTab } = await openPage(url);
  await first.goto("/?status=eco#ServerStatusDisplay");
  await see(first.getByText("Live", { exact: true })).toBeVisible();
  const second = await openTab();
  await second.goto("/?status=eco#ServerStatusDisplay");
  await see(second.getByText("Live", { exact: true })).toBeVisible();
  await first.close();
  await changeServer("eco", { players: 3 });
  await see(second.locator('[data-server="eco"]')).toContainText("3 / ", {
    timeout: REACHES_A_TAB_MS,
  });
});

long(
  "a member's feed begins once the rendered page is alive, so that its figures cannot differ",
  async () => {
    const { url } = await site();
    await see.poll(async () => (await fetch(url)).text()).toContain('data-server="');
    const { page } = await openMemberPage(sampleMember("member"));
    await page.addInitScript(() => {
      // React makes a page alive in slices, which it asks for by messages to itself: here each takes its time.
      const postMessage = Reflect.get(MessagePort.prototype, "postMessage") as () => void;
      MessagePort.prototype.postMessage = function later(...sent: unknown[]) {
        setTimeout(() => Reflect.apply(postMessage, this, sent), 250);
      };
      const fetch = window.fetch.bind(window);
      const seen = ((window as { feedsOfLivePages?: boolean[] }).feedsOfLivePages =
        []) as boolean[];
      window.fetch = Object.assign((...asked: Parameters<typeof fetch>) => {
        if (new Request(...asked).url.includes("/api/feed"))
          seen.push(document.documentElement.dataset["ready"] !== undefined);
        return fetch(...asked);
      }, fetch);
    });
    await page.goto("/");
    await see
      .poll(() =>
        page.evaluate(() => (window as { feedsOfLivePages?: boolean[] }).feedsOfLivePages),
      )
      .toEqual([true]);
  },
);

describe.each(onScreens("desktop", "phone"))("status on a %s", (screen) => {
  test("[STATUS-05] the table has its columns; Version and Connect leave small screens", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/#ServerStatusDisplay");
    await see(page.getByRole("columnheader")).toHaveText(
      screen === "desktop"
        ? ["Status", "Server", "Version", "Players", "Vote", "Connect"]
        : ["Status", "Server", "Players", "Vote"],
    );
  });

  test("[STATUS-04] a tab has an address of its own", async () => {
    const { page } = await openPage((await site()).url, screen);
    await page.goto("/?status=empyrion#ServerStatusDisplay");
    await see(page.locator('[data-server="empyrion"]')).toBeVisible();
    await page.getByRole("tab", { name: "Eco", exact: true }).click();
    await see(page).toHaveURL(/\?status=eco#ServerStatusDisplay$/);
    await see(page.locator('[data-server="eco"]')).toBeVisible();
  });

  test("a shorter tab does not move the page", async () => {
    const { page } = await openPage((await site()).url, screen, MOVING);
    await page.goto("/");
    const tabs = page.getByRole("tablist", { name: "Game", exact: true });
    await see(page.locator('[data-server="ark-se-fjordur"]')).toBeAttached();
    await untilFontsAreDrawn(page);
    await tabs.evaluate((list) => {
      const top = list.getBoundingClientRect().top + window.scrollY - 90;
      window.scrollTo({ top, behavior: "instant" });
    });
    const before = await tabs.boundingBox();
    await page.getByRole("tab", { name: "Eco", exact: true }).click();
    await see(page.locator('[data-server="eco"]')).toBeVisible();
    await see.poll(() => tabs.boundingBox()).toEqual(before);
    await page.keyboard.press("ArrowRight");
    await see(page.getByRole("tab", { name: "Minecraft", exact: true })).toBeFocused();
    await see(page.locator('[data-server="minecraft"]')).toBeVisible();
    await page.keyboard.press("Home");
    await see(page.locator('[data-server="ark-se-fjordur"]')).toBeAttached();
    await see.poll(() => tabs.boundingBox()).toEqual(before);
  });
});

test("[STATUS-06] Join is a Steam link, for Minecraft the address is copied", async () => {
  const { page, context } = await openPage((await site()).url, "desktop", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto("/#ServerStatusDisplay");
  await see(page.getByRole("link", { name: "Join The Island" })).toHaveAttribute(
    "href",
    /^steam:\/\/connect\/[\w.]+:\d+$/,
  );
  await see(page.getByRole("link", { name: "Steam Favorites Info" })).toHaveAttribute(
    "href",
    /\/outside\/favorites/,
  );
  await see(page.getByRole("link", { name: "Vote for The Island" })).toHaveAttribute(
    "href",
    /\/outside\/vote/,
  );
  await page.getByRole("tab", { name: "Minecraft", exact: true }).click();
  await page.getByRole("button", { name: "Copy address of Minecraft" }).click();
  await see(page.getByRole("alert").filter({ hasText: MESSAGES.copied })).toBeVisible();
  see(await clipboardText(context)).toMatch(/^[\w.]+:\d+$/);
});

test("[STATUS-07] a status that cannot be fetched gives an empty list and a way to try again", async () => {
  const { page, expectNoise } = await openPage((await site()).url);
  expectNoise(/503|could not be loaded/);
  await failUntilTriedAgain(page, "");
  await page.goto("/#ServerStatusDisplay");
  await page.getByRole("button", { name: "Try again" }).click();
  await see(page.locator('[data-server="ark-se-the-island"]')).toBeVisible();
});

long(
  "a status that could not be fetched recovers with the next news of the feed, before it is asked again",
  async () => {
    const { url } = await site();
    const { page, context, expectNoise } = await openPage(url);
    expectNoise(/503|could not be loaded/);
    // Nothing is asked again in this browser test.
    await holdTimers(page, STATUS_FALLBACK_POLL_MS);
    const board = "**/api/trpc/**servers.board**";
    await context.route(board, (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.goto("/?status=empyrion#ServerStatusDisplay");
    await see(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await see(page.getByText("Live", { exact: true })).toBeVisible();
    await context.unroute(board);
    await changeServer("empyrion", { players: 41 });
    await see(page.locator('[data-server="empyrion"]')).toContainText("41 / ", {
      timeout: REACHES_A_TAB_MS,
    });
    await see(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  },
);

long(
  "the status recovers by itself while the feed is up, and stands empty until then",
  async () => {
    const { page, context, expectNoise } = await openPage((await site()).url);
    expectNoise(/503|could not be loaded/);
    await holdTimers(context, STATUS_FALLBACK_POLL_MS);
    const board = "**/api/trpc/**servers.board**";
    await context.route(board, (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.goto("/#ServerStatusDisplay");
    await see(page.getByRole("button", { name: "Try again" })).toBeVisible();
    const table = page.getByRole("table", { name: /Ark:SE/ });
    await see(table.getByRole("columnheader", { name: "Server" })).toBeVisible();
    await see(table.locator("tbody tr")).toHaveCount(0);
    await see(page.getByText("Live", { exact: true })).toBeVisible();
    await context.unroute(board);
    await letPass(page, STATUS_FALLBACK_POLL_MS);
    await see(page.locator('[data-server="ark-se-the-island"]')).toBeVisible();
    await see(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  },
);
