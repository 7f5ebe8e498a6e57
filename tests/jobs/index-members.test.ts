import { expect, test } from "bun:test";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";

/** More than are looked at together, none of them with words. */
const MEMBERS = 120;

const setUp = async () => {
  const app = await testApp();
  const { store, clock } = app.deps;
  const { userSearchTerms } = store.tables;
  for (let number = 0; number < MEMBERS; number += 1)
    await addUser(store, clock, { firstName: `Ada${number}` });
  const erased = await addUser(store, clock, { erasedAt: clock.now() });
  await store.write(async (tx) => {
    await tx.delete(userSearchTerms);
  });
  const job = siteJobs(app.deps).find(({ name }) => name === "index-members");
  if (job === undefined) throw new Error("There is no such job.");
  const found = async () => {
    const rows = await store.read.select().from(userSearchTerms);
    return new Set(rows.map(({ userId }) => userId));
  };
  return { app, store, erased, job, found };
};

test("members who joined before there was a search are found after a run, once and for all", async () => {
  const { store, erased, job, found } = await setUp();
  expect(job.leased).toBe(true);
  const run = () => job.run(new AbortController().signal);
  await run();
  expect((await found()).size).toBe(MEMBERS);
  expect(await found()).not.toContain(erased);
  const { userSearchTerms } = store.tables;
  const before = await store.read
    .select()
    .from(userSearchTerms)
    .orderBy(userSearchTerms.term, userSearchTerms.userId);
  await run();
  expect(
    await store.read
      .select()
      .from(userSearchTerms)
      .orderBy(userSearchTerms.term, userSearchTerms.userId),
  ).toEqual(before);
});

test("a run that is told to stop writes nothing more", async () => {
  const { job, found } = await setUp();
  await job.run(AbortSignal.abort());
  expect((await found()).size).toBe(0);
});

test("[ADMIN-13] members who joined before lists were sorted by name are sorted after a run", async () => {
  const { store, erased, job } = await setUp();
  const { users } = store.tables;
  await store.write(async (tx) => {
    await tx.update(users).set({ nameKey: "" });
  });
  await job.run(new AbortController().signal);
  const rows = await store.read.select().from(users);
  const lacking = rows.filter(({ nameKey }) => nameKey === "");
  expect(lacking.map(({ id }) => id)).toEqual([erased]);
  expect(rows.map(({ nameKey }) => nameKey)).toContain("ada7 lynx");
});

test("[ADMIN-13] members whom lists could not sort by their points are sorted after a run", async () => {
  const { store, job, found } = await setUp();
  const { pointBalances, pointEntries } = store.tables;
  const run = () => job.run(new AbortController().signal);
  await run();
  const [userId = ""] = await found();
  await store.write(async (tx) => {
    await tx.delete(pointBalances);
    await tx.insert(pointEntries).values({
      userId,
      kind: "admin",
      delta: 70,
      balance: 70,
      reason: "",
      reference: "r",
      actorId: null,
      at: new Date(0),
    });
  });
  await run();
  const rows = await store.read.select().from(pointBalances);
  expect(rows.filter(({ balance }) => balance !== 0)).toEqual([{ userId, balance: 70 }]);
  expect(rows).toHaveLength(MEMBERS);
});
