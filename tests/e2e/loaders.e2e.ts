import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { LOGIN } from "#shared/account-messages.ts";
import { LOADER_WAIT_MS } from "#shared/constants/timings.ts";
import {
  expectNoAxeFindings,
  keepScreenshot,
  lookAt,
  openPage,
  see,
  failUntilTriedAgain,
} from "#tests/support/browser.ts";
import { join, logInByForm, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const [member, admin] = [sampleMember("member"), sampleMember("admin")];
/** So long nothing more is asked. */
const QUIET_MS = 700;

const PROFILE = "**/api/trpc/**members.profile**";

const isCounted = (url: string) => /\.js$|\/api\/trpc\//.test(url);

/** What a page asks for: procedures with their input, and scripts. */
const recordCalls = (page: Page) => {
  const calls: string[] = [];
  let isAnyOpen = 0;
  let changedAtMs = Date.now();
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith(".js")) calls.push(pathname);
    else if (pathname.startsWith("/api/trpc/")) {
      const input = JSON.parse(searchParams.get("input") ?? "{}") as Record<string, unknown>;
      for (const [index, name] of pathname.slice("/api/trpc/".length).split(",").entries())
        calls.push(`${name} ${JSON.stringify(input[index] ?? null)}`);
    } else return;
    isAnyOpen += 1;
    changedAtMs = Date.now();
  });
  const onEnd = () => {
    isAnyOpen -= 1;
    changedAtMs = Date.now();
  };
  page.on("requestfinished", (request) => isCounted(request.url()) && onEnd());
  page.on("requestfailed", (request) => isCounted(request.url()) && onEnd());
  return {
    /** What was asked since the last time, once nothing more is. */
    taken: async () => {
      changedAtMs = Date.now();
      await see.poll(() => isAnyOpen <= 0 && Date.now() - changedAtMs > QUIET_MS).toBe(true);
      return calls.splice(0);
    },
  };
};

/** Somebody of the sample community at a screen, with no feed that has them ask anew meanwhile. */
const openAt = async (who: typeof member, path: string) => {
  const opened = await openMemberPage(who);
  opened.expectNoise(/api\/feed|ERR_FAILED/);
  await opened.context.route("**/api/feed**", (route) => route.abort());
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
  await see(bar(page)).toBeVisible();
  await see(title(page)).toHaveText("Stats");
};

const isProcedure = (call: string) => !call.endsWith(".js");

/** Links, where they stand, and the call that their screens cannot do without. */
const BY_MEMBERS = [
  ["Member area", /^Tickets/, "tickets.list", "Open Tickets"],
  ["Member area", /^Notifications/, "notifications.list", "Notifications"],
  ["Member area", /^Purchases/, "orders.mine", "Purchases"],
  ["Member area", /^Settings/, "members.profile", "Settings"],
] as const;

describe("a link that is pointed at", () => {
  test.each(BY_MEMBERS)(
    "in %p to %p fetches the data, and following it asks for nothing more",
    async (navigation, name, procedure, heading) => {
      const { page } = await openAt(member, "/member/stats");
      const { taken } = recordCalls(page);
      await taken();
      const link = page.getByRole("navigation", { name: navigation }).getByRole("link", { name });
      await link.hover();
      const fetched = await taken();
      see(fetched.filter(isProcedure).join()).toContain(procedure);
      // The header is smaller there: what moves up below the pointer is not pointed at.
      await page.mouse.move(1439, 899);
      await link.press("Enter");
      await see(title(page)).toHaveText(heading);
      see(await taken()).toEqual([]);
    },
  );

  test("into another area fetches its script together with the data", async () => {
    const { page } = await openAt(member, "/zlg-rules");
    const { taken } = recordCalls(page);
    await taken();
    await bell(page).hover();
    const fetched = await taken();
    see(fetched.filter(isProcedure).join()).toContain("notifications.list");
    see(fetched.some((call) => call.endsWith(".js"))).toBe(true);
    await bell(page).click();
    await see(title(page)).toHaveText("Notifications");
    see((await taken()).filter((call) => call.endsWith(".js"))).toEqual([]);
  });

  test("tells the server nothing of an Admin, whose reads are recorded", async () => {
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
      await link.click();
      const asked = (await taken()).filter(isProcedure);
      see(asked.filter((call) => call.startsWith(`${procedure} `))).toHaveLength(1);
      see(new Set(asked).size).toBe(asked.length);
    }
  });
});

describe("a tap whose answer is slow", () => {
  test("shows a bar over the page, and after a second the screen without its data", async () => {
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
    await see(page.getByLabel("Email")).toHaveValue(member.email);
  });

  test("shows the bar while the script of the screen is not there", async () => {
    const { context, page } = await openAt(member, "/zlg-rules");
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

test.each([
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

test("a screen whose data cannot be loaded is shown, and says so itself", async () => {
  const { page, expectNoise } = await openAt(member, "/member/stats");
  expectNoise(/503/);
  await recordCalls(page).taken();
  await failUntilTriedAgain(page, PROFILE);
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
  await see(page.getByLabel("Email")).toHaveValue(member.email);
});

describe("somebody who is signed in opens a page for the first time", () => {
  test.each([
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
      const { page } = opened;
      const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
      await opened.context.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
        await isLetGo;
        await route.continue();
      });
      const calls = recordCalls(page);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const going = page.goto(path);
      await see.poll(() => asked.some((url) => url.includes(first))).toBe(true);
      await see.poll(() => asked.some((url) => url.includes("accounts.me"))).toBe(true);
      await see(
        page.getByRole("banner").getByRole("link", { name: "Lynxden, home" }),
      ).toBeVisible();
      await see(page.locator("main").first()).toBeVisible();
      await lookAt(page, `frame-of${path.replaceAll("/", "-")}`, "phone");
      letGo();
      await going;
      await see(page.locator("[data-shell]")).toHaveCount(0);
      const names = (await calls.taken()).filter((call) => !call.endsWith(".js"));
      expect(names.filter((call) => call.startsWith("accounts.me "))).toHaveLength(1);
      expect(names.filter((call) => call.startsWith(`${first} `))).toHaveLength(1);
    },
  );

  test("a guest is shown no frame of what is a member's, and is led to the login", async () => {
    const { page } = await openPage((await site()).url, "phone");
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
      await isLetGo;
      await route.continue();
    });
    const going = page.goto("/member/tickets");
    await see(page.locator("[data-shell]")).toHaveCount(1);
    await see(page.locator("[data-shell]")).toBeHidden();
    letGo();
    await going;
    await see(page).toHaveURL(/\/login/);
  });

  test("the login can be filled in and sent before its script has come", async () => {
    const someone = await join();
    const { page } = await openPage((await site()).url, "phone");
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
      await isLetGo;
      await route.continue();
    });
    const going = page.goto("/login?redirect=%2Fmember%2Fpoints");
    await logInByForm(page, someone);
    await see(page.getByRole("button", { name: "Log In" })).toBeFocused();
    await lookAt(page, "frame-of-login", "phone");
    see(page.url()).not.toContain("password");
    letGo();
    await going;
    await see(page).toHaveURL(/\/member\/points$/);
  });

  test("what is typed into the login while its script comes stays, with the focus", async () => {
    const { page } = await openPage((await site()).url, "phone");
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!boot).*\.js$/, async (route) => {
      await isLetGo;
      await route.continue();
    });
    const going = page.goto("/login");
    await page.getByLabel("Email").fill("someone@example.test");
    letGo();
    await going;
    await see(page.locator("[data-shell]")).toHaveCount(0);
    await see(page.getByLabel("Email")).toHaveValue("someone@example.test");
    await see(page.getByLabel("Email")).toBeFocused();
    await page.getByRole("button", { name: "Log In" }).click();
    await see(page.getByText(LOGIN.passwordMissing)).toBeVisible();
  });
});
