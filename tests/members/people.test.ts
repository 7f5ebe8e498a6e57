import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { findVisiblePeople } from "#server/modules/members/index.ts";
import { addUser } from "#tests/support/accounts.ts";
import { asMember } from "#tests/support/context.ts";
import { appWithPeople, refusalOf, type TestPerson } from "#tests/support/people.ts";
import { addTicket } from "#tests/support/tickets.ts";

/** The first names of those whom somebody finds. */
const names = async (who: TestPerson, search?: string) => {
  const { items } = await who.members.people.query({ search });
  return items.map(({ firstName }) => firstName);
};

const setUp = async () => {
  const world = await appWithPeople();
  const { store, clock } = world;
  const add = (firstName: string, given: object = {}) => {
    clock.advance(1);
    const email = `${firstName.toLowerCase()}@secret.example`;
    return addUser(store, clock, { firstName, lastName: "Hopper", email, ...given });
  };
  const set = (id: string, columns: object) =>
    store.write(async (tx) => {
      await tx.update(store.tables.users).set(columns).where(eq(store.tables.users.id, id));
    });
  return { ...world, add, set };
};

describe("[API-06] people", () => {
  test("an Admin sees everyone who is not erased, the newest first; never an address", async () => {
    const { clock, admin, add } = await setUp();
    await add("Grace");
    await add("Closed", { deactivatedAt: clock.now(), deactivatedBy: "owner" });
    await add("Deleted", { erasedAt: clock.now() });
    await add("Unverified", { verifiedAt: null });
    expect((await names(admin)).slice(0, 3)).toEqual(["Unverified", "Closed", "Grace"]);
    expect((await names(admin)).toSorted()).toEqual(
      ["Unverified", "Closed", "Grace", "Ada", "Stray", "Root"].toSorted(),
    );
    const response = await admin.ask("GET", "/api/userprofile/all");
    const items = (await response.json()) as object[];
    expect(items).toHaveLength(6);
    for (const item of items)
      expect(Object.keys(item).toSorted()).toEqual(["firstName", "id", "lastName"]);
    expect(JSON.stringify(items)).not.toContain("@");
  });

  test("a member sees themselves, active Admins, and who is on a ticket with them, open or closed", async () => {
    const { app, clock, member, stranger, add, set } = await setUp();
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "admin" };
    await add("Boss", { role: "Admin" });
    await add("Former", { role: "Admin", ...closed });
    const friend = await add("Friend");
    const old = await add("Old");
    const gone = await add("Gone");
    const outside = await add("Outside");
    await add("Nobody");
    await addTicket(app.deps, { people: [member.id, friend, gone] });
    await addTicket(app.deps, { people: [old, member.id], status: "closed" });
    await addTicket(app.deps, { people: [friend, outside] });
    await set(gone, { erasedAt: clock.now() });
    expect((await names(member)).toSorted()).toEqual(["Ada", "Boss", "Friend", "Old", "Root"]);
    expect((await names(stranger)).toSorted()).toEqual(["Boss", "Root", "Stray"]);
    await set(friend, closed);
    expect(await names(member)).toContain("Friend");
    const response = await member.ask("GET", "/api/UserProfile/All");
    expect(JSON.stringify(await response.json())).not.toContain("@");
    expect((await app.request("/api/userprofile/all")).status).toBe(401);
  });

  test("are found by their names, and never by an address", async () => {
    const { app, member, admin, add } = await setUp();
    const friend = await add("Zoë", { lastName: "O'Neill", email: "secretive@mail.example" });
    await add("Zoltan", { lastName: "Oneal" });
    await addTicket(app.deps, { people: [member.id, friend] });
    for (const search of ["zoe", "ZO", "neill", "o neill", "Neill Zoë"])
      expect(await names(member, search)).toEqual(["Zoë"]);
    expect(await names(admin, "zo")).toEqual(["Zoltan", "Zoë"]);
    for (const who of [member, admin])
      for (const search of ["secretive", "mail", "example", "@secretive", "oltan"])
        expect(await names(who, search)).toEqual([]);
    const [status] = await refusalOf(member.members.people.query({ search: "x".repeat(101) }));
    expect(status).toBe(400);
  });

  test("come in pages without gaps, also those of one moment", async () => {
    const { store, clock, admin } = await setUp();
    for (let number = 0; number < 7; number += 1) await addUser(store, clock);
    const { items: all } = await admin.members.people.query({});
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; nextCursor: string | null } =
        await admin.members.people.query({ cursor, limit: 3 });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(new Set(paged).size).toBe(10);
  });

  test("findVisiblePeople gives those of some ids whom the caller sees", async () => {
    const { app, clock, member, stranger, admin, add } = await setUp();
    const erased = await add("Deleted", { erasedAt: clock.now() });
    const friend = await add("Friend");
    await addTicket(app.deps, { people: [member.id, friend] });
    const ids = [member.id, stranger.id, admin.id, friend, erased, "nobody"];
    const seenBy = async (userId: string, role: "User" | "Admin") => {
      const ctx = asMember(app.deps, { userId, role });
      const read = await findVisiblePeople(ctx.read, ids);
      expect(await ctx.write((tx) => findVisiblePeople(tx, ids))).toHaveLength(read.length);
      return read.map(({ id }) => id).toSorted();
    };
    expect(await seenBy(member.id, "User")).toEqual([member.id, admin.id, friend].toSorted());
    expect(await seenBy(stranger.id, "User")).toEqual([stranger.id, admin.id].toSorted());
    expect(await seenBy(admin.id, "Admin")).toEqual(
      [member.id, stranger.id, admin.id, friend].toSorted(),
    );
  });
});
