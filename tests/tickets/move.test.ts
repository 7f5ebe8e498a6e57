import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import { eraseClosed, forgetUnverified } from "#server/modules/accounts/index.ts";
import type { Store } from "#server/store/store.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { MESSAGES } from "#shared/messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { withLimits } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { member, admin } = world;
  const ticket = await member.tickets.create.mutate({ ...TICKET, assignedUserIds: [admin.id] });
  return { ...world, ticket, id: ticket.id };
};

const closeAccount = (store: Store, clock: Clock, userId: string) =>
  store.write(async (tx) => {
    const { users } = store.tables;
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    await tx.update(users).set(closed).where(eq(users.id, userId));
  });

describe("[TICK-06] closing and restoring", () => {
  test("moves a ticket from list to list for all who are on it", async () => {
    const { clock, member, admin, ticket, id } = await setUp();
    const lists = async (who: typeof member) => [
      (await who.tickets.list.query({ status: "Open" })).items.length,
      (await who.tickets.list.query({ status: "closed" })).items.length,
      (await who.tickets.counts.query()).open,
    ];
    expect(await lists(member)).toEqual([1, 0, 1]);
    clock.advance(1000);
    const updatedAt = clock.now().toISOString();
    const closed = await admin.tickets.close.mutate({ id });
    const nobody = { waitsFor: "nobody", waitsSince: updatedAt, closedAt: updatedAt } as const;
    expect(closed).toEqual({ ...ticket, ...nobody, status: "closed", updatedAt, mayWork: true });
    for (const who of [member, admin]) expect(await lists(who)).toEqual([0, 1, 0]);
    expect(await member.tickets.restore.mutate({ id })).toMatchObject({ status: "Open" });
    for (const who of [member, admin]) expect(await lists(who)).toEqual([1, 0, 1]);
  });

  test("[TICK-06] an Admin may, without being on it", async () => {
    const { app, member, id } = await setUp();
    const other = await person(app, { role: "Admin" });
    expect(await other.tickets.close.mutate({ id })).toMatchObject({ status: "closed" });
    expect(await other.tickets.restore.mutate({ id })).toMatchObject({ status: "Open" });
    expect((await member.tickets.byId.query({ id })).assignedUsers).toHaveLength(2);
  });

  test("[TICK-06] of what is closed, or open, already is refused: 409", async () => {
    const { member, admin, id } = await setUp();
    expect(await refusalOf(member.tickets.restore.mutate({ id }))).toEqual([
      409,
      TICKETS.alreadyOpen,
    ]);
    await member.tickets.close.mutate({ id });
    expect(await refusalOf(admin.tickets.close.mutate({ id }))).toEqual([
      409,
      TICKETS.alreadyClosed,
    ]);
  });

  test("of two who close at once one is told that it is closed already", async () => {
    const { store, member, admin, id } = await setUp();
    const closing = [member.tickets.close.mutate({ id }), admin.tickets.close.mutate({ id })];
    const outcomes = await Promise.allSettled(closing);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toMatchObject([{ message: TICKETS.alreadyClosed, data: { httpStatus: 409 } }]);
    const entries = await store.read.select().from(store.tables.ticketEntries);
    expect(entries.filter(({ act }) => act === "closed")).toHaveLength(1);
  });

  test("[TICK-07] closing notifies everyone else on the ticket; restoring nobody", async () => {
    const { app, member, admin, stranger, id } = await setUp();
    const heard = await hear(app.deps.store);
    await member.tickets.close.mutate({ id });
    await member.tickets.restore.mutate({ id });
    const { items } = await admin.notifications.list.query({});
    expect(items.filter(({ kind }) => kind === "closing")).toMatchObject([
      { subject: `Ticket #${id} was closed`, ticketId: id, isRead: false },
    ]);
    expect(items[0]?.message).toStartWith(`“${TICKET.subject}” was closed.`);
    for (const who of [member, stranger])
      expect((await who.notifications.list.query({})).items).toEqual([]);
    const events = await heard();
    const changes = events.filter((event) => event.type === "ticket.changed");
    for (const { userIds } of changes)
      expect(userIds.toSorted()).toEqual([member.id, admin.id].toSorted());
    expect(events).toContainEqual({ type: "notifications.changed", userIds: [admin.id] });
  });

  test("is taken so often an hour from one member", async () => {
    const { clock, member, id } = await setUp({ adjust: withLimits({ ticketChangesByMember: 2 }) });
    await member.tickets.close.mutate({ id });
    await member.tickets.restore.mutate({ id });
    const third = await member.ask("PUT", `/api/tickets/${id}/close`);
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(await third.json()).toMatchObject({ message: MESSAGES.tooManyAttempts });
    clock.advance(900_000);
    expect(await member.tickets.close.mutate({ id })).toMatchObject({ status: "closed" });
  });
});

describe("[TICK-05] an Admin takes a ticket", () => {
  test("without being on it, and may edit it from then on", async () => {
    const { app, store, clock, member, id } = await setUp();
    const other = await person(app, { role: "Admin", firstName: "Other" });
    const heard = await hear(app.deps.store);
    clock.advance(1000);
    const taken = await other.tickets.assign.mutate({ id });
    expect(taken.assignedUsers.map((one) => one.id)).toContain(other.id);
    expect(taken.updatedAt).toBe(clock.now().toISOString());
    expect(await other.tickets.edit.mutate({ ...TICKET, id, subject: "Mine now" })).toMatchObject({
      subject: "Mine now",
    });
    expect((await other.notifications.list.query({})).items).toEqual([]);
    expect((await member.tickets.history.query({ id })).at(2)).toMatchObject({
      act: "assigned",
      actor: { id: other.id },
      people: [{ id: other.id, firstName: "Other" }],
    });
    const { audit } = store.tables;
    expect(
      await store.read.select().from(audit).where(eq(audit.action, "ticket.assigned")),
    ).toMatchObject([{ actorId: other.id, subject: other.id, after: { ticketId: id } }]);
    const events = await heard();
    for (const event of events) expect(event).toMatchObject({ type: "ticket.changed" });
  });

  test("puts somebody else on it, open or closed, who is told", async () => {
    const { admin, stranger, id } = await setUp();
    await admin.tickets.close.mutate({ id });
    const { assignedUsers } = await admin.tickets.assign.mutate({ id, userId: stranger.id });
    expect(assignedUsers.map((one) => one.id)).toContain(stranger.id);
    expect(await stranger.tickets.list.query({ status: "closed" })).toMatchObject({
      items: [{ id }],
    });
    expect((await stranger.notifications.list.query({})).items).toMatchObject([
      { kind: "assignment", ticketId: id },
    ]);
  });

  test("changes nothing for whoever is on it already", async () => {
    const { store, clock, member, admin, ticket, id } = await setUp();
    clock.advance(1000);
    const seen = { ...ticket, mayWork: true };
    expect(await admin.tickets.assign.mutate({ id })).toEqual(seen);
    expect(await admin.tickets.assign.mutate({ id, userId: member.id })).toEqual(seen);
    expect(await store.read.select().from(store.tables.ticketEntries)).toHaveLength(2);
  });

  test("cannot put anybody on it whose account is not in use, or the twenty-first", async () => {
    const { store, clock, admin, id } = await setUp();
    const assign = (userId: string) => admin.tickets.assign.mutate({ id, userId });
    const unknown: [number, string] = [400, TICKETS.unknownPeople];
    const closed = await addUser(store, clock, { deactivatedAt: clock.now() });
    const unverified = await addUser(store, clock, { verifiedAt: null });
    for (const userId of [closed, unverified, "nobody"])
      expect(await refusalOf(assign(userId))).toEqual(unknown);
    for (let count = 2; count < TICKET_PEOPLE_MAX; count += 1)
      await assign(await addUser(store, clock));
    const last = await addUser(store, clock);
    expect(await refusalOf(assign(last))).toEqual([400, TICKETS.tooManyPeople]);
  });

  test("is refused to members, on their own tickets too: 403", async () => {
    const { member, id } = await setUp();
    expect(await refusalOf(member.tickets.assign.mutate({ id }))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
  });
});

describe("a ticket's history", () => {
  test("tells everything that happened, by whom and when, the oldest first", async () => {
    const { clock, member, admin, stranger, id } = await setUp();
    clock.advance(60_000);
    await admin.tickets.assign.mutate({ id, userId: stranger.id });
    await member.tickets.edit.mutate({ ...TICKET, id, subject: "New", category: "Other" });
    await member.tickets.edit.mutate({
      ...TICKET,
      id,
      subject: "New",
      category: "Other",
      assignedUserIds: [admin.id],
    });
    await admin.tickets.close.mutate({ id });
    await member.tickets.restore.mutate({ id });
    const history = await member.tickets.history.query({ id });
    expect(
      history.map(({ act, actor, fields, people }) => [
        act,
        actor.firstName,
        ...fields,
        ...people.map(({ firstName }) => firstName),
      ]),
    ).toEqual([
      ["opened", "Ada"],
      ["assigned", "Ada", "Root"],
      ["assigned", "Root", "Stray"],
      ["edited", "Ada", "subject", "category"],
      ["unassigned", "Ada", "Stray"],
      ["closed", "Root"],
      ["restored", "Ada"],
    ]);
    expect(history.at(-1)?.at).toBe(clock.now().toISOString());
  });

  test("[MSG-07] calls whoever has been erased or removed a deleted member", async () => {
    const { app, store, clock, member, admin, ticket, id } = await setUp();
    const registrant = await addUser(store, clock, { firstName: "New", verifiedAt: null });
    const assignedUserIds = [admin.id, registrant];
    await admin.tickets.edit.mutate({ ...TICKET, id, assignedUserIds });
    await closeAccount(store, clock, admin.id);
    clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    const heard = await hear(app.deps.store);
    const { signal } = new AbortController();
    await eraseClosed(asSite(app.deps), signal);
    await forgetUnverified(asSite(app.deps), signal);
    const later = await person(app, member.id);
    const history = await later.tickets.history.query({ id });
    const deleted = { firstName: "Deleted", lastName: "member" };
    expect(history.slice(1)).toMatchObject([
      { actor: { firstName: "Ada" }, people: [{ id: admin.id, ...deleted }] },
      { actor: { id: admin.id, ...deleted }, people: [{ id: registrant, ...deleted }] },
    ]);
    expect((await later.tickets.byId.query({ id })).assignedUsers).toMatchObject([
      ticket.assignedUsers[0] ?? {},
      { id: admin.id, ...deleted, zlgMember: { discordName: null, discordImgUrl: null } },
    ]);
    const events = await heard();
    const told = events.flatMap((event) => (event.type === "ticket.changed" ? event.userIds : []));
    expect(told.toSorted()).toEqual([member.id, admin.id].toSorted());
  });
});
