import { SETUP_STEP_TEXTS, SETUP_WIZARD, TRIALS } from "#shared/setup-wizard-messages.ts";
import { lookAt, openPage, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { siteWith } from "#tests/support/site.ts";

const WIZARD = "/member/admin/setup";
const NO_TEBEX = { TEBEX_PUBLIC_TOKEN: "", TEBEX_PRIVATE_KEY: "", TEBEX_WEBHOOK_SECRET: "" };

long(
  "[SETUP-03, SETUP-04] an Admin tries what is configured, puts the rest aside, leaves and comes back",
  async () => {
    const token = await login(sampleMember("admin"));
    const { url, sandbox } = await siteWith((example) => example, NO_TEBEX);
    const { page } = await openPage(url, "desktop", { outside: sandbox.url, token });
    // Only what is not configured is left to do: it is opened by itself.
    await page.goto(WIZARD);
    const heading = (step: keyof typeof SETUP_STEP_TEXTS) =>
      page.getByRole("heading", { level: 2, name: SETUP_STEP_TEXTS[step].title });
    await see(heading("tebex")).toBeVisible();
    await see(page.getByText(`${url}/api/tebex/webhook`)).toBeVisible();
    await see(page.getByText(SETUP_WIZARD.restart)).toBeVisible();
    await lookAt(page, "setup-tebex", "desktop");
    await page.getByRole("button", { name: SETUP_WIZARD.skip }).click();
    await see(page.getByRole("heading", { name: SETUP_WIZARD.allDone })).toBeVisible();

    const steps = page.getByRole("navigation", { name: SETUP_WIZARD.steps });
    await steps.getByRole("link", { name: SETUP_STEP_TEXTS.discord.title }).click();
    await see(page.getByText(`${url}/auth/discord/callback`)).toBeVisible();
    sandbox.outages.set("discord", "down");
    await page.getByRole("button", { name: SETUP_WIZARD.test }).click();
    await see(page.getByText(TRIALS.failures.status)).toBeVisible();
    sandbox.outages.set("discord", "up");
    await page.getByRole("button", { name: SETUP_WIZARD.testAgain }).click();
    await see(page.getByText(TRIALS.taken.discord)).toBeVisible();

    // Left, and taken up again elsewhere.
    const phone = await openPage(url, "phone", { outside: sandbox.url, token });
    await phone.page.goto(`${WIZARD}?step=mail`);
    await phone.page.getByLabel(TRIALS.sendTo).fill("owner@example.test");
    await phone.page.getByRole("button", { name: TRIALS.send }).click();
    await see(phone.page.getByText(TRIALS.taken.mail)).toBeVisible();
    await see(phone.page.getByText(/Answer: 250/)).toBeVisible();
    await lookAt(phone.page, "setup-mail", "phone");
    await phone.page.getByRole("link", { name: SETUP_STEP_TEXTS.tebex.title }).click();
    await phone.page.getByRole("button", { name: SETUP_WIZARD.unskip }).click();
    await see(phone.page.getByRole("button", { name: SETUP_WIZARD.skip })).toBeVisible();
    await page.goto(WIZARD);
    await see(heading("tebex")).toBeVisible();

    // A slip in the first server is said at its field, and a good one is asked before it is published.
    await steps.getByRole("link", { name: SETUP_STEP_TEXTS.server.title }).click();
    const minecraft = sandbox.servers.find(({ key }) => key.startsWith("minecraft"));
    await page.getByLabel("Game").selectOption("minecraft");
    await page.getByLabel("Name", { exact: true }).fill("Second world");
    await page.getByLabel("Host name or address").fill("127.0.0.1");
    await page.getByRole("button", { name: "Publish this server" }).click();
    await see(page.getByText("A port is a number from 1 to 65535.")).toBeVisible();
    await page.getByLabel("Port", { exact: true }).fill(String(minecraft?.port));
    await page.getByRole("button", { name: "Ask now" }).click();
    await see(page.getByText(/It answers, after/)).toBeVisible();
    await page.getByRole("button", { name: "Publish this server" }).click();
    await see(page.getByText("It is published: open pages show it now.")).toBeVisible();
  },
  600_000,
);
