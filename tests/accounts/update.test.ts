import { describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { hashPassword } from "#server/auth/secrets.ts";
import { ACCOUNT, LOGIN_FIELDS, PASSWORD_RESET } from "#shared/account-messages.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { hear } from "#tests/support/events.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { mailedSecret } from "#tests/support/registration.ts";

const NEW = "Other!2026test";
const WRONG = "Wrong!2026test";
const CHANGE = { currentPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW };

const fields = (currentPassword: string, newPassword: string, confirmNewPassword: string) => ({
  currentPassword,
  newPassword,
  confirmNewPassword,
});

const signedInClient = async (app: TestApp, email: string, address?: string) => {
  const someone = httpClient(app, address);
  await someone.login(email, PASSWORD);
  return someone;
};

/** Of a site that takes two wrong passwords. */
const setUp = async () => {
  const app = await testApp({ adjust: withLimits({ loginsByAccountAndKnownBrowser: 2 }) });
  const member = await addMember(app.deps);
  const someone = await signedInClient(app, member.email);
  const put = async (body: unknown) => {
    const response = await someone.ask("PUT", "/api/Auth/update-account", body);
    return [response.status, await response.text()] as const;
  };
  const { store } = app.deps;
  const { users, audit, outbox, sessions } = store.tables;
  const readUser = async () => {
    const [user] = await store.read.select().from(users).where(eq(users.id, member.id));
    return user;
  };
  return {
    app,
    store,
    member,
    someone,
    put,
    readUser,
    readAudit: () => store.read.select().from(audit).orderBy(audit.id),
    readOutbox: () => store.read.select().from(outbox).orderBy(outbox.id),
    readSessions: () => store.read.select().from(sessions),
  };
};

describe("names", () => {
  test("[ACC-15] one or both change; what is absent or null stays", async () => {
    const { app, member, put, readUser, readAudit } = await setUp();
    const heard = await hear(app.deps.store);
    expect(await put({ firstName: " Grace " })).toEqual([200, ACCOUNT.updated]);
    expect(await readUser()).toMatchObject({ firstName: "Grace", lastName: "Lynx" });
    expect(await put({ FIRSTNAME: null, lastname: "Hopper" })).toEqual([200, ACCOUNT.updated]);
    expect(await put({ firstName: null, lastName: null })).toEqual([200, ACCOUNT.nothingToChange]);
    expect(await put({})).toEqual([200, ACCOUNT.nothingToChange]);
    expect(await put({ firstName: "Grace", lastName: "Hopper" })).toEqual([
      200,
      ACCOUNT.nothingToChange,
    ]);
    expect(await readUser()).toMatchObject({ firstName: "Grace", lastName: "Hopper" });
    const changes = (await readAudit()).filter(({ action }) => action === "account.changed");
    expect(changes).toHaveLength(2);
    expect(changes[0]).toMatchObject({ actorId: member.id, subject: member.id });
    expect(JSON.stringify(changes)).not.toContain("Grace");
    const events = await heard();
    expect(events[0]).toEqual({ type: "account.changed", userId: member.id });
  });

  test("too long, of several lines, or no text at all: 400, and the field is named", async () => {
    const { put, readUser } = await setUp();
    for (const firstName of [
      "x".repeat(51),
      "a\nb",
      "a\u202eb",
      "\u200b",
      "",
      "   ",
      7,
      [],
      ["a"],
      {},
      true,
    ]) {
      const [status, text] = await put({ firstName, lastName: "Hopper" });
      expect([status, text]).toEqual([400, expect.stringContaining("firstName: ")]);
    }
    expect(await readUser()).toMatchObject({ firstName: "Ada", lastName: "Lynx" });
  });
});

describe("the password", () => {
  test("[ACC-15] is refused with the sentence of the first thing that is wrong", async () => {
    const { put, readUser, readOutbox } = await setUp();
    const before = await readUser();
    const cases: [body: object, text: string][] = [
      [{ currentPassword: PASSWORD }, ACCOUNT.passwordFieldsMissing],
      [{ newPassword: NEW, confirmNewPassword: NEW }, ACCOUNT.passwordFieldsMissing],
      [fields(WRONG, "x", ""), ACCOUNT.passwordFieldsMissing],
      [fields("", NEW, NEW), ACCOUNT.passwordFieldsMissing],
      [fields(WRONG, "x", "y"), ACCOUNT.currentPasswordWrong],
      [fields(PASSWORD, "x", "y"), LOGIN_FIELDS.passwordsDiffer],
      [fields(PASSWORD, "Sh rt!", "Sh rt!"), LOGIN_FIELDS.passwordTooShort],
      [fields(PASSWORD, "long enough", "long enough"), LOGIN_FIELDS.passwordLacksUppercase],
      [fields(PASSWORD, "LongEnough", "LongEnough"), LOGIN_FIELDS.passwordLacksSpecial],
      [fields(PASSWORD, "Long Enough!", "Long Enough!"), LOGIN_FIELDS.passwordHasSpaces],
    ];
    for (const [body, text] of cases)
      expect(await put({ firstName: "Grace", ...body })).toEqual([400, text]);
    expect(await readUser()).toEqual(before);
    expect(await readOutbox()).toEqual([]);
  });

  test("[ACC-16] when changed, ends all sessions at once, and hands the changing browser a new one", async () => {
    const { app, member, someone, put, readOutbox, readAudit, readSessions } = await setUp();
    const elsewhere = await signedInClient(app, member.email, "198.51.100.9");
    const stranger = await addMember(app.deps);
    const other = await signedInClient(app, stranger.email);
    const oldToken = someone.token;
    const heard = await hear(app.deps.store);
    expect(await put({ ...CHANGE, firstName: "Grace" })).toEqual([200, ACCOUNT.updated]);
    expect(someone.token).not.toBe(oldToken);
    for (const path of ["/api/Auth/me", "/api/trpc/accounts.me"]) {
      expect((await someone.ask("GET", path)).status).toBe(200);
      expect((await elsewhere.ask("GET", path)).status).toBe(401);
      expect((await other.ask("GET", path)).status).toBe(200);
      const headers = { authorization: `Bearer ${oldToken ?? ""}` };
      expect((await app.request(path, { headers })).status).toBe(401);
    }
    expect(await readSessions()).toHaveLength(2);
    // The first tells of the login elsewhere.
    expect((await readOutbox()).slice(1)).toMatchObject([
      {
        payload: {
          to: { name: "Grace Lynx", address: member.email },
          template: "password-changed",
          data: { firstName: "Grace", changedAt: app.clock.now().toISOString() },
        },
      },
    ]);
    expect(await readAudit()).toContainEqual(
      expect.objectContaining({
        action: "account.password_changed",
        actorId: member.id,
        subject: member.id,
      }),
    );
    const ended = { userId: member.id, sessionId: null };
    const events = await heard();
    expect(events).toContainEqual({ type: "session.ended", ...ended });
    expect(events).toContainEqual({ type: "account.changed", userId: member.id });
    expect((await httpClient(app).login(member.email, PASSWORD)).status).toBe(401);
    expect((await httpClient(app).login(member.email, NEW)).status).toBe(200);
  });

  test("when changed, is not undone with a reset link from before", async () => {
    const { app, member, put } = await setUp();
    const stranger = httpClient(app);
    await stranger.ask("POST", "/api/Auth/request-password-reset", { email: member.email });
    const token = await mailedSecret(app, "reset");
    expect(await put(CHANGE)).toEqual([200, ACCOUNT.updated]);
    const theirs = { token, newPassword: WRONG, confirmPassword: WRONG };
    const response = await stranger.ask("POST", "/api/Auth/reset-password", theirs);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: PASSWORD_RESET.tokenInvalid },
    ]);
    expect((await httpClient(app).login(member.email, NEW)).status).toBe(200);
  });

  test("changes through tRPC too, where the token comes in the same header", async () => {
    const { member, someone, app } = await setUp();
    const response = await someone.ask("POST", "/api/trpc/accounts.update", CHANGE);
    expect(response.status).toBe(200);
    const token = response.headers.get("x-auth-token") ?? "";
    expect(await app.deps.auth.tokens.verify(token)).toMatchObject({ sub: member.id });
    expect((await someone.ask("GET", "/api/Auth/me")).status).toBe(200);
  });

  test("is not for whoever holds the token alone to guess: wrong ones are failed logins", async () => {
    const { app, member, someone, put, readAudit } = await setUp();
    for (let time = 0; time < 2; time += 1)
      expect((await put({ ...CHANGE, currentPassword: WRONG }))[0]).toBe(400);
    const response = await someone.ask("PUT", "/api/Auth/update-account", CHANGE);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(await response.text()).toBe(MESSAGES.tooManyAttempts);
    const refusals = (await readAudit()).filter(
      ({ action }) => action === "account.password_refused",
    );
    expect(refusals.map(({ subject }) => subject)).toEqual([member.id, member.id]);
    // Names are no secret, and the owner is not locked out of anything else.
    expect(await put({ firstName: "Grace" })).toEqual([200, ACCOUNT.updated]);
    const owner = await signedInClient(app, member.email);
    expect((await owner.ask("PUT", "/api/Auth/update-account", CHANGE)).status).toBe(200);
  });

  test("right ones never count, whatever else is wrong", async () => {
    const { put } = await setUp();
    for (let time = 0; time < 3; time += 1)
      expect(await put({ ...CHANGE, confirmNewPassword: WRONG })).toEqual([
        400,
        LOGIN_FIELDS.passwordsDiffer,
      ]);
    expect(await put(CHANGE)).toEqual([200, ACCOUNT.updated]);
  });

  test("changed elsewhere while this browser's was verified, stays as it was changed there", async () => {
    const { store, member, put, readUser, readOutbox } = await setUp();
    const passwordHash = await hashPassword("Third!2026test");
    const spy = spyOn(Bun.password, "verify");
    afterThisTest(() => spy.mockRestore());
    spy.mockImplementationOnce(async (password, hash) => {
      const isRight = await Bun.password.verify(password, hash);
      const { users } = store.tables;
      await store.write(async (tx) => {
        await tx.update(users).set({ passwordHash }).where(eq(users.id, member.id));
      });
      return isRight;
    });
    expect(await put(CHANGE)).toEqual([401, SIGN_IN.endedElsewhere]);
    expect(await readUser()).toMatchObject({ passwordHash });
    expect(await readOutbox()).toEqual([]);
  });
});
