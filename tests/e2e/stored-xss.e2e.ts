import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import type { Page } from "@playwright/test";
import { databaseFile } from "#server/store/data-folder.ts";
import { openPage, see } from "#tests/support/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { STATUS_GAMES } from "#tests/support/community.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { ask, idOf, openTicket, say } from "#tests/support/rest-calls.ts";
import { changeServer, site } from "#tests/support/site.ts";

/** The longest a change in a game server may take to reach an open tab. */
const REACHES_A_TAB_MS = 120_000;
const RUN = "window.hasRun=true";
const PAYLOADS = [
  `<img src=x onerror=${RUN}>`,
  `"><svg onload=${RUN}>`,
  `</script><script>${RUN}</script>`,
];
const EVIL = PAYLOADS[0] as string;
const LONG = [...PAYLOADS, `javascript:${RUN}`, `https://evil.example/"onmouseover="${RUN}`].join(
  "\n",
);

/** What ran, and what became an element instead of text. */
const outcomeOn = (page: Page) =>
  page.evaluate(() => ({
    hasRun: "hasRun" in window,
    elements: [...document.querySelectorAll("*")].filter(
      (element) =>
        element.getAttributeNames().some((name) => name.startsWith("on")) ||
        element.getAttribute("src") === "x" ||
        /^javascript:/i.test(element.getAttribute("href") ?? ""),
    ).length,
  }));

/** Calls somebody, and what they have linked, what no route would let them be called. */
const call = async (userId: string, name: string, imageUrl: string | null) => {
  const { dataDir } = await site();
  using database = new Database(databaseFile(dataDir));
  database.run("PRAGMA busy_timeout = 5000");
  database.run("UPDATE users SET first_name = ?, last_name = ? WHERE id = ?", [name, name, userId]);
  database.run("UPDATE links SET name = ?, image_url = ? WHERE user_id = ?", [
    name,
    imageUrl,
    userId,
  ]);
};

/**
 * As a provider, or a version of the site that allowed it, would have left it in the database, until
 * the test ends: others look at the same lists.
 */
const plant = async (userId: string) => {
  await call(userId, EVIL, `javascript:${RUN}`);
  afterThisTest(() => call(userId, "Harmless", null));
};

long("a name, a ticket, a message or a notification cannot run on anybody's screen", async () => {
  const member = await join();
  const ticket = await openTicket(member, { subject: EVIL, description: LONG });
  await say(member, ticket, LONG);
  const id = await idOf(member);
  await plant(id);
  const targets = { isGlobal: false, targetUserIds: [id] };
  await ask(sampleMember("admin"), "POST", "Notification", {
    subject: EVIL,
    message: LONG,
    ...targets,
  });

  const screens = {
    member: [
      "/member/tickets/open-tickets",
      `/member/tickets/ticket/${ticket}`,
      `/member/tickets/ticket/${ticket}/edit`,
      "/member/notifications",
      "/member/stats",
      "/member/accountsettings",
      "/member/points",
    ],
    admin: [
      `/member/admin/users?search=${encodeURIComponent(member.email)}`,
      `/member/tickets/ticket/${ticket}`,
      "/member/admin/audit",
      "/member/notifications/create",
    ],
  };
  for (const [who, paths] of [
    [member, screens.member],
    [sampleMember("admin"), screens.admin],
  ] as const) {
    const { page, expectNoise } = await openMemberPage(who, "desktop");
    // A picture that is no address of ours is asked for, and is not there or refused.
    expectNoise(/javascript:|img-src/);
    let shown = 0;
    for (const path of paths) {
      await page.goto(path);
      await see(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState("load");
      shown += await page.getByText("onerror=").count();
      expect([path, await outcomeOn(page)]).toEqual([path, { hasRun: false, elements: 0 }]);
    }
    // It is there to be read.
    expect(shown).toBeGreaterThan(0);
  }
});

long("a game server cannot run anything by its name or version", async () => {
  const { url } = await site();
  // One of each protocol.
  const keys = ["ark-se-fjordur", "ark-sa-extinction", "eco", "minecraft", "empyrion"];
  for (const key of keys)
    await changeServer(key, { serverName: `${key} ${EVIL}`, version: `1 ${EVIL}` });
  const { page } = await openPage(url, "desktop");
  for (const game of STATUS_GAMES) {
    await page.goto(`/?status=${game}#ServerStatusDisplay`);
    const row = page.locator(keys.map((key) => `[data-server="${key}"]`).join());
    // It is there to be read.
    await see(row).toContainText("onerror=", { timeout: REACHES_A_TAB_MS });
    expect([game, await outcomeOn(page)]).toEqual([game, { hasRun: false, elements: 0 }]);
  }
});
