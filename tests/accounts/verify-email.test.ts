import { expect, test } from "bun:test";
import { VERIFICATION } from "#shared/account-messages.ts";
import { CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import {
  auditActions,
  call,
  mailedSecret,
  registrant,
  NEW_PASSWORD,
} from "#tests/support/registration.ts";

const registered = async () => {
  const app = await testApp();
  const ada = await registrant(app);
  await ada.register();
  return { app, ada, code: await mailedSecret(app, "verify") };
};

const verify = (app: TestApp, code: unknown, address?: string) =>
  call(httpClient(app, address), "accounts.verifyEmail", { code });

const verified = ({ form: { email } }: { form: { email: string } }) => ({
  status: 200,
  reply: { message: VERIFICATION.verified, email },
});
const refused = (sentence: string) => ({ status: 400, reply: sentence });

test("[ACC-11] a mailed code verifies the address, once, and lets its owner in", async () => {
  const { app, ada, code } = await registered();
  expect((await ada.login(ada.form.email, NEW_PASSWORD)).status).toBe(401);
  expect(await verify(app, code)).toEqual(verified(ada));
  expect((await ada.login(ada.form.email, NEW_PASSWORD)).status).toBe(200);
  expect(await verify(app, code)).toEqual(refused(VERIFICATION.codeUsed));
  expect((await auditActions(app)).filter((action) => action === "account.verified")).toHaveLength(
    1,
  );
});

test("[API-02] over REST the answer is the sentence alone", async () => {
  const { app, code } = await registered();
  const answer = await httpClient(app).ask("POST", `/api/Auth/verify-email?code=${code}`);
  expect(await answer.text()).toBe(VERIFICATION.verified);
});

test("[ACC-11] a code that is missing, unknown or none at all is refused", async () => {
  const { app } = await registered();
  for (const [code, sentence] of [
    [null, VERIFICATION.codeMissing],
    [undefined, VERIFICATION.codeMissing],
    ["", VERIFICATION.codeMissing],
    ["nonsense", VERIFICATION.codeInvalid],
    ["'; DROP TABLE users; --", VERIFICATION.codeInvalid],
    [["a"], "code: "],
    [{ a: 1 }, "code: "],
    [7, "code: "],
    ["x".repeat(257), "code: "],
  ] as const)
    expect({ code, ...(await verify(app, code)) }).toEqual({
      code,
      ...refused(expect.stringContaining(sentence)),
    });
});

test("[ACC-09] a code that is too old, replaced, or good for something else is refused", async () => {
  const { app, ada, code } = await registered();
  await call(ada, "accounts.resendVerification", { email: ada.form.email });
  const newer = await mailedSecret(app, "verify");
  expect(await verify(app, code)).toEqual(refused(VERIFICATION.codeInvalid));
  await call(ada, "accounts.requestPasswordReset", { email: ada.form.email });
  expect(await verify(app, await mailedSecret(app, "reset"))).toEqual(
    refused(VERIFICATION.codeInvalid),
  );
  app.clock.advance(CODE_TTL_MS);
  expect(await verify(app, newer)).toEqual(refused(VERIFICATION.codeInvalid));
});

test("[ACC-11] a code verifies nobody but whom it was mailed to", async () => {
  const { app, code } = await registered();
  const eve = await registrant(app, {
    email: "eve@example.test",
    discordId: "1182639400182374499",
  });
  await eve.register();
  await verify(app, code);
  expect((await eve.login("eve@example.test", NEW_PASSWORD)).status).toBe(401);
});

test("[LIMIT-05] thirty tries per address and hour: then even the right code waits", async () => {
  const { app, code } = await registered();
  const { max, windowMs } = LIMITS.codesByAddress;
  for (let tried = 0; tried < max; tried += 1)
    expect(await verify(app, `guess ${tried}`)).toEqual(refused(VERIFICATION.codeInvalid));
  expect(await verify(app, code)).toEqual({ status: 429, reply: MESSAGES.tooManyAttempts });
  expect(await verify(app, code, "198.51.100.4")).toMatchObject({ status: 200 });
  app.clock.advance(windowMs);
  expect(await verify(app, code)).toEqual(refused(VERIFICATION.codeUsed));
});

test("of two who use a code at once one succeeds", async () => {
  const { app, ada, code } = await registered();
  const answers = await Promise.all([verify(app, code), verify(app, code)]);
  expect(answers).toContainEqual(verified(ada));
  expect(answers).toContainEqual(refused(VERIFICATION.codeUsed));
});
