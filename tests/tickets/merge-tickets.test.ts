import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { mergeTicket } from "#server/modules/queue/merge.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { THREAD, TICKET_MERGES, TICKETS } from "#shared/ticket-messages.ts";
import { addMember } from "#tests/support/accounts.ts";
import { asMember, watched } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { NOTE_WORDS, notesWorld } from "#tests/support/notes.ts";
import { refusalOf } from "#tests/support/people.ts";
import { addTicket } from "#tests/support/tickets.ts";

/** Two tickets of one member: on the first is a friend, too; the second was opened an hour later. */
const twoTickets = async () => {
  const world = await notesWorld();
  const { app, member, helper, friend, ticketId: first, clock } = world;
  await friend.messages.send.mutate({ messageGroupId: first, content: "Said on the first" });
  await world.note();
  clock.advance(HOUR_MS);
  const second = await addTicket(app.deps, { people: [member.id], subject: "Still stuck" });
  await member.messages.send.mutate({ messageGroupId: second, content: "Said on the second" });
  const merge = (id = first, into = second) => helper.ticketMerges.merge.mutate({ id, into });
  return { ...world, first, second, merge };
};

/** Everything that a merge touches. */
const everything = async ({ store }: Awaited<ReturnType<typeof twoTickets>>) => {
  const { tickets, ticketPeople, messages, ticketNotes, ticketEntries, notifications, audit } =
    store.tables;
  const tables = [
    tickets,
    ticketPeople,
    messages,
    ticketNotes,
    ticketEntries,
    notifications,
    audit,
  ];
  return JSON.stringify(await Promise.all(tables.map((table) => store.read.select().from(table))));
};

describe("[AID-05] a ticket is merged into another of the same person", () => {
  test("messages, notes, history and people follow, and both say so", async () => {
    const world = await twoTickets();
    const { store, helper, member, friend, first, second, merge } = world;
    await helper.tickets.close.mutate({ id: first });
    const events = await hear(store);
    await merge();
    const said = await friend.messages.list.query({ ticketId: second });
    expect(said.items.map(({ content }) => content)).toEqual([
      "Said on the first",
      "Said on the second",
    ]);
    expect((await member.messages.list.query({ ticketId: first })).items).toEqual([]);
    expect((await helper.notes.list.query({ id: second })).items).toMatchObject([
      { content: NOTE_WORDS, ticketId: second },
    ]);
    const into = await member.tickets.byId.query({ id: second });
    expect(into).toMatchObject({ status: "Open", mergedInto: null, subject: "Still stuck" });
    expect(into.assignedUsers.map(({ id }) => id).toSorted()).toEqual(
      [member.id, friend.id].toSorted(),
    );
    expect(await friend.tickets.byId.query({ id: first })).toMatchObject({
      status: "closed",
      mergedInto: second,
    });
    const merged = { act: "merged", merged: { from: first, into: second } };
    expect(await member.tickets.history.query({ id: first })).toMatchObject([merged]);
    expect(await member.tickets.history.query({ id: second })).toMatchObject([
      { act: "closed", merged: null },
      merged,
    ]);
    const closed = await friend.tickets.list.query({ status: "closed", isMine: true });
    expect(closed.items.map(({ id }) => id)).toEqual([first]);
    const all = await events();
    const told = all.filter(({ type }) => type === "ticket.changed");
    expect(all).toContainEqual(
      expect.objectContaining({ type: "message.changed", ticketId: second }),
    );
    expect(all).toContainEqual(expect.objectContaining({ type: "note.changed", ticketId: second }));
    expect(told).toHaveLength(2);
    for (const event of told)
      expect(event).toMatchObject({ userIds: expect.arrayContaining([member.id, friend.id]) });
  });

  test("everyone on either is told, with a link to where it goes on; the audit names the act", async () => {
    const { store, helper, member, friend, first, second, merge } = await twoTickets();
    await merge();
    for (const who of [member, friend]) {
      const { items } = await who.notifications.list.query({});
      expect(items[0]).toMatchObject({
        subject: `Ticket #${first} was merged into #${second}`,
        ticketId: second,
      });
    }
    const { audit } = store.tables;
    const acts = await store.read.select().from(audit).where(eq(audit.action, "ticket.merged"));
    expect(acts).toMatchObject([
      {
        actorId: helper.id,
        subject: member.id,
        after: { ticketId: first, intoTicketId: second },
      },
    ]);
  });

  test("it waits since the earlier of the two", async () => {
    const { store, first, second, merge } = await twoTickets();
    const { tickets: t } = store.tables;
    const since = async (id: number) =>
      (await store.read.select().from(t).where(eq(t.id, id)))[0]?.waitingSince;
    const before = await since(first);
    await merge();
    expect(await since(second)).toEqual(before);
    expect(await since(first)).toBeNull();
  });

  test("of two at once one is refused, be it into the same or into each other", async () => {
    for (const other of ["same", "back"]) {
      const { helper, colleague, first, second, member } = await twoTickets();
      const both = await Promise.allSettled([
        helper.ticketMerges.merge.mutate({ id: first, into: second }),
        colleague.ticketMerges.merge.mutate(
          other === "same" ? { id: first, into: second } : { id: second, into: first },
        ),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const [lost] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect(lost).toMatchObject({ data: { httpStatus: 409 } });
      const tickets = await Promise.all(
        [first, second].map((id) => member.tickets.byId.query({ id })),
      );
      expect(tickets.filter(({ mergedInto }) => mergedInto !== null)).toHaveLength(1);
      const into = tickets.find(({ mergedInto }) => mergedInto === null)?.id ?? 0;
      expect((await member.messages.list.query({ ticketId: into })).items).toHaveLength(2);
    }
  });

  test("killed at any statement nothing has moved", async () => {
    const world = await twoTickets();
    const { app, store, helper, first, second, clock } = world;
    const before = await everything(world);
    for (const last of [6, 10, 14, 18]) {
      let statements = 0;
      const dying = watched(store, () => {
        statements += 1;
        if (statements > last) throw new Error("killed");
      });
      const ctx = asMember(
        { ...app.deps, store: dying, clock },
        { userId: helper.id, permissions: ["tickets"] },
      );
      const done = await mergeTicket(ctx, { id: first, into: second }).catch(String);
      expect([last, done]).toEqual([last, expect.stringContaining("killed")]);
      expect(await everything(world)).toBe(before);
    }
  });

  test("is refused for itself, for another person's, into a closed one, and with too many people", async () => {
    const world = await twoTickets();
    const { app, store, stranger, member, first, second, merge, helper } = world;
    const foreign = await addTicket(app.deps, { people: [stranger.id] });
    const before = await everything(world);
    expect(await refusalOf(merge(first, first))).toEqual([409, TICKET_MERGES.same]);
    expect(await refusalOf(merge(first, foreign))).toEqual([409, TICKET_MERGES.otherPerson]);
    expect(await refusalOf(merge(first, 999))).toEqual([404, TICKETS.unknown]);
    expect(await refusalOf(merge(999, first))).toEqual([404, TICKETS.unknown]);
    expect(await everything(world)).toBe(before);
    const crowd: string[] = [];
    for (let count = 1; count < TICKET_PEOPLE_MAX; count += 1)
      crowd.push((await addMember(app.deps)).id);
    const full = await addTicket(app.deps, { people: [member.id, ...crowd] });
    expect(await refusalOf(merge(first, full))).toEqual([
      409,
      TICKET_MERGES.tooManyPeople(TICKET_PEOPLE_MAX),
    ]);
    await helper.tickets.close.mutate({ id: second });
    expect(await refusalOf(merge())).toEqual([409, TICKET_MERGES.targetClosed]);
    expect(
      await store.read.select().from(store.tables.messages).orderBy(store.tables.messages.id),
    ).toMatchObject([{ ticketId: first }, { ticketId: second }]);
  });

  test("is offered what is open, of the same person, and not merged", async () => {
    const { app, member, stranger, helper, first, second, merge } = await twoTickets();
    const third = await addTicket(app.deps, { people: [member.id], subject: "A third" });
    await addTicket(app.deps, { people: [member.id], status: "closed" });
    await addTicket(app.deps, { people: [stranger.id, member.id] });
    const offered = async (id: number) =>
      (await helper.ticketMerges.candidates.query({ id })).map((one) => one.id);
    expect(await offered(first)).toEqual([third, second]);
    await merge(third, second);
    expect(await offered(first)).toEqual([second]);
  });
});

describe("[AID-06] a merged ticket", () => {
  test("cannot be restored, answered, or merged again", async () => {
    const { helper, member, app, first, second, merge } = await twoTickets();
    const third = await addTicket(app.deps, { people: [member.id] });
    await merge();
    for (const who of [member, helper])
      expect(await refusalOf(who.tickets.restore.mutate({ id: first }))).toEqual([
        409,
        TICKETS.mergedAway(second),
      ]);
    const message = { messageGroupId: first, content: "Hello?" };
    expect(await refusalOf(member.messages.send.mutate(message))).toEqual([
      409,
      THREAD.ticketClosed,
    ]);
    expect(await refusalOf(merge(first, third))).toEqual([409, TICKET_MERGES.already(second)]);
    expect(await refusalOf(merge(third, first))).toEqual([409, TICKET_MERGES.targetMerged(second)]);
    const rest = await member.ask("PUT", `/api/tickets/${first}/restore`);
    expect([rest.status, await rest.json()]).toMatchObject([
      409,
      { message: TICKETS.mergedAway(second) },
    ]);
  });
});
