import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { databaseFile } from "#server/store/data-folder.ts";
import { HEALTH_SCREEN } from "#shared/health-work-messages.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const HEALTH = "/member/admin/health";

/** A mail that was given up, as the outbox keeps it. */
const giveUpMail = async () => {
  const { dataDir } = await site();
  const database = new Database(databaseFile(dataDir));
  database.run("PRAGMA busy_timeout = 5000");
  const payload = JSON.stringify({
    to: { name: "Ada Lovelace", address: "ada@example.test" },
    template: "password-changed",
    data: { firstName: "Ada", changedAt: "2026-03-01T12:00:00.000Z" },
  });
  const now = Date.now();
  database.run(
    "INSERT INTO outbox (kind, payload, attempts, next_attempt_at, failed_at, last_error, created_at) VALUES ('mail', ?, 9, ?, ?, 'ECONNREFUSED', ?)",
    [payload, now + 86_400_000, now, now],
  );
  database.close();
};

long(
  "an Admin sees how the site is, which looks again by itself, and sends a mail again that was given up",
  async () => {
    await giveUpMail();
    const { page } = await openMemberPage(sampleMember("admin"), "desktop");
    await page.goto("/member/admin");
    await page
      .getByRole("navigation", { name: "Administration" })
      .getByRole("link", { name: /^Health/ })
      .click();
    await see(page).toHaveURL(new RegExp(`${HEALTH}$`));
    const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
    await see(checks).toHaveCount(Object.keys(HEALTH_SCREEN.names).length);
    await see(checks.filter({ hasText: "Game servers" }).last()).toContainText("answer");
    const jobs = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
    await see(jobs.filter({ hasText: "poll-servers" })).toContainText("Works");

    const mails = page.getByRole("list", { name: HEALTH_SCREEN.mails });
    await see(mails.getByRole("listitem")).toHaveCount(1);
    await see(mails).toContainText("a…@example.test");
    await lookAt(page, "admin-health", "desktop");
    // Nobody has asked for it: it keeps no session alive.
    const again = await page.waitForRequest((request) => request.url().includes("health.read"));
    expect(again.headers()["x-background"]).toBe("1");
    for (const screen of onScreens("phone", "narrow")) {
      const other = await openMemberPage(sampleMember("admin"), screen);
      await other.page.goto(HEALTH);
      await see(other.page.getByRole("list", { name: "Checks" })).toContainText("Database");
      await lookAt(other.page, "admin-health", screen);
    }
    await mails.getByRole("button", { name: HEALTH_SCREEN.sendAgain }).click();
    await see(page.getByText("One email is queued to be sent again.")).toBeVisible();
    await see(page.getByText(HEALTH_SCREEN.noMails)).toBeVisible();
  },
);
