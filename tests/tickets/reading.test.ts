import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createRecent } from "#server/live/feed.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { threadWorld } from "#tests/support/threads.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";

const setUp = async () => {
  const world = await threadWorld();
  const { app, ticketId, received } = world;
  const as = ({ userId }: typeof world.ada) => person(app, userId);
  const [ada, ben, admin, stranger] = await Promise.all(
    [world.ada, world.ben, world.admin, world.stranger].map(as),
  );
  if (ada === undefined || ben === undefined || admin === undefined || stranger === undefined)
    throw new Error("Somebody is missing.");
  const say = async (content = "Hello") => (await world.posted(world.ada, content)).id;
  const told = async (type: string) => (await received()).filter((event) => event.type === type);
  return { world, app, ticketId, ada, ben, admin, stranger, say, told };
};

describe("[WRITE-08] who has read it", () => {
  test("is seen by the others, with the last message and when", async () => {
    const { app, ticketId, ada, ben, say, told } = await setUp();
    const messageId = await say();
    await ben.messages.markSeen.mutate({ ticketId, messageId });
    const at = app.clock.now().toISOString();
    expect(await ada.messages.seenBy.query({ ticketId })).toEqual([
      { id: ben.id, name: expect.any(String), picture: expect.any(String), messageId, at },
    ]);
    expect(await ben.messages.seenBy.query({ ticketId })).toEqual([]);
    expect(await told("ticket.seen")).toMatchObject([{ ticketId }]);
  });

  test("is written once for each message, and never goes back", async () => {
    const { world, app, ticketId, ada, ben, say, told } = await setUp();
    const first = await say();
    const second = await say();
    await ben.messages.markSeen.mutate({ ticketId, messageId: second });
    const before = await ada.messages.seenBy.query({ ticketId });
    app.clock.advance(MINUTE_MS);
    for (const messageId of [second, first, second])
      await ben.messages.markSeen.mutate({ ticketId, messageId });
    expect(await ada.messages.seenBy.query({ ticketId })).toEqual(before);
    expect(await told("ticket.seen")).toHaveLength(1);
    expect(await world.store.read.select().from(world.store.tables.ticketSeen)).toHaveLength(1);
  });

  test("reading the thread writes nothing", async () => {
    const { world, ada, ticketId, say } = await setUp();
    await say();
    await ada.messages.list.query({ ticketId });
    await ada.messages.seenBy.query({ ticketId });
    expect(await world.store.read.select().from(world.store.tables.ticketSeen)).toEqual([]);
  });

  test("[WRITE-16] marks the rows of lists on which others have written since", async () => {
    const { world, app, ticketId, ada, ben, admin, say } = await setUp();
    const quiet = await addTicket(app.deps, { people: [ada.id, ben.id] });
    const first = await say();
    type Asked = Parameters<typeof ada.tickets.list.query>[0];
    const unreadOf = async (who: typeof ada, asked: Partial<Asked> = {}) =>
      (await who.tickets.list.query({ status: "Open", ...asked })).items.map(
        ({ id, isUnread }) => [id, isUnread] as const,
      );
    expect(await unreadOf(ada)).toEqual([
      [quiet, false],
      [ticketId, false],
    ]);
    expect(await unreadOf(ben)).toEqual([
      [quiet, false],
      [ticketId, true],
    ]);
    expect((await ben.members.overview.query()).tickets).toMatchObject([
      { id: quiet, isUnread: false, waitsFor: "team" },
      { id: ticketId, isUnread: true, waitsFor: "team" },
    ]);
    await ben.messages.markSeen.mutate({ ticketId, messageId: first });
    expect((await unreadOf(ben)).at(1)).toEqual([ticketId, false]);
    await world.posted(world.admin, "Look again.");
    expect((await ben.members.overview.query()).tickets.at(1)).toMatchObject({
      isUnread: true,
      waitsFor: "people",
    });
    await admin.tickets.close.mutate({ id: ticketId });
    expect(await unreadOf(ben, { status: "closed" })).toEqual([[ticketId, true]]);
    expect(await unreadOf(admin, { status: "closed" })).toEqual([[ticketId, false]]);
  });

  test("a message of another ticket, or none, is refused", async () => {
    const { world, app, ticketId, ben, say } = await setUp();
    const messageId = await say();
    const other = await addTicket(app.deps, { people: [world.ben.userId] });
    for (const asked of [
      { ticketId: other, messageId },
      { ticketId, messageId: messageId + 7 },
    ])
      expect(await refusalOf(ben.messages.markSeen.mutate(asked))).toEqual([
        404,
        MESSAGE_CHANGES.unknown,
      ]);
  });

  test("of the team that is not on the ticket the team knows alone", async () => {
    const { app, ticketId, ada, ben, admin, say } = await setUp();
    const messageId = await say();
    const { userId } = await signedIn(app, {
      team: { roles: ["Moderator"], permissions: ["tickets"] },
    });
    const helper = await person(app, userId);
    for (const who of [helper, ben]) await who.messages.markSeen.mutate({ ticketId, messageId });
    const seen = async (who: typeof ada) =>
      (await who.messages.seenBy.query({ ticketId })).map(({ id }) => id).toSorted();
    expect(await seen(ada)).toEqual([ben.id]);
    expect(await seen(admin)).toEqual([ben.id, userId].toSorted());
  });
});

describe("[WRITE-09] who is writing", () => {
  test("is told to those on the ticket, and kept nowhere", async () => {
    const { ticketId, ada, ben, told } = await setUp();
    await ada.messages.typing.mutate({ ticketId });
    expect(await told("ticket.typing")).toEqual([
      {
        type: "ticket.typing",
        ticketId,
        userId: ada.id,
        userIds: expect.arrayContaining([ada.id, ben.id]),
      },
    ]);
  });

  test("so often and no more, and not on a closed ticket", async () => {
    const { world, ticketId, ada, told } = await setUp();
    const { max } = LIMITS.typingByMember;
    for (let count = 0; count < max + 5; count += 1) await ada.messages.typing.mutate({ ticketId });
    // The same event, each in a transaction of its own.
    expect(await told("ticket.typing")).toHaveLength(max);
    const { tickets } = world.store.tables;
    await world.store.write(async (tx) => {
      await tx.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticketId));
    });
    world.app.clock.advance(2 * MINUTE_MS);
    await ada.messages.typing.mutate({ ticketId });
    expect(await told("ticket.typing")).toHaveLength(max);
  });

  test("who comes late is not told of it", () => {
    const recent = createRecent(() => 0);
    recent.add(["everyone"], { type: "ticket.typing", ticketId: 1, userId: "ada" });
    recent.add(["everyone"], { type: "ticket.seen", ticketId: 1 });
    expect(recent.since(-1, new Set(["everyone"]))).toEqual([{ type: "ticket.seen", ticketId: 1 }]);
  });
});

describe("[WRITE-04] who can be mentioned", () => {
  test("those on the ticket and Admins; of the rest of the team only the team knows", async () => {
    const { world, app, ticketId, ada, ben, admin } = await setUp();
    await linkDiscord(app.deps, world.ben.userId, "benny#7");
    const { userId } = await signedIn(app, {
      team: { roles: ["Moderator"], permissions: ["tickets"] },
    });
    await signedIn(app, { team: { roles: ["Editor"], permissions: ["site"] } });
    const names = async (who: typeof ada) =>
      (await who.messages.mentionable.query({ ticketId })).map(({ id }) => id);
    expect(await names(ada)).toEqual([ben.id, admin.id]);
    expect((await names(admin)).toSorted()).toEqual([ada.id, ben.id, userId].toSorted());
    const [first] = await ada.messages.mentionable.query({ ticketId });
    expect(first).toMatchObject({ id: ben.id, name: "Benny" });
  });
});

test("[TICK-01] for a stranger nothing of a thread exists", async () => {
  const { ticketId, stranger, say, told } = await setUp();
  const messageId = await say();
  for (const ask of [
    () => stranger.messages.mentionable.query({ ticketId }),
    () => stranger.messages.seenBy.query({ ticketId }),
    () => stranger.messages.markSeen.mutate({ ticketId, messageId }),
    () => stranger.messages.typing.mutate({ ticketId }),
  ])
    expect(await refusalOf(ask())).toEqual([404, TICKETS.unknown]);
  expect([...(await told("ticket.seen")), ...(await told("ticket.typing"))]).toEqual([]);
});
