import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { MESSAGE_CHANGE_MS } from "#shared/constants/desk.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { message, type Message } from "#shared/schemas/tickets.ts";
import { MENTIONS, MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { THREAD } from "#shared/ticket-messages.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { threadWorld } from "#tests/support/threads.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const setUp = async () => {
  const world = await threadWorld();
  const { app, store, ticketId } = world;
  for (const [who, name] of [
    ["ada", "Ada"],
    ["ben", "Ben"],
    ["admin", "Cy"],
    ["stranger", "Dee"],
  ] as const)
    await linkDiscord(app.deps, world[who].userId, name);
  const changes = async () =>
    (await world.received()).flatMap((event) =>
      event.type === "message.changed" ? [{ ...event, userIds: event.userIds.toSorted() }] : [],
    );
  type Who = typeof world.ada;
  const call = async (
    who: { headers: Who["headers"] },
    method: string,
    id: number | string,
    body?: unknown,
  ) => {
    const response = await app.request(`/api/message/${id}`, {
      method,
      headers: {
        ...who.headers,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [response.status, (await response.json()) as Message & { message: string }] as const;
  };
  const edit = (who: { headers: Who["headers"] }, id: number, content: unknown, more = {}) =>
    call(who, "PUT", id, { content, ...more });
  const remove = (who: { headers: Who["headers"] }, id: number) => call(who, "DELETE", id);
  const refusalOf = async (asked: ReturnType<typeof call>) => {
    const [status, body] = await asked;
    return [status, body.message];
  };
  const become = (status: "Open" | "closed") =>
    store.write(async (tx) => {
      await tx
        .update(store.tables.tickets)
        .set({ status })
        .where(eq(store.tables.tickets.id, ticketId));
    });
  const { notifications, notificationReads } = store.tables;
  /** To whom it was notified that they are mentioned. */
  const mentions = () =>
    store.read
      .select({ to: notificationReads.userId, ticketId: notificationReads.ticketId })
      .from(notificationReads)
      .innerJoin(notifications, eq(notifications.id, notificationReads.notificationId))
      .where(eq(notifications.kind, "mention"))
      .orderBy(notifications.id, notificationReads.userId);
  return { ...world, edit, remove, refusalOf, become, mentions, changes };
};

describe("[WRITE-06] editing a message", () => {
  test("its author does, and everybody sees when; what it said before is gone", async () => {
    const { app, ada, ben, admin, posted, edit, thread, stored, changes, ticketId } = await setUp();
    const { id } = await posted(ada, "A **secret** word");
    app.clock.advance(MESSAGE_CHANGE_MS);
    const [status, body] = await edit(ada, id, "Another *word*");
    expect(status).toBe(200);
    const edited = message.parse(body);
    expect(edited).toMatchObject({
      id,
      content: "Another *word*",
      html: "<p>Another <em>word</em></p>",
      editedAt: app.clock.now().toISOString(),
      removedAt: null,
    });
    for (const reader of [ada, ben, admin]) expect((await thread(reader))[1]).toEqual([edited]);
    expect(JSON.stringify(await stored())).not.toContain("secret");
    expect(await changes()).toEqual([
      {
        type: "message.changed",
        ticketId,
        messageId: id,
        userIds: [ada.userId, ben.userId].toSorted(),
      },
    ]);
  });

  test("the same words again change nothing", async () => {
    const { ada, posted, edit, changes } = await setUp();
    const sent = await posted(ada, "Hello");
    expect(await edit(ada, sent.id, "Hello")).toEqual([200, sent as never]);
    expect(await changes()).toEqual([]);
  });

  test("nobody else does, of the team or not; for a stranger there is none", async () => {
    const { app, ada, ben, admin, stranger, posted, edit, remove, refusalOf, stored } =
      await setUp();
    const { id } = await posted(ada, "Hello");
    const helper = await signedIn(app, {
      team: { roles: ["Moderator"], permissions: ["tickets"] },
    });
    await linkDiscord(app.deps, helper.userId);
    const before = await stored();
    for (const ask of [
      (who: typeof ada) => edit(who, id, "Stolen"),
      (who: typeof ada) => remove(who, id),
    ]) {
      for (const who of [ben, admin, helper])
        expect(await refusalOf(ask(who))).toEqual([403, MESSAGE_CHANGES.notYours]);
      expect(await refusalOf(ask(stranger))).toEqual([404, MESSAGE_CHANGES.unknown]);
      expect((await ask({ headers: {} } as never))[0]).toBe(401);
    }
    for (const [who, unknown] of [
      [ada, 99],
      [stranger, 99],
    ] as const)
      expect(await refusalOf(edit(who, unknown, "Stolen"))).toEqual([404, MESSAGE_CHANGES.unknown]);
    expect(await stored()).toEqual(before);
  });

  test("who was taken off the ticket does not, either", async () => {
    const { store, ben, posted, edit, remove, refusalOf } = await setUp();
    const { id } = await posted(ben, "Hello");
    await store.write(async (tx) => {
      const { ticketPeople } = store.tables;
      await tx.delete(ticketPeople).where(eq(ticketPeople.userId, ben.userId));
    });
    expect(await refusalOf(edit(ben, id, "More"))).toEqual([404, MESSAGE_CHANGES.unknown]);
    expect(await refusalOf(remove(ben, id))).toEqual([404, MESSAGE_CHANGES.unknown]);
  });

  test("not after ten minutes, nor on a closed ticket", async () => {
    const { app, ada, posted, edit, remove, refusalOf, become, contents } = await setUp();
    const { id } = await posted(ada, "Hello");
    await become("closed");
    expect(await refusalOf(edit(ada, id, "More"))).toEqual([409, THREAD.ticketClosed]);
    expect(await refusalOf(remove(ada, id))).toEqual([409, THREAD.ticketClosed]);
    await become("Open");
    app.clock.advance(MESSAGE_CHANGE_MS + 1);
    expect(await refusalOf(edit(ada, id, "More"))).toEqual([409, MESSAGE_CHANGES.tooLate]);
    expect(await refusalOf(remove(ada, id))).toEqual([409, MESSAGE_CHANGES.tooLate]);
    expect(await contents()).toEqual(["Hello"]);
  });

  test("not without a Discord account, and not into nothing", async () => {
    const { store, ada, posted, edit, refusalOf, contents } = await setUp();
    const { id } = await posted(ada, "Hello");
    for (const content of ["", " \n", "a\0b", "a".repeat(4001), 7])
      expect((await edit(ada, id, content))[0]).toBe(400);
    await store.write(async (tx) => {
      await tx.delete(store.tables.links).where(eq(store.tables.links.userId, ada.userId));
    });
    expect(await refusalOf(edit(ada, id, "More"))).toEqual([403, THREAD.needsDiscord]);
    expect(await contents()).toEqual(["Hello"]);
  });

  test("only so often", async () => {
    const { ada, posted, edit } = await setUp();
    const { id } = await posted(ada, "Hello");
    for (let count = 0; count < LIMITS.messageChangesByMember.max; count += 1)
      expect((await edit(ada, id, `Hello ${count}`))[0]).toBe(200);
    expect((await edit(ada, id, "Hello again"))[0]).toBe(429);
  });
});

describe("[WRITE-07] removing a message", () => {
  test("takes everything that it said with it, and a line stays", async () => {
    const {
      app,
      store,
      ada,
      ben,
      posted,
      remove,
      edit,
      refusalOf,
      thread,
      stored,
      changes,
      ticketId,
    } = await setUp();
    const { id } = await posted(ada, "My key is **hunter2**, @Ben", { mentions: [ben.userId] });
    const [status, body] = await remove(ada, id);
    expect(status).toBe(200);
    const removed = message.parse(body);
    expect(removed).toMatchObject({
      id,
      content: "",
      html: null,
      imgUrlsJson: [],
      mentions: [],
      editedAt: null,
      removedAt: app.clock.now().toISOString(),
    });
    expect((await thread(ben))[1]).toEqual([removed]);
    expect(JSON.stringify(await stored())).not.toContain("hunter2");
    expect(await store.read.select().from(store.tables.messageMentions)).toEqual([]);
    const event = {
      type: "message.changed",
      ticketId,
      messageId: id,
      userIds: [ada.userId, ben.userId].toSorted(),
    } as const;
    expect(await changes()).toEqual([event]);
    app.clock.advance(1000);
    expect(await remove(ada, id)).toEqual([200, removed as never]);
    expect(await changes()).toEqual([event]);
    expect(await refusalOf(edit(ada, id, "Back"))).toEqual([409, MESSAGE_CHANGES.gone]);
  });
});

describe("[WRITE-04] mentioning people", () => {
  test("names and notifies them, though a reply is unread, and instead of one", async () => {
    const { ada, ben, admin, posted, replies, mentions, ticketId } = await setUp();
    await posted(ada, "Hello");
    expect(await replies()).toHaveLength(1);
    const sent = await posted(ada, "Hello @Ben and @Cy, and *@Ben*", {
      mentions: [ben.userId, admin.userId, ben.userId, ada.userId],
    });
    expect(sent.mentions.toSorted()).toEqual([ben.userId, admin.userId].toSorted());
    expect(sent.html).toContain('<span class="mention">@Ben</span>');
    const to = (userId: string) => ({ to: userId, ticketId });
    expect((await mentions()).toSorted((a, b) => a.to.localeCompare(b.to))).toEqual(
      [to(ben.userId), to(admin.userId)].toSorted((a, b) => a.to.localeCompare(b.to)),
    );
    expect(await replies()).toHaveLength(1);
  });

  test("[WRITE-05] an edit notifies those who were not mentioned before, once", async () => {
    const { ada, ben, admin, posted, edit, mentions } = await setUp();
    const { id } = await posted(ada, "Hello @Ben", { mentions: [ben.userId] });
    await edit(ada, id, "Hello again @Ben");
    expect(await mentions()).toHaveLength(1);
    const [, both] = await edit(ada, id, "Hello @Ben and @Cy", {
      mentions: [ben.userId, admin.userId],
    });
    expect(both.mentions).toHaveLength(2);
    expect((await mentions()).map(({ to }) => to)).toEqual([ben.userId, admin.userId]);
    const [, none] = await edit(ada, id, "Hello");
    expect(none.mentions).toEqual([]);
  });

  test("whoever the text does not name is not mentioned", async () => {
    const { ada, ben, posted, mentions } = await setUp();
    const sent = await posted(ada, "Hello Ben, x@Benny", { mentions: [ben.userId] });
    expect(sent.mentions).toEqual([]);
    expect(await mentions()).toEqual([]);
  });

  test("a stranger, a closed account and an id that nobody has are refused alike", async () => {
    const { app, store, ada, admin, stranger, refused, stored } = await setUp();
    const helper = await signedIn(app, {
      firstName: "Hal",
      team: { roles: ["M"], permissions: ["tickets"] },
    });
    await linkDiscord(app.deps, helper.userId, "hal");
    for (const id of [stranger.userId, "nobody", helper.userId])
      expect(await refused(ada, "@Dee @Hal", { mentions: [id] })).toEqual([400, MENTIONS.unknown]);
    await store.write(async (tx) => {
      const { users } = store.tables;
      await tx
        .update(users)
        .set({ deactivatedAt: app.clock.now(), deactivatedBy: "owner" })
        .where(eq(users.id, admin.userId));
    });
    expect(await refused(ada, "@Cy", { mentions: [admin.userId] })).toEqual([
      400,
      MENTIONS.unknown,
    ]);
    expect(await stored()).toEqual([]);
  });
});
