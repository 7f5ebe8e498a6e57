import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { PUBLIC_URL, withLimits } from "#tests/support/app.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";

const NEWS = { subject: "Maintenance tonight", message: "The Island rests from 22:00.\nBye!" };

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { store } = world;
  const { notifications, notificationReads, audit } = store.tables;
  return {
    ...world,
    stored: () => store.read.select().from(notifications).orderBy(notifications.id),
    reads: () => store.read.select().from(notificationReads),
    audited: () => store.read.select().from(audit).orderBy(audit.id),
  };
};

describe("[NOTE-03] an Admin writes", () => {
  test("to everyone: it comes back as its readers get it", async () => {
    const { app, clock, member, admin, stored, audited } = await setUp();
    const heard = await hear(app.deps.store);
    const written = await admin.notifications.create.mutate({ ...NEWS, isGlobal: true });
    expect(written).toEqual({
      ...NEWS,
      id: expect.any(Number),
      createdAt: clock.now().toISOString(),
      isGlobal: true,
      isRead: false,
      kind: "news",
      ticketId: null,
      link: null,
    });
    expect((await member.notifications.list.query({})).items).toEqual([written]);
    expect(await stored()).toMatchObject([{ createdBy: admin.id }]);
    expect(await audited()).toMatchObject([
      {
        actorId: admin.id,
        action: "notification.sent",
        subject: String(written.id),
        after: { isGlobal: true, targets: 0 },
      },
    ]);
    const events = await heard();
    expect(events).toEqual([{ type: "notifications.changed", userIds: null }]);
  });

  test("to some, each once: nobody else reads it, and no text of it is in the audit", async () => {
    const { app, member, stranger, admin, reads, audited } = await setUp();
    const heard = await hear(app.deps.store);
    const targetUserIds = [member.id, member.id];
    const written = await admin.notifications.create.mutate({ ...NEWS, targetUserIds });
    expect(written).toMatchObject({ isGlobal: false, isRead: false });
    expect((await member.notifications.list.query({})).items).toEqual([written]);
    for (const other of [stranger, admin])
      expect((await other.notifications.list.query({})).items).toEqual([]);
    expect(await reads()).toHaveLength(1);
    const entries = await audited();
    expect(entries).toMatchObject([{ after: { isGlobal: false, targets: 1 } }]);
    expect(JSON.stringify(entries)).not.toContain("Maintenance");
    const events = await heard();
    expect(events).toEqual([{ type: "notifications.changed", userIds: [member.id] }]);
  });

  test("[NOTE-04] what is missing is refused in fixed words, in the order of the form", async () => {
    const { store, clock, member, admin, stored } = await setUp();
    const erased = await addUser(store, clock, { erasedAt: clock.now() });
    const to = { targetUserIds: [member.id] };
    const { subject, message } = NEWS;
    const cases: [body: object, sentence: string][] = [
      [{}, NOTIFICATIONS.emptySubject],
      [{ message, ...to }, NOTIFICATIONS.emptySubject],
      [{ subject: "  \u200b", message, ...to }, NOTIFICATIONS.emptySubject],
      [{ subject, ...to }, NOTIFICATIONS.emptyMessage],
      [{ subject, message: "", isGlobal: true }, NOTIFICATIONS.emptyMessage],
      [{ subject, message: " \n\t\u2060 ", isGlobal: true }, NOTIFICATIONS.emptyMessage],
      [{ subject, message }, NOTIFICATIONS.noTargets],
      [{ subject, message, isGlobal: false, targetUserIds: [] }, NOTIFICATIONS.noTargets],
      [{ subject, message, targetUserIds: null }, NOTIFICATIONS.noTargets],
      [{ subject, message, targetUserIds: [member.id, "nobody"] }, NOTIFICATIONS.unknownTargets],
      [{ subject, message, targetUserIds: [erased] }, NOTIFICATIONS.unknownTargets],
    ];
    for (const [body, sentence] of cases) {
      const response = await admin.ask("POST", "/api/Notification", body);
      expect([response.status, await response.json()]).toMatchObject([400, { message: sentence }]);
    }
    expect(NOTIFICATIONS.emptyMessage).toBe("Message cannot be empty.");
    expect(await stored()).toEqual([]);
  });

  test("too long, or of tricks, is 400 and names the field; the longest is fine", async () => {
    const { member, admin, stored } = await setUp();
    const to = { targetUserIds: [member.id] };
    for (const [field, body] of [
      ["subject", { ...NEWS, ...to, subject: "x".repeat(101) }],
      ["subject", { ...NEWS, ...to, subject: "two\nlines" }],
      ["subject", { ...NEWS, ...to, subject: "a\u202eb" }],
      ["subject", { ...NEWS, ...to, subject: 7 }],
      ["message", { ...NEWS, ...to, message: "x".repeat(2001) }],
      ["message", { ...NEWS, ...to, message: "a\u0000b" }],
      ["message", { ...NEWS, ...to, message: "a\u2066b" }],
      ["isGlobal", { ...NEWS, ...to, isGlobal: "yes" }],
      ["targetUserIds", { ...NEWS, targetUserIds: member.id }],
      ["targetUserIds", { ...NEWS, targetUserIds: [7] }],
      ["targetUserIds", { ...NEWS, targetUserIds: Array.from({ length: 501 }, String) }],
      ["idempotencyKey", { ...NEWS, ...to, idempotencyKey: "short" }],
    ] as const) {
      const response = await admin.ask("POST", "/api/Notification", body);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(field);
    }
    expect(await stored()).toEqual([]);
    const longest = { subject: "s".repeat(100), message: "m".repeat(2000) };
    const written = await admin.notifications.create.mutate({ ...longest, ...to });
    expect(written).toMatchObject(longest);
  });

  test("[NOTE-09] leads where it was said, if that is a screen of this site or the web at large", async () => {
    const { member, admin, stored } = await setUp();
    const send = (link: string | null) =>
      admin.notifications.create.mutate({ ...NEWS, isGlobal: true, link });
    for (const [link, kept] of [
      ["/shop?x=1", "/shop?x=1"],
      [" https://example.org ", "https://example.org/"],
      [`${PUBLIC_URL}/rules?tab=ASE`, "/rules?tab=ASE"],
      ["", null],
      [null, null],
    ] as const)
      expect((await send(link)).link).toBe(kept);
    const { items } = await member.notifications.list.query({ limit: 5 });
    expect(items.at(-1)).toMatchObject({ link: "/shop?x=1", ticketId: null });
    for (const link of ["javascript:alert(1)", "http://example.org", "//example.org", "shop"])
      expect(await refusalOf(send(link))).toEqual([400, NOTIFICATIONS.badLink]);
    expect((await refusalOf(send(`/${"x".repeat(500)}`)))[0]).toBe(400);
    expect(await stored()).toHaveLength(5);
  });

  test("with one key it is written once, however often it is sent; another's key is another", async () => {
    const { app, member, admin, stored } = await setUp();
    const other = await person(app, { role: "Admin" });
    const idempotencyKey = "the same key";
    const send = (who: typeof admin) =>
      who.notifications.create.mutate({ ...NEWS, isGlobal: true, idempotencyKey });
    const written = await Promise.all([1, 2, 3, 4].map(() => send(admin)));
    expect(new Set(written.map(({ id }) => id)).size).toBe(1);
    expect(written).toContainEqual(await send(admin));
    await send(other);
    expect(await stored()).toHaveLength(2);
    expect(await member.notifications.unread.query()).toMatchObject({ count: 2 });
  });

  test("more than the limit is 429, and a refused one does not count", async () => {
    const { admin, stored } = await setUp({ adjust: withLimits({ notificationsByMember: 2 }) });
    const send = (given: object = {}) =>
      admin.ask("POST", "/api/Notification", { ...NEWS, isGlobal: true, ...given });
    expect((await send({ message: "" })).status).toBe(400);
    expect((await send({ isGlobal: false, targetUserIds: ["nobody"] })).status).toBe(400);
    for (const idempotencyKey of ["first key", "second key", "first key"])
      expect((await send({ idempotencyKey })).status).toBe(200);
    const response = await send();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ message: MESSAGES.tooManyAttempts });
    expect(await stored()).toHaveLength(2);
  });

  test("members may not, nor see whom one could write to, nor take anything back", async () => {
    const { member, admin, stored } = await setUp();
    const { id } = await admin.notifications.create.mutate({ ...NEWS, isGlobal: true });
    for (const call of [
      () => member.notifications.create.mutate({ ...NEWS, isGlobal: true }),
      () => member.notifications.targets.query({}),
      () => member.notifications.remove.mutate({ id }),
    ])
      expect(await refusalOf(call())).toEqual([403, MESSAGES.accessDenied]);
    expect(await stored()).toHaveLength(1);
  });
});

describe("[NOTE-03] an Admin takes a notification back", () => {
  test("from everyone who got it, with what is known of who has read it", async () => {
    const { app, member, stranger, admin, stored, reads, audited } = await setUp();
    const { id } = await admin.notifications.create.mutate({ ...NEWS, isGlobal: true });
    const targetUserIds = [member.id, stranger.id];
    const own = await admin.notifications.create.mutate({ ...NEWS, targetUserIds });
    const kept = await admin.notifications.create.mutate({ ...NEWS, targetUserIds });
    for (const notificationId of [id, own.id])
      await member.notifications.markRead.mutate({ notificationId });
    const heard = await hear(app.deps.store);
    await admin.notifications.remove.mutate({ id });
    await admin.notifications.remove.mutate({ id: own.id });
    for (const reader of [member, stranger]) {
      expect((await reader.notifications.list.query({})).items).toEqual([kept]);
      expect(await reader.notifications.unread.query()).toMatchObject({ count: 1 });
    }
    expect((await stored()).map((row) => row.id)).toEqual([kept.id]);
    expect((await reads()).every((row) => row.notificationId === kept.id)).toBe(true);
    expect((await audited()).slice(-2)).toMatchObject([
      { actorId: admin.id, action: "notification.removed", before: { isGlobal: true } },
      { actorId: admin.id, action: "notification.removed", before: { targets: 2 } },
    ]);
    const events = await heard();
    expect(events[0]).toEqual({ type: "notifications.changed", userIds: null });
    expect(events[1]).toMatchObject({ userIds: expect.arrayContaining(targetUserIds) });
  });

  test("also from hundreds who have read it, who are told, in events that are short enough", async () => {
    const { app, store, clock, member, stranger, admin, stored, reads } = await setUp();
    const { id } = await admin.notifications.create.mutate({ ...NEWS, isGlobal: true });
    const readers = [member.id];
    for (let number = 0; number < 450; number += 1) readers.push(await addUser(store, clock));
    const rows = readers.map((userId) => ({ notificationId: id, userId, isRead: true }));
    await store.write(async (tx) => {
      await tx.insert(store.tables.notificationReads).values(rows);
    });
    const heard = await hear(app.deps.store);
    await admin.notifications.remove.mutate({ id });
    expect([await stored(), await reads()]).toEqual([[], []]);
    for (const reader of [member, stranger])
      expect((await reader.notifications.list.query({})).items).toEqual([]);
    // Everyone, then 100, 100 and 51 of the readers; the first 200 of them are among everyone.
    const events = await heard();
    const received = events.flatMap((event) =>
      event.type === "notifications.changed" ? (event.userIds ?? ["everyone"]) : [],
    );
    expect(received[0]).toBe("everyone");
    expect(new Set(received).size).toBe(252);
    expect(readers).toEqual(expect.arrayContaining(received.slice(1)));
  });

  test("one that is not there is 404, and a removed one cannot be marked", async () => {
    const { member, admin } = await setUp();
    const { id } = await admin.notifications.create.mutate({ ...NEWS, isGlobal: true });
    await admin.notifications.remove.mutate({ id });
    for (const call of [
      () => admin.notifications.remove.mutate({ id }),
      () => member.notifications.markRead.mutate({ notificationId: id }),
    ])
      expect(await refusalOf(call())).toEqual([404, NOTIFICATIONS.unknown]);
  });
});

describe("[NOTE-03] the REST rows", () => {
  test("list, read, remove: arrays, 204, 404, and ids as strings", async () => {
    const { member, stranger, admin } = await setUp();
    const body = { Subject: "Hello", MESSAGE: "You", isglobal: false, TargetUserIds: [member.id] };
    const response = await admin.ask("POST", "/api/notification", body);
    expect(response.status).toBe(200);
    const written = (await response.json()) as { id: number };
    await admin.notifications.create.mutate({ ...NEWS, isGlobal: true });
    const list = await member.ask("GET", "/api/Notification?limit=1");
    expect(await list.json()).toMatchObject([{ subject: NEWS.subject, isRead: false }]);
    const [, next = ""] = /^<(.*)>; rel="next"$/.exec(list.headers.get("link") ?? "") ?? [];
    const rest = await member.ask("GET", next);
    expect(await rest.json()).toEqual([written]);
    expect(rest.headers.get("link")).toBeNull();
    const read = (who: typeof member, notificationId: unknown) =>
      who.ask("PUT", "/api/Notification/read", { NotificationId: notificationId });
    const received = await read(member, String(written.id));
    expect([received.status, await received.text()]).toEqual([204, ""]);
    const strange = await read(stranger, written.id);
    expect([strange.status, await strange.json()]).toMatchObject([
      404,
      { message: NOTIFICATIONS.unknown },
    ]);
    for (const wrong of ["abc", 0, -1, null, [], {}, 1.5]) {
      const refused = await read(member, wrong);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("notificationId: ");
    }
    const remove = (who: typeof member, id: unknown) =>
      who.ask("DELETE", `/api/Notification/${String(id)}`);
    expect((await remove(member, written.id)).status).toBe(403);
    const removed = await remove(admin, written.id);
    expect([removed.status, await removed.text()]).toEqual([204, ""]);
    for (const id of [written.id, "abc", 0, "1e3"]) {
      const unknown = await remove(admin, id);
      expect([unknown.status, await unknown.json()]).toMatchObject([
        404,
        { message: NOTIFICATIONS.unknown },
      ]);
    }
  });
});

const people = async () => {
  const world = await appWithPeople();
  const { store, clock } = world;
  const add = (firstName: string, lastName: string, email: string, given: object = {}) => {
    clock.advance(1);
    return addUser(store, clock, { firstName, lastName, email, emailKey: email, ...given });
  };
  await add("Grace", "Hopper", "admiral@navy.example");
  await add("Zoë", "O'Neill-Grünwald", "zoe.neill@mail.example");
  await add("Closed", "Account", "closed@mail.example", {
    deactivatedAt: clock.now(),
    deactivatedBy: "owner",
  });
  await add("Deleted", "member", "gone@mail.example", { erasedAt: clock.now() });
  const found = async (search: string) => {
    const { items } = await world.admin.notifications.targets.query({ search });
    return items.map(({ firstName }) => firstName);
  };
  return { ...world, found };
};

describe("[NOTE-05] whom an Admin can write to", () => {
  test("is found by first name, last name and address, without regard to case or accents", async () => {
    const { found } = await people();
    for (const search of [
      "grace",
      "GRACE",
      "hop",
      "Hopper Grace",
      "ADMIRAL",
      "navy.example",
      "grace admiral",
      "admiral@navy.example",
    ])
      expect(await found(search)).toEqual(["Grace"]);
    for (const search of ["zoe", "ZOË", "neill", "grunwald", "o'neill", "zoe.neill@mail"])
      expect(await found(search)).toEqual(["Zoë"]);
    for (const search of ["closed", "gone", "deleted", "grace zoe", "opper", "nobody"])
      expect(await found(search)).toEqual([]);
    expect((await found("example")).slice(0, 2)).toEqual(["Zoë", "Grace"]);
    expect(await found(" % ")).toEqual([]);
  });

  test("comes with address, the newest account first, in pages without gaps", async () => {
    const { store, member, stranger, admin } = await people();
    const all = await admin.notifications.targets.query({});
    expect(all.items.slice(0, 2)).toEqual([
      expect.objectContaining({ firstName: "Zoë", email: "zoe.neill@mail.example" }),
      expect.objectContaining({ firstName: "Grace", email: "admiral@navy.example" }),
    ]);
    const ids = all.items.map(({ profileId }) => profileId);
    expect(ids.slice(2).toSorted()).toEqual([member.id, stranger.id, admin.id].toSorted());
    const paged: string[] = [];
    let path: string | null = "/api/Notification/GetAllUsersAndId?limit=2";
    while (path !== null) {
      const response: Response = await admin.ask("GET", path);
      const items = (await response.json()) as { profileId: string }[];
      paged.push(...items.map(({ profileId }) => profileId));
      path = /<(.*)>/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
    }
    expect(paged).toEqual(ids);
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, member.id));
    });
    const left = await admin.notifications.targets.query({});
    expect(left.items.map(({ profileId }) => profileId)).not.toContain(member.id);
  });
});
