import { describe, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { withLimits } from "#tests/support/app.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { store, member, admin } = world;
  const { audit } = store.tables;
  const ticket = await member.tickets.create.mutate({ ...TICKET, assignedUserIds: [admin.id] });
  const entries = () =>
    store.read
      .select({
        actorId: audit.actorId,
        action: audit.action,
        subject: audit.subject,
        before: audit.before,
        after: audit.after,
      })
      .from(audit)
      .orderBy(asc(audit.id));
  const { id } = ticket;
  return { ...world, id, entries, edit: { ...TICKET, id } };
};

describe("what an Admin does to somebody's ticket is written into the audit", () => {
  test("closing and restoring: who, whose, and from what to what", async () => {
    const { app, member, id, entries } = await setUp();
    const other = await person(app, { role: "Admin" });
    await other.tickets.close.mutate({ id });
    await other.tickets.restore.mutate({ id });
    const whose = { actorId: other.id, subject: member.id };
    expect(await entries()).toEqual([
      {
        ...whose,
        action: "ticket.closed",
        before: { status: "Open" },
        after: { ticketId: id, status: "closed" },
      },
      {
        ...whose,
        action: "ticket.restored",
        before: { status: "closed" },
        after: { ticketId: id, status: "Open" },
      },
    ]);
  });

  test("an edit: what was chosen, but of what people write themselves only that it was rewritten", async () => {
    const { store, member, admin, edit, id, entries } = await setUp();
    await admin.tickets.edit.mutate({
      ...edit,
      subject: "Ada Lynx is stuck",
      category: "Connection Issue",
      server: "Ragnarok",
      description: "Ask ada@example.test.",
    });
    await admin.tickets.edit.mutate({
      ...edit,
      subject: "Ada Lynx is stuck again",
      category: "Connection Issue",
      server: "Ragnarok",
      description: "Ask ada@example.test.",
    });
    const whose = { actorId: admin.id, action: "ticket.edited", subject: member.id };
    expect(await entries()).toEqual([
      {
        ...whose,
        before: { category: "Bug", server: "The Island" },
        after: {
          ticketId: id,
          category: "Connection Issue",
          server: "Ragnarok",
          rewritten: "subject description",
        },
      },
      { ...whose, before: {}, after: { ticketId: id, rewritten: "subject" } },
    ]);
    const stored = JSON.stringify(await store.read.select().from(store.tables.audit));
    for (const word of ["Ada", "Lynx", "stuck", "@"]) expect(stored).not.toContain(word);
  });

  test("an edit of who is on it: each of them", async () => {
    const { admin, stranger, edit, id, entries } = await setUp();
    await admin.tickets.edit.mutate({ ...edit, assignedUserIds: [stranger.id] });
    const told = { actorId: admin.id, before: null, after: { ticketId: id } };
    expect(await entries()).toEqual([
      { ...told, action: "ticket.unassigned", subject: admin.id },
      { ...told, action: "ticket.assigned", subject: stranger.id },
    ]);
  });

  test("nothing else: neither what is their own, nor what members do, nor what changed nothing", async () => {
    const { admin, member, edit, id, entries } = await setUp();
    await admin.tickets.edit.mutate(edit);
    await member.tickets.edit.mutate({ ...edit, subject: "New" });
    await member.tickets.close.mutate({ id });
    await member.tickets.restore.mutate({ id });
    const own = await admin.tickets.create.mutate(TICKET);
    await admin.tickets.edit.mutate({ ...TICKET, id: own.id, subject: "New" });
    await admin.tickets.close.mutate({ id: own.id });
    expect(await entries()).toEqual([]);
  });

  test("nothing of what was refused", async () => {
    const limits = withLimits({ ticketChangesByMember: 1 });
    const { admin, edit, id, entries } = await setUp({ adjust: limits });
    await admin.tickets.close.mutate({ id });
    const first = await entries();
    expect(first).toHaveLength(1);
    expect((await refusalOf(admin.tickets.close.mutate({ id })))[0]).toBe(409);
    expect((await refusalOf(admin.tickets.edit.mutate({ ...edit, subject: "New" })))[0]).toBe(409);
    expect((await refusalOf(admin.tickets.restore.mutate({ id })))[0]).toBe(429);
    const ofTickets = (await entries()).filter(({ action }) => action.startsWith("ticket."));
    expect(ofTickets).toEqual(first);
  });
});
