import { expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { MESSAGES } from "#shared/messages.ts";
import { displayNameOf } from "#shared/rules/lines.ts";
import { keepScreenshot, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, logOut, openMemberPage } from "#tests/support/members.ts";
import { messagesOn, openTicket, say, ticketAt } from "#tests/support/rest-calls.ts";
import { site, siteWith } from "#tests/support/site.ts";

const WITH_WORKER = { serviceWorkers: "allow" } as const;
const OFFLINE_NOISE =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|Failed to fetch|could not be|401/;

/** Until the browser has kept the application with its start, and what was read under these names. */
const untilKept = async (page: Page, names: readonly string[]) => {
  const start = await page.locator("script[data-main]").getAttribute("data-main");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await see
    .poll(() =>
      page.evaluate(async () => {
        const found: string[] = [];
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys())
            found.push(decodeURIComponent(new URL(url).pathname));
        return found.join("\n");
      }),
    )
    .toMatch(
      new RegExp([RegExp.escape(start ?? ""), ...names].map((name) => `(?=[^]*${name})`).join("")),
    );
};

const offlineNote = (page: Page) => page.getByRole("status").filter({ hasText: MESSAGES.offline });

test("[NAV-16] without a network a phone opens the last tickets, notifications and status, sends later what was written, and forgets at logout", async () => {
  const member = await join();
  const id = await openTicket(member);
  await say(member, id, "Words to keep");
  const { page, context, expectNoise } = await openMemberPage(member, "phone", WITH_WORKER);
  expectNoise(OFFLINE_NOISE);
  await page.goto("/#ServerStatusDisplay");
  await see(page.locator('[data-server="ark-se-ragnarok"]')).toBeVisible();
  await untilKept(page, ["servers.*board"]);
  await page.goto("/member/notifications");
  await see(page.getByText("Link your game accounts").first()).toBeVisible();
  await untilKept(page, ["notifications.*list"]);
  await page.goto("/member/tickets/open-tickets");
  await page
    .getByRole("link", { name: /The gate stays/ })
    .first()
    .click();
  const log = page.getByRole("log", { name: "Messages" });
  await see(log.getByText("Words to keep", { exact: true })).toBeVisible();
  await untilKept(page, [
    "/app-shell",
    "/assets/-member",
    "tickets.*list",
    "tickets.*byId",
    "messages.*list",
    "accounts.*me",
  ]);

  await context.setOffline(true);
  await page.goto(ticketAt(id));
  await see(log.getByText("Words to keep", { exact: true })).toBeVisible();
  await see(offlineNote(page)).toBeVisible();
  const menu = page.getByRole("button", { name: "Open menu" }).locator("svg");
  const line = page.getByRole("main").locator("> div").first();
  const name = line.getByTitle(displayNameOf(member.discordName));
  const gaps = async () => {
    // The ticket opens at its newest message.
    await page.evaluate(() => scrollTo(0, 0));
    const places = await Promise.all(
      [menu, offlineNote(page), name].map((one) => one.boundingBox()),
    );
    return places.slice(1).map((place, index) => {
      const above = places[index];
      return above == null || place === null ? -1 : place.y - (above.y + above.height);
    });
  };
  await see.poll(async () => Math.min(...(await gaps()))).toBeGreaterThanOrEqual(0);
  await keepScreenshot(page, "offline-ticket-phone");
  await page.getByLabel("Message", { exact: true }).fill("Written in a tunnel");
  await page.getByRole("button", { name: "Send message" }).click();
  await see(log.getByRole("alert")).toContainText("Not sent.");
  await page
    .getByRole("navigation", { name: "Member area" })
    .getByRole("link", { name: "Notifications" })
    .click();
  await see(page.getByText("Link your game accounts").first()).toBeVisible();
  await keepScreenshot(page, "offline-notifications-phone");

  await page.goto("/#ServerStatusDisplay");
  await see(page.locator('[data-server="ark-se-ragnarok"]')).toContainText("/ 70");
  await see(offlineNote(page)).toBeVisible();
  await keepScreenshot(page, "offline-status-phone");
  await page.goto(ticketAt(id));
  await see(log.getByRole("alert")).toContainText("Not sent.");
  await context.setOffline(false);
  await see(log.getByRole("alert")).toHaveCount(0);
  await see(log.getByText("Written in a tunnel", { exact: true })).toBeVisible();
  await see(offlineNote(page)).toHaveCount(0);
  await see.poll(() => messagesOn(member, id)).toEqual(["Words to keep", "Written in a tunnel"]);

  await logOut(page, "phone");
  await see.poll(() => page.evaluate(() => caches.has("lynxden-kept-member"))).toBe(false);
});

long("[NAV-16] a page of the community's own that was read opens without a network", async () => {
  const lines =
    '[[pages]]\nkey = "imprint"\ntitle = "Imprint"\ndescription = "x"\ntext = "It is us."\n\n';
  const menu = '[menu]\nfooter = [{ page = "imprint" }]\n\n';
  const { url, sandbox } = await siteWith((example) => {
    const [start, end, next] = ["[menu]\n", "# The rules, one tab", "[sessions]\n"].map((at) =>
      example.indexOf(at),
    );
    expect([start, end, next]).not.toContain(-1);
    return `${example.slice(0, start)}${menu}${example.slice(end, next)}${lines}${example.slice(next)}`;
  });
  const options = { outside: sandbox.url, ...WITH_WORKER };
  const { page, context, expectNoise } = await openPage(url, "phone", options);
  expectNoise(OFFLINE_NOISE);
  const read = page.getByText("It is us.", { exact: true });
  await page.goto("/rules");
  await page.getByRole("link", { name: "Imprint" }).click();
  await see(read).toBeVisible();
  await untilKept(page, ["/app-shell", "community.*page"]);
  await page.reload();
  await untilKept(page, ["/assets/page"]);
  await context.setOffline(true);
  await page.goto("/imprint");
  await see(read).toBeVisible();
  await see(offlineNote(page)).toBeVisible();
});

long(
  "[NAV-17] the site can be installed: manifest, icons and worker are as browsers want them",
  async () => {
    const { url } = await site();
    const { page } = await openPage(url, "phone", WITH_WORKER);
    await page.goto("/");
    const href = await page.locator('link[rel="manifest"]').getAttribute("href");
    const manifest = (await (await fetch(`${url}${href ?? ""}`)).json()) as {
      name: string;
      display: string;
      start_url: string;
      icons: { src: string; sizes: string }[];
    };
    expect(manifest).toMatchObject({ name: "Lynxden", display: "standalone", start_url: "/" });
    expect(manifest.icons.map(({ sizes }) => sizes)).toContain("512x512");
    for (const { src } of manifest.icons)
      expect((await fetch(`${url}${src}`)).headers.get("content-type")).toBe("image/png");
    const worker = await fetch(`${url}/sw.js`);
    expect(worker.headers.get("content-type")).toContain("javascript");
    await untilKept(page, ["/app-shell"]);
  },
);
