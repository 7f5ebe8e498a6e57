import { describe, expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { Config } from "#server/config/config.ts";
import { createTrials } from "#server/providers/trials/trials.ts";
import { callbackPath, PLATFORMS } from "#shared/constants/accounts.ts";
import { SETUP_STEPS, TEBEX_WEBHOOK_PATH } from "#shared/constants/setup.ts";
import type { SetupState } from "#shared/schemas/site.ts";
import { SETUP_WIZARD } from "#shared/setup-wizard-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { type TestApp, testApp, testConfig, withLimits } from "#tests/support/app.ts";
import { askTrpc } from "#tests/support/ask-procedure.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { passDeadlines } from "#tests/support/deadlines.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

const NO_MAIL = { SMTP_URL: "", MAIL_FROM: "" };

/** Where nobody has changed the file: the site is the example. */
const exampleApp = (env: Readonly<Record<string, string>> = {}) =>
  testApp({ env: { ...NO_MAIL, ...env } });

const withOwnFile = (config: Config) => ({ ...config, untouchedExample: null });

const adminOf = async (app: TestApp) => {
  const { headers } = await signedIn(app, { role: "Admin" });
  const ask = async (procedure: Parameters<typeof askTrpc>[1], input?: Record<string, unknown>) => {
    const response = await askTrpc(app, procedure, input, headers);
    const { result, error } = (await response.json()) as {
      result?: { data?: unknown };
      error?: { message: string };
    };
    return error?.message ?? result?.data;
  };
  const state = async () => (await ask("setup.state")) as SetupState;
  const steps = async (wanted: "isDone" | "isSkipped") =>
    (await state()).steps.filter((step) => step[wanted]).map(({ step }) => step);
  return { ask, state, steps };
};

describe("[SETUP-03] how far an owner has come", () => {
  test("follows from the site, and from what was put aside", async () => {
    const app = await exampleApp({
      DISCORD_CLIENT_ID: "123456789012345678",
      DISCORD_CLIENT_SECRET: "secret",
    });
    const { ask, state, steps } = await adminOf(app);
    expect((await state()).steps.map(({ step }) => step)).toEqual([...SETUP_STEPS]);
    expect(await steps("isDone")).toEqual(["discord"]);
    await ask("setup.skip", { step: "tebex", isSkipped: true });
    await ask("setup.skip", { step: "mail", isSkipped: true });
    await ask("setup.skip", { step: "mail", isSkipped: true });
    expect(await steps("isSkipped")).toEqual(["mail", "tebex"]);
    await ask("setup.skip", { step: "tebex", isSkipped: false });
    expect(await steps("isSkipped")).toEqual(["mail"]);
  });

  test("a name and a server that are published are done; the example's servers are not", async () => {
    const app = await exampleApp();
    const { ask, state, steps } = await adminOf(app);
    const { exampleServers } = await state();
    expect(exampleServers).toHaveLength(app.deps.config.community.servers.length);
    const publish = async (section: string, change: (content: never) => unknown) => {
      const { published, version, draftRevision } = (await ask("site.section", { section })) as {
        published: never;
        version: number;
        draftRevision: number;
      };
      const content = change(published);
      await ask("site.saveDraft", { section, content, basedOn: version, revision: draftRevision });
      return await ask("site.publish", { sections: [section], note: "", version });
    };
    await publish("brand", (brand: object) => ({ ...brand, name: "Frostkeep" }));
    expect(await steps("isDone")).toEqual(["brand"]);
    await publish("servers", () => [
      { key: "one", game: "minecraft", name: "One", host: "mc.example.com", port: 25_565 },
    ]);
    expect(await steps("isDone")).toEqual(["brand", "server"]);
    await publish("brand", (brand: object) => ({ ...brand, timezone: "Europe/Berlin" }));
    expect(await steps("isDone")).toEqual(["brand", "timezone", "server"]);
  });

  test("who has a file of their own has brand, time zone and servers", async () => {
    const { steps } = await adminOf(await testApp({ env: NO_MAIL, adjust: withOwnFile }));
    expect(await steps("isDone")).toEqual(["brand", "timezone", "server"]);
  });

  test("registrations that wait for an Admin are counted", async () => {
    const app = await testApp();
    const { ask } = await adminOf(app);
    await addUser(app.deps.store, app.clock, { verifiedAt: null });
    await addUser(app.deps.store, app.clock, {
      verifiedAt: null,
      deactivatedAt: app.clock.now(),
      deactivatedBy: "admin",
    });
    expect(await ask("setup.waiting")).toEqual({ count: 1 });
  });

  test.if(TEST_ENGINE === "sqlite")("are counted without a look at all the others", async () => {
    const app = await testApp();
    const { ask } = await adminOf(app);
    const steps = await plansOf(() => ask("setup.waiting"));
    expect(steps).toContain("SEARCH users USING INDEX users_verified (verified_at=?)");
    expect(steps.filter((step) => step.includes("users_waits"))).toEqual([]);
  });
});

test("[SETUP-04] the addresses that are to be entered at providers are those that answer", async () => {
  const app = await testApp({
    env: {
      DISCORD_CLIENT_ID: "123456789012345678",
      DISCORD_CLIENT_SECRET: "secret",
      EPIC_CLIENT_ID: "epic",
      EPIC_CLIENT_SECRET: "secret",
      MICROSOFT_CLIENT_ID: "microsoft",
      MICROSOFT_CLIENT_SECRET: "secret",
    },
  });
  for (const platform of PLATFORMS.filter((one) => one !== "steam")) {
    const started = await app.request(`/auth/${platform}/start?purpose=register`);
    const { searchParams } = new URL(started.headers.get("location") ?? "");
    const said = `${app.deps.config.publicUrl}${callbackPath(platform)}`;
    expect(searchParams.get("redirect_uri")).toBe(said);
    expect((await app.request(callbackPath(platform))).status).toBe(400);
  }
  const webhook = await app.request(TEBEX_WEBHOOK_PATH, { method: "POST", body: "{}" });
  expect(webhook.status).not.toBe(404);
});

/** The imitated world, and what tries it with what the site is told of it. */
const world = async (changes: Readonly<Record<string, string>> = {}) => {
  const sandbox = await startSandbox();
  sandbox.outages.onDawdle(passDeadlines);
  afterThisTest(() => sandbox.stop());
  const config = await testConfig({ ...sandbox.environment, ...changes });
  return { sandbox, trials: createTrials(config) };
};

describe("[SETUP-04] trying what is configured", () => {
  const PROVIDERS = ["discord", "steam", "epic", "microsoft", "tebex"] as const;

  test("each provider takes it", async () => {
    const { trials } = await world();
    for (const provider of PROVIDERS)
      expect({ provider, ...(await trials.provider(provider)) }).toMatchObject({
        provider,
        failure: null,
      });
    expect((await trials.provider("tebex"))?.answer).toMatch(/^[1-9]\d*$/);
  });

  test("each provider refuses what it does not know, and says so", async () => {
    const { trials } = await world({
      DISCORD_CLIENT_SECRET: "wrong",
      STEAM_WEB_API_KEY: "wrong",
      EPIC_CLIENT_SECRET: "wrong",
      MICROSOFT_CLIENT_SECRET: "wrong",
      TEBEX_PUBLIC_TOKEN: "wrong",
    });
    for (const provider of PROVIDERS)
      expect({ provider, ...(await trials.provider(provider)) }).toMatchObject({
        provider,
        failure: "refused",
      });
    expect((await trials.provider("discord"))?.answer).toContain("invalid_client");
  });

  test("who is in trouble, is silent or is nowhere is told apart", async () => {
    const { sandbox, trials } = await world();
    for (const provider of PROVIDERS) {
      sandbox.outages.set(provider, "down");
      expect({ provider, ...(await trials.provider(provider)) }).toMatchObject({
        provider,
        failure: "status",
      });
      sandbox.outages.set(provider, "garbage");
      expect({ provider, ...(await trials.provider(provider)) }).toMatchObject({
        provider,
        failure: "malformed",
      });
    }
    await sandbox.stop();
    for (const provider of PROVIDERS)
      expect({ provider, ...(await trials.provider(provider)) }).toMatchObject({
        provider,
        failure: "unreachable",
      });
  });

  test("a mail is sent at once, and what the mail server answers is told", async () => {
    const sandbox = await startSandbox();
    afterThisTest(() => sandbox.stop());
    const app = await testApp({ env: sandbox.environment });
    const { ask } = await adminOf(app);
    const taken = await ask("setup.sendTrialMail", { email: "owner@example.test" });
    expect(taken).toEqual({ failure: null, answer: expect.stringMatching(/^250 /) });
    const caught = await fetch(`${sandbox.url}/mail`, { headers: { accept: "application/json" } });
    expect(await caught.json()).toMatchObject([
      { subject: SETUP_WIZARD.mail.subject(app.deps.config.community.brand.name) },
    ]);
    const { outbox } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(outbox)).toEqual([]);
    sandbox.outages.set("smtp", "down");
    const refused = (await ask("setup.sendTrialMail", { email: "owner@example.test" })) as {
      failure: string;
    };
    expect(refused.failure).not.toBeNull();
  });

  test("is counted, written down without an address, and refused where nothing is configured", async () => {
    const trials = {
      provider: async () => ({ failure: "refused" as const, answer: "invalid_client" }),
      mail: async () => null,
    };
    const app = await testApp({
      overrides: { trials },
      adjust: withLimits({ trialsByMember: 1, trialMailsByMember: 2 }),
    });
    const { ask } = await adminOf(app);
    expect(await ask("setup.tryProvider", { provider: "discord" })).toEqual({
      failure: "refused",
      answer: "invalid_client",
    });
    expect(await ask("setup.tryProvider", { provider: "discord" })).toContain("Too many");
    expect(await ask("setup.sendTrialMail", { email: "ada" })).not.toBe(SETUP_WIZARD.notConfigured);
    expect(await ask("setup.sendTrialMail", { email: "ada@example.test" })).toBe(
      SETUP_WIZARD.notConfigured,
    );
    const { audit } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(audit).orderBy(audit.id)).toMatchObject([
      { action: "setup.tried", after: { platform: "discord", status: "refused" } },
      { action: "limit.reached" },
    ]);
  });
});
