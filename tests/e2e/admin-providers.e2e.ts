import { expect } from "bun:test";
import { PROVIDER_LABELS } from "#shared/admin-messages.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { consent } from "#tests/support/discord.ts";
import { long } from "#tests/support/long.ts";
import { openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const PROVIDERS = "/member/admin/providers";
/** Longer than a provider is paused. */
const PAUSE_MAX_MS = 60_000;

/** Somebody who signs in at Epic in a window. @returns the status of the window's last page. */
const signInAtEpic = async (): Promise<number> => {
  const { url } = await site();
  const started = await fetch(`${url}/auth/epic/start?purpose=register`, { redirect: "manual" });
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await consent(started.headers.get("location") ?? "", "ada");
  return (await fetch(`${url}/auth/epic/callback?${answer}`, { headers: { cookie } })).status;
};

long("an Admin sees how the providers are, and that one is paused, without a reload", async () => {
  const { sandbox } = await site();
  const { page } = await openMemberPage(sampleMember("admin"), "desktop");
  await page.goto("/member/admin/users");
  await page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "Providers" })
    .click();
  await see(page).toHaveURL(new RegExp(`${PROVIDERS}$`));
  const rows = page.getByRole("list", { name: "Providers" }).getByRole("listitem");
  await see(rows).toHaveCount(6);
  const epic = rows.filter({ hasText: PROVIDER_LABELS.epic.name });
  await see(epic).toContainText("Working");
  sandbox.outages.set("epic", "garbage");
  for (let time = 0; time < 5; time += 1) expect(await signInAtEpic()).toBe(502);
  expect(await signInAtEpic()).toBe(503);
  await see(epic).toContainText("Paused");
  await see(epic).toContainText(PROVIDER_LABELS.epic.waits);
  await see(epic).toContainText("5 calls failed");
  await lookAt(page, "admin-providers", "desktop");
  const phone = await openMemberPage(sampleMember("admin"), "phone");
  await phone.page.goto(PROVIDERS);
  await see(phone.page.getByRole("listitem").filter({ hasText: "Paused" })).toHaveCount(1);
  await lookAt(phone.page, "admin-providers", "phone");

  // The next sign-in after the pause is let through, and tells that Epic is back.
  sandbox.outages.set("epic", "up");
  await see.poll(signInAtEpic, { timeout: PAUSE_MAX_MS, intervals: [1000] }).toBe(200);
  await see(epic).toContainText("Working");
});
