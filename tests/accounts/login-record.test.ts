import { describe, expect, test } from "bun:test";
import { noteLimit, noteRefusal } from "#server/access/audit-notes.ts";
import { NOTE_LIMITS } from "#shared/constants/limits.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";

const WRONG = "Wrong!2026test";

/** What the audit says of logins that were refused or limited, oldest first. */
const recordOf = async ({ deps: { store } }: TestApp) => {
  const { audit } = store.tables;
  const rows = await store.read.select().from(audit).orderBy(audit.id);
  return rows
    .filter(({ action }) => action === "session.refused" || action === "limit.reached")
    .map(({ actorId, action, subject, after }) => ({ actorId, action, subject, after }));
};

const refused = (subject: string | null) => ({
  actorId: null,
  action: "session.refused",
  subject,
  after: { reason: "password" },
});
const limited = (subject: string | null, reason: string) => ({
  actorId: null,
  action: "limit.reached",
  subject,
  after: { reason },
});

/** Tries a password so often, one after the other. */
const tryOften = async (app: TestApp, email: string, times: number, address?: string) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1)
    statuses.push((await httpClient(app, address).login(email, WRONG)).status);
  return statuses;
};

describe("what the audit keeps of refused logins", () => {
  test("a limit that is reached is written once, by its name, without an address", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndAddress: 2 }) });
    const { id, email } = await addMember(app.deps);
    expect(await tryOften(app, email, 6)).toEqual([401, 401, 429, 429, 429, 429]);
    const expected = [refused(id), refused(id), limited(id, "loginsByAccountAndAddress")];
    expect(await recordOf(app)).toEqual(expected);
    app.clock.advance(15 * MINUTE_MS);
    expect(await tryOften(app, email, 4)).toEqual([401, 401, 429, 429]);
    expect(await recordOf(app)).toEqual([...expected, ...expected]);
  });

  test("of an address that nobody has it names nobody, and what an address is refused for counts nowhere", async () => {
    const limits = { loginsByAddress: 3, loginsByAccountAndAddress: 2 };
    const app = await testApp({ adjust: withLimits(limits) });
    const { id, email } = await addMember(app.deps);
    await tryOften(app, "nobody@example.test", 3);
    await tryOften(app, "none@example.test", 1);
    await tryOften(app, email, 3);
    expect(await recordOf(app)).toEqual([
      refused(null),
      refused(null),
      limited(null, "loginsByAccountAndAddress"),
      refused(null),
      limited(id, "loginsByAddress"),
    ]);
    expect(JSON.stringify(await recordOf(app))).not.toContain("203.0.113");
    expect((await httpClient(app, "198.51.100.9").login(email, PASSWORD)).status).toBe(200);
    // Not one of the three was counted for the account itself.
    app.clock.advance(1);
    const { limits: table } = app.deps.store.tables;
    const counts = await app.deps.store.read.select().from(table);
    const ofAccount = counts.filter(({ key, count }) => {
      return key.startsWith("loginsByAccountAndAddress:") && count > 0;
    });
    // Those of the two addresses that nobody has.
    expect(ofAccount).toHaveLength(2);
  });

  test("who is signed in and guesses the password is limited and written down too", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccountAndKnownBrowser: 1 }) });
    const { id, email } = await addMember(app.deps);
    const browser = httpClient(app);
    await browser.login(email, PASSWORD);
    const body = { currentPassword: WRONG, newPassword: PASSWORD, confirmNewPassword: PASSWORD };
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await browser.ask("PUT", "/api/Auth/update-account", body)).status);
    expect(statuses).toEqual([400, 429, 429]);
    expect(await recordOf(app)).toEqual([limited(id, "loginsByAccountAndKnownBrowser")]);
  });

  test("a flood of them is kept to so many an hour, of an account and of all that nobody has", async () => {
    const many = { loginsByAddress: 1000, loginsByAccountAndAddress: 1000 };
    const app = await testApp({ adjust: withLimits(many) });
    const { id, email } = await addMember(app.deps);
    const other = await addMember(app.deps);
    const { max } = NOTE_LIMITS.refusalsByAccount;
    await tryOften(app, email, max + 3);
    expect(await recordOf(app)).toEqual(Array.from({ length: max }, () => refused(id)));
    await tryOften(app, other.email, 1);
    expect((await recordOf(app)).at(-1)).toEqual(refused(other.id));
    app.clock.advance(HOUR_MS);
    await tryOften(app, email, 1);
    expect((await recordOf(app)).filter(({ subject }) => subject === id)).toHaveLength(max + 1);
  });

  test("a crowd of addresses, and of names that nobody has, is kept to so many an hour", async () => {
    const app = await testApp();
    const { max: refusals } = NOTE_LIMITS.refusalsOfNobody;
    const { max: limits } = NOTE_LIMITS.limitsOfNobody;
    for (let number = 0; number < refusals + 5; number += 1) {
      const refused = { name: "loginsByAddress", subject: `10.0.${number}.1` } as const;
      const windowEndsAt = new Date(app.clock.now().getTime() + HOUR_MS);
      await asSite(app.deps).write(async (tx) => {
        await noteRefusal(tx, null, "password");
        await noteLimit(tx, { refused, windowEndsAt }, { actorId: null, subject: null });
      });
    }
    const record = await recordOf(app);
    const of = (action: string) => record.filter((entry) => entry.action === action);
    expect(of("session.refused")).toHaveLength(refusals);
    expect(of("limit.reached")).toHaveLength(limits);
  });
});
