import { describe, test } from "bun:test";
import type { Page } from "@playwright/test";
import { LOADER_WAIT_MS } from "#shared/constants/timings.ts";
import {
  expectNoAxeFindings,
  keepScreenshot,
  see,
  failUntilTriedAgain,
} from "#tests/support/browser.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";

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
    "in %p to %p fetches script and data, and following it asks for nothing more",
    async (navigation, name, procedure, heading) => {
      const { page } = await openAt(member, "/member/stats");
      const { taken } = recordCalls(page);
      await taken();
      const link = page.getByRole("navigation", { name: navigation }).getByRole("link", { name });
      await link.hover();
      const fetched = await taken();
      see(fetched.filter(isProcedure).join()).toContain(procedure);
      see(fetched.some((call) => call.endsWith(".js"))).toBe(true);
      await link.click();
      await see(title(page)).toHaveText(heading);
      see(await taken()).toEqual([]);
    },
  );

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
      [/^Inbox/, "orders.events"],
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
    const { context, page } = await openAt(member, "/member/stats");
    await recordCalls(page).taken();
    const held = Promise.withResolvers<void>();
    await context.route("**/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await waitForSettings(page);
    await expectNoAxeFindings(page);
    await keepScreenshot(page, "pending-bar");
    held.resolve();
    await see(title(page)).toHaveText("Settings");
    await see(bar(page)).toHaveCount(0);
  });
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
