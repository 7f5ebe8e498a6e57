import { describe, expect, test } from "bun:test";
import { searchTermsOf } from "#server/store/search-terms.ts";
import { TICKET_STATUSES } from "#shared/constants/tickets.ts";
import { appWithPeople, refusalOf, TICKET, type TestPerson } from "#tests/support/people.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";
import { addTicket } from "#tests/support/tickets.ts";

type Asked = Partial<Parameters<TestPerson["tickets"]["list"]["query"]>[0]>;

const subjects = async (who: TestPerson, asked: Asked = {}) => {
  const { items } = await who.tickets.list.query({ status: "Open", ...asked });
  return items.map(({ subject }) => subject);
};

/** Three tickets of the member's and one of the stranger's, which an Admin shares. */
const setUp = async () => {
  const world = await appWithPeople();
  const { member, stranger, admin } = world;
  for (const [subject, game, server, category] of [
    ["Crème brûlée recipe is broken", "Minecraft", "", "Bug"],
    ["Server CRASHES after the update", "Ark:SE", "The Island", "Bug"],
    ["Cannot connect to the server", "Ark:SE", "Ragnarok", "Connection Issue"],
  ] as const) {
    const { gamesWithServers } = await member.tickets.options.query();
    const known = server === "" ? (gamesWithServers[game]?.[0] ?? "") : server;
    await member.tickets.create.mutate({ ...TICKET, subject, game, server: known, category });
  }
  await stranger.tickets.create.mutate({
    ...TICKET,
    subject: "Shop server is down",
    category: "Shop Issue",
    assignedUserIds: [admin.id],
  });
  return world;
};

describe("[TICK-11] the list", () => {
  test("is of those that a member is on, newest first; an Admin's of all", async () => {
    const { member, stranger, admin } = await setUp();
    const mine = [
      "Cannot connect to the server",
      "Server CRASHES after the update",
      "Crème brûlée recipe is broken",
    ];
    expect(await subjects(member)).toEqual(mine);
    expect(await subjects(member, { isMine: false })).toEqual(mine);
    expect(await subjects(stranger)).toEqual(["Shop server is down"]);
    expect(await subjects(admin)).toEqual(["Shop server is down", ...mine]);
    expect(await subjects(admin, { isMine: true })).toEqual(["Shop server is down"]);
    expect(await subjects(member, { status: "closed" })).toEqual([]);
    expect([await member.tickets.counts.query(), await admin.tickets.counts.query()]).toEqual([
      { open: 3 },
      { open: 4 },
    ]);
  });

  test("shows each ticket as it is on its own, with everyone on it", async () => {
    const { stranger, admin } = await setUp();
    const [ticket] = (await stranger.tickets.list.query({ status: "Open" })).items;
    expect(ticket?.assignedUsers.map(({ id }) => id)).toEqual([stranger.id, admin.id]);
    const alone = await stranger.tickets.byId.query({ id: ticket?.id ?? 0 });
    expect({ ...alone, isUnread: false }).toEqual(ticket as NonNullable<typeof ticket>);
  });

  test("can be narrowed by game and category, together too", async () => {
    const { member, admin } = await setUp();
    const ark = ["Cannot connect to the server", "Server CRASHES after the update"];
    expect(await subjects(member, { game: "Ark:SE" })).toEqual(ark);
    expect(await subjects(member, { category: "Bug" })).toEqual([
      "Server CRASHES after the update",
      "Crème brûlée recipe is broken",
    ]);
    expect(await subjects(member, { game: "Ark:SE", category: "Bug" })).toEqual([ark[1] ?? ""]);
    expect(await subjects(member, { game: "Rust" })).toEqual([]);
    expect(await subjects(admin, { category: "Shop Issue" })).toEqual(["Shop server is down"]);
    expect(await subjects(admin, { game: "Ark:SE", search: "down" })).toEqual([
      "Shop server is down",
    ]);
  });

  test.each([
    ["crash", ["Server CRASHES after the update"]],
    ["creme BRULEE", ["Crème brûlée recipe is broken"]],
    ["crème", ["Crème brûlée recipe is broken"]],
    ["server", ["Cannot connect to the server", "Server CRASHES after the update"]],
    ["serv upd", ["Server CRASHES after the update"]],
    ["ashes", []],
    ["server nothing", []],
    ["  cannot,  CONNECT! ", ["Cannot connect to the server"]],
  ])("is searched by the beginnings of words: %j", async (search, found) => {
    const { member } = await setUp();
    expect(await subjects(member, { search })).toEqual(found);
  });

  test("finds for an Admin what everybody wrote, for a member their own", async () => {
    const { stranger, admin } = await setUp();
    expect(await subjects(admin, { search: "server" })).toHaveLength(3);
    expect(await subjects(admin, { search: "server", isMine: true })).toHaveLength(1);
    expect(await subjects(stranger, { search: "crash" })).toEqual([]);
  });

  test.each(["%", "_", "'", '"', "\\", "*", "?", "';--", "[^]", "\u200b"])(
    "takes %j for what it is: no part of a word",
    async (character) => {
      const { member } = await setUp();
      const found = ["Server CRASHES after the update"];
      expect(await subjects(member, { search: `crash${character}` })).toEqual(found);
      expect(await subjects(member, { search: `${character}crash` })).toEqual(found);
      expect(await subjects(member, { search: `cr${character}ash` })).toEqual([]);
      expect(await subjects(member, { search: character })).toEqual([]);
    },
  );

  test("searches for the words of a statement, too", async () => {
    const { member } = await setUp();
    expect(await subjects(member, { search: "' or 1=1 --" })).toEqual([]);
    expect(await subjects(member, { search: "update; drop table tickets" })).toEqual([]);
  });

  test("refuses a search of 101 characters, a bad status and a page of another list", async () => {
    const { member } = await appWithPeople();
    const ask = (asked: Asked) =>
      refusalOf(member.tickets.list.query({ status: "Open", ...asked }));
    expect(await ask({ search: "x".repeat(101) })).toMatchObject([
      400,
      expect.stringMatching(/^search: /),
    ]);
    expect(await ask({ status: "open" as "Open" })).toMatchObject([
      400,
      expect.stringMatching(/^status: /),
    ]);
    for (const cursor of ["x", "", btoa("[1,2]"), btoa('["1"]'), btoa("[1.5]")])
      expect((await ask({ cursor }))[0]).toBe(400);
  });
});

describe("its pages", () => {
  test("have no gaps and no doubles, while new tickets come and others go", async () => {
    const { app, member, admin } = await appWithPeople();
    const ids: number[] = [];
    for (let count = 0; count < 23; count += 1)
      ids.push(await addTicket(app.deps, { people: [member.id] }));
    for (const who of [member, admin]) {
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof who.tickets.list.query>> =
          await who.tickets.list.query({ status: "Open", limit: 5, cursor });
        expect(page.items.length).toBeLessThanOrEqual(5);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        await addTicket(app.deps, { people: [member.id] });
      } while (cursor !== null);
      const newest = seen[0] ?? 0;
      expect(seen.filter((id) => id <= newest)).toEqual(seen.toSorted((a, b) => b - a));
      expect(new Set(seen).size).toBe(seen.length);
      for (const id of ids) expect(seen).toContain(id);
    }
  });

  test("hold 25 unless it is said, and the last one says so", async () => {
    const { app, member } = await appWithPeople();
    for (let count = 0; count < 26; count += 1)
      await addTicket(app.deps, { people: [member.id], status: "closed" });
    const first = await member.tickets.list.query({ status: "closed" });
    expect(first.items).toHaveLength(25);
    const { nextCursor: cursor } = first;
    const last = await member.tickets.list.query({ status: "closed", cursor });
    expect([last.items.length, last.nextCursor]).toEqual([1, null]);
    const exact = await member.tickets.list.query({ status: "closed", limit: 26 });
    expect([exact.items.length, exact.nextCursor]).toEqual([26, null]);
    for (const limit of [0, 201, 2.5])
      expect((await refusalOf(member.tickets.list.query({ status: "closed", limit })))[0]).toBe(
        400,
      );
  });

  test("the number of open tickets is counted to 100", async () => {
    const { app, member, stranger, admin } = await appWithPeople();
    const { store, clock } = app.deps;
    const { tickets, ticketPeople } = store.tables;
    const now = clock.now();
    await store.write(async (tx) => {
      for (const status of TICKET_STATUSES) {
        const one = { ...TICKET, answers: null, idempotencyKey: undefined, status };
        const rows = await tx
          .insert(tickets)
          .values(
            Array.from({ length: 101 }, () => ({
              ...one,
              createdBy: member.id,
              createdAt: now,
              updatedAt: now,
            })),
          )
          .returning({ ticketId: tickets.id });
        await tx
          .insert(ticketPeople)
          .values(rows.map(({ ticketId }) => ({ ticketId, userId: member.id, status })));
      }
    });
    expect(await member.tickets.counts.query()).toEqual({ open: 100 });
    expect(await admin.tickets.counts.query()).toEqual({ open: 100 });
    expect(await stranger.tickets.counts.query()).toEqual({ open: 0 });
  });
});

/** 300 of the member's and 300 of the stranger's: "server" in all, "crash" in a third. */
const fill = async () => {
  const world = await appWithPeople();
  const { store, clock, member, stranger } = world;
  const { tickets, ticketPeople, ticketSearchTerms } = store.tables;
  const now = clock.now();
  await store.write(async (tx) => {
    for (let at = 0; at < 600; at += 1) {
      const createdBy = at % 2 === 0 ? member.id : stranger.id;
      const subject = ["server", at % 3 === 0 ? "crash" : "lag", at === 7 ? "once" : ""].join(" ");
      const game = at === 10 ? "Eco" : "Ark:SE";
      const { category, server, description } = TICKET;
      const [ticket] = await tx
        .insert(tickets)
        .values({
          subject,
          category,
          game,
          server,
          description,
          status: "Open",
          createdBy,
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: tickets.id });
      const ticketId = ticket?.id ?? 0;
      await tx.insert(ticketPeople).values({ ticketId, userId: createdBy, status: "Open" });
      await tx
        .insert(ticketSearchTerms)
        .values(searchTermsOf(subject).map((term) => ({ term, ticketId })));
    }
  });
  return world;
};

/** How many tickets all pages together have. */
const count = async (who: TestPerson, asked: Asked) => {
  const seen = new Set<number>();
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof who.tickets.list.query>> = await who.tickets.list.query({
      status: "Open",
      limit: 70,
      cursor,
      ...asked,
    });
    for (const { id } of page.items) seen.add(id);
    cursor = page.nextCursor;
    if (cursor === null) return seen.size;
  }
};

describe("of many tickets", () => {
  test("those with common words, rare ones and both are found, page by page", async () => {
    const { member, stranger, admin } = await fill();
    for (const [asked, ofMember, ofStranger, ofAll] of [
      [{ search: "server" }, 300, 300, 600],
      [{ search: "s" }, 300, 300, 600],
      [{ search: "serv la" }, 200, 200, 400],
      [{ search: "crash server" }, 100, 100, 200],
      [{ search: "crash lag" }, 0, 0, 0],
      [{ search: "server once" }, 0, 1, 1],
      [{ search: "never server" }, 0, 0, 0],
      [{ game: "Ark:SE" }, 299, 300, 599],
      [{ game: "Eco" }, 1, 0, 1],
      [{ game: "Eco", search: "server" }, 1, 0, 1],
      [{ game: "Ark:SE", category: "Bug", search: "lag" }, 199, 200, 399],
      [{ game: "Ark:SE", category: "Other" }, 0, 0, 0],
    ] as const) {
      expect([asked, await count(member, asked)]).toEqual([asked, ofMember]);
      expect([asked, await count(stranger, asked)]).toEqual([asked, ofStranger]);
      expect([asked, await count(admin, asked)]).toEqual([asked, ofAll]);
    }
  });
});

test.skipIf(TEST_ENGINE !== "sqlite")(
  "how common a word is, is counted only where the newest tickets do not fill the page",
  async () => {
    const { member, admin } = await fill();
    for (const who of [member, admin]) {
      const countsIn = async (asked: Asked) => {
        const plans = await plansOf(async () => {
          expect(await subjects(who, asked)).toHaveLength(asked.limit ?? 0);
        });
        return plans.filter((step) => step === "SCAN named").length;
      };
      expect(await countsIn({ search: "server", limit: 50 })).toBe(0);
      expect(await countsIn({ search: "crash server", limit: 40 })).toBe(0);
    }
    const plans = await plansOf(() => subjects(admin, { search: "crash", limit: 200 }));
    expect(plans).toContain("SCAN named");
  },
);

test("of thousands those are found that have two common words, and nobody waits for it", async () => {
  const { store, clock, member, admin } = await appWithPeople();
  const { tickets, ticketPeople, ticketSearchTerms } = store.tables;
  const now = clock.now();
  const { category, game, server, description } = TICKET;
  const about = { category, game, server, description, status: "Open" } as const;
  const made = { createdBy: member.id, createdAt: now, updatedAt: now };
  /** Open tickets of the member with these subjects. */
  const write = (subjects: readonly string[]) =>
    store.write(async (tx) => {
      const ids = await tx
        .insert(tickets)
        .values(subjects.map((subject) => ({ ...about, ...made, subject })))
        .returning({ id: tickets.id });
      const on = { userId: member.id, status: "Open" } as const;
      await tx
        .insert(ticketPeople)
        .values(ids.map(({ id }) => Object.assign({ ticketId: id }, on)));
      const words = subjects.flatMap((subject, at) =>
        subject.split(" ").map((term) => ({ term, ticketId: ids[at]?.id ?? 0 })),
      );
      await tx.insert(ticketSearchTerms).values(words);
    });
  const one = Array.from({ length: 450 }, (_, at) => (at % 2 === 0 ? "lag" : "crash"));
  await write(["lag crash", ...one]);
  for (let batch = 0; batch < 8; batch += 1) await write(one);
  await write([...one, "crash lag"]);
  for (const who of [member, admin]) {
    let turns = 0;
    const turn = () => {
      turns += 1;
      waiting = setImmediate(turn);
    };
    let waiting = setImmediate(turn);
    const asked = { status: "Open", search: "crash lag" } as const;
    const all = await who.tickets.list.query(asked);
    clearImmediate(waiting);
    expect(turns).toBeGreaterThan(0);
    expect(all.items.map(({ subject }) => subject)).toEqual(["crash lag", "lag crash"]);
    expect(all.nextCursor).toBeNull();
    const first = await who.tickets.list.query({ ...asked, limit: 1 });
    const rest = await who.tickets.list.query({ ...asked, cursor: first.nextCursor });
    expect([...first.items, ...rest.items]).toEqual(all.items);
  }
});
