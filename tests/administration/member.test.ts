import { describe, expect, test } from "bun:test";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { asMember } from "#tests/support/context.ts";
import { appWithPeople, refusalOf, TICKET } from "#tests/support/people.ts";
import { addLink } from "#tests/support/platform-links.ts";

describe("[ADMIN-10] the page of one member", () => {
  test("tells everything about them and nothing about others, the newest first", async () => {
    const { app, clock, member, stranger, admin } = await appWithPeople();
    await addLink(app.deps, member.id, "steam", { externalId: "76561198000000001", name: "ada" });
    for (let points = 1; points <= 7; points += 1)
      await admin.points.change.mutate({ userProfileId: member.id, delta: points });
    const first = await member.tickets.create.mutate(TICKET);
    const second = await member.tickets.create.mutate({ ...TICKET, subject: "Again" });
    await member.tickets.close.mutate({ id: second.id });
    await stranger.tickets.create.mutate(TICKET);
    const page = await admin.administration.member.query({ id: member.id });
    expect(page).toMatchObject({
      user: { id: member.id, profile: { firstName: "Ada" }, zlgMember: { points: 28 } },
      links: [{ platform: "steam", externalId: "76561198000000001", name: "ada" }],
      tiers: [],
      tickets: [
        { id: first.id, status: "Open", subject: TICKET.subject },
        { id: second.id, status: "closed", subject: "Again" },
      ],
      orders: [],
      lastSeenAt: clock.now().toISOString(),
    });
    expect(page.entries.map(({ delta }) => delta)).toEqual([7, 6, 5, 4, 3]);
    expect(page.sessions).toHaveLength(1);
    expect(page.audit).toHaveLength(5);
    expect(page.audit[0]).toMatchObject({ action: "points.edited", actorId: admin.id });
    expect(page.audit.map(({ action }) => action)).not.toContain("member.read");
  });

  test("tells what was done to somebody, however often they were read about since", async () => {
    const { app, member, admin } = await appWithPeople();
    await admin.points.change.mutate({ userProfileId: member.id, delta: 5 });
    await asMember(app.deps, { userId: admin.id, role: "Admin" }).write(async (tx) => {
      for (let read = 0; read < 45; read += 1)
        await tx.audit({ action: "member.read", subject: member.id });
    });
    const { audit } = await admin.administration.member.query({ id: member.id });
    expect(audit.map(({ action }) => action)).toContain("points.edited");
  });

  test("is for Admins, of members who are there", async () => {
    const { store, clock, member, admin } = await appWithPeople();
    const erased = await addUser(store, clock, { erasedAt: clock.now() });
    const read = (id: string, who = admin) => refusalOf(who.administration.member.query({ id }));
    expect(await read("nobody")).toEqual([404, ADMINISTRATION.unknown]);
    expect(await read(erased)).toEqual([404, ADMINISTRATION.unknown]);
    expect((await read(admin.id, member))[0]).toBe(403);
  });
});

describe("[ADMIN-11] the search over everything", () => {
  test("finds people by id, name and address, tickets and orders by number", async () => {
    const { app, member, stranger, admin } = await appWithPeople();
    await addLink(app.deps, stranger.id, "steam", { externalId: "76561198000000009", name: "cat" });
    const ticket = await member.tickets.create.mutate(TICKET);
    const find = (text: string) => admin.administration.find.query({ text });
    const none = { people: [], tickets: [], orders: [] };
    expect(await find(member.id)).toMatchObject({ ...none, people: [{ id: member.id }] });
    expect(await find("76561198000000009")).toMatchObject({
      ...none,
      people: [{ id: stranger.id }],
    });
    expect(await find("stray c")).toMatchObject({ ...none, people: [{ firstName: "Stray" }] });
    for (const text of [`#${ticket.id}`, String(ticket.id)])
      expect((await find(text)).tickets).toEqual([{ id: ticket.id, subject: TICKET.subject }]);
    const digits = { externalId: "069a79f4", name: "999998" };
    await addLink(app.deps, stranger.id, "minecraft", digits);
    expect(await find(digits.name)).toMatchObject({ ...none, people: [{ id: stranger.id }] });
    expect(await find(`#${digits.name}`)).toEqual(none);
    const [status] = await refusalOf(member.administration.find.query({ text: "Ada" }));
    expect(status).toBe(403);
  });
});
