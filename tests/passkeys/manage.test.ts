import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { forgetExpiredJob } from "#server/jobs/housekeeping.ts";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { PASSKEY_CHALLENGE_MS, PASSKEYS_MAX } from "#shared/constants/factors.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { OwnPasskeys } from "#shared/schemas/passkeys.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { softwareAuthenticator } from "#tests/support/authenticator.ts";
import { asSite } from "#tests/support/context.ts";
import { addApp } from "#tests/support/factors.ts";
import { type HttpClient, httpClient } from "#tests/support/http-client.ts";
import {
  addPasskey,
  callProcedure,
  loginWithDevice,
  requestLogin,
  requestNew,
} from "#tests/support/passkeys.ts";

const aDevice = (given: Partial<Parameters<typeof softwareAuthenticator>[0]> = {}) =>
  softwareAuthenticator({ origin: PUBLIC_URL, ...given });

const withMember = async (options: Parameters<typeof testApp>[0] = {}) => {
  const app = await testApp(options);
  const { id, email } = await addMember(app.deps);
  const who = httpClient(app);
  await who.login(email, PASSWORD);
  return { app, id, email, who };
};

const list = async (who: HttpClient): Promise<OwnPasskeys> => {
  const response = await who.ask("GET", "/api/trpc/passkeys.list");
  return ((await response.json()) as { result: { data: OwnPasskeys } }).result.data;
};
const namesOf = async (who: HttpClient) => (await list(who)).passkeys.map(({ name }) => name);

describe("one's own passkeys", () => {
  test("[KEY-02] several are added, each with a name, and listed with their last use", async () => {
    const { app, id, email, who } = await withMember();
    const [phone, key] = [aDevice({ counts: false }), aDevice()];
    const request = await requestNew(who);
    expect(request.user).toEqual({
      id: Buffer.from(id).toString("base64url"),
      name: email,
      displayName: "Ada Lynx",
    });
    expect(request.rp).toEqual({ id: "den.example", name: "Lynxden" });
    await callProcedure(who, "add", { name: " My phone ", response: phone.make(request) });
    app.clock.advance(1000);
    await addPasskey(who, key, "Firefox on Windows");
    await loginWithDevice(httpClient(app), key);
    const { passkeys, ...rest } = await list(who);
    const now = app.clock.now().toISOString();
    expect(passkeys).toEqual([
      {
        id: phone.id,
        name: "My phone",
        addedAt: new Date(app.clock.now().getTime() - 1000).toISOString(),
        lastUsedAt: null,
        isSynced: true,
        isUsable: true,
      },
      {
        id: key.id,
        name: "Firefox on Windows",
        addedAt: now,
        lastUsedAt: now,
        isSynced: false,
        isUsable: true,
      },
    ]);
    expect(rest).toEqual({
      isOffered: true,
      suggestedName: "Firefox on Windows 2",
      hasPassword: true,
    });
  });

  test("[KEY-02] a device is told which passkeys the account has, and the same one is not added twice", async () => {
    const { app, who } = await withMember();
    const device = aDevice();
    await addPasskey(who, device);
    const request = await requestNew(who);
    expect(request.excludeCredentials).toEqual([
      { id: device.id, type: "public-key", transports: ["internal"] },
    ]);
    const again = { name: "Again", response: device.make(request) };
    expect((await callProcedure(who, "add", again)).refusal?.code).toBe("conflict");
    // Nor to somebody else's account, which would take it from its owner.
    const other = await addMember(app.deps);
    const thief = httpClient(app);
    await thief.login(other.email, PASSWORD);
    const taken = { name: "Mine", response: device.make(await requestNew(thief)) };
    expect((await callProcedure(thief, "add", taken)).refusal?.code).toBe("conflict");
  });

  test("[KEY-02] an account has at most twenty", async () => {
    const { app, id, who } = await withMember();
    const { passkeys } = app.deps.store.tables;
    const row = (number: number) => ({
      id: `key-${number}`,
      userId: id,
      rpId: "den.example",
      name: `Key ${number}`,
      publicKey: new Uint8Array(1322),
      counter: 0,
      transports: [],
      isSyncable: false,
      isBackedUp: false,
      addedAt: app.clock.now(),
    });
    await addPasskey(who, aDevice());
    const request = await requestNew(who);
    await app.deps.store.write(async (tx) => {
      for (let number = 1; number < PASSKEYS_MAX; number += 1)
        await tx.insert(passkeys).values(row(number));
    });
    const late = { name: "One more", response: aDevice().make(request) };
    expect((await callProcedure(who, "add", late)).refusal?.code).toBe("bad_request");
    expect((await callProcedure(who, "requestNew")).refusal?.code).toBe("bad_request");
    expect(await namesOf(who)).toHaveLength(PASSKEYS_MAX);
  });

  test("[KEY-03] what was made for another page, site, session or time is not added", async () => {
    const { app, email, who } = await withMember();
    const tries = [
      { origin: "http://evil.test" },
      { rpId: "evil.test" },
      { type: "webauthn.get" },
      { isVerified: false },
    ].map(async (wrong) => aDevice().make(await requestNew(who), wrong));
    for (const response of await Promise.all(tries))
      expect((await callProcedure(who, "add", { name: "Wrong", response })).refusal?.code).toBe(
        "passkey_refused",
      );
    const late = aDevice().make(await requestNew(who));
    app.clock.advance(PASSKEY_CHALLENGE_MS);
    expect((await callProcedure(who, "add", { name: "Late", response: late })).refusal?.code).toBe(
      "passkey_over",
    );
    const elsewhere = httpClient(app);
    await elsewhere.login(email, PASSWORD);
    const theirs = aDevice().make(await requestNew(elsewhere));
    const moved = { name: "Moved", response: theirs };
    expect((await callProcedure(who, "add", moved)).refusal?.code).toBe("passkey_over");
    const asLogin = aDevice().make({ ...(await requestNew(who)), ...(await requestLogin(who)) });
    const mixed = { name: "Mixed", response: asLogin };
    expect((await callProcedure(who, "add", mixed)).refusal?.code).toBe("passkey_over");
    expect(await namesOf(who)).toEqual([]);
  });

  test("[KEY-02] they are renamed and removed by their owner alone, and the audit knows", async () => {
    const { app, id, who } = await withMember();
    const device = aDevice();
    await addPasskey(who, device, "Phone");
    const stranger = await addMember(app.deps);
    const other = httpClient(app);
    await other.login(stranger.email, PASSWORD);
    for (const [call, input] of [
      ["rename", { id: device.id, name: "Mine" }],
      ["remove", { id: device.id }],
    ] as const)
      expect((await callProcedure(other, call, input)).refusal?.code).toBe("not_found");
    await callProcedure(who, "rename", { id: device.id, name: "Old phone" });
    expect(await namesOf(who)).toEqual(["Old phone"]);
    expect((await callProcedure(who, "rename", { id: device.id, name: " " })).refusal?.code).toBe(
      "bad_request",
    );
    await callProcedure(who, "remove", { id: device.id });
    expect(await namesOf(who)).toEqual([]);
    expect((await callProcedure(who, "remove", { id: device.id })).refusal?.code).toBe("not_found");
    const { audit } = app.deps.store.tables;
    const rows = await app.deps.store.read.select().from(audit).orderBy(audit.id);
    expect(
      rows
        .filter(({ action }) => action.startsWith("passkey."))
        .map(({ action, actorId, subject, after }) => [action, actorId, subject, after]),
    ).toEqual([
      ["passkey.added", id, id, { passkeys: 1 }],
      ["passkey.renamed", id, id, null],
      ["passkey.removed", id, id, { passkeys: 0 }],
    ]);
  });

  test("[KEY-08] adding and removing asks for a confirmation, and an answer that waits for it is good afterwards", async () => {
    const { app, id, email, who } = await withMember();
    const device = aDevice();
    const response = device.make(await requestNew(who));
    const { sessions } = app.deps.store.tables;
    const confirmAt = (confirmedAt: Date) =>
      app.deps.store.write((tx) =>
        tx.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, id)),
      );
    await confirmAt(new Date(app.clock.now().getTime() - HOUR_MS));
    const input = { name: "Phone", response };
    expect((await callProcedure(who, "add", input)).refusal?.code).toBe("step_up");
    expect((await callProcedure(who, "requestNew")).refusal?.code).toBe("step_up");
    await confirmAt(app.clock.now());
    expect((await callProcedure(who, "add", input)).refusal).toBeNull();
    // It was proven in this session that it is theirs.
    await addPasskey(who, aDevice(), "Key");
    // Whoever has lost a device removes its passkey with the password.
    const elsewhere = httpClient(app);
    await elsewhere.login(email, PASSWORD);
    await confirmAt(new Date(app.clock.now().getTime() - HOUR_MS));
    const removal = { id: device.id };
    expect((await callProcedure(elsewhere, "remove", removal)).refusal?.code).toBe("step_up");
    await confirmAt(app.clock.now());
    expect((await callProcedure(elsewhere, "remove", removal)).refusal).toBeNull();
    // All other sessions have ended with it, and with an app the password alone adds and removes none.
    expect((await callProcedure(who, "requestNew")).refusal?.code).toBe("unauthorized");
    await addApp(app.deps, id);
    expect((await callProcedure(elsewhere, "requestNew")).refusal?.code).toBe(
      "second_factor_missing",
    );
    const [left] = (await list(elsewhere)).passkeys;
    const last = { id: left?.id };
    expect((await callProcedure(elsewhere, "remove", last)).refusal?.code).toBe(
      "second_factor_missing",
    );
    await app.deps.store.write((tx) =>
      tx.update(sessions).set({ hasSecondFactor: true }).where(eq(sessions.userId, id)),
    );
    expect((await callProcedure(elsewhere, "remove", last)).refusal).toBeNull();
  });

  test("[KEY-08] a session counts as proven twice no longer than there is a second factor", async () => {
    const { app, id, who } = await withMember();
    const device = aDevice();
    await addPasskey(who, device);
    const { sessions } = app.deps.store.tables;
    const isProven = async () => {
      const rows = await app.deps.store.read.select().from(sessions).where(eq(sessions.userId, id));
      return rows.map(({ hasSecondFactor }) => hasSecondFactor);
    };
    expect(await isProven()).toEqual([true]);
    await callProcedure(who, "remove", { id: device.id });
    expect(await isProven()).toEqual([false]);
  });

  test("[KEY-07] on a site that has moved to another address they are shown as lost", async () => {
    const { app, id, who } = await withMember();
    await addPasskey(who, aDevice());
    const { passkeys } = app.deps.store.tables;
    await app.deps.store.write((tx) => tx.update(passkeys).set({ rpId: "old.example" }));
    const { passkeys: shown } = await list(who);
    expect(shown.map(({ isUsable }) => isUsable)).toEqual([false]);
    expect(id).not.toBe("");
  });

  test("[KEY-06] they are erased with the account, and challenges that have run out go by themselves", async () => {
    const { app, who } = await withMember();
    await addPasskey(who, aDevice());
    const { store, clock } = app.deps;
    const { passkeys, passkeyChallenges } = store.tables;
    await requestLogin(who);
    app.clock.advance(PASSKEY_CHALLENGE_MS - 1);
    await requestLogin(who);
    app.clock.advance(2);
    const site = asSite(app.deps);
    await forgetExpiredJob(site).run(new AbortController().signal);
    expect(await store.read.select().from(passkeyChallenges)).toHaveLength(1);
    await who.ask("PUT", "/api/Auth/deactivate-account");
    expect(await store.read.select().from(passkeys)).toHaveLength(1);
    app.clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    await eraseClosed(site, new AbortController().signal);
    expect(await store.read.select().from(passkeys)).toEqual([]);
    expect(clock.now().getTime()).toBeGreaterThan(0);
  });
});
