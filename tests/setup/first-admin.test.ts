import { describe, expect, test } from "bun:test";
import { verifyPassword } from "#server/auth/secrets.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { makeSetupLink } from "#server/modules/setup/index.ts";
import { LOGIN_FIELDS, REGISTRATION } from "#shared/account-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { SETUP, SETUP_COMMAND } from "#shared/setup-messages.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { auditActions, call, NEW_PASSWORD, queuedMails } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { HEADER, importCsv, waitingLine } from "#tests/support/waiting.ts";

const FORM = {
  firstName: "Ada",
  lastName: "Frost",
  email: "Ada@Example.test",
  password: NEW_PASSWORD,
  confirmPassword: NEW_PASSWORD,
};

const linkOf = async (app: TestApp) => (await makeSetupLink(asSite(app.deps))).token;

const create = (
  app: TestApp,
  token: string | null,
  changes: Readonly<Record<string, unknown>> = {},
) => call(httpClient(app), "setup.createAdmin", { ...FORM, token, ...changes });

const stateOf = async (app: TestApp, token: string | null) => {
  const input = encodeURIComponent(JSON.stringify({ token }));
  const response = await app.request(`/api/trpc/setup.link?input=${input}`);
  const { result } = (await response.json()) as { result: { data: { state: string } } };
  return result.data.state;
};

const usersOf = ({ deps: { store } }: TestApp) => store.read.select().from(store.tables.users);

const refused = (state: keyof typeof SETUP.refused) => ({
  status: 403,
  reply: SETUP.refused[state],
});

describe("the link to the first Admin's account", () => {
  test("[SETUP-02] makes an Admin whose address is proven, without mail, Discord or session", async () => {
    const app = await testApp();
    const token = await linkOf(app);
    expect(await stateOf(app, token)).toBe("open");
    expect(await create(app, token)).toEqual({ status: 200, reply: { email: FORM.email } });
    const [user, ...others] = await usersOf(app);
    expect(others).toEqual([]);
    expect(user).toMatchObject({
      email: FORM.email,
      emailKey: "ada@example.test",
      role: "Admin",
      verifiedAt: app.clock.now(),
    });
    expect(await verifyPassword(NEW_PASSWORD, user?.passwordHash ?? null)).toBe(true);
    expect(await queuedMails(app)).toEqual([]);
    const { links, sessions } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(links)).toEqual([]);
    expect(await app.deps.store.read.select().from(sessions)).toEqual([]);
    expect(await auditActions(app)).toEqual([
      "setup.link_made",
      "setup.admin_created",
      "account.promoted",
    ]);
    const login = { email: FORM.email, password: NEW_PASSWORD };
    expect((await call(httpClient(app), "accounts.login", login)).status).toBe(200);
  });

  test("[SETUP-01] is kept as a hash, works once, for an hour, and a newer one ends it", async () => {
    const app = await testApp();
    const [first, second] = [await linkOf(app), await linkOf(app)];
    const { settings } = app.deps.store.tables;
    const stored = JSON.stringify(await app.deps.store.read.select().from(settings));
    expect(stored).toContain("setup_link");
    expect(stored).not.toContain(second);
    expect(await create(app, first)).toEqual(refused("unknown"));
    app.clock.advance(HOUR_MS - 1);
    expect(await stateOf(app, second)).toBe("open");
    app.clock.advance(1);
    expect(await stateOf(app, second)).toBe("expired");
    expect(await create(app, second)).toEqual(refused("expired"));
    const third = await linkOf(app);
    expect((await create(app, third)).status).toBe(200);
    expect(await create(app, third, { email: "eve@example.test" })).toEqual(refused("done"));
    expect(await stateOf(app, third)).toBe("done");
    expect(await usersOf(app)).toHaveLength(1);
  });

  test("[SETUP-01] is not made where there is an Admin, be it one who registered", async () => {
    const app = await testApp();
    await signedIn(app, { role: "User" });
    const token = await linkOf(app);
    await signedIn(app, { role: "Admin" });
    expect(await create(app, token)).toEqual(refused("done"));
    const error = await rejectionOf(makeSetupLink(asSite(app.deps)));
    expect(error.message).toBe(SETUP_COMMAND.hasAdmin);
  });

  test("[SETUP-02] nobody gets in without it", async () => {
    const app = await testApp();
    expect(await stateOf(app, null)).toBe("missing");
    expect(await create(app, null)).toEqual(refused("missing"));
    expect(await create(app, "")).toEqual(refused("missing"));
    expect(await create(app, "guessed")).toEqual(refused("unknown"));
    await linkOf(app);
    expect(await create(app, "guessed")).toEqual(refused("unknown"));
    expect(await usersOf(app)).toEqual([]);
  });

  test("[SETUP-02] of two who come with it at once, one becomes the Admin", async () => {
    const app = await testApp();
    const token = await linkOf(app);
    const emails = ["ada@example.test", "eve@example.test", "mallory@example.test"];
    const answers = await Promise.all(emails.map((email) => create(app, token, { email })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    expect(await usersOf(app)).toHaveLength(1);
  });

  test("[SETUP-02] a mistake names its field, and the link stays good", async () => {
    const app = await testApp();
    const token = await linkOf(app);
    await signedIn(app, { email: "taken@example.test", emailKey: "taken@example.test" });
    const mistakes = [
      [{ password: "weak", confirmPassword: "weak" }, LOGIN_FIELDS.passwordTooShort],
      [{ confirmPassword: "Lynx!2027" }, LOGIN_FIELDS.passwordsDiffer],
      [{ email: "ada" }, LOGIN_FIELDS.emailMalformed],
      [{ email: "Taken@example.test" }, REGISTRATION.emailInUse],
    ] as const;
    for (const [changes, reply] of mistakes)
      expect(await create(app, token, changes)).toEqual({ status: 400, reply });
    expect((await create(app, token)).status).toBe(200);
  });

  test("[SETUP-02] an imported account that waits with the owner's address becomes the Admin, with all that it has", async () => {
    const app = await testApp();
    await importCsv(app, `${HEADER}\n${waitingLine({ email: "ada@example.test" })}\n`);
    const token = await linkOf(app);
    expect(await create(app, token)).toEqual({ status: 200, reply: { email: FORM.email } });
    const [user, ...others] = await usersOf(app);
    expect(others).toEqual([]);
    expect(user).toMatchObject({
      email: FORM.email,
      firstName: FORM.firstName,
      role: "Admin",
      verifiedAt: app.clock.now(),
      waitsSince: null,
    });
    const { read } = asSite(app.deps);
    const { links, memberships } = read.tables;
    expect(await readBalance(read, user?.id ?? "")).toBe(650);
    expect(await read.select().from(links)).toHaveLength(4);
    expect(await read.select().from(memberships)).toMatchObject([{ tier: "Gold" }]);
    expect((await auditActions(app)).slice(-3)).toEqual([
      "account.claimed",
      "setup.admin_created",
      "account.promoted",
    ]);
    const login = { email: FORM.email, password: NEW_PASSWORD };
    expect((await call(httpClient(app), "accounts.login", login)).status).toBe(200);
  });

  test("[SETUP-02] an imported account that an Admin has closed is not handed out", async () => {
    const app = await testApp();
    await importCsv(app, `${HEADER}\n${waitingLine({ email: "ada@example.test" })}\n`);
    const { store } = app.deps;
    const closed = { deactivatedAt: app.clock.now(), deactivatedBy: "admin" as const };
    await store.write(async (tx) => void (await tx.update(store.tables.users).set(closed)));
    const token = await linkOf(app);
    expect(await create(app, token)).toEqual({ status: 400, reply: REGISTRATION.emailInUse });
  });

  test("[SETUP-02] guesses are counted by whoever makes them", async () => {
    const app = await testApp({ adjust: withLimits({ codesByAddress: 2 }) });
    const token = await linkOf(app);
    expect((await create(app, "guessed")).status).toBe(403);
    expect((await create(app, "guessed again")).status).toBe(403);
    expect((await create(app, token)).status).toBe(429);
  });
});
