import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { countTeamFactors } from "#server/modules/team/index.ts";
import { STEP_UP } from "#shared/account-messages.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { TEAM } from "#shared/team-messages.ts";
import { asSite } from "#tests/support/context.ts";
import { addApp } from "#tests/support/factors.ts";
import { appWithPeople, person, refusalOf, type TestPerson } from "#tests/support/people.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, admin } = world;
  const make = (name: string, permissions: Permission[]) =>
    admin.team.save.mutate({ name, permissions });
  /** A member who has exactly these permissions. */
  const helper = async (...permissions: Permission[]) => {
    const who = await person(app);
    const role = await make(crypto.randomUUID().slice(0, 20), permissions);
    await admin.team.give.mutate({ userId: who.id, roleId: role.id });
    return who;
  };
  const actions = async () => {
    const { audit } = store.tables;
    const rows = await store.read.select().from(audit).orderBy(audit.id);
    return rows.flatMap(({ action, subject }) =>
      action.startsWith("team.") ? [`${action} ${subject}`] : [],
    );
  };
  return { ...world, make, helper, actions };
};

const meOf = async (who: TestPerson) =>
  (await (await who.ask("GET", "/api/Auth/me")).json()) as CurrentUser;

describe("roles", () => {
  test("[TEAM-01] [TEAM-04] let somebody do more from their next request on, and less once they are taken", async () => {
    const { admin, member, actions } = await setUp();
    expect((await meOf(member)).permissions).toEqual([]);
    const gift = { userId: member.id, roleId: "moderator" };
    expect(await admin.team.give.mutate(gift)).toBe(TEAM.given);
    await admin.team.give.mutate(gift);
    expect(await meOf(member)).toMatchObject({
      role: "User",
      roles: ["User", "Moderator"],
      permissions: ["tickets", "strikes", "members"],
    });
    expect(await admin.team.take.mutate(gift)).toBe(TEAM.taken);
    await admin.team.take.mutate(gift);
    expect(await meOf(member)).toMatchObject({ roles: ["User"], permissions: [] });
    const { id: userId } = member;
    expect(await actions()).toEqual([`team.role_given ${userId}`, `team.role_taken ${userId}`]);
  });

  test("[ADMIN-01] of somebody who was made an Admin since go with that, and are no surprise later", async () => {
    const { app, admin, helper, actions } = await setUp();
    const who = await helper("tickets", "bridge");
    await admin.administration.promote.mutate({ id: who.id });
    await admin.administration.demote.mutate({ id: who.id });
    expect(await meOf(await person(app, who.id))).toMatchObject({
      roles: ["User"],
      permissions: [],
    });
    expect((await admin.team.rolesOf.query({ id: who.id })).roles).toEqual([]);
    expect((await actions()).at(-1)).toBe(`team.role_taken ${who.id}`);
  });

  test("[TEAM-02] of the community's own have a name, change and end with all who have them", async () => {
    const { admin, member, make } = await setUp();
    const role = await make("Night shift", ["audit", "tickets"]);
    expect(role).toMatchObject({ permissions: ["tickets", "audit"], isBuiltIn: false, members: 0 });
    await admin.team.give.mutate({ userId: member.id, roleId: role.id });
    const changed = await admin.team.save.mutate({
      ...role,
      name: "Day shift",
      permissions: ["points"],
    });
    expect(changed).toMatchObject({ name: "Day shift", members: 1, revision: 2 });
    expect(await meOf(member)).toMatchObject({
      roles: ["User", "Day shift"],
      permissions: ["points"],
    });
    const { id, revision } = changed;
    expect(await refusalOf(admin.team.remove.mutate({ id, revision: role.revision }))).toEqual([
      409,
      TEAM.changedMeanwhile,
    ]);
    expect(await admin.team.remove.mutate({ id, revision })).toBe(TEAM.removed);
    expect(await meOf(member)).toMatchObject({ roles: ["User"], permissions: [] });
    expect((await admin.team.roles.query()).map(({ name }) => name)).toEqual([
      "Moderator",
      "Shopkeeper",
      "Editor",
    ]);
  });

  test("have names that no other has, and the built-in ones stay as they are", async () => {
    const { admin, make } = await setUp();
    await make("Helper", []);
    for (const name of ["helper", "Admin", "USER", "Moderator", "Ｈｅｌｐｅｒ"])
      expect(await refusalOf(make(name, []))).toEqual([400, TEAM.nameTaken]);
    const builtIn = { id: "editor", revision: 0 };
    const change = admin.team.save.mutate({ ...builtIn, name: "Writer", permissions: [] });
    expect(await refusalOf(change)).toEqual([409, TEAM.builtIn]);
    expect(await refusalOf(admin.team.remove.mutate(builtIn))).toEqual([409, TEAM.builtIn]);
  });

  test("[TEAM-03] nobody gives, changes or takes what they do not have", async () => {
    const { admin, member, helper, make } = await setUp();
    const lead = await helper("roles", "tickets");
    const strong = await make("Strong", ["tickets", "points"]);
    const beyond: [number, string] = [403, TEAM.beyondOwn];
    const { id: userId } = member;
    const save = (given: Parameters<typeof lead.team.save.mutate>[0]) =>
      refusalOf(lead.team.save.mutate(given));
    expect(await save({ name: "Mine", permissions: ["points"] })).toEqual(beyond);
    expect(await save({ ...strong, permissions: ["tickets"] })).toEqual(beyond);
    const gift = { userId, roleId: strong.id };
    expect(await refusalOf(lead.team.give.mutate(gift))).toEqual(beyond);
    await admin.team.give.mutate(gift);
    expect(await refusalOf(lead.team.take.mutate(gift))).toEqual(beyond);
    const { id, revision } = strong;
    expect(await refusalOf(lead.team.remove.mutate({ id, revision }))).toEqual(beyond);
    const weak = await lead.team.save.mutate({ name: "Weak", permissions: ["tickets"] });
    expect(await lead.team.give.mutate({ userId, roleId: weak.id })).toBe(TEAM.given);
    expect(await refusalOf(lead.administration.promote.mutate({ id: userId }))).toEqual([
      403,
      MESSAGES.accessDenied,
    ]);
  });

  test("are for accounts that can be used, and for no Admin", async () => {
    const { app, admin, member } = await setUp();
    const unverified = await person(app, { verifiedAt: null });
    await admin.administration.deactivate.mutate({ id: member.id });
    for (const [userId, sentence] of [
      [unverified.id, TEAM.notInUse],
      [member.id, TEAM.notInUse],
      ["nobody", TEAM.notInUse],
      [admin.id, TEAM.isAdmin],
    ] as const)
      expect(await refusalOf(admin.team.give.mutate({ userId, roleId: "editor" }))).toEqual([
        409,
        sentence,
      ]);
    const unknown = admin.team.give.mutate({ userId: admin.id, roleId: "unknown" });
    expect(await refusalOf(unknown)).toEqual([404, TEAM.unknownRole]);
  });

  test("[TEAM-05] whoever may not make bridge keys any more loses theirs", async () => {
    const { admin, helper, store } = await setUp();
    const maker = await helper("bridge");
    const { bridgeKeys } = store.tables;
    await maker.bridge.makeKey.mutate({ name: "Island", scopes: ["points:read"], games: ["eco"] });
    const { roles } = await admin.team.rolesOf.query({ id: maker.id });
    const [role] = roles;
    await admin.team.take.mutate({ userId: maker.id, roleId: role?.id ?? "" });
    const isTheirs = eq(bridgeKeys.createdBy, maker.id);
    const [key] = await store.read.select().from(bridgeKeys).where(isTheirs);
    expect(key?.revokedAt).not.toBeNull();
  });

  test("[TEAM-05] but for the keys for which whoever takes the role vouches; nobody keeps their own", async () => {
    const { admin, helper, store } = await setUp();
    const maker = await helper("bridge", "roles");
    const key = { scopes: ["points:read" as const], games: ["eco"] };
    const kept = await maker.bridge.makeKey.mutate({ name: "Island", ...key });
    await maker.bridge.makeKey.mutate({ name: "Cave", ...key });
    const { roles } = await admin.team.rolesOf.query({ id: maker.id });
    const taken = { userId: maker.id, roleId: roles[0]?.id ?? "" };
    await admin.team.take.mutate({ ...taken, keptKeyIds: [kept.id] });
    const { bridgeKeys } = store.tables;
    const isTheirs = eq(bridgeKeys.createdBy, maker.id);
    const standing = async () =>
      (await store.read.select().from(bridgeKeys).where(isTheirs))
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ name }) => name);
    expect(await standing()).toEqual(["Island"]);

    await admin.team.give.mutate(taken);
    await maker.team.take.mutate({ ...taken, keptKeyIds: [kept.id] });
    expect(await standing()).toEqual([]);
  });

  test("[FACTOR-11] the list and Health say who of the team has no second factor", async () => {
    const { app, admin, helper } = await setUp();
    const [secured, other] = [await helper("tickets"), await helper("site")];
    await addApp(app.deps, secured.id);
    const { items } = await admin.team.members.query({});
    const stateOf = (id: string) => items.find((one) => one.id === id)?.hasSecondFactor;
    expect([stateOf(secured.id), stateOf(other.id), stateOf(admin.id)]).toEqual([
      true,
      false,
      false,
    ]);
    const counted = await countTeamFactors(asSite(app.deps).read);
    expect(counted).toEqual({ people: items.length, without: items.length - 1 });
  });

  test("[TEAM-03] are given by who has just proven who they are", async () => {
    const { admin, clock, member } = await setUp();
    clock.advance(11 * 60_000);
    const gift = admin.team.give.mutate({ userId: member.id, roleId: "editor" });
    expect(await refusalOf(gift)).toEqual([403, STEP_UP.asked]);
  });

  test("the team is listed with its roles, and those of one role alone", async () => {
    const { admin, member } = await setUp();
    await admin.team.give.mutate({ userId: member.id, roleId: "editor" });
    const { items } = await admin.team.members.query({ roleId: "editor" });
    expect(items).toMatchObject([
      { id: member.id, isAdmin: false, roles: [{ name: "Editor" }], permissions: ["site"] },
    ]);
    const all = await admin.team.members.query({});
    expect(all.items.map(({ id }) => id)).toContain(admin.id);
    expect(all.items.map(({ id }) => id)).toContain(member.id);
  });
});
