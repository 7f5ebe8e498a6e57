import { expect } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { CLAIM, REGISTRATION, VERIFY_SCREEN } from "#shared/account-messages.ts";
import { TRANSFER } from "#shared/data-messages.ts";
import { consentAs } from "#tests/support/accounts-tab.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import { chooseNewPassword, logInByForm } from "#tests/support/members.ts";
import { runProgram } from "#tests/support/processes.ts";
import { site } from "#tests/support/site.ts";
import { testFolder } from "#tests/support/store.ts";

const PASSWORD = "Kettle+Birch!2026";
const ADDRESS = "moved@example.test";

const importLines = async (lines: readonly string[]) => {
  const { env } = await site();
  const file = join(await testFolder(), "members.csv");
  await Bun.write(file, lines.join("\n"));
  const program = join(ROOT, "src/server/main.ts");
  const { exitCode, output } = await runProgram(program, ["members", "import", file], env);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
};

long(
  "[MOVE-04, ACC-27, ACC-28] members who moved in while the site serves claim their accounts by mail and by Discord",
  async () => {
    await importLines([
      "email,first_name,discord_id,steam_id,points,tier,tier_until",
      `${ADDRESS},Mo,,76561198000000077,650,Gold,2090-12-31`,
    ]);
    const { url, sandbox } = await site();
    const { page } = await openPage(url, "desktop", { outside: sandbox.url });
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(ADDRESS);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.goto(await inbox.linkFor(ADDRESS, "/claim"));
    await see(page.getByRole("heading", { level: 1 })).toHaveText(CLAIM.title);
    await see(page.getByRole("region", { name: CLAIM.waitsTitle })).toContainText("650");
    await see(page.getByRole("region", { name: CLAIM.waitsTitle })).toContainText("Steam");
    await see(page.getByLabel("First Name")).toHaveValue("Mo");
    await lookAt(page, "claim-mail", "desktop");
    await page.setViewportSize({ width: 390, height: 844 });
    await lookAt(page, "claim-mail", "phone");
    await page.getByLabel("Last Name").fill("Winter");
    await chooseNewPassword(page, PASSWORD);
    await page.getByRole("button", { name: CLAIM.action }).click();
    await see(page.getByRole("status")).toHaveText(CLAIM.done);
    await page.getByRole("button", { name: "Go to login" }).click();
    await logInByForm(page, { email: ADDRESS, password: PASSWORD });
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Mo");

    const { page: other } = await openPage(url, "desktop", { outside: sandbox.url });
    const opening = other.waitForEvent("popup");
    await other.goto("/register");
    const popup = await opening;
    await consentAs(popup, "stranger");
    await see(other.getByRole("heading", { level: 1 })).toContainText(REGISTRATION.titleStart);
    // A stranger's id is known once they have come.
    const discordId = await other.evaluate(async () => {
      const answer = await fetch("/api/trpc/links.discordProof");
      const { result } = (await answer.json()) as { result: { data: { discordId: string } } };
      return result.data.discordId;
    });
    await importLines(["first_name,discord_id,points", `Dee,${discordId},40`]);
    await other.reload();
    await see(other.getByText(CLAIM.discordWaits)).toBeVisible();
    await lookAt(other, "claim-discord", "desktop");
    await other.setViewportSize({ width: 390, height: 844 });
    await lookAt(other, "claim-discord", "phone");
    await other.getByLabel("First Name").fill("Dee");
    await other.getByLabel("Last Name").fill("Moon");
    await other.getByLabel("Email").fill("dee.moon@example.test");
    await chooseNewPassword(other, PASSWORD);
    await other.getByRole("button", { name: "Register" }).click();
    await see(other.getByRole("button", { name: VERIFY_SCREEN.sendAgain })).toBeVisible();
    await other.goto(await inbox.linkFor("dee.moon@example.test", "/verify-email"));
    await other.goto("/login");
    await logInByForm(other, { email: "dee.moon@example.test", password: PASSWORD });
    await see(other.getByRole("heading", { level: 1 })).toHaveText("Welcome, Dee");
    await other.goto("/member/stats");
    await see(other.getByText(TRANSFER.reason)).toBeVisible();
  },
);
