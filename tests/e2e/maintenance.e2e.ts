import { expect } from "bun:test";
import { MAINTENANCE } from "#shared/messages.ts";
import { MAINTENANCE_PANEL } from "#shared/site-messages.ts";
import { question, seeToast } from "#tests/support/admin-users.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const REASON = "We move to a faster machine.";

long("Admins close the site with a reason and open it again, and open pages follow", async () => {
  const [admin, member] = [await login(sampleMember("admin")), await login(sampleMember("member"))];
  const { url, sandbox } = await siteWith((example) => example);
  const open = (screen: "desktop" | "phone", token?: string) =>
    openPage(url, screen, { outside: sandbox.url, ...(token !== undefined && { token }) });
  const { page } = await open("desktop", admin);
  const reader = await open("desktop");
  const writer = await open("phone", member);
  const strip = (one: typeof page) => one.getByRole("complementary", { name: MAINTENANCE.title });
  const closed = (one: typeof page) => one.getByRole("heading", { name: MAINTENANCE.closedTitle });
  await reader.page.goto("/rules");
  await writer.page.goto("/member/tickets/new-ticket");
  await see(writer.page.getByLabel("Subject")).toBeVisible();

  await page.goto("/member/admin/site");
  const panel = page.getByRole("region", { name: MAINTENANCE.title });
  await see(panel).toContainText(MAINTENANCE_PANEL.off);
  await panel.getByRole("button", { name: MAINTENANCE_PANEL.begin }).click();
  await question(page).getByRole("button", { name: MAINTENANCE_PANEL.confirm }).click();
  await see(question(page).getByLabel(MAINTENANCE_PANEL.reason)).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await question(page).getByLabel(MAINTENANCE_PANEL.reason).fill(REASON);
  await question(page).getByLabel(MAINTENANCE_PANEL.expectedEnd).fill("2020-01-01T10:00");
  await question(page).getByRole("button", { name: MAINTENANCE_PANEL.confirm }).click();
  await see(question(page).getByText(MAINTENANCE_PANEL.endIsPast)).toBeVisible();
  await question(page).getByLabel(MAINTENANCE_PANEL.expectedEnd).fill("2099-12-31T18:30");
  await lookAt(page, "maintenance-dialog", "desktop");
  await question(page).getByRole("button", { name: MAINTENANCE_PANEL.confirm }).click();
  await seeToast(page, MAINTENANCE_PANEL.begun);
  await see(panel).toContainText(REASON);
  await lookAt(page, "maintenance-overview", "desktop");

  await see(strip(reader.page)).toContainText(REASON);
  await see(strip(reader.page)).toContainText("Dec 31, 2099");
  await lookAt(reader.page, "maintenance-rules", "desktop");
  await see(closed(writer.page)).toBeVisible();
  await lookAt(writer.page, "maintenance-closed", "phone");
  await reader.page.goto("/register");
  await see(closed(reader.page)).toBeVisible();
  const login_ = await open("phone");
  await login_.page.goto("/login");
  await see(login_.page.getByLabel("Email")).toBeVisible();
  await see(strip(login_.page)).toContainText(REASON);
  await lookAt(login_.page, "maintenance-login", "phone");
  await page.goto("/member/tickets/new-ticket");
  await see(page.getByLabel("Subject")).toBeVisible();
  await see(closed(page)).toHaveCount(0);

  await strip(page).getByRole("link", { name: MAINTENANCE.change }).click();
  await panel.getByRole("button", { name: MAINTENANCE_PANEL.end }).click();
  await see(panel.getByRole("button", { name: MAINTENANCE_PANEL.begin })).toBeFocused();
  await seeToast(page, MAINTENANCE_PANEL.ended);
  await see(strip(page)).toHaveCount(0);
  await see(writer.page.getByLabel("Subject")).toBeVisible();
  await see(reader.page.getByRole("heading", { name: "Join Lynxden" })).toBeVisible();
  expect(await strip(writer.page).count()).toBe(0);
});
