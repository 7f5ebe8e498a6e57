import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { NotificationContent } from "#server/context/context.ts";
import { addUser } from "#tests/support/accounts.ts";
import { systemIn } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople } from "#tests/support/people.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { store, clock } = world;
  const send = (content: Partial<NotificationContent> & Pick<NotificationContent, "userIds">) =>
    systemIn(store, clock).write((tx) =>
      tx.notify({ kind: "news", subject: "News", message: "Soon.", ...content }),
    );
  const reply = (ticketId: number, ...userIds: string[]) =>
    send({ userIds, kind: "reply", subject: "A new reply", ticketId });
  const readers = async (notificationId: number | null) => {
    const { notificationReads: reads } = store.tables;
    const rows = await store.read
      .select()
      .from(reads)
      .where(eq(reads.notificationId, notificationId ?? 0));
    return rows.map(({ userId }) => userId).toSorted();
  };
  return { ...world, send, reply, readers };
};

describe("notify", () => {
  test("writes one notification with a row for each reader, once however often they are named", async () => {
    const { store, clock, member, stranger, admin, send, readers } = await setUp();
    const id = await send({
      userIds: [member.id, stranger.id, member.id],
      kind: "assignment",
      ticketId: 1042,
      createdBy: admin.id,
    });
    expect(await readers(id)).toEqual([member.id, stranger.id].toSorted());
    const { notifications } = store.tables;
    expect(await store.read.select().from(notifications)).toMatchObject([
      { id, kind: "assignment", createdBy: admin.id, isGlobal: false, createdAt: clock.now() },
    ]);
    for (const reader of [member, stranger]) {
      const { items } = await reader.notifications.list.query({});
      expect(items).toMatchObject([{ id, kind: "assignment", ticketId: 1042, isRead: false }]);
    }
    expect((await admin.notifications.list.query({})).items).toEqual([]);
  });

  test("nobody, and people who are erased or were never there, get nothing, and nothing is written", async () => {
    const { store, clock, member, send, readers } = await setUp();
    const erased = await addUser(store, clock, { erasedAt: clock.now() });
    expect(await send({ userIds: [] })).toBeNull();
    expect(await send({ userIds: [erased, "nobody"] })).toBeNull();
    expect(await store.read.select().from(store.tables.notifications)).toEqual([]);
    expect(await readers(await send({ userIds: [erased, member.id] }))).toEqual([member.id]);
  });

  test("[MSG-03] of a ticket's replies one at most waits for each person", async () => {
    const { member, stranger, reply, readers } = await setUp();
    const first = await reply(7, member.id);
    expect(await readers(first)).toEqual([member.id]);
    expect(await reply(7, member.id)).toBeNull();
    expect(await readers(await reply(7, member.id, stranger.id))).toEqual([stranger.id]);
    expect(await readers(await reply(8, member.id))).toEqual([member.id]);
    expect(await member.notifications.unread.query()).toMatchObject({ count: 2 });
    await member.notifications.markTicketRead.mutate({ ticketId: 7 });
    expect(await readers(await reply(7, member.id, stranger.id))).toEqual([member.id]);
  });

  test("another kind does not wait for a reply, nor a reply for another kind", async () => {
    const { member, send, reply, readers } = await setUp();
    const about = { userIds: [member.id], ticketId: 7 };
    for (const kind of ["closing", "assignment", "closing"] as const)
      expect(await readers(await send({ ...about, kind }))).toEqual([member.id]);
    expect(await readers(await reply(7, member.id))).toEqual([member.id]);
    expect(await readers(await send({ ...about, kind: "closing" }))).toEqual([member.id]);
  });

  test("replies that come at once do not slip through together", async () => {
    const { member, reply } = await setUp();
    const written = await Promise.all(Array.from({ length: 8 }, () => reply(7, member.id)));
    expect(written.filter((id) => id !== null)).toHaveLength(1);
    expect(await member.notifications.unread.query()).toMatchObject({ count: 1 });
  });

  test("feeds of all readers are told, in events that are short enough", async () => {
    const { app, store, clock, send } = await setUp();
    const userIds: string[] = [];
    for (let number = 0; number < 220; number += 1) userIds.push(await addUser(store, clock));
    const heard = await hear(app.deps.store);
    await send({ userIds });
    const events = await heard();
    const received = events.flatMap((event) =>
      event.type === "notifications.changed" ? (event.userIds ?? []) : [],
    );
    expect(received.toSorted()).toEqual(userIds.toSorted());
    expect(events.length).toBeGreaterThan(1);
  });
});
