import { describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { creditPoints, listEntries, readEntries } from "#server/modules/points/index.ts";
import type { EntryKind } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { rowsOf } from "#shared/rules/points.ts";
import type { PointEntry, StatementFilter } from "#shared/schemas/points.ts";
import { withLimits } from "#tests/support/app.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { appWithPeople, person, type TestPerson } from "#tests/support/people.ts";

const PATH = "/api/userprofile/points";

const inZone =
  (timezone: string) =>
  (config: Config): Config => ({ ...config, community: { ...config.community, timezone } });

/** A page of the statement, over HTTP. */
const list = async (who: TestPerson, query = "") => {
  const response = await who.ask("GET", `${PATH}${query}`);
  const items = response.ok ? ((await response.json()) as PointEntry[]) : [];
  return { status: response.status, items, link: response.headers.get("link") };
};

/** How many lines the file has. */
const linesOf = async (who: TestPerson, query: string) =>
  (await (await who.ask("GET", `${PATH}.csv${query}`)).text()).trim().split("\r\n").length - 1;

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { app, clock, member } = world;
  let written = 0;
  const credit = (delta: number, kind: EntryKind = "vote", given: object = {}) =>
    creditPoints(asSite(app.deps), {
      userId: member.id,
      kind,
      delta,
      reason: `Number ${written}`,
      reference: `test:${(written += 1)}`,
      actorId: null,
      ...given,
    });
  /** Asked by a browser that has just signed in: the one of before may have been away too long. */
  const deltas = async (query = "") =>
    (await list(await person(app, member.id), query)).items.map(({ delta }) => delta);
  const at = (moment: string) => clock.set(moment);
  return { ...world, credit, deltas, at };
};

describe("a statement", () => {
  test("counts what was earned by playing on one day as one line of a page", async () => {
    const { app, member, credit, at } = await setUp();
    at("2026-03-01T18:00:00Z");
    for (let quarter = 0; quarter < 30; quarter += 1) await credit(7, "passive");
    await credit(50);
    await credit(7, "passive");
    // It is still the day before where the community is.
    at("2026-03-02T05:00:00Z");
    await credit(7, "passive");
    at("2026-03-02T18:00:00Z");
    await credit(7, "passive");
    await credit(7, "passive");
    await credit(50);
    const { timezone } = app.deps.config.community;
    const page = (cursor: string | null) =>
      listEntries(asMember(app.deps, { userId: member.id }), {
        limit: 2,
        foldsPassive: true,
        cursor,
      });
    const first = await page(null);
    const shape = (entries: readonly PointEntry[]) =>
      rowsOf(entries, timezone).map(({ day, entries: all }) => [day, all.length]);
    expect(shape(first.items)).toEqual([
      [null, 1],
      ["2026-03-02", 2],
    ]);
    const second = await page(first.nextCursor);
    expect(shape(second.items)).toEqual([
      ["2026-03-01", 32],
      [null, 1],
    ]);
    expect(second.nextCursor).toBeNull();
    expect(first.items.length + second.items.length).toBe(36);
  });

  test("shows one's own lines, newest first, and who wrote them to Admins alone", async () => {
    const { clock, member, admin, credit } = await setUp();
    await credit(650, "subscription");
    await credit(-50, "admin", { actorId: admin.id, userId: member.id });
    const at = clock.now().toISOString();
    const lines = [
      { id: 2, kind: "admin", delta: -50, balance: 600, reason: "Number 1", actorId: null, at },
      {
        id: 1,
        kind: "subscription",
        delta: 650,
        balance: 650,
        reason: "Number 0",
        actorId: null,
        at,
      },
    ];
    expect(await list(member)).toMatchObject({ status: 200, items: lines, link: null });
    const [byAdmin] = (await list(admin, `?userId=${member.id}`)).items;
    expect(byAdmin).toMatchObject({ ...lines[0], actorId: admin.id });
    expect((await list(admin)).items).toEqual([]);
  });

  test("of another is there for Admins alone", async () => {
    const { app, member, stranger, admin, credit } = await setUp();
    await credit(10);
    const mine = `?userId=${member.id}`;
    expect(await list(member, mine)).toMatchObject({ status: 200 });
    for (const [who, query] of [
      [stranger, mine],
      [stranger, "?userId=nobody"],
      [admin, "?userId=nobody"],
    ] as const) {
      const response = await who.ask("GET", `${PATH}${query}`);
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { message: POINTS.unknownMember },
      ]);
      expect((await who.ask("GET", `${PATH}.csv${query}`)).status).toBe(404);
    }
    expect((await app.request(PATH)).status).toBe(401);
    expect((await app.request(`${PATH}.csv`)).status).toBe(401);
  });

  test("goes by pages, with and without a period, and misses and repeats nothing", async () => {
    const { at, member, credit } = await setUp();
    const count = 27;
    for (let day = 1; day <= count; day += 1) {
      at(`2026-02-${String(day).padStart(2, "0")}T12:00:00Z`);
      await credit(day);
    }
    for (const [query, expected] of [
      ["?limit=5", Array.from({ length: count }, (_, index) => count - index)],
      ["?limit=5&from=2026-02-04&to=2026-02-20", Array.from({ length: 17 }, (_, i) => 20 - i)],
    ] as const) {
      const found: number[] = [];
      let next: string | null = query;
      while (next !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list(member, next);
        expect(page.items.length).toBeLessThanOrEqual(5);
        found.push(...page.items.map(({ delta }) => delta));
        next = page.link === null ? null : (/<[^?]*(\?[^>]*)>/.exec(page.link)?.[1] ?? null);
      }
      expect(found).toEqual(expected);
    }
  });

  test("is narrowed by kind and by days where the community is, over many lines too", async () => {
    const { at, credit, deltas } = await setUp({ adjust: inZone("America/Chicago") });
    // The clocks are put forward on March 8: that day has 23 hours.
    const moments = [
      "2026-03-08T05:59:59.999Z",
      "2026-03-08T06:00:00.000Z",
      "2026-03-09T04:59:59.999Z",
      "2026-03-09T05:00:00.000Z",
    ];
    for (const [index, moment] of moments.entries()) {
      at(moment);
      await credit(index + 1, index % 2 === 0 ? "vote" : "passive");
    }
    expect(await deltas("?from=2026-03-08&to=2026-03-08")).toEqual([3, 2]);
    expect(await deltas("?from=2026-03-09")).toEqual([4]);
    expect(await deltas("?to=2026-03-07")).toEqual([1]);
    expect(await deltas("?kind=passive")).toEqual([4, 2]);
    expect(await deltas("?kind=passive&to=2026-03-08")).toEqual([2]);
    expect(await deltas("?kind=spend")).toEqual([]);
  });

  test("takes days of all times, such as those by which clients mean the beginning and the end", async () => {
    for (const timezone of ["America/Chicago", "Pacific/Auckland", "UTC"]) {
      const { credit, deltas, member } = await setUp({ adjust: inZone(timezone) });
      await credit(1);
      expect(await deltas("?from=0000-01-01&to=9999-12-31")).toEqual([1]);
      expect(await deltas("?from=0001-01-01")).toEqual([1]);
      expect(await deltas("?to=0001-01-01")).toEqual([]);
      expect(await deltas("?from=9999-12-31")).toEqual([]);
      expect(await linesOf(member, "?to=9999-12-31")).toBe(1);
    }
  });

  test("of an old period is found behind more lines than are read at once", async () => {
    const { at, clock, store, member, credit, deltas } = await setUp();
    at("2026-01-05T12:00:00Z");
    await credit(1);
    at("2026-01-06T12:00:00Z");
    const line = {
      userId: member.id,
      kind: "passive",
      delta: 1,
      reason: "",
      actorId: null,
    } as const;
    await store.write(async (tx) => {
      const rows = Array.from({ length: 1200 }, (_, index) => ({
        ...line,
        balance: index + 2,
        reference: `many:${index}`,
        at: clock.now(),
      }));
      await tx.insert(store.tables.pointEntries).values(rows);
    });
    expect(await deltas("?from=2026-01-05&to=2026-01-05")).toEqual([1]);
    expect(await deltas("?limit=200&from=2026-01-05")).toHaveLength(200);
  });

  test("of a period walks neither what is newer nor what is older", async () => {
    const { app, at, clock, store, member } = await setUp();
    const userId = member.id;
    const MANY = 1000;
    const write = async (moment: string, first: number) => {
      at(moment);
      const rows = Array.from({ length: MANY }, (_, index) => ({
        userId,
        kind: "passive" as const,
        delta: 1,
        balance: first + index,
        reason: "",
        reference: `walk:${first + index}`,
        actorId: null,
        at: clock.now(),
      }));
      await store.write(async (tx) => {
        await tx.insert(store.tables.pointEntries).values(rows);
      });
    };
    await write("2025-03-01T12:00:00Z", 1);
    await write("2025-06-01T12:00:00Z", MANY + 1);
    await write("2025-09-01T12:00:00Z", 2 * MANY + 1);
    const ctx = asMember(app.deps, { userId });
    const readEveryPage = async (filter: StatementFilter) => {
      let [slices, lines] = [0, 0];
      for await (const slice of readEntries(ctx, userId, filter)) {
        slices += 1;
        lines += slice.length;
      }
      return { slices, lines };
    };
    expect(await readEveryPage({ to: "2024-12-31" })).toEqual({ slices: 1, lines: 0 });
    expect(await readEveryPage({ from: "2026-12-31" })).toEqual({ slices: 1, lines: 0 });
    const whole = { slices: MANY / 200 + 1, lines: MANY };
    for (const period of [
      { to: "2025-04-01" },
      { from: "2025-05-01", to: "2025-07-01" },
      { from: "2025-08-01" },
      { kind: "passive" as const, from: "2025-05-01", to: "2025-07-01" },
    ])
      expect(await readEveryPage(period)).toEqual(whole);
    expect(await readEveryPage({})).toEqual({ slices: (3 * MANY) / 200 + 1, lines: 3 * MANY });
  });

  test("of a period has the lines that a clock that was set back wrote late", async () => {
    const { at, credit, deltas } = await setUp();
    for (const [delta, moment] of [
      [1, "2026-03-01T12:00:00Z"],
      [2, "2026-03-03T06:00:00Z"],
      [3, "2026-03-02T18:00:00Z"],
      [4, "2026-03-04T12:00:00Z"],
      [5, "2026-03-03T18:00:00Z"],
    ] as const) {
      at(moment);
      await credit(delta);
    }
    expect(await deltas("?to=2026-03-02")).toEqual([3, 1]);
    expect(await deltas("?from=2026-03-03")).toEqual([5, 4, 2]);
    expect(await deltas("?from=2026-03-02&to=2026-03-02")).toEqual([3]);
  });

  test("refuses what is no kind, no day and no page", async () => {
    const { member } = await setUp();
    for (const query of [
      "?kind=gift",
      "?from=yesterday",
      "?to=2026-02-30",
      "?before=x",
      "?limit=0",
    ])
      expect((await list(member, query)).status).toBe(400);
  });
});

describe("the statement as CSV", () => {
  test("is a file that a spreadsheet opens and calculates nothing of", async () => {
    const { clock, member, credit } = await setUp();
    const reasons = [
      `=HYPERLINK("http://evil.example","Click")`,
      "+1",
      "-1+2",
      "@SUM(A1)",
      "  =1+1",
      "＝1+1",
      `Said "hello", and left`,
      "Ünïcode 🐺",
    ];
    for (const reason of reasons) await credit(-5, "spend", { reason });
    const response = await member.ask("GET", `${PATH}.csv`);
    expect(response.headers.get("content-type")).toStartWith("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="points.csv"');
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    const line = (balance: number, cell: string) =>
      `"${clock.now().toISOString()}","spend",-5,${balance},${cell}`;
    expect(text.split("\r\n")).toEqual([
      `\uFEFF"Time (UTC)","Kind","Points","Balance","Reason"`,
      line(-40, `"Ünïcode 🐺"`),
      line(-35, `"Said ""hello"", and left"`),
      line(-30, `"'＝1+1"`),
      line(-25, `"'  =1+1"`),
      line(-20, `"'@SUM(A1)"`),
      line(-15, `"'-1+2"`),
      line(-10, `"'+1"`),
      line(-5, `"'=HYPERLINK(""http://evil.example"",""Click"")"`),
      "",
    ]);
  });

  test("holds all lines of the filter, of anybody for Admins", async () => {
    const { member, admin, credit } = await setUp();
    await credit(1, "vote");
    await credit(2, "passive");
    expect(await linesOf(member, "")).toBe(2);
    expect(await linesOf(member, "?kind=vote")).toBe(1);
    expect(await linesOf(member, "?from=2027-01-01")).toBe(0);
    expect(await linesOf(admin, `?userId=${member.id}`)).toBe(2);
  });

  test("is not made more often than the community allows", async () => {
    const { member } = await setUp({ adjust: withLimits({ exportsByMember: 2 }) });
    const ask = async () => (await member.ask("GET", `${PATH}.csv`)).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });
});
