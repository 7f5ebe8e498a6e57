import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page, Request } from "@playwright/test";
import { LOGIN } from "#shared/account-messages.ts";
import { LOADER_WAIT_MS } from "#shared/constants/time.ts";
import {
  ageNothing,
  expectNoAxeFindings,
  failUntilTriedAgain,
  keepScreenshot,
  lookAt,
  openPage,
  see,
} from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, logInByForm, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { joinAndRead, seeUnread } from "#tests/support/notifications.ts";
import { notify } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

const [member, admin] = [sampleMember("member"), sampleMember("admin")];
/** So often in a row the page has nothing to do, a while apart, before it counts as quiet. */
const QUIET_LOOKS = 7;
const LOOK_AGAIN_MS = 100;
/** A page that counts as busy for so long although nothing is asked is quiet all the same. */
const IDLE_MAX_MS = 250;

/** What every page asks for, a second after it is there. */
const ASKED_BY_ALL = "news.pinned";
const PROFILE = "**/api/trpc/**members.profile**";

/** Until the page has nothing to do, its fonts are there, and a while has passed. */
const untilIdle = (page: Page) =>
  page.evaluate(
    async ([ms, timeout]) => {
      await document.fonts.ready;
      await new Promise((resolve) => setTimeout(resolve, ms));
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout }));
    },
    [LOOK_AGAIN_MS, IDLE_MAX_MS] as const,
  );

/** What a page asks for: procedures with their input, and scripts. */
const recordCalls = (page: Page) => {
  const calls: string[] = [];
  const open = new Set<Request>();
  let changes = 0;
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith(".js")) calls.push(pathname);
    else if (pathname.startsWith("/api/trpc/")) {
      const names = pathname.slice("/api/trpc/".length).split(",");
      if (names.every((name) => name === ASKED_BY_ALL)) return;
      const input = JSON.parse(searchParams.get("input") ?? "{}") as Record<string, unknown>;
      for (const [index, name] of names.entries())
        if (name !== ASKED_BY_ALL) calls.push(`${name} ${JSON.stringify(input[index] ?? null)}`);
    } else return;
    open.add(request);
    changes += 1;
  });
  const onEnd = (request: Request) => {
    if (open.delete(request)) changes += 1;
  };
  page.on("requestfinished", onEnd);
  page.on("requestfailed", onEnd);
  const isQuiet = async () => {
    const before = changes;
    for (let looks = 0; looks < QUIET_LOOKS && open.size === 0; looks += 1) await untilIdle(page);
    return open.size === 0 && changes === before;
  };
  return {
    /** What was asked since the last time, once nothing more is. */
    taken: async () => {
      await see.poll(isQuiet).toBe(true);
      return calls.splice(0);
    },
  };
};

/**
 * Somebody of the sample community at a screen, where nothing has them ask anew meanwhile: neither the
 * feed, nor what they ask every few seconds, nor the age of what they know.
 */
const openAt = async (who: typeof member, path: string) => {
  const opened = await openMemberPage(who);
  opened.expectNoise(/api\/feed|ERR_FAILED/);
  await opened.context.route("**/api/feed**", (route) => route.abort());
  await ageNothing(opened.page);
  await opened.page.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval;
  });
  await opened.page.goto(path);
  return opened;
};

const bar = (page: Page) => page.locator("[data-pending-bar]");
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const bell = (page: Page) => page.getByRole("link", { name: /^Notifications/ });

/** Goes from the statistics to the settings, which do not come yet: the bar shows that they will. */
const waitForSettings = async (page: Page) => {
  await page
    .getByRole("navigation", { name: "Member area" })
    .getByRole("link", { name: "Settings" })
    .click();
  // Its script is there: what is waited for is the data.
  await see(page).toHaveURL(/\/accountsettings$/);
  await see(bar(page)).toBeVisible();
  await see(title(page)).toHaveText("Stats");
};

/** Until a call of that name is made, alone or among others. */
const untilAsked = (page: Page, procedure: string) =>
  page.waitForRequest((request) =>
    new URL(request.url()).pathname.replace("/api/trpc/", "").split(",").includes(procedure),
  );

const isProcedure = (call: string) => !call.endsWith(".js");

/** Links, where they stand, and the call that their screens cannot do without. */
const BY_MEMBERS = [
  ["Member area", /^Tickets/, "tickets.list", "Open Tickets"],
  ["Member area", /^Notifications/, "notifications.list", "Notifications"],
  ["Member area", /^Purchases/, "orders.mine", "Purchases"],
  ["Member area", /^Settings/, "members.profile", "Settings"],
] as const;

describe("a link that is pointed at", () => {
  long.each(BY_MEMBERS)(
    "in %p to %p fetches the data, and following it asks for nothing more",
    async (navigation, name, procedure, heading) => {
      const { page } = await openAt(member, "/member/stats");
      const { taken } = recordCalls(page);
      await taken();
      const link = page.getByRole("navigation", { name: navigation }).getByRole("link", { name });
      const asked = untilAsked(page, procedure);
      await link.hover();
      await asked;
      const fetched = await taken();
      see(fetched.filter(isProcedure).join()).toContain(procedure);
      // The header is smaller there: what moves up below the pointer is not pointed at.
      await page.mouse.move(1439, 899);
      await link.press("Enter");
      await see(title(page)).toHaveText(heading);
      see(await taken()).toEqual([]);
    },
  );

  long("into another area fetches its script together with the data", async () => {
    const { page } = await openAt(member, "/rules");
    const { taken } = recordCalls(page);
    await taken();
    const asked = untilAsked(page, "notifications.list");
    await bell(page).hover();
    await asked;
    const fetched = await taken();
    see(fetched.filter(isProcedure).join()).toContain("notifications.list");
    see(fetched.some((call) => call.endsWith(".js"))).toBe(true);
    await bell(page).click();
    await see(title(page)).toHaveText("Notifications");
    see((await taken()).filter((call) => call.endsWith(".js"))).toEqual([]);
  });

  long("tells the server nothing of an Admin, whose reads are recorded", async () => {
    const { page } = await openAt(admin, "/member/admin/providers");
    const { taken } = recordCalls(page);
    await taken();
    const screens = page.getByRole("navigation", { name: "Administration" });
    for (const [name, procedure] of [
      ["Audit Log", "administration.audit"],
      ["Users", "administration.users"],
      ["Bridge Keys", "bridge.keys"],
      [/^Orders/, "orders.all"],
      [/^Store Events/, "orders.events"],
    ] as const) {
      const link = screens.getByRole("link", { name });
      await link.hover();
      see((await taken()).filter(isProcedure)).toEqual([]);
      const asking = untilAsked(page, procedure);
      await link.click();
      await asking;
      const asked = (await taken()).filter(isProcedure);
      see(asked.filter((call) => call.startsWith(`${procedure} `))).toHaveLength(1);
      see(new Set(asked).size).toBe(asked.length);
    }
  });
});

describe("a tap whose answer is slow", () => {
  long("shows a bar over the page, and after a second the screen without its data", async () => {
    const { context, page } = await openAt(member, "/member/stats");
    const held = Promise.withResolvers<void>();
    await recordCalls(page).taken();
    await context.clock.pauseAt(Date.now() + LOADER_WAIT_MS);
    await context.route(PROFILE, async (route) => {
      await held.promise;
      await route.continue();
    });
    const top = () => title(page).evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await see(bar(page)).toHaveCount(0);
    await waitForSettings(page);
    see(await top()).toBe(before);
    await context.clock.runFor(LOADER_WAIT_MS);
    await see(title(page)).toHaveText("Settings");
    await see(bar(page)).toHaveCount(0);
    held.resolve();
    await context.clock.resume();
    await see(page.getByRole("main").getByText(member.email).first()).toBeVisible();
  });

  long("shows the bar while the script of the screen is not there", async () => {
    const { context, page } = await openAt(member, "/rules");
    await recordCalls(page).taken();
    const before = (await title(page).textContent()) ?? "";
    const held = Promise.withResolvers<void>();
    await context.route("**/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await bell(page).click();
    await see(bar(page)).toBeVisible();
    await see(title(page)).toHaveText(before);
    await expectNoAxeFindings(page);
    await keepScreenshot(page, "pending-bar");
    held.resolve();
    await see(title(page)).toHaveText("Notifications");
    await see(bar(page)).toHaveCount(0);
  });
});

long.each([
  ["/member/tickets", member],
  ["/shop", member],
  ["/member/admin/users", admin],
] as const)("%s is there after twelve scripts at most", async (path, who) => {
  const { page } = await openMemberPage(who);
  const { taken } = recordCalls(page);
  await page.goto(path);
  const scripts = (await taken()).filter((call) => call.endsWith(".js"));
  see(scripts.length).toBeGreaterThan(2);
  see(scripts.length).toBeLessThanOrEqual(12);
});

long("a screen whose data cannot be loaded is shown, and says so itself", async () => {
  const { page, expectNoise } = await openAt(member, "/member/stats");
  expectNoise(/503/);
  await recordCalls(page).taken();
  await failUntilTriedAgain(page, "members.profile");
  await page
    .getByRole("navigation", { name: "Member area" })
    .getByRole("link", { name: "Settings" })
    .click();
  await see(title(page)).toHaveText("Settings");
  const again = page
    .getByRole("region", { name: "Profile Information" })
    .getByRole("button", { name: "Try again" });
  await see(again).toBeVisible();
  await again.click();
  await see(page.getByRole("main").getByText(member.email).first()).toBeVisible();
});

/** Holds the application's scripts back, at a page that stays what the server and `boot.js` made it. */
const holdScripts = async (context: BrowserContext, page: Page) => {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await context.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return {
    /** Does not wait for the page, which is complete once its scripts are there. */
    goTo: (path: string) => page.evaluate((to) => window.location.assign(to), path),
    letGo,
  };
};

describe("somebody who is signed in opens a page for the first time", () => {
  long.each([
    ["/member/tickets", member, "tickets.list"],
    ["/member/stats", member, "members.overview"],
    ["/shop", member, "shop.packages"],
    ["/member/admin/users", admin, "administration.users"],
  ] as const)(
    "%s: its frame is there, and what it shows is asked for, before its script",
    async (path, who, first) => {
      const opened = await openMemberPage(who, "phone");
      opened.expectNoise(/api\/feed|ERR_FAILED/);
      await opened.context.route("**/api/feed**", (route) => route.abort());
      const { context, page } = opened;
      const { goTo, letGo } = await holdScripts(context, page);
      await ageNothing(page);
      const calls = recordCalls(page);
      const asked = Promise.all([untilAsked(page, first), untilAsked(page, "accounts.me")]);
      await goTo(path);
      await asked;
      await see(
        page.getByRole("banner").getByRole("link", { name: "Lynxden, home" }),
      ).toBeVisible();
      await see(page.locator("main").first()).toBeVisible();
      await lookAt(page, `frame-of${path.replaceAll("/", "-")}`, "phone");
      letGo();
      await see(page.locator("[data-shell]")).toHaveCount(0);
      const names = (await calls.taken()).filter((call) => !call.endsWith(".js"));
      expect(names.filter((call) => call.startsWith("accounts.me "))).toHaveLength(1);
      expect(names.filter((call) => call.startsWith(`${first} `))).toHaveLength(1);
    },
  );

  test("a guest is shown no frame of what is a member's, and is led to the login", async () => {
    const { context, page } = await openPage((await site()).url, "phone");
    const { goTo, letGo } = await holdScripts(context, page);
    await goTo("/member/tickets");
    await see(page.locator("[data-shell]")).toHaveCount(1);
    await see(page.locator("[data-shell]")).toBeHidden();
    letGo();
    await see(page).toHaveURL(/\/login/);
  });

  long("the login can be filled in and sent before its script has come", async () => {
    const someone = await join();
    const { context, page } = await openPage((await site()).url, "phone");
    const { goTo, letGo } = await holdScripts(context, page);
    await goTo("/login?redirect=%2Fmember%2Fpoints");
    await logInByForm(page, someone);
    await see(page.getByRole("button", { name: "Log In" })).toBeFocused();
    await lookAt(page, "frame-of-login", "phone");
    see(page.url()).not.toContain("password");
    letGo();
    await see(page).toHaveURL(/\/member\/points$/);
  });

  test("what is typed into the login while its script comes stays, with the focus", async () => {
    const { context, page } = await openPage((await site()).url, "phone");
    const { goTo, letGo } = await holdScripts(context, page);
    await goTo("/login");
    await page.getByLabel("Email").fill("someone@example.test");
    letGo();
    await see(page.locator("[data-shell]")).toHaveCount(0);
    await see(page.getByRole("textbox", { name: "Email", exact: true })).toHaveValue(
      "someone@example.test",
    );
    await see(page.getByLabel("Email")).toBeFocused();
    await page.getByRole("button", { name: "Log In" }).click();
    await see(page.getByText(LOGIN.passwordMissing)).toBeVisible();
  });
});

/** What there is to read anew where somebody is notified. */
const OF_NOTIFICATIONS: ReadonlySet<string> = new Set([
  "members.overview",
  "notifications.list",
  "notifications.unread",
]);

long(
  "[LIVE-08] a page reads nothing twice, and hears what happened before it joined the feed",
  async () => {
    const someone = await joinAndRead();
    const joinedMs = performance.now();
    const { page } = await openMemberPage(someone, "desktop");
    // Of the time just after a start the site knows nothing.
    const isWhole = async () => {
      const hello = await page.evaluate(async () => {
        const ended = new AbortController();
        const headers = {
          authorization: `Bearer ${localStorage.getItem("authToken")}`,
          "x-missed-ms": "60000",
        };
        const answer = await fetch("/api/feed", { headers, signal: ended.signal });
        const first = await answer.body?.getReader().read();
        ended.abort();
        return new TextDecoder().decode(first?.value);
      });
      return hello.includes('"isWhole":true');
    };
    await page.goto("/member/points");
    await see.poll(isWhole, { timeout: 180_000 }).toBe(true);
    // Of the last ten seconds everything is told again: that this person has joined, too.
    await see.poll(() => performance.now() - joinedMs).toBeGreaterThan(12_000);
    const calls = recordCalls(page);
    const { promise: joining, resolve: letJoin } = Promise.withResolvers<void>();
    await page.route("**/api/feed", async (route) => {
      await joining;
      await route.continue();
    });
    await page.goto("/member/notifications");
    await seeUnread(page, 0);
    await notify([someone], { subject: "Told before the feed" });
    const first = await calls.taken();
    expect(first).toHaveLength(new Set(first).size);
    letJoin();
    await seeUnread(page, 1);
    const again = (await calls.taken()).map((call) => call.replace(/ .*/, ""));
    expect(new Set(again).difference(OF_NOTIFICATIONS)).toEqual(new Set());
  },
);
