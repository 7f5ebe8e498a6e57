import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { BusEvent } from "#shared/bus.ts";
import { NOTIFICATION_FILTERS, type NotificationFilter } from "#shared/constants/addresses.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import { systemIn } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf, type TestPerson } from "#tests/support/people.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { store, clock, admin } = world;
  let number = 0;
  /** Every one a minute after the one before. */
  const notifyReaders = async (...readers: TestPerson[]) => {
    clock.advance(MINUTE_MS);
    number += 1;
    const { id } = await admin.notifications.create.mutate({
      subject: `News ${number}`,
      message: "Soon.",
      isGlobal: readers.length === 0,
      targetUserIds: readers.map((reader) => reader.id),
    });
    return id;
  };
  const about = (ticketId: number, reader: TestPerson) =>
    systemIn(store, clock).write((tx) =>
      tx.notify({
        userIds: [reader.id],
        kind: "closing",
        subject: "Closed",
        message: "Done.",
        ticketId,
      }),
    );
  return { ...world, notifyReaders, about };
};

/** Every page of somebody's list, joined. */
const wholeList = async (
  reader: TestPerson,
  limit: number,
  filter?: NotificationFilter,
): Promise<Notification[]> => {
  const items: Notification[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Notification[]; nextCursor: string | null } =
      await reader.notifications.list.query({ cursor, limit, filter });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
};

const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id);
const readIds = (items: readonly Notification[]) => ids(items.filter(({ isRead }) => isRead));
const unread = async (reader: TestPerson) => (await reader.notifications.unread.query()).count;

describe("[NOTE-01] the list", () => {
  test("is unread first, then newest first, and of whoever asks", async () => {
    const { member, stranger, admin, notifyReaders } = await setUp();
    const own = await notifyReaders(member);
    const all = await notifyReaders();
    const other = await notifyReaders(stranger);
    const last = await notifyReaders(member, stranger);
    await member.notifications.markRead.mutate({ notificationId: last });
    await member.notifications.markRead.mutate({ notificationId: own });
    const { items, nextCursor } = await member.notifications.list.query({});
    expect(nextCursor).toBeNull();
    expect(items.map(({ id, isRead, isGlobal }) => ({ id, isRead, isGlobal }))).toEqual([
      { id: all, isRead: false, isGlobal: true },
      { id: last, isRead: true, isGlobal: false },
      { id: own, isRead: true, isGlobal: false },
    ]);
    expect(ids(await wholeList(stranger, 25))).toEqual([last, other, all]);
    expect(ids(await wholeList(admin, 25))).toEqual([all]);
  });

  test("pages have no gaps and no doubles in either half, whatever their size", async () => {
    const { member, stranger, notifyReaders } = await setUp();
    const expected: number[] = [];
    for (let number = 0; number < 12; number += 1) {
      const id = await (number % 3 === 0 ? notifyReaders() : notifyReaders(member, stranger));
      expected.unshift(id);
    }
    const marked = expected.filter((_, index) => index % 2 === 0);
    for (const notificationId of marked)
      await member.notifications.markRead.mutate({ notificationId });
    const order = [...expected.filter((id) => !marked.includes(id)), ...marked];
    for (const limit of [1, 2, 3, 5, 6, 7, 11, 12, 13, 200]) {
      const items = await wholeList(member, limit);
      expect(ids(items)).toEqual(order);
      expect(readIds(items)).toEqual(marked);
      expect(ids(await wholeList(stranger, limit))).toEqual(expected);
    }
  });

  test("what is read or written between two pages shifts nothing in its half", async () => {
    const { member, notifyReaders } = await setUp();
    const received: number[] = [];
    for (let number = 0; number < 6; number += 1) received.unshift(await notifyReaders(member));
    const first = await member.notifications.list.query({ limit: 2 });
    await notifyReaders(member);
    await member.notifications.markRead.mutate({ notificationId: received[3] ?? 0 });
    const second = await member.notifications.list.query({ limit: 10, cursor: first.nextCursor });
    expect(new Set(ids([...first.items, ...second.items]))).toEqual(new Set(received));
    expect(first.items.length + second.items.length).toBe(received.length);
    expect(readIds(second.items)).toEqual([received[3] ?? 0]);
  });

  test("a cursor of another list, or none at all, is 400", async () => {
    const { member } = await setUp();
    for (const cursor of ["", "x", "read", "unread-", "read--1", "WyJhIl0", "unread-1 "]) {
      const [status] = await refusalOf(member.notifications.list.query({ cursor }));
      expect(status).toBe(400);
    }
    for (const limit of [0, 201, 1.5])
      expect(await refusalOf(member.notifications.list.query({ limit }))).toEqual([
        400,
        expect.stringContaining("limit: "),
      ]);
  });
});

describe("[NOTE-08] the list, narrowed,", () => {
  test("has what is unread, about tickets, or news; pages have no gaps and no doubles", async () => {
    const { member, stranger, notifyReaders, about } = await setUp();
    const expected: { id: number; isTicket: boolean }[] = [];
    for (let number = 0; number < 12; number += 1) {
      const isTicket = number % 3 === 1;
      const id = isTicket
        ? ((await about(number, member)) ?? 0)
        : await (number % 3 === 0 ? notifyReaders() : notifyReaders(member));
      expected.unshift({ id, isTicket });
      await about(number, stranger);
    }
    const marked = ids(expected.filter((_, index) => index % 2 === 0));
    for (const notificationId of marked)
      await member.notifications.markRead.mutate({ notificationId });
    const ordered = (some: typeof expected) => [
      ...ids(some).filter((id) => !marked.includes(id)),
      ...ids(some).filter((id) => marked.includes(id)),
    ];
    const parts = {
      unread: ids(expected).filter((id) => !marked.includes(id)),
      tickets: ordered(expected.filter(({ isTicket }) => isTicket)),
      news: ordered(expected.filter(({ isTicket }) => !isTicket)),
    };
    for (const limit of [1, 2, 3, 4, 5, 8, 200])
      for (const filter of NOTIFICATION_FILTERS) {
        const items = await wholeList(member, limit, filter);
        expect([filter, ids(items)]).toEqual([filter, parts[filter]]);
        expect(readIds(items)).toEqual(parts[filter].filter((id) => marked.includes(id)));
      }
    const isUnread = (id: number) => !marked.includes(id);
    expect(await member.notifications.unread.query()).toEqual({
      count: parts.unread.length,
      tickets: parts.tickets.filter(isUnread).length,
      news: parts.news.filter(isUnread).length,
    });
    const rest = await member.ask("GET", "/api/Notification?filter=tickets");
    expect(ids((await rest.json()) as Notification[])).toEqual(parts.tickets);
    expect(rest.status).toBe(200);
  });

  test("knows no other filters, and no page of what it leaves out", async () => {
    const { member } = await setUp();
    for (const given of [{ filter: "all" }, { filter: "unread", cursor: "read-7" }] as const)
      expect(
        (await refusalOf(member.notifications.list.query(given as { filter: "unread" })))[0],
      ).toBe(400);
  });
});

describe("[NOTE-02] a notification for everyone", () => {
  test("is stored once, unread for whoever was there, read for whoever joins later", async () => {
    const { app, store, clock, member, stranger, notifyReaders } = await setUp();
    const id = await notifyReaders();
    const { notifications, notificationReads } = store.tables;
    expect(await store.read.select().from(notifications)).toHaveLength(1);
    expect(await store.read.select().from(notificationReads)).toEqual([]);
    const twin = await person(app);
    clock.advance(1);
    const late = await person(app);
    for (const reader of [member, stranger, twin]) {
      expect(await unread(reader)).toBe(1);
      expect((await wholeList(reader, 25)).map(({ isRead }) => isRead)).toEqual([false]);
    }
    expect(await unread(late)).toBe(0);
    expect((await wholeList(late, 25)).map(({ isRead }) => isRead)).toEqual([true]);
    const next = await notifyReaders();
    expect(await unread(late)).toBe(1);
    expect((await wholeList(late, 1)).map((item) => [item.id, item.isRead])).toEqual([
      [next, false],
      [id, true],
    ]);
    await late.notifications.markRead.mutate({ notificationId: id });
    expect(await store.read.select().from(notificationReads)).toEqual([]);
  });

  test("read by one it stays unread for the other", async () => {
    const { store, member, stranger, notifyReaders } = await setUp();
    const id = await notifyReaders();
    await member.notifications.markRead.mutate({ notificationId: id });
    expect([await unread(member), await unread(stranger)]).toEqual([0, 1]);
    expect(await store.read.select().from(store.tables.notificationReads)).toMatchObject([
      { notificationId: id, userId: member.id, isRead: true },
    ]);
  });
});

describe("unread", () => {
  test("is counted through what was read long ago, and up to a hundred", async () => {
    const { store, clock, admin, member, notifyReaders } = await setUp();
    const first = await notifyReaders();
    const second = await notifyReaders();
    const third = await notifyReaders();
    expect(await unread(member)).toBe(3);
    await member.notifications.markRead.mutate({ notificationId: third });
    clock.advance(2 * MINUTE_MS);
    expect(await unread(member)).toBe(2);
    await member.notifications.markRead.mutate({ notificationId: first });
    expect(await unread(member)).toBe(1);
    expect(ids(await wholeList(member, 2))).toEqual([second, third, first]);
    await member.notifications.markRead.mutate({ notificationId: second });
    expect(await unread(member)).toBe(0);
    await notifyReaders();
    expect([await unread(member), await unread(admin)]).toEqual([1, 4]);
    await systemIn(store, clock).write(async (tx) => {
      const content = { userIds: [member.id], kind: "news", subject: "s", message: "m" } as const;
      for (let number = 0; number < 120; number += 1) await tx.notify(content);
    });
    expect(await unread(member)).toBe(100);
  });

  test("is also one that became visible after a newer one was read", async () => {
    const { store, clock, member, notifyReaders } = await setUp();
    const { notifications } = store.tables;
    const late = await notifyReaders();
    const show = (isGlobal: boolean) =>
      store.write(async (tx) => {
        await tx.update(notifications).set({ isGlobal }).where(eq(notifications.id, late));
      });
    await show(false);
    await member.notifications.markRead.mutate({ notificationId: await notifyReaders() });
    clock.advance(10 * MINUTE_MS);
    expect(await unread(member)).toBe(0);
    await show(true);
    expect(await unread(member)).toBe(1);
    expect((await wholeList(member, 25))[0]).toMatchObject({ id: late, isRead: false });
  });
});

describe("marking as read", () => {
  test("[NOTE-03] somebody else's, and one that is not there, is 404", async () => {
    const { member, stranger, notifyReaders } = await setUp();
    const id = await notifyReaders(member);
    for (const notificationId of [id, 4711])
      expect(await refusalOf(stranger.notifications.markRead.mutate({ notificationId }))).toEqual([
        404,
        NOTIFICATIONS.unknown,
      ]);
    expect(await unread(member)).toBe(1);
    expect((await wholeList(member, 25)).map(({ isRead }) => isRead)).toEqual([false]);
  });

  test("twice is fine, also at once, and tells the feeds of the reader alone, once", async () => {
    const { app, store, member, notifyReaders } = await setUp();
    const own = await notifyReaders(member);
    const all = await notifyReaders();
    const heard = await hear(app.deps.store);
    for (const notificationId of [own, all]) {
      await Promise.all(
        [1, 2, 3].map(() => member.notifications.markRead.mutate({ notificationId })),
      );
      await member.notifications.markRead.mutate({ notificationId });
    }
    expect(await unread(member)).toBe(0);
    expect(await store.read.select().from(store.tables.notificationReads)).toHaveLength(2);
    const events = await heard();
    const event: BusEvent = { type: "notifications.changed", userIds: [member.id] };
    expect(events).toEqual([event, event]);
  });

  test("all marks all that are one's own, and nobody else's", async () => {
    const { app, member, stranger, notifyReaders } = await setUp();
    const received = [
      await notifyReaders(member, stranger),
      await notifyReaders(),
      await notifyReaders(),
      await notifyReaders(member),
    ];
    await member.notifications.markRead.mutate({ notificationId: received[1] ?? 0 });
    const heard = await hear(app.deps.store);
    await member.notifications.markAllRead.mutate();
    await member.notifications.markAllRead.mutate();
    expect(await unread(member)).toBe(0);
    expect(readIds(await wholeList(member, 25))).toEqual(received.toReversed());
    expect(await unread(stranger)).toBe(3);
    await notifyReaders(member);
    const events = await heard();
    const event: BusEvent = { type: "notifications.changed", userIds: [member.id] };
    expect(events).toEqual([event, event]);
    expect(await unread(member)).toBe(1);
  });

  test("all also marks hundreds, of either kind", async () => {
    const { app, store, clock, member, stranger } = await setUp();
    const { notifications } = store.tables;
    const content = { userIds: [member.id], kind: "news", subject: "s", message: "m" } as const;
    const { kind, subject, message } = content;
    const news = { kind, subject, message, createdAt: clock.now(), isGlobal: true };
    await systemIn(store, clock).write(async (tx) => {
      for (let number = 0; number < 60; number += 1) await tx.notify(content);
      await tx.insert(notifications).values(Array.from({ length: 130 }, () => news));
    });
    const heard = await hear(app.deps.store);
    await member.notifications.markAllRead.mutate();
    expect(await unread(member)).toBe(0);
    const items = await wholeList(member, 200);
    expect([items.length, readIds(items).length]).toEqual([190, 190]);
    expect(await unread(stranger)).toBe(100);
    expect(await heard()).toHaveLength(3);
  });

  test("[MSG-03] of a ticket marks what is about it, for whoever looks at it", async () => {
    const { app, member, stranger, about, notifyReaders } = await setUp();
    for (const reader of [member, stranger]) await about(7, reader);
    await about(7, member);
    await about(8, member);
    await notifyReaders(member);
    const heard = await hear(app.deps.store);
    const left = { count: 2, tickets: 1, news: 1 };
    for (const ticketId of [7, 7, 4711])
      expect(await member.notifications.markTicketRead.mutate({ ticketId })).toEqual(left);
    expect([await unread(member), await unread(stranger)]).toEqual([2, 1]);
    const events = await heard();
    expect(events).toEqual([{ type: "notifications.changed", userIds: [member.id] }]);
  });
});
