import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { wireLive } from "#server/live/wire.ts";
import { NOTE_CHANGE_MS, NOTE_MAX } from "#shared/constants/desk.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { NOTES } from "#shared/desk-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { archiveOf } from "#tests/support/archives.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { NOTE_WORDS, notesWorld } from "#tests/support/notes.ts";
import { person, refusalOf, type TestPerson, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { readFeed } from "#tests/support/sse.ts";

type World = Awaited<ReturnType<typeof notesWorld>>;

/** Nobody of those whom a ticket is about has the permission: its creator, who is on it, a stranger. */
const outsiders = ({ member, friend, stranger }: World) => [member, friend, stranger];

const textOf = (answer: unknown) => JSON.stringify(answer);

const listOf = (who: TestPerson) => who.tickets.list.query({ status: "Open", isMine: true });

const feedOf = async (who: TestPerson) => {
  const feed = readFeed((await who.ask("GET", "/api/feed")).body);
  expect(await feed.next()).toMatchObject({ type: "hello" });
  return feed;
};

const countsOf = (who: TestPerson) =>
  Promise.all([
    who.tickets.counts.query(),
    who.notifications.unread.query(),
    who.members.overview.query(),
  ]);

describe("[AID-01] a note reaches nobody who lacks the permission", () => {
  test("by its own calls: 403 on the ticket, 404 elsewhere, over tRPC and REST", async () => {
    const world = await notesWorld();
    const { member, friend, stranger, helper, admin, ticketId, note } = world;
    const written = await note();
    const calls = (who: TestPerson) => [
      refusalOf(who.notes.list.query({ id: ticketId })),
      refusalOf(who.notes.add.mutate({ id: ticketId, content: "Mine" })),
    ];
    for (const who of [member, friend])
      expect(await Promise.all(calls(who))).toEqual([
        [403, NOTES.forTeam],
        [403, NOTES.forTeam],
      ]);
    expect(await Promise.all(calls(stranger))).toEqual([
      [404, TICKETS.unknown],
      [404, TICKETS.unknown],
    ]);
    const path = `/api/tickets/${ticketId}/notes`;
    const statuses = async (who: TestPerson) => [
      (await who.ask("GET", path)).status,
      (await who.ask("POST", path, { content: "Mine" })).status,
    ];
    expect(await statuses(member)).toEqual([403, 403]);
    expect(await statuses(stranger)).toEqual([404, 404]);
    expect((await helper.ask("GET", "/api/tickets/abc/notes")).status).toBe(404);
    for (const who of [helper, admin])
      expect(await (await who.ask("GET", path)).json()).toEqual([written]);
  });

  test("by the lists of tickets, nor does it change their order or times", async () => {
    const world = await notesWorld();
    const { helper, ticketId, note, clock } = world;
    const before = await Promise.all(outsiders(world).map(listOf));
    clock.advance(HOUR_MS);
    await note();
    expect(await Promise.all(outsiders(world).map(listOf))).toEqual(before);
    // The team waits for itself no more and no less than before.
    const waiting = await helper.tickets.list.query({ status: "Open", isWaiting: true });
    expect(waiting.items.map(({ id }) => id)).toEqual([ticketId]);
  });

  test("by the thread, the ticket and its history", async () => {
    const world = await notesWorld();
    const { member, ticketId, note, helper } = world;
    const seenBy = (who: TestPerson) =>
      Promise.all([
        who.messages.list.query({ ticketId }),
        who.tickets.byId.query({ id: ticketId }),
        who.tickets.history.query({ id: ticketId }),
      ]);
    const before = await seenBy(member);
    await note();
    expect(await seenBy(member)).toEqual(before);
    // Not even the team finds it among the messages.
    expect(textOf(await helper.messages.list.query({ ticketId }))).not.toContain(NOTE_WORDS);
    expect(textOf(await helper.notes.list.query({ id: ticketId }))).toContain(NOTE_WORDS);
  });

  test("by the feed, of which the team alone hears", async () => {
    const world = await notesWorld();
    const { app, store, helper, ticketId, note } = world;
    afterThisTest(await wireLive(app.deps));
    const feeds = await Promise.all(outsiders(world).map(feedOf));
    const team = await feedOf(helper);
    const { id: noteId } = await note();
    await helper.notes.edit.mutate({ noteId, content: "Other words" });
    await store.write(async (tx) => tx.publish({ type: "calendar.changed" }));
    expect(await team.next()).toEqual({ type: "note.added", ticketId, noteId });
    expect(await team.next()).toEqual({ type: "note.changed", ticketId, noteId });
    for (const feed of feeds) expect(await feed.next()).toEqual({ type: "calendar.changed" });
  });

  test("by the archive of their own data, in which its author alone finds it", async () => {
    const world = await notesWorld();
    const { app, helper, colleague, note } = world;
    await note();
    for (const who of [...outsiders(world), colleague]) {
      const { data, page } = await archiveOf(app, who);
      expect(textOf(data) + page).not.toContain(NOTE_WORDS);
      expect(data["ticketNotes"]).toEqual([]);
    }
    const { data } = await archiveOf(app, helper);
    expect(data["ticketNotes"]).toMatchObject([{ content: NOTE_WORDS }]);
  });

  test("by mail", async () => {
    const { store, note } = await notesWorld();
    await note();
    expect(await store.read.select().from(store.tables.outbox)).toEqual([]);
  });

  test("by a notification, which is what is pushed to phones as well", async () => {
    const world = await notesWorld();
    const { store, note, helper } = world;
    const { notifications, notificationReads } = store.tables;
    const told = () =>
      Promise.all([
        store.read.select().from(notifications),
        store.read.select().from(notificationReads),
      ]);
    const before = await told();
    const { id: noteId } = await note();
    await helper.notes.edit.mutate({ noteId, content: "Other words" });
    expect(await told()).toEqual(before);
  });

  test("by a search", async () => {
    const world = await notesWorld();
    const { note } = world;
    await note();
    for (const who of outsiders(world)) {
      const found = await who.tickets.list.query({ status: "Open", search: "Zanzibar" });
      expect(found.items).toEqual([]);
    }
  });

  test("by counts", async () => {
    const world = await notesWorld();
    const before = await Promise.all(outsiders(world).map(countsOf));
    await world.note();
    expect(await Promise.all(outsiders(world).map(countsOf))).toEqual(before);
  });

  test("by the audit that names the member, which is in their archive", async () => {
    const { app, store, member, helper, note } = await notesWorld();
    const { id: noteId } = await note();
    await helper.notes.edit.mutate({ noteId, content: "Other words" });
    await helper.notes.remove.mutate({ noteId });
    const { audit } = store.tables;
    const acts = await store.read
      .select()
      .from(audit)
      .where(eq(audit.actorId, helper.id))
      .orderBy(audit.id);
    expect(acts.map(({ action, subject }) => [action, subject])).toEqual([
      ["note.edited", null],
      ["note.removed", null],
    ]);
    const { data, page } = await archiveOf(app, member);
    expect(textOf(data) + page).not.toMatch(/note\.|Other words/);
  });

  test("once their permission is taken, though they wrote it", async () => {
    const { store, helper, admin, ticketId, note } = await notesWorld();
    const { id: noteId } = await note();
    await admin.tickets.assign.mutate({ id: ticketId, userId: helper.id });
    await admin.team.take.mutate({ userId: helper.id, roleId: "moderator" });
    expect(await refusalOf(helper.notes.list.query({ id: ticketId }))).toEqual([
      403,
      NOTES.forTeam,
    ]);
    expect((await refusalOf(helper.notes.edit.mutate({ noteId, content: "x" })))[0]).toBe(403);
    expect(await store.read.select().from(store.tables.ticketNotes)).toMatchObject([
      { content: NOTE_WORDS },
    ]);
  });
});

const SECRET = "Complaint";

/** A category whose tickets need `strikes` besides, as moderators have. */
const restricted = (config: Config): Config => {
  const { tickets } = config.community;
  const categories = [...tickets.categories, { key: SECRET, visibleTo: "strikes" } as const];
  return { ...config, community: { ...config.community, tickets: { ...tickets, categories } } };
};

test("[AID-01] [DESK-02] where a category needs another permission, its notes and merges do, too", async () => {
  const { app, helper, member, ticketId } = await notesWorld({ adjust: restricted });
  const holder = await person(app, (await holderOf(app, ["tickets"])).userId);
  const secret = await member.tickets.create.mutate({ ...TICKET, category: SECRET });
  const { id: noteId } = await helper.notes.add.mutate({ id: secret.id, content: NOTE_WORDS });
  expect(await refusalOf(holder.notes.list.query({ id: secret.id }))).toEqual([
    404,
    TICKETS.unknown,
  ]);
  const candidates = await holder.ticketMerges.candidates.query({ id: ticketId });
  expect(candidates.map(({ id }) => id)).toEqual([]);
  for (const call of [
    () => holder.ticketMerges.merge.mutate({ id: secret.id, into: ticketId }),
    () => holder.ticketMerges.merge.mutate({ id: ticketId, into: secret.id }),
  ])
    expect(await refusalOf(call())).toEqual([404, TICKETS.unknown]);
  // On it they are one of those whom it is about.
  await helper.tickets.assign.mutate({ id: secret.id, userId: holder.id });
  const calls = [
    () => holder.notes.list.query({ id: secret.id }),
    () => holder.notes.add.mutate({ id: secret.id, content: "Mine" }),
    () => holder.notes.edit.mutate({ noteId, content: "Mine" }),
  ];
  for (const call of calls) expect(await refusalOf(call())).toEqual([403, NOTES.forTeam]);
  const merge = holder.ticketMerges.merge.mutate({ id: secret.id, into: ticketId });
  expect((await refusalOf(merge))[0]).toBe(403);
});

describe("writing a note", () => {
  test("[AID-02] takes the permission and no Discord account, on a closed ticket too", async () => {
    const { helper, colleague, ticketId, clock, member } = await notesWorld();
    const heard = await member.tickets.byId.query({ id: ticketId });
    await helper.notes.add.mutate({ id: ticketId, content: " Line one\r\nline two " });
    await helper.tickets.close.mutate({ id: ticketId });
    clock.advance(HOUR_MS);
    await colleague.notes.add.mutate({ id: ticketId, content: "After it was closed" });
    const { items, nextCursor } = await helper.notes.list.query({ id: ticketId });
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { content: " Line one\nline two ", author: { firstName: "Hal" }, editedAt: null },
      { content: "After it was closed", author: { firstName: "Cole" }, ticketId },
    ]);
    expect(textOf(items)).not.toContain("@");
    expect(heard.status).toBe("Open");
  });

  test("is done once for one key, and tells the bus of ids alone", async () => {
    const { store, helper, ticketId } = await notesWorld();
    const events = await hear(store);
    const input = { id: ticketId, content: "Once", idempotencyKey: "a-key-of-this-note" };
    const [first, second] = [
      await helper.notes.add.mutate(input),
      await helper.notes.add.mutate(input),
    ];
    expect(second).toEqual(first);
    const again = helper.notes.add.mutate({ ...input, content: "Twice" });
    expect((await refusalOf(again))[0]).toBe(409);
    expect(await events()).toEqual([{ type: "note.added", ticketId, noteId: first.id }]);
  });

  test.each([
    ["nothing", ""],
    ["what shows nothing", " \n\u200b "],
    ["too much", "x".repeat(NOTE_MAX + 1)],
    ["a control character", "a\u0000b"],
  ])("refuses %s", async (_, content) => {
    const { helper, ticketId } = await notesWorld();
    const answer = await helper.ask("POST", `/api/tickets/${ticketId}/notes`, { content });
    expect(answer.status).toBe(400);
    expect((await helper.notes.list.query({ id: ticketId })).items).toEqual([]);
  });

  test("is limited", async () => {
    const { helper, ticketId } = await notesWorld();
    for (let count = 0; count < LIMITS.notesByMember.max; count += 1)
      await helper.notes.add.mutate({ id: ticketId, content: `Note ${count}` });
    expect((await refusalOf(helper.notes.add.mutate({ id: ticketId, content: "More" })))[0]).toBe(
      429,
    );
    // The list comes in pages, the newest first.
    const newest = await helper.notes.list.query({ id: ticketId, limit: 50 });
    expect(newest.items.map(({ content }) => content)).toEqual(
      Array.from({ length: 50 }, (_, index) => `Note ${index + 10}`),
    );
    const older = await helper.notes.list.query({
      id: ticketId,
      limit: 50,
      cursor: newest.nextCursor,
    });
    expect(older.items.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Note ${index}`),
    );
    expect(older.nextCursor).toBeNull();
  });

  test("[AID-03] its author alone changes or removes it, for ten minutes", async () => {
    const { helper, colleague, admin, ticketId, note, clock } = await notesWorld();
    const { id: noteId } = await note();
    for (const who of [colleague, admin]) {
      const other = { noteId, content: "Not mine" };
      expect(await refusalOf(who.notes.edit.mutate(other))).toEqual([403, NOTES.notYours]);
      expect(await refusalOf(who.notes.remove.mutate({ noteId }))).toEqual([403, NOTES.notYours]);
    }
    clock.advance(NOTE_CHANGE_MS);
    const edited = await helper.notes.edit.mutate({ noteId, content: "Was warned" });
    expect(edited).toMatchObject({ content: "Was warned", editedAt: clock.now().toISOString() });
    clock.advance(1);
    const late = { noteId, content: "Too late" };
    expect(await refusalOf(helper.notes.edit.mutate(late))).toEqual([409, NOTES.tooLate]);
    expect(await refusalOf(helper.notes.remove.mutate({ noteId }))).toEqual([409, NOTES.tooLate]);
    const second = await note("Another");
    expect(await helper.notes.remove.mutate({ noteId: second.id })).toBe(NOTES.removed);
    expect(await refusalOf(helper.notes.remove.mutate({ noteId: second.id }))).toEqual([
      404,
      NOTES.unknown,
    ]);
    const { items } = await helper.notes.list.query({ id: ticketId });
    expect(items.map(({ content }) => content)).toEqual(["Was warned"]);
  });

  test("reading the notes of a ticket that one is not on is written down, as reading the ticket is", async () => {
    const { store, helper, member, ticketId } = await notesWorld();
    await helper.notes.list.query({ id: ticketId });
    const { audit } = store.tables;
    expect(
      await store.read.select().from(audit).where(eq(audit.action, "ticket.read")),
    ).toMatchObject([{ actorId: helper.id, subject: member.id, after: { ticketId } }]);
  });
});

test("[DATA-07] what somebody wrote is that of the account into which theirs is merged", async () => {
  const { moveWrittenNotes } = await import("#server/modules/queue/notes.ts");
  const { app, store, helper, colleague, ticketId, note } = await notesWorld();
  await note();
  await asSite(app.deps).write((tx) => moveWrittenNotes(tx, { from: helper.id, to: colleague.id }));
  const { ticketNotes } = store.tables;
  expect(await store.read.select().from(ticketNotes)).toMatchObject([
    { ticketId, authorId: colleague.id, content: NOTE_WORDS },
  ]);
});
