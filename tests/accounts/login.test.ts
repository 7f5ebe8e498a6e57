import { describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { hashPassword } from "#server/auth/secrets.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { httpClient } from "#tests/support/http-client.ts";

const WRONG = "Wrong!2026test";

/** Counts verifications, which happen as ever. */
const verifications = () => {
  const spy = spyOn(Bun.password, "verify");
  afterThisTest(() => spy.mockRestore());
  return spy;
};

const auditOf = ({ deps: { store } }: TestApp) =>
  store.read.select().from(store.tables.audit).orderBy(store.tables.audit.id);

const setUser = async (
  { deps: { store } }: TestApp,
  id: string,
  values: Partial<typeof store.tables.users.$inferInsert>,
) => {
  const { users } = store.tables;
  await store.write(async (tx) => {
    await tx.update(users).set(values).where(eq(users.id, id));
  });
};

/** @returns status and sentence of every attempt, one after the other. */
const tryOften = async (
  who: ReturnType<typeof httpClient>,
  email: string,
  password: string,
  times: number,
) => {
  const answers: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const response = await who.ask("POST", "/api/Auth/login", { email, password });
    answers.push(`${response.status} ${response.ok ? "" : await response.text()}`.trim());
  }
  return answers;
};

const REFUSED = `401 ${LOGIN.invalidOnWire}`;
const LOCKED = `429 ${MESSAGES.tooManyAttempts}`;

describe("login", () => {
  test("[ACC-14] gives a token for a session that says from where it is", async () => {
    const app = await testApp();
    const { id, email } = await addMember(app.deps, { role: "Admin" });
    const someone = httpClient(app, "203.0.113.7");
    const response = await someone.login(email, PASSWORD);
    expect(response.status).toBe(200);
    expect(Object.keys((await response.json()) as object)).toEqual(["token"]);
    const me = await someone.ask("GET", "/api/Auth/me");
    expect(await me.json()).toEqual({
      id,
      email,
      firstName: "Ada",
      lastName: "Lynx",
      role: "Admin",
      roles: ["Admin"],
      permissions: [...PERMISSIONS],
      promoReceivedDate: null,
    });
    const { store } = app.deps;
    expect(await store.read.select().from(store.tables.sessions)).toMatchObject([
      { userId: id, browser: "Firefox on Windows", address: "203.0.113.0/24" },
    ]);
    expect(await auditOf(app)).toMatchObject([
      { action: "session.started", actorId: id, subject: id },
    ]);
  });

  test("[ACC-01] addresses are compared without case, and without how their letters are composed", async () => {
    const app = await testApp();
    await addMember(app.deps, { email: "Ad\u00e9le@Example.test" });
    for (const email of ["ad\u00e9le@example.test", " ADE\u0301LE@EXAMPLE.TEST "])
      expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
  });

  test("[ACC-14] how an account stands is told after the right password alone", async () => {
    const app = await testApp();
    const { clock, store } = app.deps;
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    const member = await addMember(app.deps);
    const unverified = await addMember(app.deps, { verifiedAt: null });
    const deactivated = await addMember(app.deps, closed);
    const both = await addMember(app.deps, { verifiedAt: null, ...closed });
    const cases: [email: string, password: string, status: number, text: string][] = [
      ["nobody@example.test", PASSWORD, 401, LOGIN.invalidOnWire],
      [member.email, WRONG, 401, LOGIN.invalidOnWire],
      [member.email, "", 401, LOGIN.invalidOnWire],
      [unverified.email, WRONG, 401, LOGIN.invalidOnWire],
      [unverified.email, PASSWORD, 401, LOGIN.unverified],
      [deactivated.email, WRONG, 401, LOGIN.invalidOnWire],
      [deactivated.email, PASSWORD, 401, LOGIN.deactivated],
      [both.email, PASSWORD, 401, LOGIN.deactivated],
    ];
    const spy = verifications();
    for (const [email, password, status, text] of cases) {
      spy.mockClear();
      const response = await httpClient(app).login(email, password);
      expect([response.status, await response.text()]).toEqual([status, text]);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(spy).toHaveBeenCalledTimes(1);
    }
    spy.mockClear();
    expect((await httpClient(app).login(member.email, PASSWORD)).status).toBe(200);
    expect(spy).toHaveBeenCalledTimes(1);
    expect(await store.read.select().from(store.tables.sessions)).toHaveLength(1);
    const audit = await auditOf(app);
    expect(audit.map(({ subject, after }) => [subject, after])).toEqual([
      [null, { reason: "password" }],
      [member.id, { reason: "password" }],
      [member.id, { reason: "password" }],
      [unverified.id, { reason: "password" }],
      [unverified.id, { reason: "unverified" }],
      [deactivated.id, { reason: "password" }],
      [deactivated.id, { reason: "deactivated" }],
      [both.id, { reason: "deactivated" }],
      [member.id, { way: "password" }],
    ]);
  });

  test("an erased account, and one without a password, are nobody's", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps, { passwordHash: null });
    const erased = await addMember(app.deps, { email: "gone@example.test", emailKey: null });
    expect((await httpClient(app).login(email, "")).status).toBe(401);
    expect((await httpClient(app).login(erased.email, PASSWORD)).status).toBe(401);
  });

  test("a password that is changed, or an account that is closed, while it is verified lets nobody in", async () => {
    const app = await testApp();
    const { id, email } = await addMember(app.deps);
    const meanwhile: Partial<typeof app.deps.store.tables.users.$inferInsert>[] = [
      { deactivatedAt: app.clock.now(), deactivatedBy: "admin" },
      { deactivatedAt: null, deactivatedBy: null, passwordHash: await hashPassword(WRONG) },
    ];
    const spy = verifications();
    for (const values of meanwhile) {
      spy.mockImplementationOnce(async (password, hash) => {
        const isRight = await Bun.password.verify(password, hash);
        await setUser(app, id, values);
        return isRight;
      });
      const response = await httpClient(app).login(email, PASSWORD);
      expect([response.status, await response.text()]).toEqual([401, LOGIN.invalidOnWire]);
      await setUser(app, id, { deactivatedAt: null, deactivatedBy: null });
    }
    const { store } = app.deps;
    expect(await store.read.select().from(store.tables.sessions)).toEqual([]);
  });
});

describe("[LIMIT-03] wrong passwords", () => {
  test("20 of them lock out the guesser, and not the owner elsewhere or in a known browser", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const known = httpClient(app, "203.0.113.7");
    await known.login(email, PASSWORD);
    const guesser = httpClient(app, "203.0.113.7");
    const spy = verifications();
    const { max } = LIMITS.loginsByAccountAndAddress;
    const answers = await tryOften(guesser, email, WRONG, 20);
    expect(answers).toEqual([...Array(max).fill(REFUSED), ...Array(20 - max).fill(LOCKED)]);
    expect(spy).toHaveBeenCalledTimes(max);
    expect(await tryOften(guesser, email, PASSWORD, 1)).toEqual([LOCKED]);
    expect(spy).toHaveBeenCalledTimes(max);
    expect((await httpClient(app, "198.51.100.9").login(email, PASSWORD)).status).toBe(200);
    expect((await known.login(email, PASSWORD)).status).toBe(200);
  });

  test("the guesser is told how long to wait, on both routes, and may try again then", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndAddress: 1 }) });
    const { email } = await addMember(app.deps);
    const guesser = httpClient(app);
    await tryOften(guesser, email, WRONG, 1);
    app.clock.advance(5 * MINUTE_MS);
    const input = { email, password: PASSWORD };
    const rest = await guesser.ask("POST", "/api/Auth/login", input);
    const trpc = await guesser.ask("POST", "/api/trpc/accounts.login", input);
    expect([rest.status, rest.headers.get("retry-after")]).toEqual([429, "600"]);
    expect([trpc.status, trpc.headers.get("retry-after")]).toEqual([429, "600"]);
    expect(await trpc.json()).toMatchObject({
      error: { message: MESSAGES.tooManyAttempts, data: { code: "unknown_browser" } },
    });
    app.clock.advance(10 * MINUTE_MS);
    expect((await guesser.login(email, PASSWORD)).status).toBe(200);
  });

  test("a known browser is locked out by its own, for its account alone", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndKnownBrowser: 2 }) });
    const [one, other] = [await addMember(app.deps), await addMember(app.deps)];
    const known = httpClient(app);
    await known.login(one.email, PASSWORD);
    expect(await tryOften(known, one.email, WRONG, 3)).toEqual([REFUSED, REFUSED, LOCKED]);
    expect((await known.login(other.email, PASSWORD)).status).toBe(200);
    expect((await httpClient(app).login(one.email, PASSWORD)).status).toBe(200);
  });

  test("a cookie that was not sealed here makes no browser known", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndAddress: 1 }) });
    const { email } = await addMember(app.deps);
    const known = httpClient(app);
    const cookies = (await known.login(email, PASSWORD)).headers.getSetCookie();
    const cookie = cookies.find((line) => line.startsWith("known-browser=")) ?? "";
    expect(cookie).toContain("HttpOnly");
    const [pair = ""] = cookie.split(";");
    await tryOften(httpClient(app), email, WRONG, 1);
    const ask = (value: string) =>
      app.fetch(
        new Request("http://den.example/api/Auth/login", {
          method: "POST",
          headers: { cookie: value, "content-type": "application/json" },
          body: JSON.stringify({ email, password: PASSWORD }),
        }),
        { requestIP: () => ({ address: "203.0.113.7" }) },
      );
    expect((await ask(`${pair.slice(0, -1)}${pair.endsWith("A") ? "B" : "A"}`)).status).toBe(429);
    expect((await ask(pair)).status).toBe(200);
  });

  test("an address that nobody has is locked like any other", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndAddress: 2 }) });
    const answers = await tryOften(httpClient(app), "nobody@example.test", WRONG, 3);
    expect(answers).toEqual([REFUSED, REFUSED, LOCKED]);
    const again = await tryOften(httpClient(app), " NOBODY@example.test", WRONG, 1);
    expect(again).toEqual([LOCKED]);
  });

  test("50 of them lock an address out of every account but those it has signed in to", async () => {
    expect(LIMITS.loginsByAddress).toEqual({ max: 50, windowMs: 15 * MINUTE_MS });
    const limits = { loginsByAddress: 5, loginsByAccountAndAddress: 3 };
    const app = await testApp({ adjust: withLimits(limits) });
    const { email } = await addMember(app.deps);
    const known = httpClient(app);
    await known.login(email, PASSWORD);
    const guesser = httpClient(app);
    await tryOften(guesser, "nobody@example.test", WRONG, 3);
    await tryOften(guesser, "none@example.test", WRONG, 2);
    expect(await tryOften(guesser, email, PASSWORD, 1)).toEqual([LOCKED]);
    expect((await known.login(email, PASSWORD)).status).toBe(200);
    expect((await httpClient(app, "198.51.100.9").login(email, PASSWORD)).status).toBe(200);
    // What the address was refused for has not been counted for the account.
    const { store } = app.deps;
    const counts = await store.read.select().from(store.tables.limits);
    const ofLogins = counts.filter(({ key, count }) => key.startsWith("logins") && count > 0);
    expect(ofLogins).toHaveLength(5);
  });

  test("all at once are no more than one after the other", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndAddress: 3 }) });
    const { email } = await addMember(app.deps);
    const guesser = httpClient(app);
    const spy = verifications();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => guesser.login(email, WRONG)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(3);
    expect(spy.mock.calls.length).toBeLessThanOrEqual(3);
    expect(new Set(statuses)).toContain(429);
  });

  test("right ones never count", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndAddress: 2 }) });
    const { email } = await addMember(app.deps);
    const unverified = await addMember(app.deps, { verifiedAt: null });
    for (let time = 0; time < 4; time += 1)
      expect(await tryOften(httpClient(app), email, PASSWORD, 1)).toEqual(["200"]);
    expect(await tryOften(httpClient(app), unverified.email, PASSWORD, 4)).toEqual(
      Array(4).fill(`401 ${LOGIN.unverified}`),
    );
    expect(await tryOften(httpClient(app), email, WRONG, 3)).toEqual([REFUSED, REFUSED, LOCKED]);
  });
});
