import { expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { renderHere } from "#server/http/render-site.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { MAIL, NO_MAIL_ANSWERS } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, testConfig, WITHOUT_MAIL_ENV, withLimits } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call, registrant } from "#tests/support/registration.ts";
import { signedIn } from "#tests/support/sign-in.ts";

/** What nobody may be told whom no mail reaches. */
const CLAIM =
  /\b(?:on its way|we (?:have )?sent|we(?:'ll| can) (?:email|send)|email sent|check your (?:inbox|spam)|open the email|resend verification email)\b/i;

/** The screens of joining and signing in that speak of mails. */
const SCREENS = ["/verify", "/resend-verification", "/forgot-password", "/verify-email"] as const;

/** What each of them says, as the server renders it. */
const renderedWith = async (env: Readonly<Record<string, string>>) => {
  const config = await testConfig(env);
  const { pages, failed } = await renderHere()({
    site: siteOf(config, "build-1"),
    template: '<head><!--fonts--><!--head--></head><div id="app"><!--app--></div>',
    pages: SCREENS.map((address) => ({ address })),
    withScreens: false,
  });
  expect(failed).toEqual([]);
  const { contactEmail } = config.community.brand;
  return pages.map(({ address, br }) => {
    const html = brotliDecompressSync(br).toString();
    const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
    const said = main
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&#x27;", "'")
      .replaceAll(/\s+/g, " ");
    return { address, said, asks: said.includes(contactEmail) };
  });
};

test("[MAIL-05] where mail is off no screen says that one was sent, and each says whom to ask", async () => {
  // What is looked for stands there where mail is on.
  const speaking = (await renderedWith({})).filter(({ said }) => CLAIM.test(said));
  expect(speaking.map(({ address }) => address)).toEqual([...SCREENS]);
  for (const { address, said, asks } of await renderedWith(WITHOUT_MAIL_ENV)) {
    expect([address, CLAIM.exec(said)?.[0] ?? null]).toEqual([address, null]);
    expect([address, asks]).toEqual([address, true]);
  }
});

test("[MAIL-05] where mail is off no answer says that one was sent, and each says whom to ask", async () => {
  const app = await testApp({ env: WITHOUT_MAIL_ENV });
  const { contactEmail } = app.deps.config.community.brand;
  const { email, id } = await addMember(app.deps);
  const who = httpClient(app);
  const { register, form } = await registrant(app, { email: "new@example.test" });
  expect((await register()).status).toBe(200);
  const { headers } = await signedIn(app, id);
  const closed = await app.request("/api/Auth/deactivate-account", { method: "PUT", headers });
  const answers = [
    [await call(who, "accounts.resendVerification", { email: form.email }), "verification"],
    [await call(who, "accounts.requestPasswordReset", { email }), "reset"],
    [await call(who, "accounts.requestBrowserLink", { email }), "browser"],
    [
      await call(who, "accounts.correctEmail", {
        email: form.email,
        newEmail: "right@example.test",
        password: form.password,
      }),
      "corrected",
    ],
    [{ status: closed.status, reply: await closed.text() }, "deactivated"],
  ] as const;
  for (const [answer, name] of answers) {
    expect(answer).toEqual({ status: 200, reply: NO_MAIL_ANSWERS[name](contactEmail) });
    expect(String(answer.reply)).toContain(contactEmail);
    expect(String(answer.reply)).not.toMatch(CLAIM);
  }
  // REST says the same, as text and as JSON.
  const reset = await app.request("/api/Auth/request-password-reset", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  expect([reset.status, await reset.json()]).toEqual([
    200,
    { message: NO_MAIL_ANSWERS.reset(contactEmail) },
  ]);
});

test("[MAIL-05] nor does a refusal: of a mailbox that has had enough, and of a guarded login", async () => {
  const limits = withLimits({ mailsByMailbox: 1, loginsByAccount: 1 });
  const app = await testApp({ env: WITHOUT_MAIL_ENV, adjust: limits });
  const { contactEmail } = app.deps.config.community.brand;
  const { email } = await addMember(app.deps);
  const ask = () => call(httpClient(app), "accounts.requestPasswordReset", { email });
  await ask();
  const enough = await ask();
  expect(enough).toEqual({ status: 429, reply: MESSAGES.tooManyAttempts });
  expect(enough.reply).not.toBe(MAIL.enoughSent);
  const login = (password: string) => call(httpClient(app), "accounts.login", { email, password });
  await login("Wrong!2026pass");
  expect(await login(PASSWORD)).toEqual({
    status: 429,
    reply: NO_MAIL_ANSWERS.guarded(contactEmail),
  });
});
