import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { asGuest } from "#sandbox/seed/contexts.ts";
import { completeLogin, takePasskeyStep } from "#server/modules/factors/index.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { PENDING_LOGIN_MS, PENDING_LOGIN_TRIES } from "#shared/constants/factors.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { SECOND_STEP } from "#shared/factor-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import {
  addApp,
  APP_SECRET,
  codeOfApp,
  firstStep,
  RECOVERY_CODES,
  secondStep,
} from "#tests/support/factors.ts";
import { type HttpClient, httpClient } from "#tests/support/http-client.ts";
import { queuedMails } from "#tests/support/registration.ts";

const STEP_MS = 30_000;
const NOT_THEIRS = "000000";

const withApp = async (options: Parameters<typeof testApp>[0] = {}) => {
  const app = await testApp(options);
  const { id, email } = await addMember(app.deps);
  await addApp(app.deps, id);
  const code = (steps = 0) =>
    codeOfApp(APP_SECRET, new Date(app.clock.now().getTime() + steps * STEP_MS));
  return { app, id, email, code, who: httpClient(app) };
};

const auditOf = async ({ deps: { store } }: TestApp) =>
  (await store.read.select().from(store.tables.audit).orderBy(store.tables.audit.id)).map(
    ({ action, actorId, after }) => ({ action, actorId, after }),
  );

describe("the second step of a login", () => {
  test("[FACTOR-01] the password alone opens no session where there is a second factor", async () => {
    const { app, id, email, code, who } = await withApp();
    const response = await who.login(email, PASSWORD);
    expect(response.status).toBe(401);
    const { ticket, ...rest } = (await response.json()) as { ticket: string };
    expect(rest).toEqual({
      message: SECOND_STEP.wanted,
      code: "second_factor",
      ways: ["totp", "recovery"],
    });
    const { sessions } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(sessions)).toEqual([]);
    expect(await secondStep(who, ticket, code())).toBe("200");
    expect((await who.ask("GET", "/api/Auth/me")).status).toBe(200);
    expect(await auditOf(app)).toEqual([
      {
        action: "session.started",
        actorId: id,
        after: { way: "password", secondStep: "totp" },
      },
    ]);
  });

  test("a wrong password says nothing of a second factor", async () => {
    const { email, who } = await withApp();
    const response = await who.login(email, "Wrong!2026test");
    expect(await response.text()).toBe(LOGIN.invalidOnWire);
  });

  test("[FACTOR-02] a code is good once, and no earlier one after it", async () => {
    const { app, email, code, who } = await withApp();
    const first = await firstStep(who, email);
    expect(await secondStep(who, first.ticket, code(1))).toBe("200");
    const second = await firstStep(who, email);
    expect(await secondStep(who, second.ticket, code(1))).toBe("401 second_step_wrong");
    expect(await secondStep(who, second.ticket, code(0))).toBe("401 second_step_wrong");
    app.clock.advance(2 * STEP_MS);
    expect(await secondStep(who, second.ticket, code())).toBe("200");
  });

  test.each([
    [-2, "401 second_step_wrong"],
    [-1, "200"],
    [1, "200"],
    [2, "401 second_step_wrong"],
  ])("[FACTOR-02] a code %p steps away is answered %p", async (steps, answer) => {
    const { email, code, who } = await withApp();
    const { ticket } = await firstStep(who, email);
    const spaced = code(steps).replace(/^(...)/, "$1 ");
    expect(await secondStep(who, ticket, spaced)).toBe(answer);
  });

  test("[FACTOR-05] a recovery code is good once, however it is typed", async () => {
    const { app, id, email, who } = await withApp();
    const { ticket } = await firstStep(who, email);
    expect(await secondStep(who, ticket, "OI234-56789")).toBe("200");
    expect((await auditOf(app)).at(-1)?.after).toEqual({
      way: "password",
      secondStep: "recovery",
    });
    const again = await firstStep(who, email);
    expect(await secondStep(who, again.ticket, RECOVERY_CODES[0])).toBe("401 second_step_wrong");
    expect(await secondStep(who, again.ticket, RECOVERY_CODES[1])).toBe("200");
    expect((await firstStep(who, email)).ways).toEqual(["totp"]);
    const other = await addMember(app.deps);
    await addApp(app.deps, other.id);
    expect(other.id).not.toBe(id);
  });

  test("[FACTOR-03] a ticket is good in its own browser alone, once, for five minutes", async () => {
    const { app, email, code, who } = await withApp();
    const { ticket } = await firstStep(who, email);
    const thief = httpClient(app);
    expect(await secondStep(thief, ticket, code())).toBe("401 login_over");
    await firstStep(thief, email);
    expect(await secondStep(thief, ticket, code())).toBe("401 login_over");
    expect(await secondStep(who, ticket, code())).toBe("200");
    app.clock.advance(STEP_MS);
    expect(await secondStep(who, ticket, code())).toBe("401 login_over");
    const late = await firstStep(who, email);
    app.clock.advance(PENDING_LOGIN_MS);
    expect(await secondStep(who, late.ticket, code())).toBe("401 login_over");
  });

  test("[FACTOR-03] a login that waits ends with the password", async () => {
    const { app, id, email, code, who } = await withApp();
    const { ticket } = await firstStep(who, email);
    const { users } = app.deps.store.tables;
    await app.deps.store.write(async (tx) => {
      await tx.update(users).set({ passwordHash: "another" }).where(eq(users.id, id));
    });
    expect(await secondStep(who, ticket, code())).toBe("401 login_over");
  });

  test("[FACTOR-04] wrong codes end the login, and after ten of them strangers wait", async () => {
    const { app, email, code, who } = await withApp();
    const owner = httpClient(app);
    expect(await secondStep(owner, (await firstStep(owner, email)).ticket, code())).toBe("200");
    const answers: string[] = [];
    for (let login = 0; login < 3; login += 1) {
      const { ticket } = await firstStep(who, email);
      for (let time = 0; time < PENDING_LOGIN_TRIES; time += 1)
        answers.push(await secondStep(who, ticket, NOT_THEIRS));
    }
    const wrong = Array.from({ length: PENDING_LOGIN_TRIES - 1 }, () => "401 second_step_wrong");
    const full = Array.from({ length: PENDING_LOGIN_TRIES }, () => "429 too_many_requests");
    expect(answers).toEqual([...wrong, "401 login_over", ...wrong, "401 login_over", ...full]);
    // The browser that the owner has logged in with before is counted apart.
    app.clock.advance(STEP_MS);
    const { ticket } = await firstStep(owner, email);
    expect(await secondStep(owner, ticket, code())).toBe("200");
    app.clock.advance(HOUR_MS);
    expect(await secondStep(who, (await firstStep(who, email)).ticket, code())).toBe("200");
  });
});

/** Logs in and types this many wrong codes. @returns the last answer. */
const guess = async (who: HttpClient, email: string, times: number): Promise<string> => {
  const { ticket } = await firstStep(who, email);
  let last = "";
  for (let time = 0; time < times; time += 1) last = await secondStep(who, ticket, NOT_THEIRS);
  return last;
};

/** What the mails to the owners of accounts tell of. */
const eventsIn = async (app: TestApp) =>
  (await queuedMails(app)).flatMap(({ data = {} }) => ("event" in data ? [data.event] : []));

describe("wrong codes after a right password", () => {
  test("[FACTOR-04] are told to the owner by mail, once in a day", async () => {
    const { app, email, who } = await withApp();
    await guess(who, email, PENDING_LOGIN_TRIES - 1);
    expect(await eventsIn(app)).toEqual([]);
    await guess(httpClient(app, "198.51.100.9"), email, 1);
    expect(await eventsIn(app)).toEqual(["codesGuessed"]);
    await guess(who, email, PENDING_LOGIN_TRIES - 1);
    expect(await eventsIn(app)).toEqual(["codesGuessed"]);
  });

  test("[FACTOR-04] have a limit for all known browsers together", async () => {
    const adjust = withLimits({ secondStepsByAccountFromKnownBrowsers: 3 });
    const { app, email, code } = await withApp({ adjust });
    const [one, other] = [httpClient(app), httpClient(app)];
    for (const who of [one, other]) {
      expect(await secondStep(who, (await firstStep(who, email)).ticket, code())).toBe("200");
      app.clock.advance(STEP_MS);
    }
    expect(await guess(one, email, 2)).toBe("401 second_step_wrong");
    expect(await guess(other, email, 1)).toBe("401 second_step_wrong");
    expect(await guess(other, email, 1)).toBe("429 too_many_requests");
    expect(await guess(one, email, 1)).toBe("429 too_many_requests");
    app.clock.advance(HOUR_MS);
    expect(await secondStep(one, (await firstStep(one, email)).ticket, code())).toBe("200");
  });

  test("[FACTOR-01] logins that end at the first step use up none of the owner's", async () => {
    const limits = { completedLoginsByAccount: 2, firstStepsByAddress: 4 };
    const { app, email, code } = await withApp({ adjust: withLimits(limits) });
    const stranger = httpClient(app, "198.51.100.9");
    const answers: number[] = [];
    for (let time = 0; time < 5; time += 1)
      answers.push((await stranger.login(email, PASSWORD)).status);
    expect(answers).toEqual([401, 401, 401, 401, 429]);
    const owner = httpClient(app, "198.51.100.10");
    for (let time = 0; time < limits.completedLoginsByAccount; time += 1) {
      expect(await secondStep(owner, (await firstStep(owner, email)).ticket, code())).toBe("200");
      app.clock.advance(STEP_MS);
    }
    expect((await owner.login(email, PASSWORD)).status).toBe(429);
  });
});

describe("completing a login", () => {
  const SECRET = "browser";
  const browserOf = (app: TestApp) => {
    const ctx = asGuest(app.deps, SECRET);
    // The browser keeps what it was given.
    ctx.browser.loginSecret = ctx.browser.beginLogin();
    return ctx;
  };

  test("[FACTOR-01] a passkey that verified its user is both steps, one that did not is the first", async () => {
    const { app, id } = await withApp();
    const ctx = browserOf(app);
    const verified = { way: "passkey", isUserVerified: true } as const;
    expect(await completeLogin(ctx, { userId: id, firstStep: verified })).toHaveProperty("token");
    const present = { way: "passkey", isUserVerified: false } as const;
    expect(await completeLogin(ctx, { userId: id, firstStep: present })).toMatchObject({
      secondStep: { ways: ["totp", "recovery"] },
    });
  });

  test("a passkey of the same account is a second step after the password, another's is not", async () => {
    const { app, id, email } = await withApp();
    const other = await addMember(app.deps);
    const ctx = browserOf(app);
    const outcome = await completeLogin(ctx, { userId: id, firstStep: { way: "discord" } });
    const { ticket } = "secondStep" in outcome ? outcome.secondStep : { ticket: "" };
    const foreign = takePasskeyStep(ctx, { ticket, userId: other.id });
    expect(foreign).rejects.toMatchObject({ code: "second_step_wrong" });
    await foreign.catch(() => null);
    let uses = 0;
    const alongside = async () => void (uses += 1);
    expect(await takePasskeyStep(ctx, { ticket, userId: id, alongside })).toHaveProperty("token");
    expect(uses).toBe(1);
    expect(email).not.toBe(other.email);
  });

  test("an account that is closed or not verified is told so after any first step", async () => {
    const { app, id } = await withApp();
    const ctx = browserOf(app);
    const { users } = app.deps.store.tables;
    const set = (values: Partial<typeof users.$inferInsert>) =>
      app.deps.store.write(async (tx) => {
        await tx.update(users).set(values).where(eq(users.id, id));
      });
    const attempt = async () =>
      completeLogin(ctx, { userId: id, firstStep: { way: "discord" } }).catch((error) => error);
    await set({ verifiedAt: null });
    expect(await attempt()).toMatchObject({ code: "unverified" });
    await set({ verifiedAt: app.clock.now(), deactivatedAt: app.clock.now() });
    expect(await attempt()).toMatchObject({ code: "account_deactivated" });
    expect(await auditOf(app)).toEqual([
      { action: "session.refused", actorId: null, after: { reason: "unverified" } },
      { action: "session.refused", actorId: null, after: { reason: "deactivated" } },
    ]);
  });
});
