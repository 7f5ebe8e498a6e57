import { expect, test } from "bun:test";
import { AsyncLocalStorage } from "node:async_hooks";
import { eq } from "drizzle-orm";
import { hashOf } from "#server/auth/secrets.ts";
import { LOGIN, REGISTRATION, VERIFICATION } from "#shared/account-messages.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addMember } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  auditActions,
  call,
  mailedSecret,
  NEW_PASSWORD,
  registrant,
} from "#tests/support/registration.ts";

const RIGHT = "ada.frost@example.test";

const registered = async () => {
  const app = await testApp();
  const ada = await registrant(app);
  await ada.register();
  const { email } = ada.form;
  const correct = (change: Record<string, unknown> = {}, address?: string) =>
    call(httpClient(app, address), "accounts.correctEmail", {
      email,
      newEmail: RIGHT,
      password: NEW_PASSWORD,
      ...change,
    });
  const verify = (code: string) => call(httpClient(app), "accounts.verifyEmail", { code });
  return { app, ada, email, correct, verify };
};
const DONE = { status: 200, reply: VERIFICATION.corrected };

test("[ACC-24] a mistyped address is corrected by the password: the old one is free, its link is worth nothing", async () => {
  const { app, ada, email, correct, verify } = await registered();
  const former = await mailedSecret(app, "verify");
  expect(await correct()).toEqual(DONE);
  expect(await verify(former)).toEqual({ status: 400, reply: VERIFICATION.codeInvalid });
  expect((await ada.login(email, NEW_PASSWORD)).status).toBe(401);
  const code = await mailedSecret(app, "verify");
  expect(await verify(code)).toEqual({
    status: 200,
    reply: { message: VERIFICATION.verified, email: RIGHT },
  });
  expect((await ada.login(RIGHT, NEW_PASSWORD)).status).toBe(200);
  expect(await auditActions(app)).toContain("account.email_corrected");

  const other = await registrant(app, { email, discordId: "1182639400182374402" });
  expect((await other.register()).status).toBe(200);
});

test("[ACC-24] sent once more after a lost answer, it does the same", async () => {
  const { correct } = await registered();
  expect(await correct()).toEqual(DONE);
  expect(await correct()).toEqual(DONE);
});

test("[ACC-24] nobody but who knows the password corrects an address, and nobody one that is proven", async () => {
  const { app, correct, verify, email } = await registered();
  const wrong = { status: 401, reply: LOGIN.invalidOnWire };
  expect(await correct({ password: "Wrong!2026test" })).toEqual(wrong);
  expect(await correct({ email: "nobody@example.test" })).toEqual(wrong);
  await verify(await mailedSecret(app, "verify"));
  expect(await correct({ password: "Wrong!2026test" })).toEqual(wrong);
  expect(await correct()).toEqual({ status: 409, reply: VERIFICATION.already });
  expect(
    (await call(httpClient(app), "accounts.login", { email, password: NEW_PASSWORD })).status,
  ).toBe(200);
});

test("[ACC-05] an address that is taken is refused, and asked for only so often", async () => {
  const { app, correct } = await registered();
  await addMember(app.deps, { email: "Taken@example.test" });
  for (let time = 0; time < LIMITS.emailCorrectionsByAccount.max; time += 1)
    expect(await correct({ newEmail: "taken@example.test" }, `198.51.100.${time}`)).toEqual({
      status: 400,
      reply: REGISTRATION.emailInUse,
    });
  expect(await correct({}, "198.51.100.77")).toEqual({
    status: 429,
    reply: MESSAGES.tooManyAttempts,
  });
});

test("[ACC-24] what is no address is refused before the password is asked", async () => {
  const { correct } = await registered();
  expect((await correct({ newEmail: "ada" })).status).toBe(400);
  expect((await correct({ newEmail: "" })).status).toBe(400);
});

test("[ACC-24] of two who correct to the same address at once one gets it, the other hears that it is in use", async () => {
  const { app, email, correct } = await registered();
  const other = await registrant(app, {
    email: "other@example.test",
    discordId: "1182639400182374402",
  });
  await other.register();
  const { store } = app.deps;
  const { limits, users } = store.tables;
  const rows = await store.read.select({ id: users.id, email: users.email }).from(users);
  const idOf = (address: string) => rows.find((row) => row.email === address)?.id ?? "";
  // Whoever has looked, and found the address free, waits until the other has: then both take it.
  const looking = new AsyncLocalStorage<{ key: string; hasLooked: boolean }>();
  const bothHaveLooked = Promise.withResolvers<void>();
  let looks = 0;
  const write = store.write.bind(store);
  store.write = async (work) => {
    const done = await write(work);
    const own = looking.getStore();
    if (own === undefined || own.hasLooked) return done;
    const counted = await store.read.select().from(limits).where(eq(limits.key, own.key));
    if (counted.length === 0) return done;
    own.hasLooked = true;
    looks += 1;
    if (looks === 2) bothHaveLooked.resolve();
    await bothHaveLooked.promise;
    return done;
  };
  const correctAtOnce = (address: string, network: string) => {
    const key = `emailCorrectionsByAccount:${hashOf(idOf(address))}`;
    return looking.run({ key, hasLooked: false }, () => correct({ email: address }, network));
  };
  const answers = await Promise.all([
    correctAtOnce(email, "198.51.100.1"),
    correctAtOnce("other@example.test", "198.51.100.2"),
  ]);
  expect(looks).toBe(2);
  expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([
    DONE,
    { status: 400, reply: REGISTRATION.emailInUse },
  ]);
});
