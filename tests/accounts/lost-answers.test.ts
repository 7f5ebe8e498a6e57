import { describe, expect, test } from "bun:test";
import { PASSWORD_RESET, REGISTRATION } from "#shared/account-messages.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { addMember } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  call,
  mailedSecret,
  NEW_PASSWORD,
  queuedMails,
  registrant,
} from "#tests/support/registration.ts";

const KEY = "one-key-of-a-browser";

/** Everything that the store keeps under keys, as text. */
const keptUnderKeys = async ({ deps: { store } }: TestApp) =>
  JSON.stringify(await store.read.select().from(store.tables.idempotency));

const usersOf = async ({ deps: { store } }: TestApp) =>
  store.read.select().from(store.tables.users);

describe("[API-09] a registration whose answer was lost", () => {
  test("is answered as the first time, and made once", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const first = await ada.register({ idempotencyKey: KEY });
    expect(first.status).toBe(200);
    expect(await ada.register({ idempotencyKey: KEY })).toEqual(first);
    expect(await usersOf(app)).toHaveLength(1);
    expect(await queuedMails(app)).toHaveLength(1);
  });

  test("is made once when both requests are under way at once", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const answers = await Promise.all([
      ada.register({ idempotencyKey: KEY }),
      ada.register({ idempotencyKey: KEY }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await usersOf(app)).toHaveLength(1);
  });

  test("is refused with other content, and without a key as ever", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    await ada.register({ idempotencyKey: KEY });
    const other = { password: `${NEW_PASSWORD}2`, confirmPassword: `${NEW_PASSWORD}2` };
    for (const changes of [{ firstName: "Eve" }, other])
      expect(await ada.register({ idempotencyKey: KEY, ...changes })).toEqual({
        status: 409,
        reply: CALLS.usedOnceKey,
      });
    expect(await ada.register()).toEqual({ status: 400, reply: REGISTRATION.linkAgain });
  });

  test("is nobody else's: another browser does not learn of it by the key", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    await ada.register({ idempotencyKey: KEY });
    const eve = httpClient(app);
    expect(await call(eve, "accounts.register", { ...ada.form, idempotencyKey: KEY })).toEqual({
      status: 400,
      reply: REGISTRATION.linkAgain,
    });
  });

  test("what was refused may be sent again under the same key, put right", async () => {
    const app = await testApp();
    await addMember(app.deps, { email: "taken@example.test" });
    const ada = await registrant(app);
    const taken = await ada.register({ idempotencyKey: KEY, email: "taken@example.test" });
    expect(taken).toEqual({ status: 400, reply: REGISTRATION.emailInUse });
    expect((await ada.register({ idempotencyKey: KEY })).status).toBe(200);
  });

  test("REST: the header Idempotency-Key stands for the field", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    const post = () =>
      app.request("/api/Auth/register", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: `proofs=${ada.browserSecret}`,
          "Idempotency-Key": KEY,
        },
        body: JSON.stringify(ada.form),
      });
    const first = await post();
    expect(first.status).toBe(200);
    const second = await post();
    expect([second.status, await second.json()]).toEqual([200, await first.json()]);
  });

  test("keeps neither the password, nor the address, nor what guesses could be compared with", async () => {
    const app = await testApp();
    const ada = await registrant(app);
    await ada.register({ idempotencyKey: KEY });
    const kept = await keptUnderKeys(app);
    expect(kept).toContain(KEY);
    for (const secret of [NEW_PASSWORD, ada.form.email, ada.browserSecret])
      expect(kept).not.toContain(secret);
    const input = JSON.stringify({ ...ada.form, idempotencyKey: KEY });
    for (const guess of [NEW_PASSWORD, input])
      expect(kept).not.toContain(new Bun.CryptoHasher("sha256").update(guess).digest("hex"));
  });
});

/** Somebody who has asked for a new password, and holds the token of the mail. */
const asked = async () => {
  const app = await testApp();
  const { email } = await addMember(app.deps);
  const who = httpClient(app);
  await call(who, "accounts.requestPasswordReset", { email });
  const token = await mailedSecret(app, "reset");
  const reset = (password: string, idempotencyKey?: string) =>
    call(who, "accounts.resetPassword", {
      token,
      newPassword: password,
      confirmPassword: password,
      idempotencyKey,
    });
  return { app, who, email, token, reset };
};

describe("[API-09] a reset whose answer was lost", () => {
  const done = { status: 200, reply: PASSWORD_RESET.done };

  test("is answered as the first time, and done once", async () => {
    const { app, who, email, reset } = await asked();
    expect(await reset(NEW_PASSWORD, KEY)).toEqual(done);
    const mails = await queuedMails(app);
    expect(await reset(NEW_PASSWORD, KEY)).toEqual(done);
    expect(await queuedMails(app)).toEqual(mails);
    expect((await who.login(email, NEW_PASSWORD)).status).toBe(200);
  });

  test("is refused with another password, and without a key as ever", async () => {
    const { who, email, reset } = await asked();
    await reset(NEW_PASSWORD, KEY);
    expect(await reset(`${NEW_PASSWORD}2`, KEY)).toEqual({
      status: 409,
      reply: CALLS.usedOnceKey,
    });
    expect(await reset(NEW_PASSWORD)).toEqual({ status: 400, reply: PASSWORD_RESET.tokenUsed });
    expect((await who.login(email, NEW_PASSWORD)).status).toBe(200);
  });

  test("keeps neither the password nor the token", async () => {
    const { app, token, reset } = await asked();
    await reset(NEW_PASSWORD, KEY);
    const kept = await keptUnderKeys(app);
    expect(kept).toContain(KEY);
    for (const secret of [NEW_PASSWORD, token]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(new Bun.CryptoHasher("sha256").update(secret).digest("hex"));
    }
  });
});
