import { describe, expect, spyOn, test } from "bun:test";
import { asc, inArray } from "drizzle-orm";
import { LIMITS, NOTE_LIMITS } from "#shared/constants/limits.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { bridgedDen, pluginOf, STEAM_ID } from "#tests/support/bridge.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { quickPasswords } from "#tests/support/quick-passwords.ts";
import { call, registrant } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

/** What the audit says of these actions, oldest first. */
const entriesOf = async ({ deps: { store } }: Pick<TestApp, "deps">, ...actions: string[]) => {
  const { audit } = store.tables;
  const rows = await store.read
    .select()
    .from(audit)
    .where(inArray(audit.action, actions))
    .orderBy(asc(audit.id));
  return rows.map(({ actorId, subject, after }) => ({ actorId, subject, after }));
};

/** A member's browser. */
const browserOf = async (app: TestApp, address?: string) => {
  const { id } = await addMember(app.deps);
  const browser = httpClient(app, address);
  browser.token = (await signedIn(app, id)).token;
  return { id, ...browser };
};

describe("what limits refuse", () => {
  test("nobody reaches a limit without a trace: the first refusal of a window is audited, and no other", async () => {
    const app = await testApp({ adjust: withLimits({ mailsByMailbox: 2, basketsByMember: 1 }) });
    const guest = httpClient(app);
    const ask = () => call(guest, "accounts.resendVerification", { email: "a@example.test" });
    const askWindow = async () => {
      const statuses: number[] = [];
      for (let time = 0; time < 5; time += 1) statuses.push((await ask()).status);
      return statuses;
    };
    const note = { actorId: null, subject: null, after: { reason: "mailsByMailbox" } };
    expect(await askWindow()).toEqual([200, 200, 429, 429, 429]);
    expect(await entriesOf(app, "limit.reached")).toEqual([note]);
    app.clock.advance(15 * MINUTE_MS);
    expect(await askWindow()).toEqual([200, 200, 429, 429, 429]);
    expect(await entriesOf(app, "limit.reached")).toEqual([note, note]);
  });

  test("over REST too, and a member is named", async () => {
    const app = await testApp({ adjust: withLimits({ exportsByMember: 1 }) });
    const member = await browserOf(app);
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await member.ask("GET", "/api/userprofile/points.csv")).status);
    expect(statuses).toEqual([200, 429, 429]);
    expect(await entriesOf(app, "limit.reached")).toEqual([
      { actorId: member.id, subject: member.id, after: { reason: "exportsByMember" } },
    ]);
  });

  test("a crowd of addresses cannot flood the audit with refusals", async () => {
    const app = await testApp({ adjust: withLimits({ mailsByAddress: 1 }) });
    const { max } = NOTE_LIMITS.limitsOfNobody;
    for (let number = 0; number < max + 5; number += 1) {
      const guest = httpClient(app, `198.51.${number >> 8}.${number & 255}`);
      for (let time = 0; time < 2; time += 1)
        await call(guest, "accounts.resendVerification", { email: `${number}@example.test` });
    }
    expect(await entriesOf(app, "limit.reached")).toHaveLength(max);
  });
});

test("one proof does not have any number of passwords hashed at once", async () => {
  const app = await testApp({ adjust: withLimits({ takenRegistrationsByProof: 3 }) });
  const ada = await registrant(app);
  // No password is hashed before the others were refused: the first account would end their proof.
  const areRefused = Promise.withResolvers<void>();
  const hash = spyOn(Bun.password, "hash");
  afterThisTest(() => hash.mockRestore());
  hash.mockImplementation(async () => {
    await areRefused.promise;
    return await quickPasswords.hash(PASSWORD);
  });
  let answered = 0;
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      const answer = await ada.register({ email: `at-once-${number}@example.test` });
      answered += 1;
      if (answered === 5) areRefused.resolve();
      return answer;
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

describe("a bridge key", () => {
  test("does not try out scopes in silence, nor flood the audit with its tries", async () => {
    const { app, admin, clock } = await bridgedDen();
    const plugin = await pluginOf(app, admin, { scopes: ["presence:write"] });
    const refused = { actorId: null, subject: plugin.id };
    const entry = { ...refused, after: { scopes: "players:read" } };
    const { max } = NOTE_LIMITS.refusedScopesByKey;
    for (let time = 0; time < max + 5; time += 1)
      expect((await plugin.call("GET", `/players/steam/${STEAM_ID}`)).status).toBe(403);
    expect(await entriesOf(app, "bridge_key.scope_refused")).toEqual(
      Array.from({ length: max }, () => entry),
    );
    clock.advance(60 * MINUTE_MS);
    await plugin.call("GET", `/players/steam/${STEAM_ID}`);
    expect(await entriesOf(app, "bridge_key.scope_refused")).toHaveLength(max + 1);
  });
});

describe("a member", () => {
  test("cannot log in all the time: sixty an hour, from whatever addresses, and nobody else is refused", async () => {
    expect(LIMITS.completedLoginsByAccount).toEqual({ max: 60, windowMs: 60 * MINUTE_MS });
    const app = await testApp({ adjust: withLimits({ completedLoginsByAccount: 3 }) });
    const [{ email }, other] = [await addMember(app.deps), await addMember(app.deps)];
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1)
      statuses.push((await httpClient(app, `198.51.100.${time}`).login(email, PASSWORD)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await httpClient(app, "198.51.100.1").login(other.email, PASSWORD)).status).toBe(200);
    expect(await entriesOf(app, "session.started")).toHaveLength(4);
  });

  test("cannot flood the audit by changing the account: thirty changes an hour of all kinds together", async () => {
    expect(LIMITS.accountChangesByMember).toEqual({ max: 30, windowMs: 60 * MINUTE_MS });
    const app = await testApp({ adjust: withLimits({ accountChangesByMember: 4 }) });
    const member = await browserOf(app);
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const consent = { allowMarketingEmails: time % 2 === 0 };
      const path = "/api/userprofile/marketing-consent";
      statuses.push((await member.ask("PUT", path, consent)).status);
      const rename = { firstName: `Ada ${"abc"[time]}` };
      statuses.push((await member.ask("PUT", "/api/Auth/update-account", rename)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(await entriesOf(app, "account.changed")).toHaveLength(4);
  });

  test("cannot have passwords hashed all the time, not even by saying the right one", async () => {
    const app = await testApp({ adjust: withLimits({ accountChangesByMember: 2 }) });
    const member = await browserOf(app);
    const change = {
      currentPassword: PASSWORD,
      newPassword: "Other!2026test",
      confirmNewPassword: "Another!2026test",
    };
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push((await member.ask("PUT", "/api/Auth/update-account", change)).status);
    expect(statuses).toEqual([400, 400, 429, 429]);
  });

  test("cannot have passwords hashed all the time by logging in to an account that is not let in", async () => {
    const app = await testApp({ adjust: withLimits({ completedLoginsByAccount: 3 }) });
    const { email } = await addMember(app.deps, { verifiedAt: null });
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1)
      statuses.push((await httpClient(app, `198.51.100.${time}`).login(email, PASSWORD)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  test("cannot export statements all the time: five an hour", () => {
    expect(LIMITS.exportsByMember).toEqual({ max: 5, windowMs: 60 * MINUTE_MS });
  });
});

test.each(["cross-site", "same-site"])(
  "a %s page cannot use up its visitors' attempts: a body that it does not call JSON is not read",
  async (site) => {
    const app = await testApp();
    const login = (headers: Readonly<Record<string, string>>) =>
      app.request("/api/Auth/login", {
        method: "POST",
        headers,
        body: new Blob([JSON.stringify({ email: "nobody@example.test", password: "Wrong!2026" })]),
      });
    const foreign = await login({ "sec-fetch-site": site, "sec-fetch-mode": "no-cors" });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([415, []]);
    expect((await login({ "sec-fetch-site": "same-origin" })).status).toBe(401);
    expect((await login({})).status).toBe(401);
  },
);
