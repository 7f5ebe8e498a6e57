import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { PASSKEY_CHALLENGE_MS } from "#shared/constants/factors.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { PUBLIC_URL, type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { softwareAuthenticator } from "#tests/support/authenticator.ts";
import { addApp, APP_SECRET, codeOfApp, firstStep, secondStep } from "#tests/support/factors.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  addPasskey,
  answerLogin,
  callProcedure,
  loginWithDevice,
  requestLogin,
  requestNew,
  tokenIn,
} from "#tests/support/passkeys.ts";
import { queuedMails } from "#tests/support/registration.ts";

/** The device has not made sure who uses it. */
const UNVERIFIED = { isVerified: false };

/** A member with a passkey, and a browser at which nobody is signed in. */
const withPasskey = async (
  options: Parameters<typeof testApp>[0] = {},
  given: Partial<Parameters<typeof softwareAuthenticator>[0]> = {},
) => {
  const app = await testApp(options);
  const { id, email } = await addMember(app.deps);
  const owner = httpClient(app);
  await owner.login(email, PASSWORD);
  const device = softwareAuthenticator({ origin: PUBLIC_URL, ...given });
  await addPasskey(owner, device);
  return { app, id, email, owner, device, who: httpClient(app, "198.51.100.9") };
};

const whoIs = async (who: ReturnType<typeof httpClient>) =>
  ((await (await who.ask("GET", "/api/Auth/me")).json()) as { id?: string }).id ?? null;

const entriesOf = async ({ deps: { store } }: TestApp, wanted: string) => {
  const { audit: t } = store.tables;
  const rows = await store.read.select().from(t).orderBy(t.id);
  return rows
    .filter(({ action }) => action === wanted)
    .map(({ actorId, subject, after }) => ({ actorId, subject, after }));
};

describe("a login with a passkey", () => {
  test("[KEY-04] a verified passkey signs in as the only step, again and again", async () => {
    const { app, id, device, who } = await withPasskey();
    expect(await loginWithDevice(who, device)).toBe("ok");
    expect(await whoIs(who)).toBe(id);
    expect(await loginWithDevice(httpClient(app), device)).toBe("ok");
    const started = await entriesOf(app, "session.started");
    expect(started.map(({ after }) => after)).toEqual([
      { way: "password" },
      { way: "passkey" },
      { way: "passkey" },
    ]);
    const { passkeys } = app.deps.store.tables;
    const [row] = await app.deps.store.read.select().from(passkeys);
    expect(row).toMatchObject({ counter: 3, rpId: "den.example", transports: ["internal"] });
    expect(row?.lastUsedAt).toEqual(app.clock.now());
  });

  test("[KEY-04] a verified passkey is both steps at once where the account has an app", async () => {
    const { app, id, device, who } = await withPasskey();
    await addApp(app.deps, id);
    expect(await loginWithDevice(who, device)).toBe("ok");
    expect(await whoIs(who)).toBe(id);
  });

  test("[KEY-04] without verification it is one step, and the second one follows", async () => {
    const { app, id, device, who } = await withPasskey();
    await addApp(app.deps, id);
    const response = device.sign(await requestLogin(who), UNVERIFIED);
    const asked = await who.ask("POST", "/api/trpc/passkeys.login", { response });
    const { error } = (await asked.json()) as {
      error: { data: { code: string; secondStep: { ticket: string; ways: string[] } } };
    };
    expect(error.data.code).toBe("second_factor");
    expect(error.data.secondStep.ways).toEqual(["totp", "recovery"]);
    const { ticket } = error.data.secondStep;
    // The same thing once more proves nothing new.
    const again = { ticket, response: device.sign(await requestLogin(who), UNVERIFIED) };
    expect((await callProcedure(who, "takeSecondStep", again)).refusal?.code).toBe(
      "second_step_wrong",
    );
    expect(await secondStep(who, ticket, codeOfApp(APP_SECRET, app.clock.now()))).toBe("200");
    expect(await whoIs(who)).toBe(id);
  });

  test("[KEY-04] without verification it signs in where the account has no second factor", async () => {
    const { device, who } = await withPasskey();
    expect(await loginWithDevice(who, device, UNVERIFIED)).toBe("ok");
  });

  test("[KEY-04] it is the second step after a password, for its own account alone", async () => {
    const { app, id, email, device, who } = await withPasskey();
    await addApp(app.deps, id);
    const { ticket, ways } = await firstStep(who, email);
    expect(ways).toEqual(["totp", "passkey", "recovery"]);
    const stranger = await addMember(app.deps);
    const other = httpClient(app);
    await other.login(stranger.email, PASSWORD);
    const theirs = softwareAuthenticator({ origin: PUBLIC_URL });
    await addPasskey(other, theirs);
    const wrong = { ticket, response: theirs.sign(await requestLogin(who)) };
    expect((await callProcedure(who, "takeSecondStep", wrong)).refusal?.code).toBe(
      "second_step_wrong",
    );
    const right = { ticket, response: device.sign(await requestLogin(who)) };
    who.token = tokenIn(await callProcedure(who, "takeSecondStep", right));
    expect(await whoIs(who)).toBe(id);
  });

  test("[KEY-03] what was signed is good once", async () => {
    const { device, who } = await withPasskey();
    const response = device.sign(await requestLogin(who));
    expect(await answerLogin(who, response)).toBe("ok");
    expect(await answerLogin(who, response)).toBe("passkey_over");
  });

  test("[KEY-03] a challenge is good for five minutes", async () => {
    const { app, device, who } = await withPasskey();
    const request = await requestLogin(who);
    app.clock.advance(PASSKEY_CHALLENGE_MS - 1);
    expect(await answerLogin(who, device.sign(request))).toBe("ok");
    const late = await requestLogin(who);
    app.clock.advance(PASSKEY_CHALLENGE_MS);
    expect(await answerLogin(who, device.sign(late))).toBe("passkey_over");
  });

  test("[KEY-03] a challenge is answered by the browser that asked for it, and by no other", async () => {
    const { app, device, who } = await withPasskey();
    const response = device.sign(await requestLogin(who));
    const elsewhere = httpClient(app);
    expect(await answerLogin(elsewhere, response)).toBe("passkey_over");
    await requestLogin(elsewhere);
    expect(await answerLogin(elsewhere, response)).toBe("passkey_over");
    expect(await answerLogin(who, response)).toBe("ok");
  });

  test("[KEY-03] two tabs of a browser can each wait for a passkey", async () => {
    const { device, who } = await withPasskey();
    const [first, second] = [await requestLogin(who), await requestLogin(who)];
    expect(await answerLogin(who, device.sign(first))).toBe("ok");
    // Whoever is there now is somebody else than the one who was asked.
    expect(await answerLogin(who, device.sign(second))).toBe("passkey_over");
  });

  test("[KEY-03] what was signed to add or confirm something signs nobody in", async () => {
    const { owner, device } = await withPasskey();
    const { challenge } = await requestNew(owner);
    const request = await requestLogin(owner);
    expect(await answerLogin(owner, device.sign({ ...request, challenge }))).toBe("passkey_over");
  });

  test.each([
    ["another site's page", { origin: "http://den.example.evil.test" }],
    ["another site", { rpId: "evil.test" }],
    ["another ceremony", { type: "webauthn.create" }],
    ["another account", { userHandle: "c3RyYW5nZXI" }],
  ])("[KEY-01] what was signed for %s is refused", async (_name, wrong) => {
    const { device, who } = await withPasskey();
    expect(await loginWithDevice(who, device, wrong)).toBe("passkey_refused");
    expect(await whoIs(who)).toBeNull();
  });

  test("what another key has signed is refused", async () => {
    const { device, who } = await withPasskey();
    const other = softwareAuthenticator({ origin: PUBLIC_URL });
    const forged = other.sign(await requestLogin(who));
    const response = { ...forged, id: device.id, rawId: device.id };
    expect(await answerLogin(who, response)).toBe("passkey_refused");
  });

  test("[KEY-05] a counter that does not go on is refused, and the audit says so", async () => {
    const { app, id, device, who } = await withPasskey();
    expect(await loginWithDevice(who, device, { counter: 7 })).toBe("ok");
    for (const counter of [7, 6, 0])
      expect(await loginWithDevice(who, device, { counter })).toBe("passkey_refused");
    const refused = { actorId: null, subject: id, after: { reason: "counter" } };
    expect(await entriesOf(app, "passkey.refused")).toEqual([refused, refused, refused]);
    const events = (await queuedMails(app)).flatMap(({ data = {} }) =>
      "event" in data ? [data.event] : [],
    );
    expect(events).toContain("passkeyCopied");
    expect(await loginWithDevice(who, device, { counter: 8 })).toBe("ok");
  });

  test("[KEY-05] a passkey that never counts is good", async () => {
    const { app, device, who } = await withPasskey({}, { counts: false });
    expect(await loginWithDevice(who, device)).toBe("ok");
    expect(await loginWithDevice(httpClient(app), device)).toBe("ok");
  });

  test("a passkey that was removed signs nobody in", async () => {
    const { owner, device, who } = await withPasskey();
    const response = device.sign(await requestLogin(who));
    await callProcedure(owner, "remove", { id: device.id });
    expect(await answerLogin(who, response)).toBe("passkey_refused");
  });

  test("[KEY-06] a closed account is told the same as after its password", async () => {
    const { app, id, device, who } = await withPasskey();
    const { store, clock } = app.deps;
    const { users } = store.tables;
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    await store.write((tx) => tx.update(users).set(closed).where(eq(users.id, id)));
    expect(await loginWithDevice(who, device)).toBe("account_deactivated");
    const open = { deactivatedAt: null, deactivatedBy: null };
    await store.write((tx) => tx.update(users).set(open).where(eq(users.id, id)));
    expect(await loginWithDevice(who, device)).toBe("ok");
  });

  test("[KEY-03] wrong answers are counted by who gives them, right ones are not", async () => {
    const { device, who } = await withPasskey({ adjust: withLimits({ passkeysByAddress: 2 }) });
    for (let time = 0; time < 3; time += 1) expect(await loginWithDevice(who, device)).toBe("ok");
    const wrong = { origin: "http://evil.test" };
    expect(await loginWithDevice(who, device, wrong)).toBe("passkey_refused");
    expect(await loginWithDevice(who, device, wrong)).toBe("passkey_refused");
    expect(await loginWithDevice(who, device)).toBe("too_many_requests");
  });

  test("what is asked of browsers is limited, and is the same for everybody", async () => {
    const app = await testApp({ adjust: withLimits({ passkeyRequestsByAddress: 2 }) });
    const who = httpClient(app);
    const { challenge, ...rest } = await requestLogin(who);
    expect(challenge).toHaveLength(43);
    expect(rest).toEqual({
      rpId: "den.example",
      timeout: PASSKEY_CHALLENGE_MS,
      userVerification: "preferred",
      allowCredentials: [],
    });
    await requestLogin(who);
    expect((await callProcedure(who, "requestLogin")).refusal?.code).toBe("too_many_requests");
  });

  test("[KEY-01] a site that is reached by a number alone offers no passkeys", async () => {
    const app = await testApp({ env: { PUBLIC_URL: "http://192.0.2.7:3000" } });
    const { refusal } = await callProcedure(httpClient(app), "requestLogin");
    expect(refusal?.code).toBe("passkeys_unavailable");
  });
});
