import { describe, expect, test } from "bun:test";
import { addMember } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call } from "#tests/support/registration.ts";

const WRONG = "Wrong!2026test";
const KNOWN = "known@example.test";
const UNKNOWN = "unknown@example.test";
/** So often each is asked, and so often at most. */
const [ROUNDS_MIN, ROUNDS_MAX] = [30, 400];
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
    const timeOf = async (email: string, round: number) => {
      const startedMs = performance.now();
      await ask(app, procedure, input(email), `198.51.100.${round % 250}`);
      return performance.now() - startedMs;
    };
    // The quickest of many: what else the machine does makes an answer later, never sooner. A busy one
    // needs more of them until both have had their chance.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isAlike = () => known < unknown * 2.5 && unknown < known * 2.5;
    for (let round = 0; round < ROUNDS_MAX && (round < ROUNDS_MIN || !isAlike()); round += 1) {
      known = Math.min(known, await timeOf(KNOWN, round));
      unknown = Math.min(unknown, await timeOf(UNKNOWN, round));
    }
    expect([isAlike(), known, unknown]).toEqual([true, known, unknown]);
  });
});
