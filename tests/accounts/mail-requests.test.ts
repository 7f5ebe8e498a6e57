import { describe, expect, test } from "bun:test";
import { LOGIN_FIELDS, MAIL, PASSWORD_RESET, VERIFICATION } from "#shared/account-messages.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { addMember } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { watched } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call, queuedMails } from "#tests/support/registration.ts";
import { testStore } from "#tests/support/store.ts";

const CALLS = [
  ["accounts.resendVerification", VERIFICATION.sentIfKnown, "verify"],
  ["accounts.requestPasswordReset", PASSWORD_RESET.requested, "reset"],
] as const;

const CLOSED_AT = new Date("2026-02-28T12:00:00.000Z");

/** A store that tells how many statements its transactions have begun. */
const countingStore = async () => {
  const store = await testStore();
  let count = 0;
  const counted = watched(store, () => {
    count += 1;
  });
  const during = async (work: () => Promise<unknown>) => {
    count = 0;
    await work();
    return count;
  };
  return { store: counted, during };
};

describe.each(CALLS)("%s", (procedure, sentence, template) => {
  test("[ACC-12] answers everybody alike, and mails only whom it concerns", async () => {
    const app = await testApp();
    const closed = { deactivatedAt: CLOSED_AT };
    await addMember(app.deps, { email: "Waiting@example.test", verifiedAt: null });
    await addMember(app.deps, { email: "verified@example.test" });
    await addMember(app.deps, { email: "left@example.test", deactivatedBy: "owner", ...closed });
    await addMember(app.deps, { email: "banned@example.test", deactivatedBy: "admin", ...closed });
    for (const email of [
      "wAITING@example.test",
      "verified@example.test",
      "left@example.test",
      "banned@example.test",
      "unknown@example.test",
    ])
      expect(await call(httpClient(app), procedure, { email })).toEqual({
        status: 200,
        reply: sentence,
      });
    const mails = await queuedMails(app);
    expect(mails.map(({ to }) => to?.address)).toEqual(
      template === "verify"
        ? ["Waiting@example.test"]
        : ["Waiting@example.test", "verified@example.test", "left@example.test"],
    );
    expect(new Set(mails.map((mail) => mail.template))).toEqual(new Set([template]));
  });

  test("does as much for an unknown address as for one that gets a mail", async () => {
    const { store, during } = await countingStore();
    const app = await testApp({ overrides: { store } });
    await addMember(app.deps, { email: "waiting@example.test", verifiedAt: null });
    await addMember(app.deps, {
      email: "banned@example.test",
      deactivatedAt: CLOSED_AT,
      deactivatedBy: "admin",
    });
    const costs: number[] = [];
    for (const name of ["waiting", "banned", "unknown"])
      costs.push(
        await during(() => call(httpClient(app), procedure, { email: `${name}@example.test` })),
      );
    const [waiting = 0, ...others] = costs;
    expect(waiting).toBeGreaterThan(4);
    expect(others).toEqual([waiting, waiting]);
  });

  test("[API-03] an address that is missing or none is refused by name", async () => {
    const app = await testApp();
    for (const [email, sentence] of [
      [null, LOGIN_FIELDS.emailRequired],
      [undefined, LOGIN_FIELDS.emailRequired],
      ["", LOGIN_FIELDS.emailRequired],
      ["   ", LOGIN_FIELDS.emailRequired],
      [["a@example.test"], "email: "],
      [{ a: 1 }, "email: "],
      [7, "email: "],
      [`${"a".repeat(260)}@example.test`, "email: "],
    ] as const)
      expect({ email, ...(await call(httpClient(app), procedure, { email })) }).toEqual({
        email,
        status: 400,
        reply: expect.stringContaining(sentence),
      });
  });

  test("[LIMIT-06] five mails per mailbox and hour, whether anybody has it or not", async () => {
    const app = await testApp();
    await addMember(app.deps, { email: "waiting@example.test", verifiedAt: null });
    for (const email of ["waiting@example.test", "unknown@example.test"]) {
      for (let time = 0; time < LIMITS.mailsByMailbox.max; time += 1)
        expect(
          await call(httpClient(app, `198.51.100.${time}`), procedure, { email }),
        ).toMatchObject({
          status: 200,
        });
      expect(await call(httpClient(app), procedure, { email: email.toUpperCase() })).toEqual({
        status: 429,
        reply: MAIL.enoughSent,
      });
    }
    expect(await queuedMails(app)).toHaveLength(LIMITS.mailsByMailbox.max);
    app.clock.advance(LIMITS.mailsByMailbox.windowMs);
    expect(await call(httpClient(app), procedure, { email: "waiting@example.test" })).toMatchObject(
      {
        status: 200,
      },
    );
  });

  test("[LIMIT-06] twenty mails per address and hour, whomever they are for", async () => {
    const app = await testApp();
    const ask = (number: number, address?: string) =>
      call(httpClient(app, address), procedure, { email: `a${number}@example.test` });
    for (let number = 0; number < LIMITS.mailsByAddress.max; number += 1)
      expect(await ask(number)).toMatchObject({ status: 200 });
    expect(await ask(99)).toMatchObject({ status: 429 });
    expect(await ask(99, "198.51.100.1")).toMatchObject({ status: 200 });
  });
});
