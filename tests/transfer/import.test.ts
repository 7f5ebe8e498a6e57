import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { forgetUnverified } from "#server/modules/accounts/index.ts";
import { readOutbox } from "#server/modules/mail/index.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { decodeCsv } from "#server/modules/transfer/index.ts";
import { readCsv } from "#server/modules/transfer/member-line.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { REFUSED_LINE, TRANSFER } from "#shared/data-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, withLimits } from "#tests/support/app.ts";
import { asSite, watched } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { auditActions, call, queuedMails } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";
import { HEADER, importCsv, WAITING, waitingLine } from "#tests/support/waiting.ts";

const never = new AbortController().signal;
const bytes = (text: string) => new TextEncoder().encode(text);

/** How many statements it takes to import so many members, each of whom has points and wants news. */
const statementsOf = async (members: number) => {
  let count = 0;
  const store = watched(await testStore(), () => {
    count += 1;
  });
  const app = await testApp({ overrides: { store } });
  const lines = Array.from({ length: members }, (_, at) =>
    [`m${at}@example.test`, `First${at}`, `2803511102246789${at + 10}`, "5", "yes"].join(","),
  );
  const header = "email,first_name,discord_id,points,news_by_email";
  count = 0;
  const { counts } = await importCsv(app, [header, ...lines].join("\n"));
  expect(counts).toMatchObject({ added: members, refused: 0 });
  const { users, consents } = store.tables;
  const named = await store.read.select({ nameKey: users.nameKey }).from(users);
  expect(named.map(({ nameKey }) => nameKey).toSorted()).toEqual(
    Array.from({ length: members }, (_, at) => `2803511102246789${at + 10}`),
  );
  expect(await store.read.select().from(consents)).toHaveLength(members);
  return count;
};

describe("[MOVE-05] a file of members", () => {
  test("may be quoted, with a byte order mark and Windows' line ends, and is read as RFC 4180 says", () => {
    const text = decodeCsv(bytes('\uFEFFa,"b ""c"", d"\r\n"x\ny",\r\n\r\n,last'));
    expect([...readCsv(text)]).toEqual([
      { line: 1, cells: ["a", 'b "c", d'] },
      { line: 2, cells: ["x\ny", ""] },
      { line: 5, cells: ["", "last"] },
    ]);
  });

  test("is refused where it is not UTF-8, with the line and what to do", () => {
    const latin = new Uint8Array([...bytes("email\nada@example.test\n"), 0x4a, 0xfc, 0x72, 0x67]);
    expect(() => decodeCsv(latin)).toThrow(/line 3 .*iconv/);
    const utf16 = Buffer.from("\uFEFFemail\nada@example.test\n", "utf16le");
    for (const text of [utf16, utf16.subarray(2), Buffer.from(utf16).swap16()])
      expect(() => decodeCsv(text)).toThrow(/written in UTF-16.*iconv -f UTF-16/);
    expect(() => decodeCsv(new Uint8Array(64 * 1024 * 1024 + 1))).toThrow(/64 MB/);
  });

  test.each([
    ["", /needs a header/],
    ["mail,points\n", /"mail".*email,first_name/],
    ["email,email\n", /"email" twice/],
    ["first_name,points\n", /email or discord_id/],
    ['email\n"open\n', /Line 2 has a quote that is never closed/],
    ['em"ail\na@example.test\n', /header cannot be read: "em"ail"/],
  ])("that is no such file is refused as a whole: %p", async (text, expected) => {
    const app = await testApp();
    expect((await rejectionOf(importCsv(app, text))).message).toMatch(expected);
  });

  test("gives accounts with their links, tier and points, whatever the order of its columns", async () => {
    const app = await testApp();
    const { store } = app.deps;
    const { users, links, memberships, pointEntries } = store.tables;
    const { counts, refused } = await importCsv(app, `${HEADER}\n${waitingLine()}\n`);
    expect(refused).toEqual([]);
    expect(counts).toEqual({ lines: 1, added: 1, known: 0, refused: 0, points: 650, mails: 0 });
    const [user] = await store.read.select().from(users).where(eq(users.email, WAITING.email));
    expect(user).toMatchObject({
      firstName: "Freya",
      passwordHash: null,
      verifiedAt: null,
      createdAt: new Date("2021-05-01T00:00:00Z"),
      waitsSince: app.clock.now(),
    });
    const linked = await store.read.select().from(links).orderBy(asc(links.platform));
    expect(linked.map(({ platform, externalId }) => [platform, externalId])).toEqual([
      ["discord", WAITING.discordId],
      ["epic", "0123456789abcdef0123456789abcdef"],
      ["minecraft", "069a79f444e94726a5befca90e38aaf5"],
      ["steam", WAITING.steamId],
    ]);
    // The last day is over at midnight where the example community is, in Chicago.
    expect(await store.read.select().from(memberships)).toMatchObject([
      { tier: "Gold", endsAt: new Date("2027-01-01T06:00:00Z") },
    ]);
    expect(await store.read.select().from(pointEntries)).toMatchObject([
      { delta: 650, balance: 650 },
    ]);
    expect(await proveLedger(asSite(app.deps), never)).toMatchObject({ entries: 1, broken: 0 });
    expect(await auditActions(app)).toEqual(["members.imported"]);
    const other = "points,discord_id\n-5,180351110224678913\n";
    expect((await importCsv(app, other)).counts).toMatchObject({ added: 1, points: -5 });
  });

  test("credits points once, however often it is imported, also after the member has another address", async () => {
    const app = await testApp();
    const file = `${HEADER}\n${waitingLine()}\n`;
    await importCsv(app, file);
    const { store } = app.deps;
    const { users, pointEntries } = store.tables;
    expect((await importCsv(app, file)).counts).toMatchObject({ added: 0, known: 1, refused: 0 });
    const moved = { email: "new@example.test", emailKey: "new@example.test" };
    await store.write(async (tx) => void (await tx.update(users).set(moved)));
    expect((await importCsv(app, file)).counts).toMatchObject({ added: 0, known: 1, points: 0 });
    expect(await store.read.select().from(pointEntries)).toHaveLength(1);
  });

  test("has its bad lines told with their numbers and reasons, and the others imported", async () => {
    const app = await testApp();
    await addMember(app.deps, { email: "here@example.test" });
    const text = [
      "email,discord_id,steam_id,points,tier,tier_until,created_at,first_name",
      "good@example.test,,,5,,,,Good",
      "no address,,,,,,,",
      ",,76561198000000042,,,,,",
      "a@example.test,12,,,,,,",
      "b@example.test,,123,,,,,",
      "c@example.test,,,1.5,,,,",
      "d@example.test,,,,Emerald,2026-12-31,,",
      "e@example.test,,,,Gold,2026-02-30,,",
      "f@example.test,,,,,,2999-01-01,",
      "g@example.test,,,,,,,www.evil.example",
      "h@example.test,,,",
      "GOOD@example.test,,,,,,,",
      "here@example.test,,,,,,,",
      "last@example.test,,,,gold,2026-12-31,2020-02-03 04:05:06,'=1+1",
    ].join("\n");
    const { counts, refused } = await importCsv(app, text);
    const lines = refused
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, column, reason }) => [line, column, reason]);
    expect(lines).toEqual([
      [3, "email", REFUSED_LINE.email],
      [4, "email", REFUSED_LINE.nobody],
      [5, "discord_id", REFUSED_LINE.discord],
      [6, "steam_id", REFUSED_LINE.steam],
      [7, "points", REFUSED_LINE.points(1_000_000_000)],
      [8, "tier", REFUSED_LINE.tier(["Gold", "Diamond", "Vibranium"])],
      [9, "tier_until", REFUSED_LINE.tierEnd],
      [10, "created_at", REFUSED_LINE.created],
      [11, "first_name", REFUSED_LINE.name(50)],
      [12, "email", REFUSED_LINE.cells(4, 8)],
      [13, "email", REFUSED_LINE.twice(2)],
      [14, "email", REFUSED_LINE.taken],
    ]);
    expect(counts).toMatchObject({ lines: 14, added: 2, refused: 12 });
    const { users } = app.deps.store.tables;
    const [last] = await app.deps.store.read
      .select()
      .from(users)
      .where(eq(users.email, "last@example.test"));
    expect(last?.firstName).toBe("=1+1");
  });

  test("has one line refused for each cell that cannot be read, whatever it is, and the others imported", async () => {
    const app = await testApp();
    const long = "x".repeat(2001);
    const lines = [
      "email,first_name",
      "a@example.test,Ada",
      'O"Neil@x.de,Ann',
      `b@example.test,${long}`,
      'c@example.test,"Ann" Lee',
      '"d@example.test,Open',
      "e@example.test,Eve",
      'f@example.test,"Fay ""F"""',
      '"g@example.test',
      'second line"x,Gus',
      'h@example.test,"Hal"',
      `i@example.test,${long},`,
    ];
    const { counts, refused } = await importCsv(app, lines.join("\r\n"));
    const { quote, longCell } = REFUSED_LINE;
    expect(refused).toEqual([
      { line: 3, column: "email", value: 'O"Neil@x.de', reason: quote },
      { line: 4, column: "first_name", value: `${long.slice(0, 100)}…`, reason: longCell(2000) },
      { line: 5, column: "first_name", value: '"Ann" Lee', reason: quote },
      { line: 6, column: "email", value: '"d@example.test', reason: quote },
      { line: 9, column: "email", value: '"g@example.test', reason: quote },
      { line: 10, column: "email", value: 'second line"x', reason: quote },
      { line: 12, column: "first_name", value: `${long.slice(0, 100)}…`, reason: longCell(2000) },
    ]);
    expect(counts).toMatchObject({ lines: 11, added: 4, refused: 7 });
  });

  test("writes nothing in a dry run, and says the same", async () => {
    const app = await testApp();
    const file = `${HEADER}\n${waitingLine()}\nbad\n`;
    const dry = await importCsv(app, file, { isDryRun: true });
    const { users } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(users)).toEqual([]);
    const real = await importCsv(app, file);
    expect(dry.refused).toEqual(real.refused);
    expect(dry.counts).toEqual({ ...real.counts, points: 0 });
  });

  test("takes no statement more for each member", async () => {
    expect(await statementsOf(40)).toBe(await statementsOf(3));
  });

  test("mails no more people at once than a post does, so that others do not wait for them", async () => {
    const app = await testApp({ adjust: withLimits({ newsMails: 2 }) });
    const lines = [1, 2, 3, 4, 5].map((one) => `m${one}@example.test`);
    await importCsv(app, `email\n${lines.join("\n")}\n`, { isInviting: true });
    const { tables, read } = app.deps.store;
    const rows = await read.select({ at: tables.outbox.nextAttemptAt }).from(tables.outbox);
    const nowMs = app.clock.now().getTime();
    const minutes = rows.map(({ at }) => Math.floor((at.getTime() - nowMs) / 60_000));
    expect(minutes.toSorted((a, b) => a - b)).toEqual([0, 0, 15, 15, 30]);
    // Nobody is told that those wait which are to be sent later.
    app.clock.advance(15 * MINUTE_MS);
    expect(await readOutbox(asSite(app.deps))).toEqual({
      waiting: 4,
      waitingSince: new Date(nowMs),
      later: 1,
      laterUntil: new Date(nowMs + 30 * MINUTE_MS),
      givenUp: [],
    });
    const { limits } = app.deps.config.community;
    expect(TRANSFER.invited(5, limits.newsMails)).toStartWith(
      "5 mails are on the way, at most 2 in 15 minutes: the last in about 45 minutes.",
    );
  });

  test("mails nobody unless it is asked to", async () => {
    const app = await testApp();
    await importCsv(app, `${HEADER}\n${waitingLine()}\n`);
    expect(await queuedMails(app)).toEqual([]);
    const other = "email\nother@example.test\n";
    expect((await importCsv(app, other, { isInviting: true })).counts.mails).toBe(1);
    expect(await queuedMails(app)).toMatchObject([
      { template: "claim", to: { address: "other@example.test" } },
    ]);
  });
});

test("[MOVE-04] a waiting account stays, cannot be logged in to, and is nobody's who registers or links", async () => {
  const app = await testApp();
  await importCsv(app, `${HEADER}\n${waitingLine()}\n`);
  app.clock.advance(30 * DAY_MS);
  await forgetUnverified(asSite(app.deps), never);
  const { users } = app.deps.store.tables;
  expect(await app.deps.store.read.select().from(users)).toHaveLength(1);
  const login = { email: WAITING.email, password: PASSWORD };
  expect(await call(httpClient(app), "accounts.login", login)).toMatchObject({ status: 401 });
});
