import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { requestOf } from "#sandbox/seed/contexts.ts";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { memberActor } from "#server/access/rights.ts";
import { requestContext } from "#server/context/unit-of-work.ts";
import type { AppError } from "#server/core/errors.ts";
import { ACCOUNT, STEP_UP } from "#shared/account-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits, withoutStepUp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";

const WRONG = "Wrong!2026test";
const LATER_MS = 11 * MINUTE_MS;
const REFUSED = { code: "step_up", message: STEP_UP.asked };

/** Of a session of a moment ago, which has a row or, once it was ended, has none. */
const askedIn = async (app: TestApp, userId: string, hasRow: boolean) => {
  const { store } = app.deps;
  const { sessions } = store.tables;
  const now = app.clock.now();
  const session = { id: "s", userId, createdAt: now, expiresAt: now, lastUsedAt: now };
  const full = { ...session, confirmedAt: now, hasSecondFactor: false };
  if (hasRow)
    await store.write((tx) =>
      tx.insert(sessions).values({ ...full, browser: "Chrome", address: "198.51.100.0/24" }),
    );
  const [user] = await store.read.select().from(store.tables.users);
  if (user === undefined) throw new Error("There is nobody.");
  const standing = { ...user, email: user.email ?? "", promoReceivedAt: null };
  const actor = memberActor({ session: full, user: standing }, app.deps);
  const ctx = requestContext(app.deps, actor, requestOf(null));
  return ctx
    .write((tx) => assertConfirmed(tx))
    .then(
      () => "done",
      (error: AppError) => error.code,
    );
};

type Someone = ReturnType<typeof httpClient>;

const call = async (someone: Someone, procedure: string, input: unknown = {}) => {
  const response = await someone.ask("POST", `/api/trpc/${procedure}`, input);
  const body = (await response.json()) as { error?: { message: string; data: { code: string } } };
  const { error } = body;
  return error === undefined ? "done" : { code: error.data.code, message: error.message };
};

const signedInClient = async (app: TestApp, email: string) => {
  const someone = httpClient(app);
  await someone.login(email, PASSWORD);
  return someone;
};

const setUp = async (options: Parameters<typeof testApp>[0] = {}) => {
  const app = await testApp(options);
  const admin = await addMember(app.deps, { role: "Admin" });
  const member = await addMember(app.deps);
  return { app, admin, member, browser: await signedInClient(app, admin.email) };
};

const exists = (userProfileId: string) => ({ userProfileId });
type Acts = Readonly<Record<string, (id: string) => Record<string, unknown>>>;
/** What is asked for by its procedure, about another member of this id. */
const ACTS: Acts = {
  "administration.promote": (id) => ({ id }),
  "administration.makePasswordLink": (id) => ({ id, reason: "They asked for it." }),
  "administration.deactivate": (id) => ({ id }),
  "bridge.makeKey": () => ({ name: "Craft", scopes: ["points:read"], games: ["minecraft"] }),
  "points.edit": (id) => ({ ...exists(id), oldPoints: 0, points: 10_001 }),
  "points.change": (id) => ({ ...exists(id), delta: 10_001 }),
  "accounts.requireConfirmed": () => ({}),
  "accounts.deactivate": () => ({}),
};

describe("[STEP-01] what can do lasting harm", () => {
  for (const [procedure, inputOf] of Object.entries(ACTS))
    test(`${procedure} is refused once it was long ago that somebody proved who they are`, async () => {
      const { app, member, browser } = await setUp();
      await addMember(app.deps, { role: "Admin" });
      app.clock.advance(LATER_MS);
      expect(await call(browser, procedure, inputOf(member.id))).toEqual(REFUSED);
      expect(await call(browser, "accounts.confirm", { password: PASSWORD })).toBe("done");
      expect(await call(browser, procedure, inputOf(member.id))).toBe("done");
    });

  test("the same of links, demotion and another's statement", async () => {
    const { app, admin, member, browser } = await setUp();
    await addMember(app.deps, { role: "Admin" });
    const { store, clock } = app.deps;
    const { links } = store.tables;
    const steam = { platform: "steam", externalId: "76561190000000001", name: "Ada" } as const;
    await store.write(async (tx) => {
      for (const { id } of [admin, member])
        await tx
          .insert(links)
          .values({ ...steam, userId: id, externalId: id, linkedAt: clock.now() });
    });
    app.clock.advance(LATER_MS);
    const unlink = () => call(browser, "links.unlink", { platform: "steam" });
    const removal = { id: member.id, platform: "steam", reason: "Not theirs." };
    const removeLink = () => call(browser, "administration.removeLink", removal);
    const demote = () => call(browser, "administration.demote", { id: admin.id });
    const readStatement = async () => {
      const response = await browser.ask("GET", `/api/userprofile/points.csv?userId=${member.id}`);
      return response.status === 200 ? "done" : await response.json();
    };
    const acts = [unlink, removeLink, readStatement, demote];
    for (const act of acts) expect(await act()).toEqual(REFUSED);
    await call(browser, "accounts.confirm", { password: PASSWORD });
    for (const act of acts) expect(await act()).toBe("done");
  });

  test("is not asked of whoever has just signed in, nor by a site that asks nobody", async () => {
    const { app, admin, member, browser } = await setUp();
    app.clock.advance(LATER_MS);
    // As a client does that knows nothing of it.
    const older = await signedInClient(app, admin.email);
    const promoted = await older.ask("POST", `/api/userprofile/promote/${member.id}`);
    expect(promoted.status).toBe(200);
    const refused = await browser.ask("POST", `/api/userprofile/demote/${member.id}`);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual(REFUSED);

    const lax = await setUp({ adjust: withoutStepUp });
    lax.app.clock.advance(LATER_MS);
    expect(await call(lax.browser, "administration.promote", { id: lax.member.id })).toBe("done");
  });

  test("is asked of each session by itself", async () => {
    const { app, admin, member, browser } = await setUp();
    const stolen = await signedInClient(app, admin.email);
    app.clock.advance(LATER_MS);
    await call(browser, "accounts.confirm", { password: PASSWORD });
    const promote = (by: Someone) => call(by, "administration.promote", { id: member.id });
    expect(await promote(stolen)).toEqual(REFUSED);
    expect(await promote(browser)).toBe("done");
  });

  test("does not come back to whoever was demoted meanwhile", async () => {
    const { app, admin, member, browser } = await setUp();
    app.clock.advance(LATER_MS);
    const { users } = app.deps.store.tables;
    const promote = () => call(browser, "administration.promote", { id: member.id });
    expect(await promote()).toEqual(REFUSED);
    await app.deps.store.write(async (tx) => {
      await tx.update(users).set({ role: "User" }).where(eq(users.id, admin.id));
    });
    await call(browser, "accounts.confirm", { password: PASSWORD });
    expect(await promote()).toMatchObject({ code: "forbidden" });
  });
});

describe("[STEP-02] a call that brings the password", () => {
  test("confirms by itself, and closes the account", async () => {
    const { app, member } = await setUp();
    const browser = await signedInClient(app, member.email);
    app.clock.advance(LATER_MS);
    const close = (currentPassword?: string) =>
      browser.ask("PUT", "/api/Auth/deactivate-account", { currentPassword });
    expect((await close()).status).toBe(403);
    const wrong = await close(WRONG);
    expect([wrong.status, await wrong.text()]).toEqual([400, ACCOUNT.currentPasswordWrong]);
    expect((await close(PASSWORD)).status).toBe(200);
  });

  test("changes the password, and the session that follows is confirmed", async () => {
    const { app, admin, member, browser } = await setUp();
    app.clock.advance(LATER_MS);
    const newPassword = "Other!2026test";
    const change = { currentPassword: PASSWORD, newPassword, confirmNewPassword: newPassword };
    const response = await browser.ask("PUT", "/api/Auth/update-account", change);
    expect(response.status).toBe(200);
    const next = httpClient(app);
    await next.login(admin.email, newPassword);
    expect(await call(next, "administration.promote", { id: member.id })).toBe("done");
  });
});

describe("[STEP-03] a wrong password", () => {
  test("confirms nothing, and is counted among failed logins", async () => {
    const adjust = withLimits({ loginsByAccountAndKnownBrowser: 2 });
    const { app, admin, browser } = await setUp({ adjust });
    app.clock.advance(LATER_MS);
    const confirm = (password: string) => call(browser, "accounts.confirm", { password });
    const refused = {
      code: "current_password_wrong",
      message: ACCOUNT.currentPasswordWrong,
    };
    expect(await confirm(WRONG)).toEqual(refused);
    expect(await confirm(WRONG)).toEqual(refused);
    expect(await confirm(PASSWORD)).toMatchObject({ code: "too_many_requests" });
    expect(await call(browser, "accounts.requireConfirmed")).toEqual(REFUSED);
    app.clock.advance(LATER_MS + 5 * MINUTE_MS);
    expect(await confirm(PASSWORD)).toBe("done");
    const { audit } = app.deps.store.tables;
    const lines = await app.deps.store.read
      .select()
      .from(audit)
      .where(eq(audit.actorId, admin.id))
      .orderBy(audit.id);
    expect(lines.map(({ action }) => action)).toEqual([
      "session.started",
      "account.password_refused",
      "account.password_refused",
      "session.confirmed",
    ]);
    expect(lines.at(-1)?.after).toMatchObject({ way: "password" });
  });
});

test("[STEP-01] nothing of the kind is done in a session that was ended in the meantime", async () => {
  const app = await testApp();
  const { id } = await addMember(app.deps);
  expect(await askedIn(app, id, false)).toBe("unauthorized");
  expect(await askedIn(app, id, true)).toBe("done");
});

describe("[STEP-05] points", () => {
  test("may be edited as the day's work has it, but not many, nor many little by little", async () => {
    const { app, member, browser } = await setUp();
    app.clock.advance(LATER_MS);
    const give = (delta: number) =>
      call(browser, "points.change", { userProfileId: member.id, delta });
    expect(await give(6000)).toBe("done");
    expect(await give(4000)).toBe("done");
    expect(await give(1)).toEqual(REFUSED);
    expect(await give(-1)).toEqual(REFUSED);
    await call(browser, "accounts.confirm", { password: PASSWORD });
    expect(await give(1)).toBe("done");
    app.clock.advance(60 * MINUTE_MS);
    expect(await give(500)).toBe("done");
  });
});
