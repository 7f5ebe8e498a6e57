import { expect, test } from "bun:test";
import { createSessions } from "#server/auth/lucia.ts";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import { keepProof, spendNonce } from "#server/auth/proofs.ts";
import type { Deps } from "#server/deps.ts";
import { forgetExpiredJob } from "#server/jobs/housekeeping.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testConfig } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { testStore } from "#tests/support/store.ts";

test("what has run out is forgotten, however much it is; what still counts stays", async () => {
  const store = await testStore();
  const clock = movableClock();
  const config = await testConfig();
  const userId = await addUser(store, clock);
  const sessions = createSessions({ store, clock });
  const { limits, sessions: sessionRows, oneTimeCodes, proofs, openidNonces } = store.tables;
  const addOneEach = async () => {
    await systemIn(store, clock).write(async (tx) => {
      await sessions.start(tx, { userId, browser: "", address: "unknown" });
      await reserveCode(tx, { userId, kind: "verify", isOwners: false });
      await tx.tryCount({ name: "mailsByMailbox", subject: `${clock.now().getTime()}` });
      const secret = { browserSecret: `${clock.now().getTime()}`, externalId: "1", name: "Lynx" };
      await keepProof(tx, { ...secret, platform: "discord", imageUrl: null });
      await spendNonce(tx, `${clock.now().getTime()}`);
    });
  };
  const run = () =>
    forgetExpiredJob(asSite({ store, clock, config, auth: { sessions } as Deps["auth"] })).run(
      new AbortController().signal,
    );
  const counts = async () => {
    const rows = await Promise.all([
      store.read.select().from(limits),
      store.read.select().from(sessionRows),
      store.read.select().from(oneTimeCodes),
      store.read.select().from(proofs),
      store.read.select().from(openidNonces),
    ]);
    return rows.map(({ length }) => length);
  };

  await addOneEach();
  await store.write(async (tx) => {
    const row = { count: 1, windowEndsAt: clock.now() };
    const many = Array.from({ length: 450 }, (_, index) => ({ key: `old ${index}`, ...row }));
    await tx.insert(limits).values(many);
  });
  await run();
  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  clock.advance(8 * 24 * 60 * 60_000);
  await addOneEach();
  await run();
  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
});
