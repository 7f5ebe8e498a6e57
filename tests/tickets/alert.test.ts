import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { appWithPeople, person, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { app } = world;
  const helper = await person(app, (await holderOf(app, ["tickets"])).userId);
  const editor = await person(app, (await holderOf(app, ["site"])).userId);
  /** What somebody was told of new tickets. */
  const told = async (who: typeof helper) =>
    (await who.notifications.list.query({})).items.filter(({ kind }) => kind === "ticket");
  return { ...world, helper, editor, told };
};

const silent = (config: Config): Config => {
  const tickets = { ...config.community.tickets, notifyTeam: false };
  return { ...config, community: { ...config.community, tickets } };
};

describe("[DESK-01] of a new ticket", () => {
  test("everybody is told who has the permission, and nobody else", async () => {
    const { member, stranger, admin, helper, editor, told } = await setUp();
    const { id } = await member.tickets.create.mutate(TICKET);
    for (const who of [admin, helper])
      expect(await told(who)).toMatchObject([
        {
          subject: `New ticket #${id}`,
          message: "“Stuck in the mesh” was opened in Bug.",
          ticketId: id,
          isRead: false,
        },
      ]);
    for (const who of [member, stranger, editor]) expect(await told(who)).toEqual([]);
  });

  test("whoever opens it is not told, nor who is put on it and told of that", async () => {
    const { member, admin, helper, told } = await setUp();
    await helper.tickets.create.mutate({ ...TICKET, assignedUserIds: [admin.id] });
    for (const who of [helper, admin]) expect(await told(who)).toEqual([]);
    const { items } = await admin.notifications.list.query({});
    expect(items.map(({ kind }) => kind)).toEqual(["assignment"]);
    await member.tickets.create.mutate({ ...TICKET, assignedUserIds: [] });
    expect(await told(helper)).toHaveLength(1);
  });

  test("nobody is told who has lost the permission, or whose account is closed", async () => {
    const { app, store, clock, member, helper } = await setUp();
    const { users } = store.tables;
    const closed = await person(app, { role: "Admin" });
    await store.write(async (tx) => {
      await tx.update(users).set({ team: null }).where(eq(users.id, helper.id));
      await tx
        .update(users)
        .set({ deactivatedAt: clock.now(), deactivatedBy: "owner" })
        .where(eq(users.id, closed.id));
    });
    await member.tickets.create.mutate(TICKET);
    const reads = await store.read.select().from(store.tables.notificationReads);
    expect(reads.map(({ userId }) => userId)).not.toContain(helper.id);
    expect(reads.map(({ userId }) => userId)).not.toContain(closed.id);
  });

  test("nobody is told where the community has switched it off", async () => {
    const { member, admin, told } = await setUp({ adjust: silent });
    await member.tickets.create.mutate(TICKET);
    expect(await told(admin)).toEqual([]);
  });

  test("a request that is sent again tells nobody again", async () => {
    const { member, admin, told } = await setUp();
    const once = { ...TICKET, idempotencyKey: crypto.randomUUID() };
    await member.tickets.create.mutate(once);
    await member.tickets.create.mutate(once);
    expect(await told(admin)).toHaveLength(1);
  });

  test("so many of the team cost no more writes than one", async () => {
    const { app, store, member, admin, told } = await setUp();
    await Promise.all(Array.from({ length: 30 }, () => person(app, { role: "Admin" })));
    await member.tickets.create.mutate(TICKET);
    expect(await told(admin)).toHaveLength(1);
    const written = await store.read.select().from(store.tables.notifications);
    expect(written.filter(({ kind }) => kind === "ticket")).toHaveLength(1);
  });
});
