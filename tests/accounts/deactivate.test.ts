import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { ACCOUNT, LOGIN } from "#shared/account-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";

const PATH = "/api/Auth/deactivate-account";

const userOf = async ({ deps: { store } }: TestApp, id: string) => {
  const { users } = store.tables;
  const [user] = await store.read.select().from(users).where(eq(users.id, id));
  return user;
};

const signedInClient = async (app: TestApp, email: string) => {
  const someone = httpClient(app);
  await someone.login(email, PASSWORD);
  return someone;
};

const add = async (app: TestApp, given: Parameters<typeof addMember>[1] = {}) => {
  const member = await addMember(app.deps, given);
  return { ...member, browser: await signedInClient(app, member.email) };
};

describe("[ACC-17] deactivating one's own account", () => {
  test("closes it, signs it out everywhere at once, and says goodbye", async () => {
    const app = await testApp();
    const { id, email, browser } = await add(app);
    const [elsewhere, stranger] = [await signedInClient(app, email), await add(app)];
    const token = browser.token ?? "";
    const response = await browser.ask("PUT", PATH);
    expect([response.status, await response.text()]).toEqual([200, ACCOUNT.deactivated]);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await userOf(app, id)).toMatchObject({
      deactivatedAt: app.clock.now(),
      deactivatedBy: "owner",
      erasedAt: null,
      email,
    });
    for (const path of ["/api/Auth/me", "/api/trpc/accounts.me", "/api/feed"]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.request(path, { headers })).status).toBe(401);
      expect((await elsewhere.ask("GET", path)).status).toBe(401);
    }
    expect((await stranger.browser.ask("GET", "/api/Auth/me")).status).toBe(200);
    const { store } = app.deps;
    // The first tells of the login elsewhere.
    const mails = await store.read
      .select()
      .from(store.tables.outbox)
      .orderBy(store.tables.outbox.id);
    expect(mails.slice(1)).toMatchObject([
      {
        payload: {
          to: { name: "Ada Lynx", address: email },
          template: "goodbye",
          data: { firstName: "Ada", closedAt: app.clock.now().toISOString() },
        },
      },
    ]);
    expect(await store.read.select().from(store.tables.audit)).toContainEqual(
      expect.objectContaining({
        action: "account.deactivated",
        actorId: id,
        subject: id,
        after: { deactivatedBy: "owner" },
      }),
    );
  });

  test("a login is told so after the right password alone", async () => {
    const app = await testApp();
    const { email, browser } = await add(app);
    await browser.ask("PUT", PATH);
    const wrong = await httpClient(app).login(email, "Wrong!2026test");
    expect([wrong.status, await wrong.text()]).toEqual([401, LOGIN.invalidOnWire]);
    const right = await httpClient(app).login(email, PASSWORD);
    expect([right.status, await right.text()]).toEqual([401, LOGIN.deactivated]);
  });

  test("is refused to the last active Admin, who stays signed in", async () => {
    const app = await testApp();
    const admin = await add(app, { role: "Admin" });
    await addMember(app.deps, {
      role: "Admin",
      deactivatedAt: app.clock.now(),
      deactivatedBy: "owner",
    });
    // Promoted by the program, but never verified: nobody can log in as that, and the clock removes it.
    await addMember(app.deps, { role: "Admin", verifiedAt: null });
    await add(app);
    const response = await admin.browser.ask("PUT", PATH);
    expect([response.status, await response.text()]).toEqual([409, ACCOUNT.lastAdmin]);
    expect(await userOf(app, admin.id)).toMatchObject({ deactivatedAt: null });
    expect((await admin.browser.ask("GET", "/api/Auth/me")).status).toBe(200);
    const { store } = app.deps;
    expect(await store.read.select().from(store.tables.outbox)).toEqual([]);
  });

  test("of the last two Admins who go at once, one stays", async () => {
    const app = await testApp();
    const admins = [await add(app, { role: "Admin" }), await add(app, { role: "Admin" })];
    const answers = await Promise.all(admins.map(({ browser }) => browser.ask("PUT", PATH)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rows = await Promise.all(admins.map(({ id }) => userOf(app, id)));
    expect(rows.filter((row) => row?.deactivatedAt === null)).toHaveLength(1);
  });

  test("twice at once is once", async () => {
    const app = await testApp();
    const { browser } = await add(app);
    const answers = await Promise.all([browser.ask("PUT", PATH), browser.ask("PUT", PATH)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const { store } = app.deps;
    expect(await store.read.select().from(store.tables.outbox)).toHaveLength(1);
  });
});
