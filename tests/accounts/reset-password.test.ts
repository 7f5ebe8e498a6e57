import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { drawCode, reserveCode } from "#server/auth/one-time-codes.ts";
import { LOGIN_FIELDS, PASSWORD_RESET, REFUSED_PASSWORDS } from "#shared/account-messages.ts";
import { CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { systemIn } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { person } from "#tests/support/people.ts";
import {
  auditActions,
  call,
  mailedSecret,
  NEW_PASSWORD,
  queuedMails,
  registrant,
} from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const request = (app: TestApp, email: string) =>
  call(httpClient(app), "accounts.requestPasswordReset", { email });

const reset = (
  app: TestApp,
  token: unknown,
  changes: Readonly<Record<string, unknown>> = {},
  who = httpClient(app),
) =>
  call(who, "accounts.resetPassword", {
    token,
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
    ...changes,
  });

const refused = (sentence: string) => ({ status: 400, reply: sentence });
const DONE = { status: 200, reply: PASSWORD_RESET.done };

const member = async (given: Parameters<typeof addMember>[1] = {}) => {
  const app = await testApp();
  const { id, email } = await addMember(app.deps, given);
  const user = async () => {
    const { users } = app.deps.store.tables;
    const [row] = await app.deps.store.read.select().from(users).where(eq(users.id, id));
    return row;
  };
  return { app, id, email, user };
};

const forgetful = async () => {
  const given = await member();
  await request(given.app, given.email);
  return { ...given, token: await mailedSecret(given.app, "reset") };
};

describe("reset-password", () => {
  test("[ACC-13] sets the password, ends every session, tells the owner by mail", async () => {
    const { app, id, email, token } = await forgetful();
    const browsers = [await signedIn(app, id), await signedIn(app, id)];
    const stranger = await signedIn(app);
    expect(await reset(app, token)).toEqual(DONE);
    for (const { headers } of browsers)
      expect((await app.request("/api/trpc/accounts.me", { headers })).status).toBe(401);
    const { headers } = stranger;
    expect((await app.request("/api/trpc/accounts.me", { headers })).status).toBe(200);
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(401);
    expect((await httpClient(app).login(email, NEW_PASSWORD)).status).toBe(200);
    expect(await auditActions(app)).toContain("account.password_reset");
    const mails = await queuedMails(app);
    expect(mails.find(({ template }) => template === "password-changed")).toMatchObject({
      to: { address: email },
    });
  });

  test("[ACC-13] a token that is none and a password that breaks a rule are refused", async () => {
    const { app } = await forgetful();
    const wrong: readonly [unknown, Readonly<Record<string, unknown>>, string][] = [
      [null, {}, PASSWORD_RESET.tokenMissing],
      [undefined, {}, PASSWORD_RESET.tokenMissing],
      ["", {}, PASSWORD_RESET.tokenMissing],
      ["nonsense", {}, PASSWORD_RESET.tokenInvalid],
      [["a"], {}, "token: "],
      ["x".repeat(257), {}, "token: "],
      ["a", { newPassword: "Lynx!26" }, LOGIN_FIELDS.passwordTooShort],
      ["a", { newPassword: "lynx!2026" }, LOGIN_FIELDS.passwordLacksUppercase],
      ["a", { newPassword: "Lynx2026" }, LOGIN_FIELDS.passwordLacksSpecial],
      ["a", { newPassword: "Lynx! 2026" }, LOGIN_FIELDS.passwordHasSpaces],
      ["a", { newPassword: null }, "newPassword: "],
      ["a", { newPassword: ["Lynx!2026"] }, "newPassword: "],
      ["a", { confirmPassword: "Lynx!2027" }, LOGIN_FIELDS.passwordsDiffer],
    ];
    for (const [token, changes, sentence] of wrong)
      expect({ token, changes, ...(await reset(app, token, changes)) }).toEqual({
        token,
        changes,
        ...refused(expect.stringContaining(sentence)),
      });
  });

  test("[ACC-13] a password that breaks a rule costs no token; a used one is worth nothing", async () => {
    const { app, email, token } = await forgetful();
    await reset(app, token, { newPassword: "short", confirmPassword: "short" });
    expect(await reset(app, token)).toEqual(DONE);
    const other = { newPassword: "Other!2026den", confirmPassword: "Other!2026den" };
    expect(await reset(app, token, other)).toEqual(refused(PASSWORD_RESET.tokenUsed));
    expect((await httpClient(app).login(email, NEW_PASSWORD)).status).toBe(200);
  });

  test("[SAFE-01] the password that it would replace is refused, and costs no token", async () => {
    const { app, email, token } = await forgetful();
    const same = { newPassword: PASSWORD, confirmPassword: PASSWORD };
    expect(await reset(app, token, same)).toEqual(refused(REFUSED_PASSWORDS.current));
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
    expect(await reset(app, token)).toEqual(DONE);
    // Told to nobody who has no good token.
    expect(await reset(app, "nonsense", same)).toEqual(refused(PASSWORD_RESET.tokenInvalid));
  });

  test("[DATA-06] an account that is being erased is not opened again half-way", async () => {
    const { app, id, token, user } = await forgetful();
    const { users } = app.deps.store.tables;
    const deactivatedAt = app.clock.now();
    const closed = { deactivatedAt, deactivatedBy: "owner", eraseAskedAt: deactivatedAt } as const;
    await app.deps.store.write(async (tx) => {
      await tx.update(users).set(closed).where(eq(users.id, id));
    });
    expect(await reset(app, token)).toEqual(refused(PASSWORD_RESET.tokenInvalid));
    expect(await user()).toMatchObject({ deactivatedAt });
  });

  test("[ACC-09] a token that is too old, or meant to verify, is refused", async () => {
    const { app, email, id, token } = await forgetful();
    const { store, clock } = app.deps;
    const code = await systemIn(store, clock).write(async (tx) => {
      const whose = { userId: id, kind: "verify", isOwners: false } as const;
      const reserved = await reserveCode(tx, whose);
      return (await drawCode(tx, reserved ?? ""))?.code ?? "";
    });
    expect(await reset(app, code)).toEqual(refused(PASSWORD_RESET.tokenInvalid));
    app.clock.advance(CODE_TTL_MS);
    expect(await reset(app, token)).toEqual(refused(PASSWORD_RESET.tokenInvalid));
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
  });

  test("of two who use a token at once one sets the password", async () => {
    const { app, token } = await forgetful();
    const answers = await Promise.all([reset(app, token), reset(app, token)]);
    expect(answers).toContainEqual(DONE);
    expect(answers).toContainEqual(refused(PASSWORD_RESET.tokenUsed));
  });

  test("an address that was never verified is, for its mailbox was proven", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    await ada.register();
    await request(app, ada.form.email);
    const changed = { newPassword: "Other!2026den", confirmPassword: "Other!2026den" };
    expect(await reset(app, await mailedSecret(app, "reset"), changed)).toEqual(DONE);
    expect((await ada.login(ada.form.email, "Other!2026den")).status).toBe(200);
    expect(await auditActions(app)).toContain("account.verified");
  });

  test("[ACC-17] opens an account again that its owner closed", async () => {
    const at = new Date("2026-02-20T12:00:00.000Z");
    const { app, email, user } = await member({ deactivatedAt: at, deactivatedBy: "owner" });
    await request(app, email);
    expect(await reset(app, await mailedSecret(app, "reset"))).toEqual(DONE);
    expect(await user()).toMatchObject({ deactivatedAt: null, deactivatedBy: null });
    expect((await httpClient(app).login(email, NEW_PASSWORD)).status).toBe(200);
    expect(await auditActions(app)).toContain("account.reactivated");
  });

  test("[ACC-18] one that an Admin closed gets no mail, and a token from before is worth nothing", async () => {
    const { app, id, email, token, user } = await forgetful();
    const { store, clock } = app.deps;
    const { users } = store.tables;
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "admin" } as const;
    await store.write(async (tx) => {
      await tx.update(users).set(closed).where(eq(users.id, id));
    });
    expect(await request(app, email)).toEqual({ status: 200, reply: PASSWORD_RESET.requested });
    expect(await queuedMails(app)).toHaveLength(1);
    expect(await reset(app, token)).toEqual(refused(PASSWORD_RESET.tokenInvalid));
    expect(await user()).toMatchObject({ deactivatedBy: "admin" });
  });

  test("[ACC-18] what was mailed, or waits to be, is worth nothing once an Admin has closed the account", async () => {
    const { app, id, email, token } = await forgetful();
    await request(app, email);
    const admin = await signedIn(app, { role: "Admin" });
    const { administration } = await person(app, admin.userId);
    await administration.deactivate.mutate({ id });
    expect(await rejectionOf(mailedSecret(app, "reset"))).toMatchObject({
      message: "The code of the reset mail was revoked.",
    });
    await administration.reactivate.mutate({ id });
    expect(await reset(app, token)).toEqual(refused(PASSWORD_RESET.tokenInvalid));
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
  });

  test("whoever failed too often before is let in with the new password", async () => {
    const { app, email, token } = await forgetful();
    const ada = httpClient(app);
    for (let time = 0; time < LIMITS.loginsByAccountAndAddress.max; time += 1)
      await ada.login(email, "Wrong!2026");
    expect((await ada.login(email, PASSWORD)).status).toBe(429);
    expect(await reset(app, token, {}, ada)).toEqual(DONE);
    expect((await ada.login(email, NEW_PASSWORD)).status).toBe(200);
  });

  test("[LIMIT-05] thirty tries per address and hour, shared with verification codes", async () => {
    const { app, token } = await forgetful();
    const guesser = httpClient(app, "198.51.100.4");
    for (let tried = 0; tried < LIMITS.codesByAddress.max; tried += 1)
      await call(guesser, "accounts.verifyEmail", { code: `guess ${tried}` });
    expect(await reset(app, token, {}, guesser)).toEqual({
      status: 429,
      reply: MESSAGES.tooManyAttempts,
    });
    expect(await reset(app, token)).toEqual(DONE);
  });
});
