import { describe, expect, test } from "bun:test";
import { creditPoints, readBalance } from "#server/modules/points/index.ts";
import { asSite } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, member } = world;
  const { pointEntries, audit } = store.tables;
  const credit = (given: Partial<Parameters<typeof creditPoints>[1]> = {}) =>
    creditPoints(asSite(app.deps), {
      userId: member.id,
      kind: "vote",
      delta: 10,
      reason: "Voted",
      reference: "vote:1",
      actorId: null,
      ...given,
    });
  return {
    ...world,
    credit,
    balance: (userId = member.id) => readBalance(store.read, userId),
    entries: () => store.read.select().from(pointEntries).orderBy(pointEntries.id),
    audited: () => store.read.select().from(audit).orderBy(audit.id),
  };
};

describe("[POINTS-01] the ledger", () => {
  test("has a line for every credit, with the balance after it; each person has their own", async () => {
    const { clock, member, stranger, admin, credit, balance, entries, audited } = await setUp();
    expect(await balance()).toBe(0);
    await credit();
    await credit({ delta: -25, reference: "refund:1", actorId: admin.id, reason: "Refund" });
    await credit({ userId: stranger.id, delta: 7, reference: "vote:2" });
    expect([await balance(), await balance(stranger.id)]).toEqual([-15, 7]);
    expect(await entries()).toMatchObject([
      { userId: member.id, delta: 10, balance: 10, reason: "Voted", actorId: null },
      { userId: member.id, delta: -25, balance: -15, reason: "Refund", actorId: admin.id },
      { userId: stranger.id, delta: 7, balance: 7, at: clock.now() },
    ]);
    expect(await audited()).toMatchObject([
      { action: "points.credited", actorId: null, subject: member.id, after: { points: 10 } },
      { action: "points.credited", actorId: admin.id, after: { points: -25 } },
      { action: "points.credited", subject: stranger.id },
    ]);
  });

  test("a reference counts once, for whomever and whatever it comes again, and feeds hear of it once", async () => {
    const { app, member, stranger, credit, balance, entries, audited } = await setUp();
    const heard = await hear(app.deps.store);
    await credit();
    await credit();
    await credit({ delta: 99 });
    await credit({ userId: stranger.id });
    await credit({ reference: "vote:2" });
    expect([await balance(), await balance(stranger.id)]).toEqual([20, 0]);
    expect(await entries()).toHaveLength(2);
    expect(await audited()).toHaveLength(2);
    const events = await heard();
    expect(events[0]).toEqual({ type: "points.changed", userId: member.id });
  });

  test("one reference at once from many sides counts once", async () => {
    const { credit, balance } = await setUp();
    await Promise.all(Array.from({ length: 10 }, () => credit()));
    expect(await balance()).toBe(10);
  });

  test("of a hundred credits at once none is lost", async () => {
    const { credit, balance, entries } = await setUp();
    await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        credit({ delta: number + 1, reference: `vote:${number}` }),
      ),
    );
    expect(await balance()).toBe(5050);
    const rows = await entries();
    expect(rows).toHaveLength(100);
    let sum = 0;
    for (const row of rows) expect(row.balance).toBe((sum += row.delta));
  });

  test("nobody's account, and parts of a point, are refused", async () => {
    const { credit, entries } = await setUp();
    expect(await rejectionOf(credit({ userId: "nobody" }))).toMatchObject({ code: "not_found" });
    for (const delta of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(await rejectionOf(credit({ delta }))).toMatchObject({ code: "bad_request" });
    expect(await entries()).toEqual([]);
  });
});
