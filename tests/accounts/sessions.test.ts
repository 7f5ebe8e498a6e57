import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { ACCOUNT } from "#shared/account-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { openSession } from "#shared/schemas/accounts.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { signedIn } from "#tests/support/sign-in.ts";

type Browser = Awaited<ReturnType<typeof signedIn>>;

const listed = z.object({ result: z.object({ data: z.array(openSession) }) });

const list = async (app: TestApp, { headers }: Browser) => {
  const answer = await app.request("/api/trpc/accounts.sessions", { headers });
  return listed.parse(await answer.json()).result.data;
};

const call = (app: TestApp, procedure: string, { headers }: Browser, body?: unknown) =>
  app.request(`/api/trpc/accounts.${procedure}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const audited = async ({ deps: { store } }: TestApp) => {
  const { audit } = store.tables;
  const rows = await store.read.select().from(audit).orderBy(audit.id);
  return rows.map(({ actorId, action, subject, after }) => ({ actorId, action, subject, after }));
};

describe("the list of one's sessions", () => {
  test("names browser, network, first and last use; the one that asks stands first", async () => {
    const app = await testApp();
    const mine = await signedIn(app);
    const startedAt = app.clock.now().toISOString();
    app.clock.advance(MINUTE_MS);
    const other = await signedIn(app, mine.userId);
    await signedIn(app);
    const open = { browser: "Firefox on Linux", address: "203.0.113.0/24" };
    const otherAt = app.clock.now().toISOString();
    expect(await list(app, mine)).toEqual([
      {
        ...open,
        id: mine.session.id,
        createdAt: startedAt,
        lastUsedAt: startedAt,
        isCurrent: true,
      },
      { ...open, id: other.session.id, createdAt: otherAt, lastUsedAt: otherAt, isCurrent: false },
    ]);
  });

  test("tells the last use to ten minutes, and what a timer asks for is none", async () => {
    const app = await testApp();
    const mine = await signedIn(app);
    const other = await signedIn(app, mine.userId);
    const lastUses = async () => (await list(app, mine)).map(({ lastUsedAt }) => lastUsedAt);
    const start = app.clock.now().toISOString();
    app.clock.advance(9 * MINUTE_MS);
    expect(await lastUses()).toEqual([start, start]);
    app.clock.advance(MINUTE_MS);
    const headers = { ...other.headers, "x-background": "1" };
    expect((await app.request("/api/Auth/me", { headers })).status).toBe(200);
    expect(await lastUses()).toEqual([app.clock.now().toISOString(), start]);
  });

  test("leaves out those that have run out", async () => {
    const app = await testApp();
    const { userId } = await signedIn(app);
    app.clock.advance(24 * 60 * MINUTE_MS);
    const mine = await signedIn(app, userId);
    expect((await list(app, mine)).map(({ id }) => id)).toEqual([mine.session.id]);
  });
});

describe("signing out", () => {
  test("[SESS-08] ends one's own session, is written down, and changes nobody else's", async () => {
    const app = await testApp();
    const mine = await signedIn(app);
    const other = await signedIn(app, mine.userId);
    const answer = await app.request("/api/Auth/logout", {
      method: "POST",
      headers: mine.headers,
    });
    expect(answer.status).toBe(204);
    expect((await list(app, other)).map(({ id }) => id)).toEqual([other.session.id]);
    const { userId } = mine;
    const ended = { actorId: userId, action: "session.ended", subject: userId };
    expect(await audited(app)).toEqual([{ ...ended, after: { sessions: 1 } }]);
  });

  test("a member ends one other browser of theirs, or all others at once", async () => {
    const app = await testApp();
    const mine = await signedIn(app);
    const [one] = [await signedIn(app, mine.userId), await signedIn(app, mine.userId)];
    await signedIn(app, mine.userId);
    expect((await call(app, "endSession", mine, { id: one.session.id })).status).toBe(200);
    expect(await list(app, mine)).toHaveLength(3);
    expect((await call(app, "endOtherSessions", mine)).status).toBe(200);
    expect(await list(app, mine)).toMatchObject([{ id: mine.session.id, isCurrent: true }]);
    expect((await audited(app)).map(({ after }) => after)).toEqual([
      { sessions: 1 },
      { sessions: 2 },
    ]);
    expect((await call(app, "endOtherSessions", mine)).status).toBe(200);
    expect(await audited(app)).toHaveLength(2);
  });

  test("a stranger's session, and one that never was, do not exist: nothing ends", async () => {
    const app = await testApp();
    const [mine, stranger] = [await signedIn(app), await signedIn(app)];
    for (const id of [stranger.session.id, "never was", ""]) {
      const answer = await call(app, "endSession", mine, { id });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { message: ACCOUNT.sessionUnknown } });
    }
    expect(await list(app, stranger)).toHaveLength(1);
    expect(await audited(app)).toEqual([]);
  });

  test.each([[null], [[]], [{}], [{ id: null }], [{ id: [1] }], [{ id: "x".repeat(257) }]])(
    "what is no session's id is refused: %j",
    async (body) => {
      const app = await testApp();
      expect((await call(app, "endSession", await signedIn(app), body)).status).toBe(400);
    },
  );

  test("whoever signs out twice at once is signed out, and it is written down once", async () => {
    const app = await testApp();
    const mine = await signedIn(app);
    const answers = await Promise.all([call(app, "logout", mine), call(app, "logout", mine)]);
    for (const { status } of answers) expect(status).toBeOneOf([200, 401]);
    expect(await audited(app)).toHaveLength(1);
  });
});
