import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { creditPoints } from "#server/modules/points/index.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, refusalOf } from "#tests/support/people.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, member, admin } = world;
  const { pointEntries, audit } = store.tables;
  const edit = async (given: Record<string, unknown> = {}, who = admin) => {
    const body = { UserProfileId: member.id, OldPoints: 0, Points: 100, ...given };
    const response = await who.ask("PUT", "/api/userprofile/edit-points", body);
    return [response.status, await response.text()];
  };
  const give = (delta: number) =>
    creditPoints(asSite(app.deps), {
      userId: member.id,
      kind: "refund",
      delta,
      reason: "Refund",
      reference: `refund:${delta}`,
      actorId: null,
    });
  return {
    ...world,
    edit,
    give,
    entries: () => store.read.select().from(pointEntries).orderBy(pointEntries.id),
    audited: () => store.read.select().from(audit).orderBy(audit.id),
  };
};

describe("[POINTS-03] editing points", () => {
  test("writes the difference as a line with its reason, and the audit without it", async () => {
    const { clock, member, admin, edit, entries, audited } = await setUp();
    expect(await edit({ reason: "Won the contest" })).toEqual([200, POINTS.updated]);
    expect(await edit({ OldPoints: 100, Points: 30, reason: "\u200b" })).toEqual([
      200,
      POINTS.updated,
    ]);
    const by = { userId: member.id, kind: "admin", actorId: admin.id, at: clock.now() };
    expect(await entries()).toMatchObject([
      { ...by, delta: 100, balance: 100, reason: "Won the contest" },
      { ...by, delta: -70, balance: 30, reason: POINTS.setByHand },
    ]);
    const edited = { action: "points.edited", actorId: admin.id, subject: member.id };
    const records = await audited();
    expect(records).toMatchObject([
      { ...edited, before: { points: 0 }, after: { points: 100 } },
      { ...edited, before: { points: 100 }, after: { points: 30 } },
    ]);
    expect(JSON.stringify(records)).not.toContain("contest");
  });

  test("is refused where the balance is no longer what the Admin has seen", async () => {
    const { edit, entries } = await setUp();
    await edit();
    expect(await edit()).toEqual([409, POINTS.changedMeanwhile]);
    expect(await edit({ OldPoints: 99 })).toEqual([409, POINTS.changedMeanwhile]);
    expect(await entries()).toHaveLength(1);
  });

  test("two at once with one OldPoints leave one 409", async () => {
    const { edit, entries } = await setUp();
    const answers = await Promise.all([edit({ Points: 10 }), edit({ Points: 20 })]);
    expect(answers.map(([status]) => String(status)).toSorted()).toEqual(["200", "409"]);
    expect(await entries()).toHaveLength(1);
  });

  test("takes whole numbers from 0 to 1,000,000,000", async () => {
    const { edit, entries } = await setUp();
    for (const Points of [-1, POINTS_MAX + 1, 1.5, "100", null]) {
      const [status, text] = await edit({ Points });
      expect(status).toBe(400);
      expect(text).toContain(POINTS.outOfRange);
    }
    expect((await edit({ reason: "x".repeat(201) }))[0]).toBe(400);
    expect(await entries()).toEqual([]);
    expect((await edit({ Points: POINTS_MAX }))[0]).toBe(200);
    expect((await edit({ OldPoints: POINTS_MAX, Points: 0 }))[0]).toBe(200);
    expect((await entries()).at(-1)).toMatchObject({ delta: -POINTS_MAX, balance: 0 });
  });

  test("brings a balance out of debt, and writes nothing where nothing changes", async () => {
    const { edit, give, entries } = await setUp();
    await give(-40);
    expect((await edit({ OldPoints: -40, Points: 5 }))[0]).toBe(200);
    expect((await edit({ OldPoints: 5, Points: 5 }))[0]).toBe(200);
    expect((await entries()).map(({ delta }) => delta)).toEqual([-40, 45]);
  });

  test("is for Admins, of members who are there", async () => {
    const { store, member, clock, edit } = await setUp();
    expect((await edit({}, member))[0]).toBe(403);
    expect(await edit({ UserProfileId: "nobody" })).toEqual([404, POINTS.unknownMember]);
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ erasedAt: clock.now() }).where(eq(users.id, member.id));
    });
    expect((await edit())[0]).toBe(404);
  });
});

describe("[POINTS-15] changing points by an amount", () => {
  test("adds to or takes from whatever there is by then, as a line with its reason", async () => {
    const { member, admin, give, entries, audited } = await setUp();
    const change = (delta: number, reason?: string) =>
      admin.points.change.mutate({ userProfileId: member.id, delta, reason });
    await give(10);
    expect(await change(450, "Starter kit refund")).toBe(POINTS.updated);
    await give(7);
    await change(-67);
    await change(0);
    expect((await entries()).map(({ delta, balance }) => [delta, balance])).toEqual([
      [10, 10],
      [450, 460],
      [7, 467],
      [-67, 400],
    ]);
    expect((await entries()).map(({ reason }) => reason).slice(1)).toEqual([
      "Starter kit refund",
      "Refund",
      POINTS.setByHand,
    ]);
    const edited = { action: "points.edited", actorId: admin.id, subject: member.id };
    expect((await audited()).filter(({ action }) => action === "points.edited")).toMatchObject([
      { ...edited, before: { points: 10 }, after: { points: 460 } },
      { ...edited, before: { points: 467 }, after: { points: 400 } },
    ]);
  });

  test("is done once, however often it is sent with one key", async () => {
    const { member, admin, entries } = await setUp();
    const sent = { userProfileId: member.id, delta: 450, idempotencyKey: "the-same-key" };
    await admin.points.change.mutate(sent);
    await admin.points.change.mutate(sent);
    expect(await entries()).toHaveLength(1);
    const [status] = await refusalOf(admin.points.change.mutate({ ...sent, delta: 4 }));
    expect(status).toBe(409);
  });

  test("leaves no balance below 0 or above 1,000,000,000, but may lessen a debt", async () => {
    const { member, admin, stranger, give, entries } = await setUp();
    const change = (delta: number, userProfileId = member.id, who = admin) =>
      refusalOf(who.points.change.mutate({ userProfileId, delta }));
    expect(await change(-1)).toEqual([400, POINTS.outOfRange]);
    await give(-40);
    await admin.points.change.mutate({ userProfileId: member.id, delta: 30 });
    expect((await change(POINTS_MAX + 1))[0]).toBe(400);
    await admin.points.change.mutate({ userProfileId: member.id, delta: POINTS_MAX });
    expect(await change(11)).toEqual([400, POINTS.outOfRange]);
    expect(await change(5, "nobody")).toEqual([404, POINTS.unknownMember]);
    expect((await change(5, member.id, stranger))[0]).toBe(403);
    expect((await entries()).map(({ delta }) => delta)).toEqual([-40, 30, POINTS_MAX]);
  });
});
