import { describe, expect, test } from "bun:test";
import { asc, inArray } from "drizzle-orm";
import { AUDIT_READS } from "#shared/constants/audit.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { withoutStepUp } from "#tests/support/app.ts";
import { bridgedDen, STEAM_ID } from "#tests/support/bridge.ts";
import { appWithPeople, TICKET } from "#tests/support/people.ts";

const setUp = async () => {
  const world = await appWithPeople({ adjust: withoutStepUp });
  const { store } = world;
  const { audit } = store.tables;
  const ticket = await world.member.tickets.create.mutate(TICKET);
  return {
    ...world,
    ticket,
    /** Who has read what of whom. */
    reads: async () =>
      (
        await store.read
          .select()
          .from(audit)
          .where(inArray(audit.action, [...AUDIT_READS]))
          .orderBy(asc(audit.id))
      ).map(({ action, actorId, subject, after }) => ({ action, actorId, subject, after })),
  };
};

type World = Awaited<ReturnType<typeof setUp>>;
type Read = { action: string; subject: string | null; after: unknown };

describe("an Admin cannot, unnoticed,", () => {
  const READS: Readonly<
    Record<string, (world: World) => { read: () => Promise<unknown>; noted: Read }>
  > = {
    "look through the members": ({ admin }) => ({
      read: () => admin.administration.users.query({ search: "Ada Lynx", role: "User" }),
      noted: { action: "members.listed", subject: null, after: { filters: "role search" } },
    }),
    "take all members away": ({ admin }) => ({
      read: () => admin.ask("GET", "/api/auth/all-user-data"),
      noted: { action: "members.exported", subject: null, after: {} },
    }),
    "look at everybody's names": ({ admin }) => ({
      read: () => admin.ask("GET", "/api/userprofile/all"),
      noted: { action: "members.listed", subject: null, after: { filters: "names" } },
    }),
    "look at everybody's addresses": ({ admin }) => ({
      read: () => admin.ask("GET", "/api/Notification/GetAllUsersAndId?search=Ada"),
      noted: { action: "members.listed", subject: null, after: { filters: "recipients" } },
    }),
    "look for somebody": ({ admin }) => ({
      read: () => admin.administration.find.query({ text: "Ada Lynx" }),
      noted: { action: "members.listed", subject: null, after: { filters: "search" } },
    }),
    "look one member up": ({ admin, member }) => ({
      read: () => admin.administration.member.query({ id: member.id }),
      noted: { action: "member.read", subject: member.id, after: null },
    }),
    "read somebody's statement": ({ admin, member }) => ({
      read: () => admin.ask("GET", `/api/userprofile/points?userId=${member.id}`),
      noted: { action: "statement.read", subject: member.id, after: null },
    }),
    "export somebody's statement": ({ admin, member }) => ({
      read: () => admin.ask("GET", `/api/userprofile/points.csv?userId=${member.id}`),
      noted: { action: "statement.exported", subject: member.id, after: null },
    }),
    "look through everybody's tickets": ({ admin }) => ({
      read: () => admin.tickets.list.query({ status: "Open", search: "mesh" }),
      noted: {
        action: "tickets.listed",
        subject: null,
        after: { status: "Open", filters: "search" },
      },
    }),
    "read somebody's ticket, its thread or its history": ({ admin, member, ticket: { id } }) => ({
      read: async () => {
        await admin.messages.list.query({ ticketId: id });
        await admin.tickets.byId.query({ id });
        await admin.tickets.history.query({ id });
      },
      noted: { action: "ticket.read", subject: member.id, after: { ticketId: id } },
    }),
    "look through everybody's orders": ({ admin, member }) => ({
      read: () => admin.orders.all.query({ userId: member.id, state: "paid" }),
      noted: { action: "orders.listed", subject: member.id, after: { filters: "state" } },
    }),
    "look through what the shop has told of everybody's payments": ({ admin }) => ({
      read: () => admin.orders.events.query({ state: "done" }),
      noted: { action: "shop_events.listed", subject: null, after: { filters: "state" } },
    }),
    "look through what is open about everybody's orders": ({ admin }) => ({
      read: () => admin.orders.flags.query({}),
      noted: { action: "shop_flags.listed", subject: null, after: null },
    }),
    "read the audit": ({ admin, member }) => ({
      read: () => admin.administration.audit.query({ subject: member.id }),
      noted: { action: "audit.read", subject: null, after: { filters: "subject" } },
    }),
  };
  for (const [name, readOf] of Object.entries(READS))
    test(`${name}; once an hour it is written down, without what was searched for`, async () => {
      const world = await setUp();
      const { admin, clock, reads } = world;
      const { read, noted } = readOf(world);
      const entry = { ...noted, actorId: admin.id };
      await read();
      await read();
      expect(await reads()).toEqual([entry]);
      clock.advance(HOUR_MS + 1);
      await read();
      expect(await reads()).toEqual([entry, entry]);
    });
});

describe("reading is not written down", () => {
  test("of what is one's own, nor of what a member may see, nor of what was refused", async () => {
    const { admin, member, stranger, ticket, reads } = await setUp();
    const own = await admin.tickets.create.mutate(TICKET);
    await admin.tickets.byId.query({ id: own.id });
    await admin.ask("GET", "/api/userprofile/points");
    await admin.tickets.list.query({ status: "Open", isMine: true });
    for (const person of [member, stranger]) {
      await person.tickets.list.query({ status: "Open" });
      await person.ask("GET", "/api/userprofile/all");
      await person.ask("GET", "/api/userprofile/points.csv");
      await person.ask("GET", `/api/userprofile/points?userId=${admin.id}`);
      await person.ask("GET", "/api/auth/all-user-data");
    }
    await member.tickets.byId.query({ id: ticket.id });
    await admin.ask("GET", "/api/userprofile/points?userId=nobody");
    expect(await reads()).toEqual([]);
    // Whoever is on a ticket works on it.
    await admin.tickets.assign.mutate({ id: ticket.id });
    await admin.messages.list.query({ ticketId: ticket.id });
    expect(await reads()).toEqual([]);
  });

  test("where Admins look at the audit, unless they ask for it", async () => {
    const { admin, member } = await setUp();
    await admin.administration.users.query({});
    await admin.administration.promote.mutate({ id: member.id });
    const actions = async (query: Parameters<typeof admin.administration.audit.query>[0]) =>
      (await admin.administration.audit.query(query)).items.map(({ action }) => action);
    expect(await actions({})).toEqual(["account.promoted"]);
    expect(await actions({ action: "members.listed" })).toEqual(["members.listed"]);
    expect(await actions({ reads: true })).toContain("members.listed");
  });
});

describe("whoever does something cannot hide", () => {
  test("from where: the entry names network, browser and request, by which it is found", async () => {
    const { app, admin, member } = await setUp();
    const answered = await app.fetch(
      new Request(new URL("/api/Auth/login", app.deps.config.publicUrl), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent":
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
        },
        body: JSON.stringify({ email: "nobody@example.test", password: "Lynx!2026demo" }),
      }),
      { requestIP: () => ({ address: "203.0.113.77" }) },
    );
    expect(answered.status).toBe(401);
    const requestId = answered.headers.get("x-request-id") ?? "";
    await admin.administration.promote.mutate({ id: member.id });
    const { items } = await admin.administration.audit.query({ requestId });
    expect(items).toMatchObject([
      {
        action: "session.refused",
        network: "203.0.113.0/24",
        browser: "Firefox on Windows",
        requestId,
        position: null,
      },
    ]);
  });
});

/** As Tebex names one. */
const BASKET = "4821-0a1b2c3d4e5f60718293a4b5c6d7e8f901234567";

describe("the request log names nobody", () => {
  test("who is a player, a member or an address", async () => {
    const { app, plugin, admin, member } = await bridgedDen();
    app.lines.length = 0;
    const uuid = "069a79f4-44e9-4726-a5be-fca90e38aaf5";
    await plugin.call("GET", `/players/steam/${STEAM_ID}`);
    await plugin.call("GET", `/players/steam/${STEAM_ID}/balance`);
    await plugin.call("GET", `/players/steam/${STEAM_ID.replace("7", "%37")}`);
    await plugin.call("GET", `/players/${STEAM_ID}`);
    await plugin.call("GET", `/players/minecraft/.Lynx_of_Bedrock`);
    await plugin.call("GET", `/players/minecraft/${uuid}/${uuid}`);
    for (const path of [
      `/API/Bridge/Players/Steam/${STEAM_ID}`,
      `/bridge/v2/${STEAM_ID}`,
      `/api/nothing/${uuid.replaceAll("-", "")}`,
      `/api/nothing/ada@example.test`,
      `/api/nothing/ada%40example.test`,
      `/api/bridge/bans/minecraft/Steve99`,
      `/api/bridge/nothing/Steve99`,
      `/bridge/bans/minecraft/Steve99`,
      `/api//bridge/Steve99`,
      `/api/tebex/basket/${BASKET}`,
      `/tebex/basket/${BASKET}`,
      `/api/trpc/servers.summary,steve99.made?batch=1`,
    ])
      await app.request(path);
    await admin.administration.users.query({ search: "ada@example.test" });
    await admin.ask("POST", `/api/userprofile/promote/${member.id}`);
    const logged = JSON.stringify(app.lines);
    for (const secret of [
      STEAM_ID,
      "%37",
      "Bedrock",
      uuid,
      "ada@",
      "ada%40",
      member.id,
      "teve99",
      BASKET,
    ])
      expect(logged).not.toContain(secret);
    const paths = app.lines.map(({ path }) => path);
    for (const path of [
      "/api/bridge/players/{platform}/{playerId}",
      "/api/bridge/bans/{platform}/{playerId}",
      "/api/*",
      "/bridge/*",
      "/tebex/basket/{id}",
      "/api/trpc/servers.summary,*",
    ])
      expect(paths).toContain(path);
  });
});
