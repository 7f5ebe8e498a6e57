import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { PASSWORD_RESET, REGISTRATION, LOGIN } from "#shared/account-messages.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { httpClient, type HttpClient } from "#tests/support/http-client.ts";
import { call, mailedSecret, registrant, queuedMails } from "#tests/support/registration.ts";

const WRONG = "Wrong!2026test";
const NEW = "Other!2026test";

const login = (browser: Pick<HttpClient, "ask">, email: string, password: string) =>
  call(browser, "accounts.login", { email, password });

const GUARDED = { status: 429, reply: LOGIN.guarded };

/** Guesses from one address after another, until the account takes no more. */
const guessFromEverywhere = async (app: TestApp, email: string, times: number) => {
  const statuses: number[] = [];
  for (let number = 0; number < times; number += 1)
    statuses.push((await login(httpClient(app, `198.51.100.${number}`), email, WRONG)).status);
  return statuses;
};

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((given) => given === status).length;

/** Follows the link of the newest mail that makes a browser known. */
const confirm = async (app: TestApp, browser: HttpClient, email: string) => {
  expect(await call(browser, "accounts.requestBrowserLink", { email })).toEqual({
    status: 200,
    reply: LOGIN.linkSent,
  });
  const code = await mailedSecret(app, "browser");
  return call(browser, "accounts.confirmBrowser", { code });
};

describe("somebody who guesses a password", () => {
  test("cannot try more than a hundred an hour, from however many networks", async () => {
    expect(LIMITS.loginsByAccount).toEqual({ max: 100, windowMs: HOUR_MS });
    const app = await testApp({ adjust: withLimits({ loginsByAccount: 6 }) });
    const { email } = await addMember(app.deps);
    const statuses = await guessFromEverywhere(app, email, 10);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([6, 4]);
    expect(await login(httpClient(app, "203.0.113.99"), email, PASSWORD)).toEqual(GUARDED);
  });

  test("cannot lock the owner out: a browser that the account knows goes on, a new one gets a link by mail", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccount: 3 }) });
    const { email } = await addMember(app.deps);
    const known = httpClient(app, "203.0.113.7");
    expect((await known.login(email, PASSWORD)).status).toBe(200);
    await guessFromEverywhere(app, email, 5);
    expect((await known.login(email, PASSWORD)).status).toBe(200);
    const phone = httpClient(app, "203.0.113.8");
    expect(await login(phone, email, PASSWORD)).toEqual(GUARDED);
    expect(await confirm(app, phone, email)).toEqual({
      status: 200,
      reply: LOGIN.browserConfirmed,
    });
    expect((await phone.login(email, PASSWORD)).status).toBe(200);
    // Whoever only asked for it is as unknown as before.
    expect(await login(httpClient(app, "198.51.100.1"), email, PASSWORD)).toEqual(GUARDED);
  });

  test("cannot use a mailed link twice, nor guess one, nor take one of another kind", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const browser = httpClient(app);
    expect((await confirm(app, browser, email)).status).toBe(200);
    await call(browser, "accounts.requestBrowserLink", { email });
    const code = await mailedSecret(app, "browser");
    const spend = async (given: string) =>
      (await call(httpClient(app), "accounts.confirmBrowser", { code: given })).status;
    expect([await spend(code), await spend(code), await spend("A".repeat(43))]).toEqual([
      200, 400, 400,
    ]);
    await call(browser, "accounts.requestPasswordReset", { email });
    expect(await spend(await mailedSecret(app, "reset"))).toBe(400);
  });

  test("cannot multiply tries by browsers that know the account", async () => {
    expect(LIMITS.loginsByAccountFromKnownBrowsers).toEqual({ max: 30, windowMs: 15 * MINUTE_MS });
    const app = await testApp({ adjust: withLimits({ loginsByAccountFromKnownBrowsers: 4 }) });
    const { email } = await addMember(app.deps);
    const browsers = [httpClient(app), httpClient(app), httpClient(app)];
    for (const browser of browsers) expect((await browser.login(email, PASSWORD)).status).toBe(200);
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const browser of browsers) statuses.push((await login(browser, email, WRONG)).status);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([4, 5]);
  });

  test("is known nowhere any more after a password change, but the browser that changed it is", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccount: 1 }) });
    const { email } = await addMember(app.deps);
    const [thief, owner] = [httpClient(app, "198.51.100.5"), httpClient(app, "203.0.113.7")];
    for (const browser of [thief, owner])
      expect((await browser.login(email, PASSWORD)).status).toBe(200);
    const fields = { currentPassword: PASSWORD, newPassword: NEW, confirmNewPassword: NEW };
    expect((await owner.ask("PUT", "/api/Auth/update-account", fields)).status).toBe(200);
    // Counted as any unknown browser's now.
    thief.token = null;
    expect([(await login(thief, email, WRONG)).status, await login(thief, email, WRONG)]).toEqual([
      401,
      GUARDED,
    ]);
    expect((await owner.login(email, NEW)).status).toBe(200);
  });

  test("is known nowhere any more after a reset", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAccount: 1 }) });
    const { email } = await addMember(app.deps);
    const [thief, owner] = [httpClient(app, "198.51.100.5"), httpClient(app, "203.0.113.7")];
    expect((await thief.login(email, PASSWORD)).status).toBe(200);
    await call(owner, "accounts.requestPasswordReset", { email });
    const token = await mailedSecret(app, "reset");
    const reset = { token, newPassword: NEW, confirmPassword: NEW };
    expect((await call(owner, "accounts.resetPassword", reset)).status).toBe(200);
    thief.token = null;
    await login(thief, email, WRONG);
    expect(await login(thief, email, WRONG)).toEqual(GUARDED);
    expect((await owner.login(email, NEW)).status).toBe(200);
  });

  test("cannot do so in secret: the owner is told by mail, once a day, and Admins by the audit", async () => {
    expect(LIMITS.guessesByAccount).toEqual({ max: 20, windowMs: 24 * HOUR_MS });
    const app = await testApp({ adjust: withLimits({ guessesByAccount: 3, loginsByAddress: 99 }) });
    const { id, email } = await addMember(app.deps);
    const { audit } = app.deps.store.tables;
    const replyOf = async () => {
      const entries = await app.deps.store.read
        .select({ subject: audit.subject })
        .from(audit)
        .where(eq(audit.action, "account.guessed"));
      const mails = (await queuedMails(app)).filter(({ template }) => template === "guessed");
      expect(entries).toEqual(mails.map(() => ({ subject: id })));
      return mails.length;
    };
    await guessFromEverywhere(app, email, 2);
    expect(await replyOf()).toBe(0);
    await guessFromEverywhere(app, email, 7);
    expect(await replyOf()).toBe(1);
    app.clock.advance(15 * MINUTE_MS);
    await guessFromEverywhere(app, email, 3);
    expect(await replyOf()).toBe(2);
  });

  test("gains nothing by an IPv6 network of their own: it is counted as a whole, too", async () => {
    const app = await testApp({ adjust: withLimits({ loginsByAddress: 2 }) });
    const factor = app.deps.config.community.limits.ipv6NetworkFactor;
    const statuses: number[] = [];
    for (let number = 0; number < 2 * factor + 4; number += 1) {
      const browser = httpClient(app, `2001:db8:1:${number.toString(16)}::1`);
      statuses.push((await login(browser, `${number}@example.test`, WRONG)).status);
    }
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([2 * factor, 4]);
    const elsewhere = httpClient(app, "2001:db8:2::1");
    expect((await login(elsewhere, "a@example.test", WRONG)).status).toBe(401);
  });
});

describe("a stranger who asks for reset mails", () => {
  test("cannot end the link that the owner asked for, nor use up the owner's mails", async () => {
    const app = await testApp({ adjust: withLimits({ mailsByAddress: 100 }) });
    const { email } = await addMember(app.deps);
    const owner = httpClient(app, "203.0.113.7");
    await owner.login(email, PASSWORD);
    const ask = async (browser: HttpClient) =>
      (await call(browser, "accounts.requestPasswordReset", { email })).status;
    expect(await ask(owner)).toBe(200);
    const token = await mailedSecret(app, "reset");
    const stranger = httpClient(app, "198.51.100.5");
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) statuses.push(await ask(stranger));
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([5, 2]);
    const mails = async () =>
      (await queuedMails(app)).filter(({ template }) => template === "reset").length;
    // Five links are good at once; strangers get no sixth.
    expect(await mails()).toBe(5);
    expect(await ask(owner)).toBe(200);
    expect(await mails()).toBe(6);
    const newest = await mailedSecret(app, "reset");
    const use = (given: string) =>
      call(owner, "accounts.resetPassword", {
        token: given,
        newPassword: NEW,
        confirmPassword: NEW,
      });
    expect((await use(newest)).status).toBe(200);
    expect(await use(token)).toEqual({ status: 400, reply: PASSWORD_RESET.tokenInvalid });
  });

  test("does not end it: each of five is good, and the first that is used ends the others", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const tokens: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      await call(httpClient(app, `198.51.100.${time}`), "accounts.requestPasswordReset", { email });
      tokens.push(await mailedSecret(app, "reset"));
      app.clock.advance(1000);
    }
    const use = (token = "") =>
      call(httpClient(app), "accounts.resetPassword", {
        token,
        newPassword: NEW,
        confirmPassword: NEW,
      });
    expect((await use(tokens[0])).status).toBe(200);
    for (const token of tokens.slice(1))
      expect(await use(token)).toEqual({ status: 400, reply: PASSWORD_RESET.tokenInvalid });
    expect(await use(tokens[0])).toEqual({ status: 400, reply: PASSWORD_RESET.tokenUsed });
  });
});

describe("somebody who tries which addresses have an account", () => {
  test("by registering loses the proof with the tenth", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const guesser = await registrant(app, { email: "free@example.test" });
    const statuses: unknown[] = [];
    for (let time = 0; time < 11; time += 1)
      statuses.push((await guesser.register({ email })).reply);
    expect(statuses.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, () => REGISTRATION.emailInUse),
    );
    expect(statuses[10]).toBe(REGISTRATION.linkAgain);
    expect((await guesser.register()).reply).toBe(REGISTRATION.linkAgain);
  });

  test("is refused after so many by address, for free addresses too; mistakes in the form count nothing", async () => {
    expect(LIMITS.takenRegistrationsByAddress).toEqual({ max: 60, windowMs: HOUR_MS });
    const app = await testApp({ adjust: withLimits({ takenRegistrationsByAddress: 3 }) });
    const { email } = await addMember(app.deps);
    const guesser = await registrant(app, { email: "free@example.test" });
    for (let time = 0; time < 5; time += 1) {
      expect((await guesser.register({ password: "short" })).status).toBe(400);
      expect((await guesser.register({ email: "no address" })).status).toBe(400);
    }
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1)
      statuses.push((await guesser.register({ email })).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await guesser.register()).status).toBe(429);
    app.clock.advance(15 * MINUTE_MS);
    expect((await guesser.register()).status).toBe(200);
  });
});
