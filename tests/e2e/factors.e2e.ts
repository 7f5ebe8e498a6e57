import { expect, test } from "bun:test";
import { DISCORD_LOGIN, RECOVERY_CODES, SECOND_STEP } from "#shared/factor-messages.ts";
import { finishAs } from "#tests/support/accounts-tab.ts";
import { SECURITY, setUpApp } from "#tests/support/app-setup.ts";
import { expectNoAxeFindings, openPage, see } from "#tests/support/browser.ts";
import { codeOfApp } from "#tests/support/factors.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, logInByForm, logOut, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

long.each(onScreens("desktop", "phone"))(
  "[FACTOR-01] [FACTOR-05] an app is set up, asked for, and replaced by a recovery code (%s)",
  async (screen) => {
    const member = await join();
    const { page, expectNoise } = await openMemberPage(member, screen);
    const { secret, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: RECOVERY_CODES.kept }).click();
    await see(page.getByText(RECOVERY_CODES.left(10))).toBeVisible();
    await logOut(page, screen);

    expectNoise(/401/);
    await page.goto("/login");
    await logInByForm(page, member);
    await see(page.getByRole("heading", { name: SECOND_STEP.title })).toBeVisible();
    // A reload goes on where it was.
    await page.reload();
    const code = page.getByLabel(SECOND_STEP.appLabel);
    await see(code).toBeFocused();
    await code.fill("000000");
    await see(page.getByRole("alert").getByText(SECOND_STEP.wrong)).toBeVisible();
    // The next step of time: the code that set it up is used.
    await expectNoAxeFindings(page);
    const later = new Date(Date.now() + 30_000);
    const typed = codeOfApp(secret, later);
    await code.fill(typed);
    await see(page).toHaveURL(/\/member/);
    await logOut(page, screen);

    await page.goto("/login");
    await logInByForm(page, member);
    // Whoever has seen it being typed gets nowhere with it.
    await code.fill(typed);
    await see(page.getByRole("alert").getByText(SECOND_STEP.used)).toBeVisible();
    const recover = async (recovery = "") => {
      await page.getByRole("button", { name: SECOND_STEP.byRecovery }).click();
      await page.getByLabel(SECOND_STEP.recoveryLabel).fill(recovery);
      await page.getByRole("button", { name: SECOND_STEP.next }).click();
    };
    await recover(codes[0]);
    await see(page).toHaveURL(/\/member/);
    await logOut(page, screen);

    await page.goto("/login");
    await logInByForm(page, member);
    await recover(codes[0]);
    await see(page.getByRole("alert").getByText(SECOND_STEP.recoveryWrong)).toBeVisible();
    await page.getByLabel(SECOND_STEP.recoveryLabel).fill(codes[1] ?? "");
    await page.getByRole("button", { name: SECOND_STEP.next }).click();
    await see(page).toHaveURL(/\/member/);
    await page.goto(SECURITY);
    await see(page.getByText(RECOVERY_CODES.left(8))).toBeVisible();
  },
);

long.each(onScreens("desktop", "phone"))(
  "[FACTOR-06] a member logs in with the Discord account that they have linked, nobody else (%s)",
  async (screen) => {
    const { url, sandbox } = await site();
    const { page, expectNoise } = await openPage(url, screen, { outside: sandbox.url });
    expectNoise(/401/);
    await page.goto("/login");
    const open = async (persona: string) => {
      const opening = page.waitForEvent("popup");
      await page.getByRole("button", { name: DISCORD_LOGIN.action }).click();
      await finishAs(await opening, persona);
    };
    await open("stranger");
    await see(page.getByRole("alert")).toHaveText(DISCORD_LOGIN.unlinked);
    await open("taken");
    await see(page.getByRole("heading", { level: 1 })).toContainText(
      sampleMember("member").firstName,
    );
    await see(page).toHaveURL(/\/member/);
  },
);

test("[FACTOR-06] a Discord account whose proof is heard twice is logged in with once", async () => {
  const { url, sandbox } = await site();
  const { page, expectNoise } = await openPage(url, "desktop", { outside: sandbox.url });
  // Nothing has been proven.
  expectNoise(/400/);
  await page.goto("/login");
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: DISCORD_LOGIN.action }).click();
  const popup = await opening;
  const logins: string[] = [];
  page.on("request", (request) => {
    // Calls that are made at once go in one request.
    const calls = new URL(request.url()).pathname.split(/[/,]/);
    logins.push(...calls.filter((call) => call === "factors.loginWithDiscord"));
  });
  await page.evaluate(() => {
    const data = {
      type: "DISCORD_AUTH_SUCCESS",
      discordId: "80351110224678912",
      discordName: "twice",
      discordImgUrl: null,
    };
    const { origin } = window.location;
    for (let times = 0; times < 2; times += 1)
      window.dispatchEvent(new MessageEvent("message", { origin, data }));
  });
  await see(page.getByRole("alert")).toHaveText(DISCORD_LOGIN.notProven);
  expect(logins).toHaveLength(1);
  await popup.close();
});
