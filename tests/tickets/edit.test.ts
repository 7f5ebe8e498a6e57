import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { MESSAGES } from "#shared/messages.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { withLimits } from "#tests/support/app.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

/** A ticket of the member's, with an Admin on it, and what an edit says of it. */
const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { member, admin } = world;
  const ticket = await member.tickets.create.mutate({ ...TICKET, assignedUserIds: [admin.id] });
  return { ...world, ticket, edit: { ...TICKET, id: ticket.id } };
};

const idsOf = ({ assignedUsers }: Ticket) => assignedUsers.map(({ id }) => id);

describe("[TICK-03] editing", () => {
  test("changes every field, for whoever is on the ticket", async () => {
    const { clock, member, admin, ticket, edit } = await setUp();
    clock.advance(1000);
    const fields = {
      subject: "Still stuck",
      category: "Other",
      game: "Eco",
      server: "Eco",
      description: "It is a meteor now.",
    } as const;
    const { gamesWithServers } = await member.tickets.options.query();
    const server = gamesWithServers["Eco"]?.[0] ?? "";
    const edited = await admin.tickets.edit.mutate({ ...edit, ...fields, server });
    const updatedAt = clock.now().toISOString();
    const seen = { ...ticket, ...fields, server, updatedAt };
    expect(edited).toEqual({ ...seen, mayWork: true });
    expect(await member.tickets.byId.query({ id: ticket.id })).toEqual(seen);
    expect((await member.tickets.history.query({ id: ticket.id })).at(-1)).toMatchObject({
      act: "edited",
      at: updatedAt,
      actor: { id: admin.id, firstName: "Root", lastName: "Lynx" },
      fields: ["subject", "category", "game", "server", "description"],
      people: [],
    });
  });

  test("has the ticket be found by its new subject, and no longer by the old one", async () => {
    const { member, edit } = await setUp();
    await member.tickets.edit.mutate({ ...edit, subject: "Lost in the ice" });
    const found = async (search: string) =>
      (await member.tickets.list.query({ status: "Open", search })).items.length;
    expect(await found("lost ice")).toBe(1);
    expect(await found("stuck")).toBe(0);
  });

  test("writes nothing where nothing differs, and tells nobody", async () => {
    const { app, store, clock, member, admin, ticket, edit } = await setUp();
    const heard = await hear(app.deps.store);
    clock.advance(1000);
    const people = [admin.id, member.id];
    expect(await member.tickets.edit.mutate(edit)).toEqual(ticket);
    expect(await member.tickets.edit.mutate({ ...edit, assignedUserIds: people })).toEqual(ticket);
    expect(await member.tickets.edit.mutate({ ...edit, assignedUserIds: null })).toEqual(ticket);
    await admin.tickets.close.mutate({ id: ticket.id });
    const events = await heard();
    expect(events.filter(({ type }) => type === "ticket.changed")).toHaveLength(1);
    const { ticketEntries } = store.tables;
    const entries = await store.read.select().from(ticketEntries).orderBy(ticketEntries.id);
    expect(entries.map(({ act }) => act)).toEqual(["opened", "assigned", "closed"]);
  });

  test("is refused to an Admin who is not on the ticket: 403", async () => {
    const { app, ticket, edit } = await setUp();
    const other = await person(app, { role: "Admin" });
    const refused = [403, TICKETS.mayNotEdit] as [number, string];
    expect(await refusalOf(other.tickets.edit.mutate(edit))).toEqual(refused);
    expect(await other.tickets.byId.query({ id: ticket.id })).toEqual({ ...ticket, mayWork: true });
    await other.tickets.assign.mutate({ id: ticket.id });
    expect(await other.tickets.edit.mutate(edit)).toMatchObject({ id: ticket.id });
  });

  test("is refused on a closed ticket: 409", async () => {
    const { member, ticket, edit } = await setUp();
    await member.tickets.close.mutate({ id: ticket.id });
    const call = member.tickets.edit.mutate({ ...edit, subject: "Too late" });
    expect(await refusalOf(call)).toEqual([409, TICKETS.closedForEdit]);
  });

  test("is refused where somebody has changed the ticket meanwhile: 409", async () => {
    const { member, admin, ticket, edit } = await setUp();
    const { updatedAt } = ticket;
    const mine = { ...edit, subject: "Mine", updatedAt };
    const first = await admin.tickets.edit.mutate({ ...edit, subject: "Theirs", updatedAt });
    expect(await refusalOf(member.tickets.edit.mutate(mine))).toEqual([
      409,
      TICKETS.changedMeanwhile,
    ]);
    const again = { ...mine, updatedAt: first.updatedAt };
    expect(await member.tickets.edit.mutate(again)).toMatchObject({ subject: "Mine" });
  });

  test("of two edits of what both have seen, at once, one is refused", async () => {
    const { member, admin, ticket, edit } = await setUp();
    const { updatedAt } = ticket;
    const outcomes = await Promise.allSettled([
      member.tickets.edit.mutate({ ...edit, subject: "Mine", updatedAt }),
      admin.tickets.edit.mutate({ ...edit, subject: "Theirs", updatedAt }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test.each([
    ["subject", "\u202eevil"],
    ["subject", "x".repeat(101)],
    ["subject", "\u200b"],
    ["description", "x".repeat(4001)],
    ["description", "a\0"],
    ["category", "Complaint"],
    ["updatedAt", "yesterday"],
  ])("refuses a bad %s by name", async (field, value) => {
    const { member, edit } = await setUp();
    const [status, text] = await refusalOf(member.tickets.edit.mutate({ ...edit, [field]: value }));
    expect(status).toBe(400);
    expect(text).toStartWith(`${field}: `);
  });

  test("refuses a server that is not configured, but for the one that the ticket has", async () => {
    const { store, member, ticket, edit } = await setUp();
    const unknown = { ...edit, game: "Ark:SE", server: "Old Map" };
    const call = member.tickets.edit.mutate(unknown);
    expect(await refusalOf(call)).toEqual([400, TICKETS.unknownServer]);
    const { tickets } = store.tables;
    await store.write(async (tx) => {
      await tx.update(tickets).set({ server: "Old Map" }).where(eq(tickets.id, ticket.id));
    });
    const kept = await member.tickets.edit.mutate({ ...unknown, subject: "New" });
    expect(kept).toMatchObject({ subject: "New", server: "Old Map" });
  });

  test("is taken so often an hour, and what changes nothing is not counted", async () => {
    const { member, edit } = await setUp({ adjust: withLimits({ ticketChangesByMember: 2 }) });
    await member.tickets.edit.mutate(edit);
    for (const subject of ["One", "Two"]) await member.tickets.edit.mutate({ ...edit, subject });
    expect(await refusalOf(member.tickets.edit.mutate({ ...edit, subject: "Three" }))).toEqual([
      429,
      MESSAGES.tooManyAttempts,
    ]);
  });
});

describe("[TICK-04] who is on a ticket", () => {
  test("its creator decides: who joins is told", async () => {
    const { app, member, ticket, edit } = await setUp();
    const second = await person(app, { role: "Admin", firstName: "Second" });
    const joining = { ...edit, assignedUserIds: [second.id] };
    const heard = await hear(app.deps.store);
    const edited = await member.tickets.edit.mutate(joining);
    const admin = ticket.assignedUsers[1]?.id ?? "";
    expect(idsOf(edited)).toEqual([member.id, second.id]);
    const events = await heard();
    const changed = events.find((event) => event.type === "ticket.changed");
    expect(changed?.userIds.toSorted()).toEqual([member.id, admin, second.id].toSorted());
    expect(events).toContainEqual({ type: "notifications.changed", userIds: [second.id] });
    const history = await member.tickets.history.query({ id: ticket.id });
    expect(history.slice(2)).toMatchObject([
      { act: "unassigned", people: [{ id: admin, firstName: "Root" }], fields: [] },
      { act: "assigned", people: [{ id: second.id, firstName: "Second" }], fields: [] },
    ]);
  });

  test("who leaves finds every route closed, also with a key that was used, and hears no more", async () => {
    const { app, member, admin } = await appWithPeople();
    for (const { id } of [member, admin]) await linkDiscord(app.deps, id);
    const heard = await hear(app.deps.store);
    const { id } = await admin.tickets.create.mutate({ ...TICKET, assignedUserIds: [member.id] });
    const message = { messageGroupId: id, content: "Mine", idempotencyKey: "key-of-a-message" };
    await member.messages.send.mutate(message);
    await admin.tickets.edit.mutate({ ...TICKET, id, assignedUserIds: [] });
    const changes = async () =>
      (await heard()).filter(({ type }) => type === "ticket.changed").length;
    expect(await changes()).toBe(2);
    const received = (await heard()).length;
    for (const call of [
      () => member.tickets.byId.query({ id }),
      () => member.tickets.history.query({ id }),
      () => member.tickets.edit.mutate({ ...TICKET, id, subject: "Mine again" }),
      () => member.tickets.close.mutate({ id }),
      () => member.messages.list.query({ ticketId: id }),
      () => member.messages.send.mutate(message),
    ])
      expect(await refusalOf(call())).toEqual([404, TICKETS.unknown]);
    expect((await member.tickets.list.query({ status: "Open" })).items).toEqual([]);
    expect(await member.tickets.counts.query()).toEqual({ open: 0 });
    await admin.messages.send.mutate({ messageGroupId: id, content: "Alone now" });
    await admin.tickets.close.mutate({ id });
    // For the end alone: what its creator adds changes nobody's turn.
    expect(await changes()).toBe(3);
    const events = await heard();
    expect(events.length).toBe(received + 2);
    expect(JSON.stringify(events.slice(received))).not.toContain(member.id);
    const { items } = await member.notifications.list.query({});
    expect(items.map(({ kind }) => kind)).toEqual(["assignment"]);
  });

  test("the creator is never taken off, whoever says so", async () => {
    const { member, admin, edit } = await setUp();
    const all = [member.id, admin.id];
    const without = await admin.tickets.edit.mutate({ ...edit, assignedUserIds: [admin.id] });
    expect(idsOf(without)).toEqual(all);
    const alone = await member.tickets.edit.mutate({ ...edit, assignedUserIds: [] });
    expect(idsOf(alone)).toEqual([member.id]);
  });

  test("is not for anybody else on it to change: 403", async () => {
    const { app, member, admin, stranger, ticket, edit } = await setUp();
    await admin.tickets.assign.mutate({ id: ticket.id, userId: stranger.id });
    const helper = await person(app, { role: "Admin" });
    const refused: [number, string] = [403, TICKETS.mayNotAssign];
    for (const assignedUserIds of [
      [stranger.id],
      [admin.id],
      [member.id, admin.id, stranger.id, helper.id],
    ])
      expect(await refusalOf(stranger.tickets.edit.mutate({ ...edit, assignedUserIds }))).toEqual(
        refused,
      );
    const same = [stranger.id, admin.id];
    const subject = "By a helper";
    const edited = await stranger.tickets.edit.mutate({ ...edit, subject, assignedUserIds: same });
    expect(edited).toMatchObject({ subject });
    expect(idsOf(edited).toSorted()).toEqual([member.id, admin.id, stranger.id].toSorted());
  });

  test("takes only those whom the caller may see, or who are on it already", async () => {
    const { app, member, admin, stranger, ticket, edit } = await setUp();
    const unseen = { ...edit, assignedUserIds: [admin.id, stranger.id] };
    const refused: [number, string] = [400, TICKETS.unknownPeople];
    expect(await refusalOf(member.tickets.edit.mutate(unseen))).toEqual(refused);
    await admin.tickets.assign.mutate({ id: ticket.id, userId: stranger.id });
    expect(idsOf(await member.tickets.edit.mutate(unseen))).toContain(stranger.id);
    const closed = await person(app, { role: "Admin", deactivatedAt: app.clock.now() });
    const away = { ...edit, assignedUserIds: [closed.id] };
    expect(await refusalOf(member.tickets.edit.mutate(away))).toEqual(refused);
  });

  test("an Admin who takes themself off it still sees it; a member does not", async () => {
    const { member, admin, stranger, ticket, edit } = await setUp();
    await admin.tickets.assign.mutate({ id: ticket.id, userId: stranger.id });
    const left = await admin.tickets.edit.mutate({ ...edit, assignedUserIds: [] });
    expect(idsOf(left)).toEqual([member.id]);
    expect(await admin.tickets.byId.query({ id: ticket.id })).toEqual(left);
    const gone = stranger.tickets.byId.query({ id: ticket.id });
    expect(await refusalOf(gone)).toEqual([404, TICKETS.unknown]);
  });
});
