import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { sign } from "hono/jwt";
import { createTokens } from "#server/auth/token.ts";
import { REFUSALS } from "#server/core/errors.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, type TestApp } from "#tests/support/app.ts";
import { signedIn } from "#tests/support/sign-in.ts";

/** How a request says who sends it. */
type Sent = Readonly<Record<string, string>>;

/** The three routes at which a member is known, each asked for what members alone get. */
const ROUTES: Readonly<Record<string, (app: TestApp, headers: Sent) => Promise<Response>>> = {
  REST: (app, headers) => app.request("/api/Auth/me", { headers }),
  tRPC: (app, headers) => app.request("/api/trpc/accounts.me", { headers }),
  feed: (app, headers) => app.request("/api/feed", { headers }),
};

const statuses = async (app: TestApp, headers: Sent) => {
  const answers = await Promise.all(Object.values(ROUTES).map((route) => route(app, headers)));
  for (const { body } of answers) await body?.cancel();
  return answers.map(({ status }) => status);
};
const LET_IN = [200, 200, 200];
const REFUSED = [401, 401, 401];

const bearer = (token: string): Sent => ({ authorization: `Bearer ${token}` });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("every route", () => {
  test("[API-05] knows whoever sends their token, and says in plain words who does not", async () => {
    const app = await testApp();
    const { userId, token } = await signedIn(app);
    expect(await statuses(app, bearer(token))).toEqual(LET_IN);
    expect(await statuses(app, { authorization: `bEARER  ${token}` })).toEqual(LET_IN);
    const me = await app.request("/api/Auth/me", { headers: bearer(token) });
    expect(await me.json()).toEqual({
      id: userId,
      email: `${userId}@example.test`,
      firstName: "Ada",
      lastName: "Lynx",
      role: "User",
      roles: ["User"],
      permissions: [],
      promoReceivedDate: null,
    });
    const nobody = await app.request("/api/Auth/me");
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ message: REFUSALS.signInFirst });
  });

  test("[SESS-03] refuses a token at once after its session was ended", async () => {
    const app = await testApp();
    const { store, auth } = app.deps;
    const { session, token } = await signedIn(app);
    expect(await statuses(app, bearer(token))).toEqual(LET_IN);
    await store.write((tx) => auth.sessions.end(tx, session.id));
    expect(await statuses(app, bearer(token))).toEqual(REFUSED);
  });

  test("[SESS-08] refuses the tokens of a person whose sessions all end, or all others, and nobody else's", async () => {
    const app = await testApp();
    const { store, auth } = app.deps;
    const kept = await signedIn(app);
    const other = await signedIn(app, kept.userId);
    const stranger = await signedIn(app);
    await store.write((tx) => auth.sessions.endOthers(tx, kept.userId, kept.session.id));
    expect(await statuses(app, other.headers)).toEqual(REFUSED);
    expect(await statuses(app, kept.headers)).toEqual(LET_IN);
    await store.write((tx) => auth.sessions.endAll(tx, kept.userId));
    expect(await statuses(app, kept.headers)).toEqual(REFUSED);
    expect(await statuses(app, stranger.headers)).toEqual(LET_IN);
  });

  test("[SESS-09] refuses the token of an account that is closed, even where its session is left", async () => {
    const app = await testApp();
    const { store, clock } = app.deps;
    const { userId, headers } = await signedIn(app);
    const { users } = store.tables;
    await store.write(async (tx) => {
      const closed = { deactivatedAt: clock.now(), deactivatedBy: "admin" } as const;
      await tx.update(users).set(closed).where(eq(users.id, userId));
    });
    expect(await statuses(app, headers)).toEqual(REFUSED);
  });

  test("[SESS-03] refuses a token that has run out", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    app.clock.advance(24 * HOUR_MS);
    expect(await statuses(app, headers)).toEqual(REFUSED);
  });

  test("[SESS-02] refuses a token whose header asks for no or another algorithm", async () => {
    const app = await testApp();
    const { token } = await signedIn(app);
    const [, payload = "", signature = ""] = token.split(".");
    for (const alg of ["none", "HS512", "RS256"]) {
      const header = part({ alg, typ: "JWT" });
      expect(await statuses(app, bearer(`${header}.${payload}.${signature}`))).toEqual(REFUSED);
      expect(await statuses(app, bearer(`${header}.${payload}.`))).toEqual(REFUSED);
    }
  });

  test("[SESS-02] refuses what is no token: two parts, rubbish, nothing", async () => {
    const app = await testApp();
    const { token } = await signedIn(app);
    const [header, payload, signature] = token.split(".");
    for (const text of [`${header}.${payload}`, `${payload}.${signature}`, "x", "", "null"])
      expect(await statuses(app, bearer(text))).toEqual(REFUSED);
  });

  test("[SESS-02] refuses a token that another key signed", async () => {
    const app = await testApp();
    const { session } = await signedIn(app);
    const { clock, auth } = app.deps;
    const foreign = createTokens({ key: auth.keyFor("sign-in cookie"), clock });
    expect(await statuses(app, bearer(await foreign.issue(session)))).toEqual(REFUSED);
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const claims = { sub: session.userId, sid: session.id, iat: seconds, exp: seconds + 60 };
    expect(await statuses(app, bearer(await sign(claims, "guessed", "HS256")))).toEqual(REFUSED);
  });

  test("a token in an address, a cookie or a field is none", async () => {
    const app = await testApp();
    const { token } = await signedIn(app);
    const answers = [
      await app.request(`/api/Auth/me?token=${token}&authToken=${token}`),
      await app.request("/api/Auth/me", { headers: { cookie: `authToken=${token}` } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
});

describe("a fresh token", () => {
  const FRESH = ["REST", "tRPC"] as const;

  test.each(FRESH)(
    "[SESS-05] comes over %s past half its life, to a person alone",
    async (name) => {
      const app = await testApp();
      const { session, headers } = await signedIn(app);
      const ask = async (extra: Sent = {}) =>
        (await ROUTES[name]?.(app, { ...headers, ...extra }))?.headers.get("x-auth-token");
      app.clock.advance(12 * HOUR_MS - 1000);
      expect(await ask()).toBeNull();
      app.clock.advance(2000);
      expect(await ask({ "x-background": "1" })).toBeNull();
      const claims = await app.deps.auth.tokens.verify((await ask()) ?? "");
      expect(claims).toMatchObject({ sub: session.userId, sessionId: session.id });
      expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(24 * 3600);
      expect(await ask({ "x-background": "1" })).toBeNull();
    },
  );

  test("[SESS-06] never comes with the feed, which keeps no session alive either", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    app.clock.advance(13 * HOUR_MS);
    const answer = await app.request("/api/feed", { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("x-auth-token")).toBe(false);
    await answer.body?.cancel();
    app.clock.advance(11 * HOUR_MS);
    expect(await statuses(app, headers)).toEqual(REFUSED);
  });

  test("comes with a refusal too, for whoever caused one has used the session", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    app.clock.advance(13 * HOUR_MS);
    const answer = await app.request("/api/trpc/accounts.endSession", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ id: "never was" }),
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("x-auth-token")).toBeString();
  });

  test("does not come with a login, which brings a token of its own", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    const { email } = await addMember(app.deps);
    app.clock.advance(13 * HOUR_MS);
    const answer = await app.request("/api/Auth/login", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("x-auth-token")).toBe(false);
  });

  test("does not come with the logout that ends its session", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    app.clock.advance(13 * HOUR_MS);
    const answer = await app.request("/api/Auth/logout", { method: "POST", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.has("x-auth-token")).toBe(false);
  });
});
