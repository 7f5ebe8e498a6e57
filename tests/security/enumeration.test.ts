import { describe, expect, test } from "bun:test";
import { addMember } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call } from "#tests/support/registration.ts";

const WRONG = "Wrong!2026test";
const KNOWN = "known@example.test";
const UNKNOWN = "unknown@example.test";
const MANY = { mailsByAddress: 1000, loginsByAddress: 1000 };

const site = async (limits: Parameters<typeof withLimits>[0] = {}) => {
  const app = await testApp({ adjust: withLimits({ ...MANY, ...limits }) });
  await addMember(app.deps, { email: KNOWN });
  return app;
};

const CALLS: readonly (readonly [string, (email: string) => unknown])[] = [
  ["accounts.login", (email) => ({ email, password: WRONG })],
  ["accounts.correctEmail", (email) => ({ email, newEmail: "free@example.test", password: WRONG })],
  ["accounts.requestPasswordReset", (email) => ({ email })],
  ["accounts.requestBrowserLink", (email) => ({ email })],
  ["accounts.resendVerification", (email) => ({ email })],
];

const ask = (app: TestApp, procedure: string, input: unknown, address: string) =>
  call(httpClient(app, address), procedure, input);

describe("[ACC-12] a stranger cannot tell who has an account", () => {
  test.each(CALLS)("by what %s answers, however often it is asked", async (procedure, input) => {
    const app = await site({ loginsByAccount: 8, mailsByMailbox: 7, browserMailsByMailbox: 7 });
    const answersFor = async (email: string) => {
      const answers: unknown[] = [];
      for (let time = 0; time < 10; time += 1)
        answers.push(await ask(app, procedure, input(email), `198.51.100.${time}`));
      return answers;
    };
    const known = await answersFor(KNOWN);
    expect(await answersFor(UNKNOWN)).toEqual(known);
    expect(known.at(-1)).toMatchObject({ status: 429 });
  });

  test.each(CALLS)("by how long %s takes", async (procedure, input) => {
    const app = await site({
      loginsByAccount: 1000,
      mailsByMailbox: 1000,
      browserMailsByMailbox: 1000,
    });
    const times: Record<string, number[]> = { [KNOWN]: [], [UNKNOWN]: [] };
    for (let round = 0; round < 30; round += 1)
      for (const email of [KNOWN, UNKNOWN]) {
        const startedMs = performance.now();
        await ask(app, procedure, input(email), `198.51.100.${round}`);
        times[email]?.push(performance.now() - startedMs);
      }
    // The quickest of many: what else the machine does makes an answer later, never sooner.
    const ratio = Math.min(...(times[KNOWN] ?? [])) / Math.min(...(times[UNKNOWN] ?? []));
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });
});
