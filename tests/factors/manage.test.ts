import { describe, expect, test } from "bun:test";
import { APP_SETUP_MS, RECOVERY_CODES } from "#shared/constants/factors.ts";
import { FACTORS } from "#shared/factor-messages.ts";
import type { AddedApp, AppSetup } from "#shared/schemas/factors.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import {
  askFactors,
  codeOfApp,
  firstStep,
  readFactors,
  secondStep,
} from "#tests/support/factors.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const STEP_MS = 30_000;

const signedIn = async () => {
  const app = await testApp();
  const member = await addMember(app.deps);
  const who = httpClient(app);
  await who.login(member.email, PASSWORD);
  const codeOf = (secret: string) => codeOfApp(secret, app.clock.now());
  const setUp = async () => {
    const { secret, setup } = await askFactors<AppSetup>(who, "beginApp");
    const added = await askFactors<AddedApp>(who, "addApp", { setup, code: codeOf(secret) });
    return { secret, codes: added.recoveryCodes };
  };
  const sessions = async () => {
    const { sessions: t } = app.deps.store.tables;
    return app.deps.store.read.select({ has: t.hasSecondFactor }).from(t);
  };
  return { app, ...member, who, codeOf, setUp, sessions };
};

describe("setting up an authenticator app", () => {
  test("[FACTOR-08] signs out everywhere else: a password that is known opens nothing any more", async () => {
    const { app, email, who, setUp, sessions } = await signedIn();
    const thief = httpClient(app);
    await thief.login(email, PASSWORD);
    const stranger = httpClient(app);
    await stranger.login((await addMember(app.deps)).email, PASSWORD);
    await setUp();
    const statuses = await Promise.all(
      [who, thief, stranger].map(async (one) => (await one.ask("GET", "/api/Auth/me")).status),
    );
    expect(statuses).toEqual([200, 401, 200]);
    expect(await sessions()).toHaveLength(2);
  });

  test("[FACTOR-08] the first code keeps it, and gives ten recovery codes this once", async () => {
    const { app, email, who, codeOf, setUp, sessions } = await signedIn();
    const { address, secret } = await askFactors<AppSetup>(who, "beginApp");
    expect(address).toStartWith("otpauth://totp/");
    expect(address).toContain(`secret=${secret}`);
    expect(decodeURIComponent(address)).toContain(email);
    expect(await readFactors(who)).toEqual({ app: null, recoveryCodes: null, resetEndsAt: null });
    const made = await setUp();
    expect(new Set(made.codes).size).toBe(RECOVERY_CODES);
    expect(
      made.codes?.every((code) =>
        /^[0-9a-hjkmnp-tv-z]{6}(?:-[0-9a-hjkmnp-tv-z]{6}){3}$/.test(code),
      ),
    ).toBe(true);
    expect(await readFactors(who)).toMatchObject({ recoveryCodes: { left: RECOVERY_CODES } });
    // Nothing of it can be read in the store.
    const { totpFactors, recoveryCodes } = app.deps.store.tables;
    const rows = JSON.stringify([
      await app.deps.store.read.select().from(totpFactors),
      await app.deps.store.read.select().from(recoveryCodes),
    ]);
    expect(rows).not.toContain(made.secret);
    expect(rows).not.toContain(made.codes?.[0]?.replaceAll("-", "") ?? "");
    // It was proven in this session, and its code is used up.
    expect(await sessions()).toEqual([{ has: true }]);
    const other = httpClient(app);
    const { ticket } = await firstStep(other, email);
    expect(await secondStep(other, ticket, codeOf(made.secret))).toBe("401 second_step_wrong");
    app.clock.advance(STEP_MS);
    expect(await secondStep(other, ticket, codeOf(made.secret))).toBe("200");
    const third = httpClient(app);
    const again = await firstStep(third, email);
    expect(await secondStep(third, again.ticket, made.codes?.[3] ?? "")).toBe("200");
    expect((await readFactors(who)).recoveryCodes?.left).toBe(RECOVERY_CODES - 1);
  });

  test("a wrong code, one that comes too late and one of another session keep nothing", async () => {
    const { app, email, who, codeOf } = await signedIn();
    const begun = await askFactors<AppSetup>(who, "beginApp");
    const wrong = { setup: begun.setup, code: "000000" };
    expect((await rejectionOf(askFactors(who, "addApp", wrong))).message).toContain(
      FACTORS.codeWrong,
    );
    const elsewhere = httpClient(app);
    await elsewhere.login(email, PASSWORD);
    const right = () => ({ setup: begun.setup, code: codeOf(begun.secret) });
    expect((await rejectionOf(askFactors(elsewhere, "addApp", right()))).message).toContain(
      FACTORS.setupOver,
    );
    app.clock.advance(APP_SETUP_MS);
    expect((await rejectionOf(askFactors(who, "addApp", right()))).message).toContain(
      FACTORS.setupOver,
    );
    expect((await readFactors(who)).app).toBeNull();
  });

  test("[FACTOR-09] who has not proven the factor changes nothing of it", async () => {
    const { app, who, setUp, codeOf, id } = await signedIn();
    const { secret } = await setUp();
    // As a session that was begun before.
    await app.deps.store.write((tx) => app.deps.auth.sessions.forgetSecondFactor(tx, id));
    const begun = await askFactors<AppSetup>(who, "beginApp");
    const input = { setup: begun.setup, code: codeOf(begun.secret) };
    for (const name of ["addApp", "removeApp", "makeRecoveryCodes"])
      expect((await rejectionOf(askFactors(who, name, input))).message).toContain(
        "second_factor_missing",
      );
    expect(secret).not.toBe(begun.secret);
  });

  test("[FACTOR-09] long after the login it asks for a confirmation first", async () => {
    const { app, who, setUp } = await signedIn();
    app.clock.advance(app.deps.config.community.security.stepUpMs + 1);
    expect((await rejectionOf(setUp())).message).toContain("step_up");
    expect((await readFactors(who)).app).toBeNull();
  });

  test("another app takes its place, and the recovery codes stay", async () => {
    const { app, email, setUp, codeOf } = await signedIn();
    const first = await setUp();
    const second = await setUp();
    expect(second.codes).toBeNull();
    app.clock.advance(STEP_MS);
    const other = httpClient(app);
    const { ticket } = await firstStep(other, email);
    expect(await secondStep(other, ticket, codeOf(first.secret))).toBe("401 second_step_wrong");
    expect(await secondStep(other, ticket, codeOf(second.secret))).toBe("200");
    const again = await firstStep(other, email);
    expect(await secondStep(other, again.ticket, first.codes?.[0] ?? "")).toBe("200");
  });

  test("new recovery codes end the ones before; removing the app ends all", async () => {
    const { app, email, who, setUp, sessions } = await signedIn();
    const { codes } = await setUp();
    const { recoveryCodes } = await askFactors<AddedApp>(who, "makeRecoveryCodes");
    const other = httpClient(app);
    const { ticket } = await firstStep(other, email);
    expect(await secondStep(other, ticket, codes?.[0] ?? "")).toBe("401 second_step_wrong");
    expect(await secondStep(other, ticket, recoveryCodes?.[0] ?? "")).toBe("200");
    expect(await askFactors<string>(who, "removeApp")).toBe(FACTORS.removed);
    // The other one has ended.
    expect(await sessions()).toEqual([{ has: false }]);
    expect((await httpClient(app).login(email, PASSWORD)).status).toBe(200);
    expect((await rejectionOf(askFactors(who, "removeApp"))).message).toContain("conflict");
  });

  test("its owner is told by mail, and the audit keeps what was done", async () => {
    const { app, id, who, setUp } = await signedIn();
    await setUp();
    await askFactors(who, "removeApp");
    const { audit, outbox } = app.deps.store.tables;
    const lines = await app.deps.store.read.select().from(audit).orderBy(audit.id);
    const mine = lines.filter(({ subject }) => subject === id).map(({ action }) => action);
    expect(mine).toEqual(["session.started", "factor.added", "factor.removed"]);
    const mails = await app.deps.store.read.select().from(outbox).orderBy(outbox.id);
    expect(mails.map(({ payload }) => payload)).toMatchObject([
      { template: "security", data: { event: "factorAdded" } },
      { template: "security", data: { event: "factorRemoved" } },
    ]);
  });
});
