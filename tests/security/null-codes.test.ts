import { describe, expect, test } from "bun:test";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { systemIn } from "#tests/support/context.ts";
import { DISCORD_ENV } from "#tests/support/discord-env.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { mailedSecret, registrant, NEW_PASSWORD } from "#tests/support/registration.ts";

/** What a careless comparison takes for a code that is not there. */
const NOTHINGS: readonly unknown[] = [
  null,
  undefined,
  "",
  " ",
  "null",
  "undefined",
  "0",
  "%00",
  "\0",
  0,
  false,
  true,
  [],
  [null],
  [""],
  {},
  { $ne: null },
  { toString: null },
  { length: 43 },
];

/** Where a code or token is sent to be used, and under which name. */
const USES: readonly { path: string; field: string; rest?: Readonly<Record<string, string>> }[] = [
  { path: "/api/trpc/accounts.verifyEmail", field: "code" },
  { path: "/api/Auth/verify-email", field: "code" },
  { path: "/api/trpc/accounts.confirmBrowser", field: "code" },
  { path: "/api/trpc/security.endSessions", field: "code" },
  { path: "/api/trpc/accounts.confirmAddress", field: "code" },
  { path: "/api/Auth/confirm-email-change", field: "code" },
  { path: "/api/trpc/accounts.revertAddress", field: "code" },
  { path: "/api/Auth/revert-email-change", field: "code" },
  ...["/api/trpc/accounts.resetPassword", "/api/Auth/reset-password"].map((path) => ({
    path,
    field: "token",
    rest: { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
  })),
];

const roomy = (env: Readonly<Record<string, string>> = {}) =>
  testApp({
    env,
    adjust: withLimits({
      codesByAddress: 10_000,
      loginsByAddress: 10_000,
      loginsByAccount: 10_000,
    }),
  });

/** Accounts whose codes are in every state: reserved and never sent, sent, used. */
const withCodes = async (app: TestApp) => {
  const { store, clock } = app.deps;
  const { id } = await addMember(app.deps);
  await systemIn(store, clock).write(async (tx) => {
    for (const kind of ["verify", "reset", "browser"] as const)
      await reserveCode(tx, { userId: id, kind, isOwners: true });
  });
  const ada = await registrant(app);
  await ada.register();
  const bob = await registrant(app, {
    email: "bob@example.test",
    discordId: "1182639400182374402",
  });
  await bob.register();
  const code = await mailedSecret(app, "verify");
  await bob.ask("POST", "/api/trpc/accounts.verifyEmail", { code });
};

const accounts = async ({ deps: { store } }: TestApp) => {
  const { users, oneTimeCodes, sessions } = store.tables;
  return JSON.stringify([
    await store.read.select().from(users).orderBy(users.id),
    await store.read.select().from(oneTimeCodes).orderBy(oneTimeCodes.hash),
    await store.read.select().from(sessions).orderBy(sessions.id),
  ]);
};

describe("whoever sends nothing in the place of a code", () => {
  test("uses nobody's", async () => {
    const app = await roomy();
    await withCodes(app);
    const before = await accounts(app);
    const eve = httpClient(app);
    for (const { path, field, rest } of USES)
      for (const nothing of NOTHINGS) {
        const answer = await eve.ask("POST", path, { ...rest, [field]: nothing });
        expect([path, nothing, answer.status]).toEqual([path, nothing, 400]);
      }
    for (const { path } of USES)
      for (const body of [null, [], "", 0, [[]]])
        expect([path, body, (await eve.ask("POST", path, body)).status]).toEqual([path, body, 400]);
    expect(await accounts(app)).toBe(before);
  });

  test("opens no session by a token or a bridge key", async () => {
    const app = await roomy();
    await withCodes(app);
    for (const value of ["", "null", "undefined", "[]", "{}", "0", "..", "a.b.", "false", "NaN"])
      for (const scheme of ["Bearer", "bearer", "Basic", ""])
        for (const path of ["/api/Auth/me", "/api/trpc/accounts.me", "/api/bridge/deliveries"]) {
          const authorization = `${scheme} ${value}`;
          const { status } = await app.request(`${path}?game=rust`, { headers: { authorization } });
          expect([authorization, path, status >= 400 && status < 500]).toEqual([
            authorization,
            path,
            true,
          ]);
        }
  });

  test("logs in to no account, not to one that has no password either", async () => {
    const app = await roomy();
    const emails = [
      (await addMember(app.deps, { passwordHash: null })).email,
      (await addMember(app.deps)).email,
    ];
    for (const email of emails)
      for (const password of NOTHINGS) {
        const answer = await httpClient(app).ask("POST", "/api/Auth/login", { email, password });
        expect([password, [400, 401].includes(answer.status)]).toEqual([password, true]);
      }
    for (const email of NOTHINGS) {
      const answer = await httpClient(app).ask("POST", "/api/Auth/login", {
        email,
        password: PASSWORD,
      });
      expect([email, [400, 401].includes(answer.status)]).toEqual([email, true]);
    }
  });

  test("registers with nobody's proof", async () => {
    const app = await roomy(DISCORD_ENV);
    // Somebody has proven an account; the browser that asks has not.
    const { form } = await registrant(app);
    for (const value of ["", "null", "undefined", "[]", "{}", "A".repeat(43)]) {
      const eve = httpClient(app, "203.0.113.9", new Map([["proofs", value]]));
      expect((await eve.ask("POST", "/api/trpc/accounts.register", form)).status).toBe(400);
    }
    const eve = httpClient(app);
    for (const nothing of NOTHINGS) {
      const answer = await eve.ask("POST", "/api/trpc/accounts.register", {
        ...form,
        discordId: nothing,
      });
      expect([nothing, answer.status]).toEqual([nothing, 400]);
    }
    expect(await app.deps.store.read.select().from(app.deps.store.tables.users)).toEqual([]);
  });
});
