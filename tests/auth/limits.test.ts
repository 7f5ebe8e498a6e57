import { describe, expect, test } from "bun:test";
import { assertAllowed, forgetLimits, giveBackAttempts } from "#server/auth/limits.ts";
import { AppError } from "#server/core/errors.ts";
import type { Store } from "#server/store/store.ts";
import { LIMITS, type LimitName } from "#shared/constants/limits.ts";
import { type MovableClock, movableClock } from "#tests/support/clock.ts";
import { systemIn } from "#tests/support/context.ts";
import { openForTest, testDatabase, testStore } from "#tests/support/store.ts";

const count = (store: Store, clock: MovableClock, name: LimitName, subject = "a") =>
  systemIn(store, clock).write((tx) => tx.tryCount({ name, subject }));

const countTimes = async (store: Store, clock: MovableClock, name: LimitName, times: number) => {
  let allowed = 0;
  for (let attempt = 0; attempt < times; attempt += 1)
    if ((await count(store, clock, name)).allowed) allowed += 1;
  return allowed;
};

const refuse = () =>
  assertAllowed({
    allowed: false,
    refused: { name: "mailsByMailbox", subject: "a" },
    windowEndsAt: new Date(42_000),
    retryAfterSeconds: 42,
  });

describe("limits", () => {
  test("[LIMIT-01] the defaults are the agreed ones", () => {
    const documented = Object.entries(LIMITS).map(
      ([name, { max, windowMs }]) => `${name} ${max}/${windowMs / 60_000}`,
    );
    expect(documented).toEqual([
      "loginsByAccountAndAddress 10/15",
      "loginsByAccountAndKnownBrowser 10/15",
      "loginsByAddress 50/15",
      "loginsByAccount 100/60",
      "loginsByAccountFromKnownBrowsers 30/15",
      "completedLoginsByAccount 60/60",
      "secondStepsByAccount 10/60",
      "secondStepsByAccountAndKnownBrowser 10/15",
      "secondStepsByAccountFromKnownBrowsers 30/60",
      "wrongStepsByAccount 5/1440",
      "firstStepsByAddress 60/15",
      "passkeyRequestsByAddress 300/15",
      "passkeyRequestsByMember 60/60",
      "passkeysByAddress 50/15",
      "guessesByAccount 20/1440",
      "registrationsByAddress 20/60",
      "takenRegistrationsByAddress 60/60",
      "takenRegistrationsByProof 10/60",
      "emailCorrectionsByAccount 5/60",
      "codesByAddress 30/60",
      "mailsByMailbox 5/60",
      "mailsByMailboxFromKnownBrowsers 5/60",
      "browserMailsByMailbox 5/60",
      "factorMailsByAccount 5/60",
      "mergeMailsByAccount 5/60",
      "addressMailsByAccount 5/60",
      "mailsByAddress 20/60",
      "securityMailsByAccountAndEvent 5/60",
      "proofsByAddress 100/15",
      "messagesByMember 30/1",
      "notesByMember 60/1",
      "messageChangesByMember 60/10",
      "typingByMember 40/1",
      "readingsByMember 120/1",
      "transcriptsByMember 60/60",
      "savedRepliesByMember 120/60",
      "attachmentsByMember 50/1440",
      "attachmentKilobytesByMember 150000/1440",
      "ticketsByMember 10/60",
      "ticketChangesByMember 120/60",
      "strikesByMember 120/60",
      "queueChangesByMember 2000/60",
      "teamActsByMember 300/60",
      "notificationsByMember 60/60",
      "calendarByMember 120/60",
      "newsByMember 120/60",
      "newsMails 100/1",
      "accountChangesByMember 30/60",
      "pushSubscriptionsByMember 120/60",
      "pushTestsByMember 20/60",
      "preferenceChangesByMember 200/60",
      "siteDraftsByMember 4000/60",
      "sitePublicationsByMember 60/60",
      "maintenanceByMember 60/60",
      "sitePicturesByMember 200/60",
      "serverQuestionsByMember 120/60",
      "trialsByMember 60/60",
      "trialMailsByMember 10/60",
      "exportsByMember 5/60",
      "archivesByMember 3/1440",
      "unconfirmedPointsByMember 10000/60",
      "basketsByMember 30/60",
      "basketItemsByMember 300/60",
      "playPointsByMember 1000/1440",
      "votesByMemberAndSite 1/720",
      "votesByMember 40/1440",
      "spendPointsByKey 100000/60",
      "spendPointsByMember 10000/60",
      "spendCallsByKey 2000/60",
      "spendCallsByMember 120/60",
      "usualSpendingByKey 25000/60",
      "keptVotesByKey 1000/60",
    ]);
  });

  test("what counts for more than one fits or does not, and is not counted where it does not", async () => {
    const store = await testStore();
    const clock = movableClock();
    const take = (amount: number) =>
      systemIn(store, clock).write((tx) =>
        tx.tryCount({
          name: "playPointsByMember",
          subject: "a",
          limit: { max: 10, windowMs: 60_000 },
          amount,
        }),
      );
    const allowed: boolean[] = [];
    for (const amount of [6, 5, 4, 1]) allowed.push((await take(amount)).allowed);
    expect(allowed).toEqual([true, false, true, false]);
    clock.advance(60_000);
    expect((await take(10)).allowed).toBe(true);
  });

  test("[LIMIT-02] a window allows its number, then says for how long to wait, to the second", async () => {
    const store = await testStore();
    const clock = movableClock();
    expect(await countTimes(store, clock, "mailsByMailbox", 7)).toBe(5);
    clock.advance(59 * 60_000 + 500);
    expect(await count(store, clock, "mailsByMailbox")).toMatchObject({
      allowed: false,
      retryAfterSeconds: 60,
    });
    clock.advance(59_499);
    expect(await count(store, clock, "mailsByMailbox")).toMatchObject({
      allowed: false,
      retryAfterSeconds: 1,
    });
    clock.advance(1);
    expect(await countTimes(store, clock, "mailsByMailbox", 7)).toBe(5);
  });

  test("limits and subjects do not touch each other", async () => {
    const store = await testStore();
    const clock = movableClock();
    expect(await countTimes(store, clock, "mailsByMailbox", 6)).toBe(5);
    expect((await count(store, clock, "mailsByMailbox", "b")).allowed).toBe(true);
    expect((await count(store, clock, "mailsByAddress")).allowed).toBe(true);
  });

  test("of twenty attempts at once no more than the limit are allowed, whichever instance counts", async () => {
    const database = await testDatabase();
    const [here, there] = [await openForTest(database), await openForTest(database)];
    const clock = movableClock();
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        count(index % 2 === 0 ? here : there, clock, "loginsByAccountAndAddress"),
      ),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  test("a whole school behind one address is counted at once, and nobody's request fails for it", async () => {
    const store = await testStore();
    const clock = movableClock();
    const limit = { max: 200, windowMs: 60_000 };
    const verdicts = await Promise.all(
      Array.from({ length: 100 }, () =>
        systemIn(store, clock).write((tx) =>
          tx.tryCount({ name: "loginsByAddress", subject: "a", limit }),
        ),
      ),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(100);
  });

  test("[LIMIT-02] an attempt that is given back is free again, but never more than were made", async () => {
    const store = await testStore();
    const clock = movableClock();
    const giveBack = () =>
      systemIn(store, clock).write((tx) =>
        giveBackAttempts(tx, [{ name: "mailsByMailbox", subject: "a" }]),
      );
    await giveBack();
    expect(await countTimes(store, clock, "mailsByMailbox", 6)).toBe(5);
    await giveBack();
    expect(await countTimes(store, clock, "mailsByMailbox", 2)).toBe(1);
    for (let times = 0; times < 7; times += 1) await giveBack();
    expect(await countTimes(store, clock, "mailsByMailbox", 7)).toBe(5);
  });

  test("an attempt in a transaction that fails is not counted", async () => {
    const store = await testStore();
    const clock = movableClock();
    for (let times = 0; times < 6; times += 1) {
      const failing = systemIn(store, clock).write(async (tx) => {
        await tx.tryCount({ name: "mailsByMailbox", subject: "a" });
        throw new Error("refused for another reason");
      });
      await failing.catch(() => {});
    }
    expect(await countTimes(store, clock, "mailsByMailbox", 6)).toBe(5);
  });

  test("the owner's own number holds instead of the default", async () => {
    const store = await testStore();
    const clock = movableClock();
    const once = { max: 1, windowMs: 1000 };
    const attempt = () =>
      systemIn(store, clock).write((tx) =>
        tx.tryCount({ name: "mailsByMailbox", subject: "a", limit: once }),
      );
    expect(await attempt()).toEqual({ allowed: true, left: 0 });
    expect(await attempt()).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  });

  test("a clock that is set back locks nobody out for longer than a window", async () => {
    const store = await testStore();
    const clock = movableClock();
    await countTimes(store, clock, "mailsByMailbox", 6);
    clock.advance(-24 * 60 * 60_000);
    expect((await count(store, clock, "mailsByMailbox")).allowed).toBe(true);
  });

  test("instances whose clocks are a second apart count in one window", async () => {
    const store = await testStore();
    const [behind, ahead] = [movableClock(), movableClock()];
    ahead.advance(1000);
    expect(await countTimes(store, ahead, "mailsByMailbox", 6)).toBe(5);
    expect(await countTimes(store, behind, "mailsByMailbox", 6)).toBe(0);
  });

  test("the store keeps no subject as it was given, and forgets what has ended", async () => {
    const store = await testStore();
    const clock = movableClock();
    const { limits } = store.tables;
    await count(store, clock, "mailsByMailbox", "lynx@example.test");
    await count(store, clock, "mailsByMailbox", "other@example.test");
    const keys = await store.read.select({ key: limits.key }).from(limits);
    expect(keys.map(({ key }) => key).join()).not.toContain("example.test");
    const forget = () => systemIn(store, clock).write((tx) => forgetLimits(tx, 1));
    expect(await forget()).toBe(0);
    clock.advance(60 * 60_000);
    expect([await forget(), await forget(), await forget()]).toEqual([1, 1, 0]);
  });

  test("[LIMIT-02] what is refused is told with 429 and Retry-After", () => {
    assertAllowed({ allowed: true, left: 3 });
    expect(refuse).toThrow(AppError);
    expect(refuse).toThrow(
      expect.objectContaining({
        code: "too_many_requests",
        headers: { "Retry-After": "42" },
      }),
    );
  });
});
