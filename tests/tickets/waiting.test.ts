import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { readToday } from "#server/modules/administration/read-today.ts";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { asMember } from "#tests/support/context.ts";
import { rawSql } from "#tests/support/raw.ts";
import { emptyDatabase, TEST_ENGINE } from "#tests/support/store.ts";
import { threadWorld } from "#tests/support/threads.ts";

const setUp = async () => {
  const world = await threadWorld();
  const { app, ada, admin, ticketId, posted } = world;
  const { deps, clock } = app;
  const { tickets } = deps.store.tables;
  const since = async () => {
    const [row] = await deps.store.read.select().from(tickets).where(eq(tickets.id, ticketId));
    return row?.waitingSince?.toISOString() ?? null;
  };
  const today = async () =>
    (await readToday(asMember(deps, { userId: admin.userId, role: "Admin" }), { days: 7 })).tickets;
  /** One minute later. @returns when it was said. */
  const say = async (who: typeof ada) => {
    clock.advance(MINUTE_MS);
    await posted(who, "Hello");
    return clock.now().toISOString();
  };
  const listed = async (who: typeof ada, query: string) => {
    const input = encodeURIComponent(JSON.stringify({ status: "Open", ...JSON.parse(query) }));
    const answer = await app.request(`/api/trpc/tickets.list?input=${input}`, who);
    const { result } = (await answer.json()) as { result: { data: { items: { id: number }[] } } };
    return result.data.items;
  };
  return { ...world, since, today, say, listed, openedAt: clock.now().toISOString() };
};

describe("[TICK-21] a ticket waits for the team", () => {
  test("from its opening, until an Admin answers, and again from the next message of a member", async () => {
    const { ada, ben, admin, since, today, say, openedAt } = await setUp();
    expect(await since()).toBe(openedAt);
    await say(ada);
    expect(await since()).toBe(openedAt);
    expect(await today()).toEqual({ waiting: 1, oldestAt: openedAt });
    await say(admin);
    expect(await since()).toBeNull();
    expect(await today()).toEqual({ waiting: 0, oldestAt: null });
    const asked = await say(ben);
    await say(ada);
    expect(await since()).toBe(asked);
    expect(await today()).toEqual({ waiting: 1, oldestAt: asked });
  });

  test("not while it is closed", async () => {
    const { app, ada, ticketId, today } = await setUp();
    const close = { method: "PUT", headers: ada.headers };
    expect((await app.request(`/api/tickets/${ticketId}/close`, close)).status).toBe(200);
    expect(await today()).toEqual({ waiting: 0, oldestAt: null });
  });

  test("and lists are narrowed to those; nobody is told more of them", async () => {
    const { ada, admin, ticketId, say, listed } = await setUp();
    const waiting = '{"isWaiting":true}';
    for (const who of [admin, ada])
      expect((await listed(who, waiting)).map(({ id }) => id)).toEqual([ticketId]);
    const [shown] = await listed(ada, "{}");
    expect(shown).not.toHaveProperty("waitingSince");
    await say(admin);
    for (const who of [admin, ada]) expect(await listed(who, waiting)).toEqual([]);
    expect(await listed(admin, "{}")).toHaveLength(1);
  });
});

/** A minute of one hour, as SQL. */
const at = (minute: number) =>
  TEST_ENGINE === "sqlite"
    ? String(Date.UTC(2026, 0, 1, 0, minute))
    : `'2026-01-01T00:0${minute}:00Z'`;
const NO = TEST_ENGINE === "sqlite" ? "0" : "false";

test("tickets of before the update wait as what was said on them tells", async () => {
  const all = EMBEDDED_MIGRATIONS[TEST_ENGINE];
  const database = await emptyDatabase();
  const last = all.findIndex(({ name }) => name.endsWith("waiting_tickets"));
  const upTo = (count: number) =>
    migrate({
      ...database,
      migrations: { sqlite: [], postgres: [], [TEST_ENGINE]: all.slice(0, count) },
    });
  await upTo(last);
  const people = [
    ["a", "Admin"],
    ["b", "User"],
  ].map(([id, role]) => `('${id}', '${role}', 'A', 'B', ${NO}, ${at(0)})`);
  await rawSql(
    database,
    `INSERT INTO users (id, role, first_name, last_name, allow_marketing, created_at) VALUES ${people.join(", ")}`,
  );
  const ticket = `('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'b', ${at(0)}, ${at(0)})`;
  await rawSql(
    database,
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at) VALUES ${Array(4).fill(ticket).join(", ")}`,
  );
  const said: [ticket: number, author: "a" | "b", minute: number][] = [
    [2, "b", 1],
    [2, "b", 2],
    [3, "b", 1],
    [3, "a", 2],
    [4, "a", 1],
    [4, "b", 2],
    [4, "b", 3],
  ];
  const messages = said.map(
    ([id, author, minute]) => `(${id}, '${author}', 'm', '[]', ${at(minute)})`,
  );
  await rawSql(
    database,
    `INSERT INTO messages (ticket_id, author_id, content, img_urls, created_at) VALUES ${messages.join(", ")}`,
  );
  await upTo(last + 1);
  const rows = await rawSql(database, "SELECT waiting_since FROM tickets ORDER BY id");
  const minutes = rows.map(({ waiting_since: since }) =>
    since === null ? null : new Date(since as string | number).getUTCMinutes(),
  );
  expect(minutes).toEqual([0, 0, null, 2]);
});
