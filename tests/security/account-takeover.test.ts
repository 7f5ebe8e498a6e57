import { describe, expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import { followResets } from "#server/modules/factors/index.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { AppSetup } from "#shared/schemas/factors.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { softwareAuthenticator } from "#tests/support/authenticator.ts";
import { asSite } from "#tests/support/context.ts";
import {
  addApp,
  APP_SECRET,
  askFactors,
  codeOfApp,
  firstStep,
  secondStep,
} from "#tests/support/factors.ts";
import { type HttpClient, httpClient } from "#tests/support/http-client.ts";
import { addPasskey, loginWithDevice } from "#tests/support/passkeys.ts";
import {
  call,
  mailedSecret,
  NEW_PASSWORD,
  query,
  queuedMails,
} from "#tests/support/registration.ts";

const RECEIVER = "https://receiver.example/hook";
const ELSEWHERE = "198.51.100.9";

/** An Admin with an app, who has signed in with both steps, in a browser at home. */
const victim = async (given: Parameters<typeof addMember>[1] = {}) => {
  const app = await testApp();
  const { id, email } = await addMember(app.deps, given);
  const bystander = await addMember(app.deps);
  await addApp(app.deps, id);
  const home = httpClient(app);
  const code = () => codeOfApp(APP_SECRET, app.clock.now());
  const { ticket } = await firstStep(home, email);
  expect(await secondStep(home, ticket, code())).toBe("200");
  return { app, id, email, home, bystander, code };
};

/** Status and code of what a client is answered. */
const answerOf = async (who: HttpClient, procedure: string, input: unknown) => {
  const response = await who.ask("POST", `/api/trpc/${procedure}`, input);
  const { error } = (await response.json()) as { error?: { data: { code: string } } };
  return `${response.status} ${error?.data.code ?? ""}`.trim();
};

const thief = async () => {
  const given = await victim({ role: "Admin" });
  const { stepUpMs } = given.app.deps.config.community.security;
  given.app.clock.advance(stepUpMs + 1);
  const who = httpClient(given.app, ELSEWHERE);
  who.token = given.home.token;
  expect((await query(who, "accounts.me")).status).toBe(200);
  const colleague = await addMember(given.app.deps, { role: "Admin" });
  return { ...given, who, colleague };
};

describe("whoever has the token alone", () => {
  type Given = Awaited<ReturnType<typeof thief>>;
  const DENIED: readonly [procedure: string, input: (given: Given) => unknown][] = [
    ["factors.removeApp", () => ({})],
    ["factors.makeRecoveryCodes", () => ({})],
    ["passkeys.remove", () => ({ id: "unknown" })],
    ["team.save", () => ({ name: "Helper", permissions: ["tickets"] })],
    ["team.give", ({ bystander }) => ({ userId: bystander.id, roleId: "editor" })],
    [
      "administration.resetSecondFactor",
      ({ bystander }) => ({ id: bystander.id, reason: "Known by voice" }),
    ],
    ["accounts.deactivate", () => ({})],
    ["accounts.changeAddress", () => ({ newEmail: "thief@example.test" })],
    [
      "administration.changeAddress",
      ({ bystander }) => ({
        id: bystander.id,
        newEmail: "thief@example.test",
        reason: "Known by voice",
      }),
    ],
    ["links.unlink", () => ({ platform: "steam" })],
    ["security.setMails", () => ({ aboutLinks: false })],
    ["administration.promote", ({ bystander }) => ({ id: bystander.id })],
    ["administration.demote", ({ colleague }) => ({ id: colleague.id })],
    ["administration.deactivate", ({ bystander }) => ({ id: bystander.id })],
    [
      "administration.makePasswordLink",
      ({ bystander }) => ({ id: bystander.id, reason: "Known by voice" }),
    ],
    [
      "rights.erase",
      ({ bystander }) => ({ id: bystander.id, email: bystander.email, reason: "request" }),
    ],
    ["team.take", ({ bystander }) => ({ userId: bystander.id, roleId: "editor" })],
    ["webhooks.make", () => ({ name: "Mine", url: RECEIVER, events: ["ticket.created"] })],
    [
      "points.edit",
      ({ bystander }) => ({ userProfileId: bystander.id, oldPoints: 0, points: 10_001 }),
    ],
    [
      "factors.addApp",
      async ({ who, app }) => {
        const { secret, setup } = await askFactors<AppSetup>(who, "beginApp");
        return { setup, code: codeOfApp(secret, app.clock.now()) };
      },
    ],
    ["bridge.makeKey", () => ({ name: "Craft", scopes: ["points:read"], games: ["minecraft"] })],
    [
      "administration.removeLink",
      ({ bystander }) => ({ id: bystander.id, platform: "steam", reason: "Asked for" }),
    ],
  ];

  test("[SAFE-08] is asked who they are before everything that cannot be taken back", async () => {
    const given = await thief();
    const answers: [string, string][] = [];
    for (const [procedure, input] of DENIED)
      answers.push([procedure, await answerOf(given.who, procedure, await input(given))]);
    expect(answers).toEqual(DENIED.map(([procedure]) => [procedure, "403 step_up"]));
  });

  test("[SAFE-08] sets no password without the present one, and guesses it no more often than at a login", async () => {
    const { app, id, who, email } = await thief();
    const change = (currentPassword: string) =>
      answerOf(who, "accounts.update", {
        currentPassword,
        newPassword: NEW_PASSWORD,
        confirmNewPassword: NEW_PASSWORD,
      });
    expect(await change("")).toBe("400 bad_request");
    expect(await change("Wrong!2026den")).toBe("400 current_password_wrong");
    const answers: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 10; guess += 1)
        answers.push(await change(`Wrong!2026den${guess}`));
      app.clock.advance(LIMITS.loginsByAccountAndKnownBrowser.windowMs + 1);
    }
    expect(answers.filter((answer) => answer === "429 too_many_requests")).toHaveLength(1);
    // The owner is told, with a link that ends the stolen session.
    const code = await mailedSecret(app, "guessed");
    expect((await call(httpClient(app), "security.endSessions", { code })).status).toBe(200);
    expect((await query(who, "accounts.me")).status).toBe(401);
    const { users } = app.deps.store.tables;
    const [user] = await app.deps.store.read.select().from(users).where(eq(users.id, id));
    expect(user?.email).toBe(email);
  });
});

describe("whoever has the password alone", () => {
  test("[SAFE-09] does not log in where there is a second factor, and the tries are counted", async () => {
    const { app, email } = await victim();
    const who = httpClient(app, ELSEWHERE);
    const answers: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { ticket } = await firstStep(who, email);
      expect(who.token).toBeNull();
      for (let guess = 0; guess < 3; guess += 1)
        answers.push(await secondStep(who, ticket, `00000${guess}`));
    }
    expect(new Set(answers)).toEqual(new Set(["401 second_step_wrong", "429 too_many_requests"]));
    expect(answers.filter((answer) => answer.startsWith("401"))).toHaveLength(10);
    expect(who.token).toBeNull();
  });

  test("[SAFE-09] asks for the removal of the factor, and the mailbox alone can begin it", async () => {
    const { app, email } = await victim();
    const who = httpClient(app, ELSEWHERE);
    const { ticket } = await firstStep(who, email);
    await askFactors(who, "requestReset", { ticket });
    const { factorResets } = app.deps.store.tables;
    expect(await app.deps.store.read.select({ count: count() }).from(factorResets)).toEqual([
      { count: 0 },
    ]);
    expect((await queuedMails(app)).at(-1)).toMatchObject({
      template: "lost-factor",
      to: { address: email },
    });
  });

  test("[SAFE-04] and no second factor logs in, and its owner is told of it at once", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const home = httpClient(app);
    await home.login(email, PASSWORD);
    const who = httpClient(app, ELSEWHERE);
    expect((await who.login(email, PASSWORD)).status).toBe(200);
    const code = await mailedSecret(app, "security");
    expect((await call(home, "security.endSessions", { code })).status).toBe(200);
    expect((await query(who, "accounts.me")).status).toBe(401);
  });
});

describe("whoever has the password, and changes the address", () => {
  const OTHERS = "thief@example.test";
  const robbed = async () => {
    const app = await testApp();
    const { id, email } = await addMember(app.deps);
    const who = httpClient(app, ELSEWHERE);
    await who.login(email, PASSWORD);
    await call(who, "accounts.changeAddress", { newEmail: OTHERS });
    const confirm = await mailedSecret(app, "confirm-address");
    expect((await call(who, "accounts.confirmAddress", { code: confirm })).status).toBe(200);
    app.clock.advance(1);
    return { app, id, email, who, code: await mailedSecret(app, "address-changed") };
  };

  test("[EMAIL-04] has nothing left once the owner opens the link, whatever was added to log in with", async () => {
    const { app, id, email, who, code } = await robbed();
    const key = softwareAuthenticator({ origin: PUBLIC_URL });
    await addPasskey(who, key, "Thief's");
    await call(who, "accounts.requestPasswordReset", { email: OTHERS });
    const token = await mailedSecret(app, "reset");
    expect((await call(httpClient(app), "accounts.revertAddress", { code })).status).toBe(200);
    expect((await query(who, "accounts.me")).status).toBe(401);
    const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await call(who, "accounts.resetPassword", reset)).status).toBe(400);
    for (const address of [email, OTHERS])
      expect((await who.login(address, PASSWORD)).status).toBe(401);
    await call(who, "accounts.requestPasswordReset", { email: OTHERS });
    expect((await queuedMails(app)).at(-1)?.template).toBe("address-reverted");
    expect(await loginWithDevice(who, key).catch(String)).toContain("passkey");
    expect((await query(who, "accounts.me")).status).toBe(401);
    const { users } = app.deps.store.tables;
    const [user] = await app.deps.store.read.select().from(users).where(eq(users.id, id));
    expect(user).toMatchObject({ email, passwordHash: null });
  });

  test("[EMAIL-04] cannot use up the owner's link by changing the address again and again", async () => {
    const { app, who, email, code } = await robbed();
    const answers: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const newEmail = `thief${time}@example.test`;
      const { status } = await call(who, "accounts.changeAddress", { newEmail });
      answers.push(status);
      if (status !== 200) continue;
      const confirm = await mailedSecret(app, "confirm-address");
      await call(who, "accounts.confirmAddress", { code: confirm });
      app.clock.advance(1);
    }
    expect(answers).toEqual([200, 200, 409, 409, 409]);
    const back = await call(httpClient(app), "accounts.revertAddress", { code });
    expect(JSON.stringify(back)).toContain(email);
  });
});

const burglar = async () => {
  const given = await victim();
  const who = httpClient(given.app, ELSEWHERE);
  await call(who, "accounts.requestPasswordReset", { email: given.email });
  const token = await mailedSecret(given.app, "reset");
  const reset = { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  expect((await call(who, "accounts.resetPassword", reset)).status).toBe(200);
  return { ...given, who };
};

describe("whoever has the mailbox alone", () => {
  test("[SAFE-10] sets a password and is not logged in by it, where there is a second factor", async () => {
    const { email, who } = await burglar();
    const answer = await who.login(email, NEW_PASSWORD);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "second_factor" });
    expect(who.token).toBeNull();
  });

  test("[SAFE-10] waits a week for the factor to be removed, with warnings, and whoever has it stops that by a login", async () => {
    const { app, email, who, home, code } = await burglar();
    const answer = await who.login(email, NEW_PASSWORD);
    const { ticket } = (await answer.json()) as { ticket: string };
    await askFactors(who, "requestReset", { ticket });
    const { outbox, factorResets } = app.deps.store.tables;
    const begin = await mailedSecret(app, "lost-factor");
    expect((await call(who, "factors.beginReset", { code: begin })).status).toBe(200);
    const waits = async () => (await app.deps.store.read.select().from(factorResets)).length;
    const follow = () =>
      followResets(asSite(app.deps), async () => {}, new AbortController().signal);
    for (let day = 0; day < 6; day += 1) {
      app.clock.advance(DAY_MS);
      await follow();
    }
    expect(await waits()).toBe(1);
    const mails = await app.deps.store.read.select().from(outbox);
    const warnings = mails.filter(
      ({ payload }) => (payload as { template: string }).template === "factor-reset",
    );
    expect(warnings.length).toBeGreaterThan(2);
    home.token = null;
    const login = await home.login(email, NEW_PASSWORD);
    const own = (await login.json()) as { ticket: string };
    expect(await secondStep(home, own.ticket, code())).toBe("200");
    expect(await waits()).toBe(0);
  });

  test("[SAFE-10] learns nothing by it that its owner is not told", async () => {
    const { app } = await burglar();
    const templates = (await queuedMails(app)).map(({ template }) => template);
    expect(templates).toContain("password-changed");
  });
});
