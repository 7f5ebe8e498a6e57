import { describe, expect, test } from "bun:test";
import { grantTier } from "#server/modules/orders/index.ts";
import { creditPoints } from "#server/modules/points/index.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type AdminUser, adminUser } from "#shared/schemas/administration.ts";
import { addUser } from "#tests/support/accounts.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";
import { addLink } from "#tests/support/platform-links.ts";

type Query = Parameters<
  Awaited<ReturnType<typeof appWithPeople>>["admin"]["administration"]["users"]["query"]
>[0];

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, clock, admin } = world;
  /** Adds somebody who is newer than all before. */
  const add = (firstName: string, given: object = {}) => {
    clock.advance(1);
    const email = `${firstName.toLowerCase()}@secret.example`;
    return addUser(store, clock, { firstName, lastName: "Hopper", email, ...given });
  };
  const link = (userId: string, platform: Platform, account = {}) =>
    addLink(app.deps, userId, platform, account);
  const grant = (userId: string, tier: string, until = "2026-12-01T12:00:00Z") =>
    grantTier(asSite(app.deps), { userId, tier, until: new Date(until) });
  /** Asked by a browser that has just signed in: the one of before may have been away too long. */
  const list = async (query: Query = {}) => {
    const { administration } = await person(app, admin.id);
    return (await administration.users.query(query)).items;
  };
  const names = async (query: Query = {}) =>
    (await list(query)).map(({ profile }) => profile.firstName);
  return { ...world, add, link, grant, list, names };
};

describe("[ADMIN-04] the members, as Admins see them", () => {
  test("are told whole: names, address, links, points and tier", async () => {
    const { app, clock, admin, member, add, link, grant, list } = await setUp();
    const id = await add("Grace", { email: "Grace@Example.test" });
    await link(id, "discord", { externalId: "80351110224678912", name: "grace#1", imageUrl: "/d" });
    await link(id, "steam", { externalId: "76561198000000001", name: "gracey", imageUrl: "/s" });
    await link(id, "minecraft", { externalId: "069a79f444e94726", name: "Gr4ce", imageUrl: "/m" });
    await link(id, "epic", { externalId: "e0".repeat(16), name: "Grace of Epic" });
    const credit = { userId: id, kind: "admin", reason: "A gift", actorId: null } as const;
    await creditPoints(asSite(app.deps), { ...credit, delta: 700, reference: "one" });
    await creditPoints(asSite(app.deps), { ...credit, delta: -50, reference: "two" });
    await grant(id, "Gold");
    await grant(id, "Diamond", "2026-05-01T12:00:00Z");
    const grace: AdminUser = {
      id,
      email: "Grace@Example.test",
      role: "User",
      verified: true,
      waiting: false,
      active: true,
      deactivatedBy: null,
      createdAt: clock.now().toISOString(),
      profile: { firstName: "Grace", lastName: "Hopper" },
      zlgMember: {
        userProfileId: id,
        discordId: "80351110224678912",
        discordName: "grace#1",
        discordImgUrl: "/d",
        steamId: "76561198000000001",
        steamName: "gracey",
        steamImgUrl: "/s",
        minecraftUuid: "069a79f444e94726",
        minecraftUsername: "Gr4ce",
        minecraftAvatarUrl: "/m",
        eosId: "e0".repeat(16),
        epicName: "Grace of Epic",
        points: 650,
        timedPermissionGroups: "Diamond:2026-05-01",
      },
    };
    const [first, ...others] = await list();
    expect(first).toEqual(grace);
    expect(others.find((one) => one.id === member.id)?.zlgMember).toMatchObject({
      discordId: null,
      steamId: null,
      minecraftUuid: null,
      eosId: null,
      points: 0,
      timedPermissionGroups: "Standard:",
    });
    const response = await admin.ask("GET", "/api/Auth/All-User-Data");
    expect(response.status).toBe(200);
    const reply = (await response.json()) as unknown[];
    expect(reply[0]).toEqual(grace);
    for (const one of reply) adminUser.parse(one);
  });

  test("come the newest first, Admins after all others, the erased not at all", async () => {
    const { clock, add, names } = await setUp();
    await add("Boss", { role: "Admin" });
    await add("Grace");
    await add("Gone", { erasedAt: clock.now(), deactivatedAt: clock.now() });
    await add("Closed", { deactivatedAt: clock.now(), deactivatedBy: "owner" });
    const all = await names();
    expect(all.slice(0, 2)).toEqual(["Closed", "Grace"]);
    expect(all.slice(2, 4).toSorted()).toEqual(["Ada", "Stray"]);
    expect(all.slice(4)).toEqual(["Boss", "Root"]);
  });

  test("come in pages without gaps, over the border between the two halves", async () => {
    const { store, clock, admin, list } = await setUp();
    for (let number = 0; number < 7; number += 1)
      await addUser(store, clock, { role: number % 2 === 0 ? "Admin" : "User" });
    const all = (await list()).map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; nextCursor: string | null } =
        await admin.administration.users.query({ cursor, limit: 3 });
      expect(page.items.length).toBeGreaterThan(0);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBe(10);
    const rest = await admin.ask("GET", "/api/auth/all-user-data?limit=4");
    const next = /<([^>]+)>; rel="next"/.exec(rest.headers.get("link") ?? "")?.[1] ?? "";
    const second = (await (await admin.ask("GET", next)).json()) as { id: string }[];
    expect(second.map(({ id }) => id)).toEqual(all.slice(4, 8));
  });

  test("a cursor of another list is 400, and so is a filter that is none", async () => {
    const { admin } = await setUp();
    const other = Buffer.from(JSON.stringify([1])).toString("base64url");
    for (const cursor of ["x", other])
      expect((await refusalOf(admin.administration.users.query({ cursor })))[0]).toBe(400);
    for (const query of ["tier=Bronze", "link=xbox", "role=Owner", "state=asleep", "limit=0"])
      expect((await admin.ask("GET", `/api/auth/all-user-data?${query}`)).status).toBe(400);
  });

  test("are for Admins alone", async () => {
    const { app, member, stranger } = await setUp();
    for (const who of [member, stranger]) {
      expect(await refusalOf(who.administration.users.query({}))).toEqual([
        403,
        MESSAGES.accessDenied,
      ]);
      const response = await who.ask("GET", "/api/auth/all-user-data");
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain("@");
    }
    expect((await app.request("/api/auth/all-user-data")).status).toBe(401);
  });

  test("take as many questions for a hundred as for one", async () => {
    const { store, clock, app, list, grant } = await setUp();
    const { read } = store;
    let asked = 0;
    const select = read.select.bind(read);
    Object.assign(read, {
      select: (...given: Parameters<typeof select>) => {
        asked += 1;
        return select(...given);
      },
    });
    const count = async (limit: number) => {
      asked = 0;
      expect(await list({ limit })).toHaveLength(limit);
      return asked;
    };
    for (let number = 0; number < 100; number += 1) {
      const id = await addUser(store, clock);
      await addLink(app.deps, id, "steam");
      await grant(id, "Gold");
    }
    const one = await count(1);
    expect(one).toBeGreaterThan(2);
    expect(await count(100)).toBe(one);
  });
});

describe("[ADMIN-05] the search of members", () => {
  test("finds by Discord, Steam, Minecraft and Epic names, by names and address, and by ids", async () => {
    const { add, link, names } = await setUp();
    const id = await add("Grace", { email: "hop.per@mail.example" });
    await link(id, "discord", { externalId: "80351110224678912", name: "Zoë of the Den" });
    await link(id, "steam", { externalId: "76561198000000001", name: "xX_Sniper_Xx" });
    await link(id, "minecraft", { externalId: "069a79f4-44e9-4726", name: "Notch" });
    await link(id, "epic", { externalId: "e0".repeat(16), name: "ÉPIQUE" });
    const searches = [
      "zoe",
      "ZOË den",
      "sniper",
      "xx",
      "notch",
      "epique",
      "Grace",
      "hopper",
      "hop",
    ];
    searches.push("hop.per@mail.example", "80351110224678912", "765611980", "069a79f4-44e9-4726");
    searches.push("grace notch", "mail sniper");
    for (const search of searches)
      expect([search, await names({ search })]).toEqual([search, ["Grace"]]);
    for (const search of ["niper", "grace nobody", "0351110", "sniper-y"])
      expect([search, await names({ search })]).toEqual([search, []]);
    expect(await names({ search: "  " })).toHaveLength(4);
    for (const search of ["?!", "--", "🐾"]) expect(await names({ search })).toEqual([]);
  });

  test("shows members neither the address nor the links of others", async () => {
    const { member, admin, link, store } = await setUp();
    await link(admin.id, "steam", { name: "Steamy" });
    const { userSearchTerms } = store.tables;
    const words = (await store.read.select().from(userSearchTerms)).filter(
      ({ userId }) => userId === admin.id,
    );
    expect(words.map(({ term }) => term)).toContain("#steamy");
    for (const search of ["steamy", "#steamy", "example", "@example"])
      expect((await member.members.people.query({ search })).items).toEqual([]);
    expect((await member.members.people.query({ search: "root" })).items).toHaveLength(1);
    expect((await admin.notifications.targets.query({ search: "steamy" })).items).toEqual([]);
  });
});

describe("[ADMIN-05] the filters of members", () => {
  test("by tier: the highest that runs; Standard is none", async () => {
    const { clock, add, grant, names } = await setUp();
    await grant(await add("Golden"), "Gold");
    const rich = await add("Rich");
    await grant(rich, "Gold");
    await grant(rich, "Diamond", "2026-04-01T00:00:00Z");
    await grant(await add("Former"), "Vibranium", "2026-03-02T00:00:00Z");
    clock.set("2026-03-02T00:00:00.000Z");
    expect(await names({ tier: "Gold" })).toEqual(["Golden"]);
    expect(await names({ tier: "Diamond" })).toEqual(["Rich"]);
    expect(await names({ tier: "Vibranium" })).toEqual([]);
    expect((await names({ tier: "Standard" })).toSorted()).toEqual(
      ["Ada", "Former", "Root", "Stray"].toSorted(),
    );
    clock.set("2026-04-01T00:00:00.000Z");
    expect(await names({ tier: "Gold" })).toEqual(["Rich", "Golden"]);
  });

  test("by link, by role, by state, and by several at once", async () => {
    const { clock, add, link, names } = await setUp();
    const grace = await add("Grace");
    await link(grace, "steam", { name: "gracey" });
    await link(await add("Boss", { role: "Admin" }), "steam", { name: "boss" });
    await link(await add("Epicurus"), "epic");
    const at = clock.now();
    await add("Banned", { deactivatedAt: at, deactivatedBy: "admin" });
    await add("Left", { deactivatedAt: at, deactivatedBy: "owner", verifiedAt: null });
    await add("Gone", { deactivatedAt: at, deactivatedBy: "owner", erasedAt: at });
    await add("New", { verifiedAt: null });
    expect(await names({ link: "steam" })).toEqual(["Grace", "Boss"]);
    expect(await names({ link: "epic" })).toEqual(["Epicurus"]);
    expect(await names({ link: "minecraft" })).toEqual([]);
    expect(await names({ role: "Admin" })).toEqual(["Boss", "Root"]);
    expect(await names({ state: "deactivated" })).toEqual(["Left", "Banned"]);
    expect(await names({ state: "unverified" })).toEqual(["New"]);
    expect((await names({ state: "active" })).toSorted()).toEqual(
      ["Ada", "Stray", "Root", "Boss", "Grace", "Epicurus"].toSorted(),
    );
    expect(await names({ link: "steam", role: "Admin", state: "active" })).toEqual(["Boss"]);
    expect(await names({ link: "steam", search: "hopper gra" })).toEqual(["Grace"]);
    expect(await names({ link: "steam", tier: "Standard", search: "bo" })).toEqual(["Boss"]);
  });

  test("by the day on which they joined, where the community is", async () => {
    const { clock, add, names } = await setUp();
    clock.set("2026-05-11T04:59:59Z");
    await add("Sunday");
    clock.set("2026-05-11T05:00:00Z");
    await add("Monday");
    expect(await names({ joinedFrom: "2026-05-11" })).toEqual(["Monday"]);
    expect(await names({ joinedFrom: "2026-05-10" })).toEqual(["Monday", "Sunday"]);
    expect(await names({ joinedFrom: "2026-05-12" })).toEqual([]);
  });

  test("find the same among many who have it as among few", async () => {
    const { store, clock, app, admin, names, grant } = await setUp();
    const { users, links, memberships } = store.tables;
    const ids = Array.from({ length: 300 }, (_, index) => `many-${String(index).padStart(3, "0")}`);
    const at = clock.now();
    const person = {
      role: "User",
      lastName: "Many",
      allowMarketing: false,
      createdAt: at,
    } as const;
    const closed = { deactivatedAt: at, deactivatedBy: "admin" } as const;
    await store.write(async (tx) => {
      await tx
        .insert(users)
        .values(ids.map((id) => ({ ...person, ...closed, id, firstName: id, verifiedAt: at })));
      await tx.insert(links).values(
        ids.map((userId) => ({
          userId,
          platform: "steam" as const,
          externalId: userId,
          name: userId,
          linkedAt: at,
        })),
      );
      const endsAt = new Date("2026-12-01T00:00:00Z");
      await tx
        .insert(memberships)
        .values(ids.map((userId) => ({ userId, tier: "Gold" as const, endsAt })));
    });
    await grant(ids[299] ?? "", "Diamond");
    await addLink(app.deps, admin.id, "steam");
    expect(await names({ tier: "Gold", limit: 2 })).toEqual(["many-298", "many-297"]);
    expect(await names({ tier: "Diamond" })).toEqual(["many-299"]);
    expect(await names({ state: "deactivated", limit: 2 })).toEqual(["many-299", "many-298"]);
    expect(await names({ link: "steam", state: "active" })).toEqual(["Root"]);
    expect(await names({ link: "steam", tier: "Gold", limit: 1 })).toEqual(["many-298"]);
  });
});
