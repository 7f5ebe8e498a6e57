import { describe, expect, test } from "bun:test";
import { setImmediate as turn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { proveLedgerJob } from "#server/jobs/site-jobs.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { addUser } from "#tests/support/accounts.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";

const never = new AbortController().signal;

/** A den with a ledger of three members, each with so many lines, told in turns. */
const setUp = async (lines = 450) => {
  const world = await appWithPeople();
  const { app, store, clock } = world;
  const { pointEntries: t, notifications, notificationReads } = store.tables;
  const members: string[] = [];
  for (let number = 0; number < 3; number += 1) members.push(await addUser(store, clock));
  const rows = Array.from({ length: lines * members.length }, (_, index) => ({
    userId: members[index % members.length] ?? "",
    kind: "vote" as const,
    delta: 10,
    balance: 10 * (Math.floor(index / members.length) + 1),
    reason: "Vote",
    reference: `vote:${index}`,
    actorId: null,
    at: clock.now(),
  }));
  await store.write(async (tx) => {
    await tx.insert(t).values(rows);
  });
  return {
    ...world,
    members,
    prove: (signal = never) => proveLedger(asSite(app.deps), signal),
    tamper: (id: number, change: Partial<typeof t.$inferInsert>) =>
      store.write(async (tx) => {
        await tx.update(t).set(change).where(eq(t.id, id));
      }),
    remove: (id: number) =>
      store.write(async (tx) => {
        await tx.delete(t).where(eq(t.id, id));
      }),
    run: () => proveLedgerJob(asSite(app.deps)).run(never),
    alarms: () => store.read.select().from(notifications),
    readers: () => store.read.select({ id: notificationReads.userId }).from(notificationReads),
    errors: () => app.lines.filter(({ event }) => event === "ledger.broken"),
  };
};

describe("the proof of the ledger", () => {
  test("holds for one that nobody has touched, and for an empty one", async () => {
    const { prove, remove } = await setUp(1);
    const sound = { broken: 0, firstBrokenId: null, userIds: [] };
    expect(await prove()).toEqual({ entries: 3, ...sound });
    for (const id of [1, 2, 3]) await remove(id);
    expect(await prove()).toEqual({ entries: 0, ...sound });
  });

  test("finds a line whose points, whose balance or which itself was tampered with", async () => {
    const { members, prove, tamper, remove } = await setUp();
    expect(await prove()).toMatchObject({ entries: 1350, broken: 0 });
    const userIds = [members[0]];
    // The 334th line of the first of them, far from the edge of a slice.
    await tamper(1000, { delta: 11 });
    expect(await prove()).toMatchObject({ broken: 1, firstBrokenId: 1000, userIds });
    await tamper(1000, { delta: 10, balance: 9_999_999 });
    expect(await prove()).toMatchObject({ broken: 2, firstBrokenId: 1000, userIds });
    await tamper(1000, { balance: 3340 });
    expect(await prove()).toMatchObject({ broken: 0 });
    await remove(1000);
    expect(await prove()).toMatchObject({ broken: 1, firstBrokenId: 1003, userIds });
  });

  test("finds a wrong first and a wrong last line of each", async () => {
    const { members, prove, tamper } = await setUp();
    await tamper(2, { balance: 0 });
    await tamper(1350, { balance: 0 });
    const proof = await prove();
    expect(proof).toMatchObject({ broken: 3, firstBrokenId: 2 });
    expect(new Set(proof?.userIds)).toEqual(new Set(members.slice(1)));
  });

  test("gives others their turn, and stops when it is told to", async () => {
    const { prove } = await setUp();
    const done = new AbortController();
    let turns = 0;
    const others = (async () => {
      while (!done.signal.aborted) {
        await turn();
        turns += 1;
      }
    })();
    await prove();
    done.abort();
    await others;
    expect(turns).toBeGreaterThan(3);
    expect(await prove(AbortSignal.abort())).toBeNull();
  });
});

describe("[POINTS-14] every night", () => {
  test("the proof is made once, after four where the community is", async () => {
    const { clock, tamper, run, errors, alarms } = await setUp(2);
    await tamper(1, { delta: 1 });
    // 3:59 in Chicago.
    clock.set("2026-03-02T09:59:00Z");
    await run();
    expect(errors()).toEqual([]);
    clock.set("2026-03-02T10:00:00Z");
    await run();
    await run();
    expect(errors()).toHaveLength(1);
    clock.set("2026-03-03T09:00:00Z");
    await run();
    expect(await alarms()).toHaveLength(1);
    clock.set("2026-03-03T11:00:00Z");
    await run();
    expect(errors()).toHaveLength(2);
  });

  test("[OPS-04] Admins alone are told of what is wrong, and of which accounts by Health, not by the log", async () => {
    const { store, admin, members, clock, tamper, run, errors, alarms, readers } = await setUp(2);
    clock.set("2026-03-02T12:00:00Z");
    await run();
    expect([errors(), await alarms()]).toEqual([[], []]);
    await tamper(4, { delta: 1000 });
    clock.set("2026-03-03T12:00:00Z");
    await run();
    expect(errors()).toMatchObject([{ level: "error", entries: 6, broken: 1, firstBrokenId: 4 }]);
    for (const id of members) expect(JSON.stringify(errors())).not.toContain(id);
    expect(await readers()).toEqual([{ id: admin.id }]);
    const { audit } = store.tables;
    expect(await store.read.select().from(audit)).toMatchObject([
      {
        actorId: null,
        action: "ledger.broken",
        subject: null,
        before: null,
        after: { entries: 6, broken: 1, firstBrokenId: 4 },
      },
    ]);
    const [alarm] = await alarms();
    expect(alarm?.subject).toBe("The points ledger does not add up");
    expect(alarm?.message).toContain("1 of its 6 entries");
    for (const id of members) expect(alarm?.message).not.toContain(id);
  });
});
