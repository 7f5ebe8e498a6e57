import { describe, expect, test } from "bun:test";
import { TICKET_PEOPLE_MAX, ticketValues } from "#shared/constants/tickets.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";

describe("[TICK-02] whoever opens a ticket", () => {
  test("is its creator and on it, and gets it back as it is", async () => {
    const { clock, member } = await appWithPeople();
    const now = clock.now().toISOString();
    const ticket = await member.tickets.create.mutate(TICKET);
    expect(ticket).toEqual({
      ...ticketValues(TICKET),
      id: expect.any(Number),
      status: "Open",
      createdAt: now,
      updatedAt: now,
      createdBy: member.id,
      waitsFor: "team",
      waitsSince: now,
      closedAt: null,
      solved: null,
      solvedWord: null,
      mergedInto: null,
      assignedUsers: [
        {
          id: member.id,
          firstName: "Ada",
          lastName: "Lynx",
          role: "User",
          zlgMember: { discordImgUrl: null, discordName: null },
        },
      ],
    });
    expect(await member.tickets.byId.query({ id: ticket.id })).toEqual(ticket);
  });

  test("is shown by the Discord account that they have now", async () => {
    const { store, clock, member } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    await store.write(async (tx) => {
      await tx.insert(store.tables.links).values({
        userId: member.id,
        platform: "discord",
        externalId: "1",
        name: "ada#1",
        imageUrl: "https://cdn.discordapp.com/a.webp",
        linkedAt: clock.now(),
      });
    });
    const { assignedUsers } = await member.tickets.byId.query({ id });
    expect(assignedUsers[0]?.zlgMember).toEqual({
      discordImgUrl: "https://cdn.discordapp.com/a.webp",
      discordName: "ada#1",
    });
  });

  test("can put Admins on it, who are told; it comes first itself", async () => {
    const { app, member, admin } = await appWithPeople();
    const heard = await hear(app.deps.store);
    const { id, assignedUsers } = await member.tickets.create.mutate({
      ...TICKET,
      assignedUserIds: [admin.id, member.id, admin.id],
    });
    expect(assignedUsers.map((one) => one.id)).toEqual([member.id, admin.id]);
    expect((await admin.notifications.list.query({})).items).toMatchObject([
      {
        kind: "assignment",
        ticketId: id,
        subject: `Ticket #${id} was assigned to you`,
        message: `You were added to “${TICKET.subject}”.`,
        isRead: false,
      },
    ]);
    expect((await member.notifications.list.query({})).items).toEqual([]);
    const events = await heard();
    expect(events).toContainEqual({
      type: "ticket.changed",
      ticketId: id,
      userIds: [member.id, admin.id],
    });
    expect(events).toContainEqual({ type: "notifications.changed", userIds: [admin.id] });
    expect((await member.tickets.history.query({ id })).map(({ act }) => act)).toEqual([
      "opened",
      "assigned",
    ]);
  });

  test("can put nobody on it whom they may not see; an Admin can put anyone", async () => {
    const { store, member, stranger, admin } = await appWithPeople();
    const unknown: [number, string] = [400, TICKETS.unknownPeople];
    for (const assignedUserIds of [[stranger.id], ["nobody"], [admin.id, stranger.id]])
      expect(await refusalOf(member.tickets.create.mutate({ ...TICKET, assignedUserIds }))).toEqual(
        unknown,
      );
    expect(await store.read.select().from(store.tables.tickets)).toEqual([]);
    const { assignedUsers } = await admin.tickets.create.mutate({
      ...TICKET,
      assignedUserIds: [stranger.id],
    });
    expect(assignedUsers.map(({ id }) => id)).toEqual([admin.id, stranger.id]);
  });

  test("[TICK-18] has room for twenty people, themself included", async () => {
    const { store, clock, admin } = await appWithPeople();
    const others: string[] = [];
    for (let at = 0; at < TICKET_PEOPLE_MAX; at += 1) others.push(await addUser(store, clock));
    const create = (assignedUserIds: string[]) =>
      admin.tickets.create.mutate({ ...TICKET, assignedUserIds });
    expect(TICKETS.tooManyPeople).toContain(` ${TICKET_PEOPLE_MAX} `);
    expect(await refusalOf(create(others))).toEqual([400, TICKETS.tooManyPeople]);
    const { assignedUsers } = await create(others.slice(1));
    expect(assignedUsers).toHaveLength(TICKET_PEOPLE_MAX);
  });
});

describe("a new ticket is refused", () => {
  test.each([
    ["subject", ""],
    ["subject", "   "],
    ["subject", "\u200b\u200d\u2060"],
    ["subject", "two\nlines"],
    ["subject", "NUL\0"],
    ["subject", "\u202egnol"],
    ["subject", "x".repeat(101)],
    ["description", ""],
    ["description", " \n\t"],
    ["description", "\u200b"],
    ["description", "a\0b"],
    ["description", "\u2066a"],
    ["description", "x".repeat(4001)],
    ["category", "Complaint"],
    ["game", ""],
    ["server", ""],
  ])("[TICK-10] for its %s %j, by name", async (field, value) => {
    const { member } = await appWithPeople();
    const [status, sentence] = await refusalOf(
      member.tickets.create.mutate({ ...TICKET, [field]: value }),
    );
    expect(status).toBe(400);
    expect(sentence).toStartWith(`${field}: `);
  });

  test("the hundredth and the 4,000th character are fine, and so are accents and emoji", async () => {
    const { member } = await appWithPeople();
    const fields = { subject: `Ünïcôdé 👩‍🚀 ${"x".repeat(86)}`, description: "y".repeat(4000) };
    expect(await member.tickets.create.mutate({ ...TICKET, ...fields })).toMatchObject(fields);
  });

  test("words that are too long to be looked up whole are found by their beginnings", async () => {
    const { member } = await appWithPeople();
    const long = "a".repeat(39);
    const subject = `${long}\u{20000} ${long}\u{2a700}`;
    const { id } = await member.tickets.create.mutate({ ...TICKET, subject });
    for (const search of [long, `${long}\u{2a700}`, subject]) {
      const { items } = await member.tickets.list.query({ status: "Open", search });
      expect(items.map((found) => found.id)).toEqual([id]);
    }
  });

  test("[TICK-09] where game and server are not among the options", async () => {
    const { member } = await appWithPeople();
    for (const [game, server] of [
      ["Ark:SE", "Nowhere"],
      ["Rust", "The Island"],
      ["Eco", "The Island"],
      ["ark-se", "The Island"],
      ["__proto__", "constructor"],
    ] as const)
      expect(await refusalOf(member.tickets.create.mutate({ ...TICKET, game, server }))).toEqual([
        400,
        TICKETS.unknownServer,
      ]);
  });

  test("[LIMIT-08] the eleventh within an hour, with the time to wait", async () => {
    const { app, clock, member, admin } = await appWithPeople();
    for (let at = 0; at < 10; at += 1) {
      await member.tickets.create.mutate(TICKET);
      clock.advance(60_000);
    }
    const eleventh = await member.ask("POST", "/api/tickets", TICKET);
    expect(eleventh.status).toBe(429);
    expect(await eleventh.json()).toMatchObject({ message: MESSAGES.tooManyAttempts });
    expect(eleventh.headers.get("retry-after")).toBe("3000");
    expect(await admin.tickets.create.mutate(TICKET)).toMatchObject({ status: "Open" });
    app.clock.advance(HOUR_MS);
    expect(await member.tickets.create.mutate(TICKET)).toMatchObject({ status: "Open" });
  });
});

describe("[TICK-08] the options", () => {
  test("are the configured servers by game, and the categories", async () => {
    const { member } = await appWithPeople();
    const { gamesWithServers, categories } = await member.tickets.options.query();
    expect(Object.keys(gamesWithServers)).toEqual([
      "Discord Issue",
      "Ark:SE",
      "Ark:SA",
      "Eco",
      "Minecraft",
      "Empyrion",
      "Palworld",
    ]);
    expect(gamesWithServers["Discord Issue"]).toEqual(["Lynxden Discord"]);
    expect(gamesWithServers["Ark:SE"]).toHaveLength(12);
    expect(gamesWithServers["Ark:SE"]?.[0]).toBe("The Island");
    expect(categories).toEqual(["Bug", "Shop Issue", "Connection Issue", "Other"]);
  });

  test("every one of them can be chosen", async () => {
    const { app } = await appWithPeople();
    const admin = await person(app, { role: "Admin" });
    const { gamesWithServers } = await admin.tickets.options.query();
    for (const [game, servers] of Object.entries(gamesWithServers)) {
      const server = servers.at(-1) ?? "";
      expect(await admin.tickets.create.mutate({ ...TICKET, game, server })).toMatchObject({
        game,
        server,
      });
    }
  });
});

describe("[API-09] an idempotency key", () => {
  test("opens one ticket, however often it is sent and at once", async () => {
    const { store, member, admin } = await appWithPeople();
    const input = { ...TICKET, assignedUserIds: [admin.id], idempotencyKey: "try-0001" };
    const answers = await Promise.all([
      member.tickets.create.mutate(input),
      member.tickets.create.mutate(input),
      member.tickets.create.mutate(input),
    ]);
    const again = await member.tickets.create.mutate(input);
    for (const answer of answers) expect(answer).toEqual(again);
    const other = member.tickets.create.mutate({ ...input, subject: "Another" });
    expect(await refusalOf(other)).toEqual([409, CALLS.usedOnceKey]);
    expect(await store.read.select().from(store.tables.tickets)).toHaveLength(1);
    expect((await admin.notifications.list.query({})).items).toHaveLength(1);
  });

  test("is each person's own, and what is refused leaves it free", async () => {
    const { member, admin } = await appWithPeople();
    const idempotencyKey = "try-0001";
    const refused = { ...TICKET, assignedUserIds: ["nobody"], idempotencyKey };
    await refusalOf(member.tickets.create.mutate(refused));
    const mine = await member.tickets.create.mutate({ ...TICKET, idempotencyKey });
    const other = await admin.tickets.create.mutate({ ...TICKET, idempotencyKey });
    expect(other.id).not.toBe(mine.id);
    const next = await member.tickets.create.mutate({ ...TICKET, idempotencyKey: "try-0002" });
    expect(next.id).not.toBe(mine.id);
  });
});
