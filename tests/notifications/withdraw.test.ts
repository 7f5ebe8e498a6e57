import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { systemIn } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf, type TestPerson } from "#tests/support/people.ts";

const NEWS = { subject: "Maintenance tonight", message: "Write to me at once.", link: "/shop" };

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, admin } = world;
  const { notifications, notificationReads, audit } = store.tables;
  return {
    ...world,
    other: await person(app, { role: "Admin" }),
    send: async (...to: TestPerson[]) =>
      (
        await admin.notifications.create.mutate({
          ...NEWS,
          isGlobal: to.length === 0,
          targetUserIds: to.map(({ id }) => id),
        })
      ).id,
    stored: (id: number) => store.read.select().from(notifications).where(eq(notifications.id, id)),
    reads: () => store.read.select().from(notificationReads),
    withdrawals: () =>
      store.read
        .select()
        .from(audit)
        .where(eq(audit.action, "notification.withdrawn"))
        .orderBy(audit.id),
  };
};

describe("[NOTE-10] an Admin withdraws what they have written", () => {
  test("from everybody, read or not: no list has it, no count, and its text is gone", async () => {
    const { app, clock, member, stranger, admin, send, stored, reads, withdrawals } = await setUp();
    const all = await send();
    const own = await send(member, stranger);
    for (const notificationId of [all, own])
      await member.notifications.markRead.mutate({ notificationId });
    expect((await stranger.notifications.unread.query()).count).toBe(2);
    const heard = await hear(app.deps.store);
    await admin.notifications.withdraw.mutate({ id: all });
    await admin.notifications.withdraw.mutate({ id: own });
    for (const reader of [member, stranger]) {
      expect((await reader.notifications.list.query({})).items).toEqual([]);
      expect(await reader.notifications.unread.query()).toMatchObject({ count: 0, news: 0 });
    }
    expect(await reads()).toEqual([]);
    for (const id of [all, own])
      expect(await stored(id)).toMatchObject([
        { message: "", link: null, isGlobal: false, withdrawnAt: clock.now() },
      ]);
    expect(await withdrawals()).toMatchObject([
      { actorId: admin.id, subject: String(all), before: { isGlobal: true, targets: 0 } },
      { actorId: admin.id, subject: String(own), before: { isGlobal: false, targets: 2 } },
    ]);
    const events = await heard();
    expect(events[0]).toEqual({ type: "notifications.changed", userIds: null });
    expect(events[1]).toMatchObject({
      userIds: expect.arrayContaining([member.id, stranger.id]),
    });
  });

  test("once, however often and at once it is asked for; what is gone cannot be read or deleted", async () => {
    const { member, admin, send, withdrawals } = await setUp();
    const id = await send(member);
    await Promise.all([1, 2, 3].map(() => admin.notifications.withdraw.mutate({ id })));
    await admin.notifications.withdraw.mutate({ id });
    expect(await withdrawals()).toHaveLength(1);
    for (const call of [
      () => member.notifications.markRead.mutate({ notificationId: id }),
      () => admin.notifications.remove.mutate({ id }),
    ])
      expect(await refusalOf(call())).toEqual([404, NOTIFICATIONS.unknown]);
  });

  test("also from hundreds who have read it", async () => {
    const { store, clock, member, admin, send, reads, stored } = await setUp();
    const id = await send();
    const readers = [member.id];
    for (let number = 0; number < 250; number += 1) readers.push(await addUser(store, clock));
    await store.write(async (tx) => {
      await tx
        .insert(store.tables.notificationReads)
        .values(readers.map((userId) => ({ notificationId: id, userId, isRead: true })));
    });
    await admin.notifications.withdraw.mutate({ id });
    expect(await reads()).toEqual([]);
    expect(await stored(id)).toHaveLength(1);
  });

  test("which another Admin may not, nor a member who got it, nor an Admin no more", async () => {
    const { store, clock, member, admin, other, send, stored } = await setUp();
    const id = await send(member);
    expect(await refusalOf(other.notifications.withdraw.mutate({ id }))).toEqual([
      404,
      NOTIFICATIONS.unknown,
    ]);
    expect(await refusalOf(member.notifications.withdraw.mutate({ id }))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
    // Of the site, and of a ticket, though the Admin was its cause.
    const about = { userIds: [member.id], subject: "s", message: "m", ticketId: 7 };
    const written = await systemIn(store, clock).write(async (tx) => [
      await tx.notify({ ...about, kind: "reply", createdBy: admin.id }),
      await tx.notify({ ...about, kind: "news" }),
    ]);
    for (const strange of [...written, 4711])
      expect((await refusalOf(admin.notifications.withdraw.mutate({ id: strange ?? 0 })))[0]).toBe(
        404,
      );
    expect((await member.notifications.unread.query()).count).toBe(3);
    await other.administration.demote.mutate({ id: admin.id });
    expect(await refusalOf(admin.notifications.withdraw.mutate({ id }))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
    expect(await stored(id)).toMatchObject([{ withdrawnAt: null }]);
  });
});

describe("[NOTE-10] what an Admin has sent", () => {
  test("is listed with whom it has reached and how many have read it, the newest first", async () => {
    const { store, clock, member, stranger, admin, other, send } = await setUp();
    const all = await send();
    const own = await send(member, stranger);
    const gone = await send(stranger);
    for (const notificationId of [all, own])
      await member.notifications.markRead.mutate({ notificationId });
    await admin.notifications.withdraw.mutate({ id: gone });
    // They are no members, to whom anything would go.
    await addUser(store, clock, { deactivatedAt: clock.now(), deactivatedBy: "owner" });
    await addUser(store, clock, { verifiedAt: null });
    const { items } = await admin.notifications.sent.query({});
    const known = { subject: NEWS.subject, createdAt: clock.now().toISOString() };
    expect(items).toEqual([
      {
        ...known,
        id: gone,
        isGlobal: false,
        people: 0,
        readBy: 0,
        withdrawnAt: clock.now().toISOString(),
      },
      { ...known, id: own, isGlobal: false, people: 2, readBy: 1, withdrawnAt: null },
      { ...known, id: all, isGlobal: true, people: 4, readBy: 1, withdrawnAt: null },
    ]);
    expect((await other.notifications.sent.query({})).items).toEqual([]);
    expect(await refusalOf(member.notifications.sent.query({}))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
  });

  test("comes in pages without gaps", async () => {
    const { admin, send } = await setUp();
    const sent: number[] = [];
    for (let number = 0; number < 5; number += 1) sent.unshift(await send());
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof admin.notifications.sent.query>> =
        await admin.notifications.sent.query({ cursor, limit: 2 });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(sent);
    expect((await refusalOf(admin.notifications.sent.query({ cursor: "x" })))[0]).toBe(400);
  });
});
