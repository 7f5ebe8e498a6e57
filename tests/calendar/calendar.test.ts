import { describe, expect, test } from "bun:test";
import { wireLive } from "#server/live/wire.ts";
import { CALENDAR } from "#shared/calendar-messages.ts";
import { CALENDAR_MAX, type CalendarDraft } from "#shared/schemas/calendar.ts";
import { withLimits } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, refusalOf } from "#tests/support/people.ts";
import { until } from "#tests/support/until.ts";

const HOUR_MS = 3_600_000;
const stampOf = (at: string) => `${at.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
/** With which sentence a call is refused. */
const sentenceOf = async (call: PromiseLike<unknown>) => (await refusalOf(call))[1];

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const inHours = (hours: number) => new Date(+world.clock.now() + hours * HOUR_MS).toISOString();
  const draft: CalendarDraft = {
    id: null,
    revision: 0,
    kind: "wipe",
    title: "Wipe of the island",
    text: "Everything goes; tames too.",
    servers: ["ark-se-ragnarok"],
    begins: inHours(2),
    minutes: 0,
    repeat: "never",
    repeatUntil: null,
    rates: [],
  };
  return { ...world, inHours, draft };
};

describe("[CAL-01] the calendar", () => {
  test("shows everybody what an Admin has entered, changes, and takes out again", async () => {
    const { app, admin, stranger, draft, inHours, store } = await setUp();
    const heard = await hear(app.deps.store);
    const saved = await admin.calendar.save.mutate(draft);
    expect(saved).toMatchObject({ id: 1, revision: 1, next: inHours(2) });
    const { title, text, servers, begins } = draft;
    const shown = {
      id: 1,
      kind: "wipe",
      title,
      text,
      servers,
      begins,
      ends: null,
      repeat: "never",
      rates: [],
    };
    expect(await stranger.calendar.upcoming.query({})).toEqual([shown as never]);
    const changed = await admin.calendar.save.mutate({
      ...draft,
      id: 1,
      revision: 1,
      title: "Another wipe",
    });
    expect(changed).toMatchObject({ revision: 2, title: "Another wipe" });
    const again = admin.calendar.save.mutate({ ...draft, id: 1, revision: 1 });
    expect(await refusalOf(again)).toEqual([409, CALENDAR.changedMeanwhile]);
    expect((await admin.calendar.entries.query({})).items).toEqual([changed]);
    await admin.calendar.remove.mutate({ id: 1 });
    expect(await sentenceOf(admin.calendar.remove.mutate({ id: 1 }))).toBe(CALENDAR.unknown);
    expect(await stranger.calendar.upcoming.query({})).toEqual([]);
    expect(await heard()).toEqual([1, 2, 3].map(() => ({ type: "calendar.changed" })));
    const { audit } = store.tables;
    const entries = await store.read.select().from(audit).orderBy(audit.id);
    const actions = entries.map(({ action }) => action).filter((one) => one.startsWith("cal"));
    expect(actions).toEqual(["calendar.saved", "calendar.saved", "calendar.removed"]);
  });

  test("[ADMIN-13] is narrowed by kind and by what is over, and sorted by when it begins", async () => {
    const { admin, clock, draft, inHours } = await setUp();
    const save = (title: string, more: Partial<CalendarDraft>) =>
      admin.calendar.save.mutate({ ...draft, title, ...more });
    await save("Last", { begins: inHours(9) });
    await save("Early", { begins: inHours(1) });
    await save("Market", { kind: "event", begins: inHours(5) });
    clock.advance(3 * HOUR_MS);
    const titles = async (input: Parameters<typeof admin.calendar.entries.query>[0]) =>
      (await admin.calendar.entries.query(input)).items.map(({ title }) => title);
    expect(await titles({})).toEqual(["Market", "Early", "Last"]);
    expect(await titles({ sort: "entered" })).toEqual(["Last", "Early", "Market"]);
    expect(await titles({ sort: "begins" })).toEqual(["Early", "Market", "Last"]);
    expect(await titles({ sort: "-begins", when: "coming" })).toEqual(["Last", "Market"]);
    expect(await titles({ when: "over" })).toEqual(["Early"]);
    expect(await titles({ kind: "wipe" })).toEqual(["Early", "Last"]);
  });

  test("shows of one server what is about it and about all, in order, as far ahead as is asked", async () => {
    const { admin, stranger, draft, inHours } = await setUp();
    const save = (more: Partial<CalendarDraft>) =>
      admin.calendar.save.mutate({ ...draft, ...more });
    await save({ title: "Far", begins: inHours(24 * 40), servers: [] });
    await save({ title: "Both", begins: inHours(3), servers: [] });
    await save({ title: "Its own", begins: inHours(1) });
    await save({ title: "Another's", servers: ["ark-se-the-island"] });
    await save({ title: "Past", begins: inHours(-1) });
    await save({ title: "Goes on", kind: "event", begins: inHours(-1), minutes: 61 });
    const titles = async (input: { server?: string; days?: number }) =>
      (await stranger.calendar.upcoming.query(input)).map(({ title }) => title);
    expect(await titles({ server: "ark-se-ragnarok" })).toEqual([
      "Goes on",
      "Its own",
      "Both",
      "Far",
    ]);
    expect(await titles({ days: 10 })).toEqual(["Goes on", "Its own", "Another's", "Both"]);
    const response = await stranger.ask("GET", "/api/calendar?days=1&server=ark-se-the-island");
    const rows = (await response.json()) as { title: string }[];
    expect(rows.map(({ title }) => title)).toEqual(["Another's", "Both"]);
    for (const wrong of ["days=0", "days=61", "days=x", `server=${"x".repeat(101)}`])
      expect((await stranger.ask("GET", `/api/calendar?${wrong}`)).status).toBe(400);
  });

  test("says what is wrong with an entry", async () => {
    const { admin, draft, inHours } = await setUp();
    const said = (more: Partial<CalendarDraft>) =>
      sentenceOf(admin.calendar.save.mutate({ ...draft, ...more }));
    const rates = [{ name: "Harvest", value: "×4" }];
    expect(await said({ servers: ["nowhere"] })).toBe(CALENDAR.noSuchServer("nowhere"));
    expect(await said({ repeat: "daily", repeatUntil: inHours(1) })).toBe(
      CALENDAR.untilBeforeBegin,
    );
    expect(await said({ repeat: "daily", minutes: 1440 })).toBe(CALENDAR.overlaps);
    expect(await said({ rates })).toBe(CALENDAR.ratesOfNothing);
    expect(await said({ kind: "rates", rates })).toBe(CALENDAR.needsLength);
    expect(await said({ kind: "rates", minutes: 60 })).toBe(CALENDAR.needsRates);
    expect(await said({ id: 7 })).toBe(CALENDAR.unknown);
    for (const wrong of [
      { title: " " },
      { title: "x".repeat(CALENDAR_MAX.title + 1) },
      { text: "x".repeat(CALENDAR_MAX.text + 1) },
      { begins: "tomorrow" },
      { minutes: CALENDAR_MAX.length + 1 },
      { minutes: -1 },
      { servers: Array.from({ length: CALENDAR_MAX.servers + 1 }, () => "a") },
    ])
      expect((await refusalOf(admin.calendar.save.mutate({ ...draft, ...wrong })))[0]).toBe(400);
  });

  test("takes what is sent twice once, and holds no more than its maximum", async () => {
    const { admin, draft, inHours } = await setUp({
      adjust: withLimits({ calendarByMember: 1000 }),
    });
    const twice = { ...draft, idempotencyKey: "11111111-1111" };
    const [one, other] = [
      await admin.calendar.save.mutate(twice),
      await admin.calendar.save.mutate(twice),
    ];
    expect(other).toEqual(one);
    for (let number = 1; number < CALENDAR_MAX.entries; number += 1)
      await admin.calendar.save.mutate({ ...draft, title: `Number ${number}` });
    expect(await sentenceOf(admin.calendar.save.mutate(draft))).toBe(
      CALENDAR.isFull(CALENDAR_MAX.entries),
    );
    // What is there can be changed, also into something that is over.
    await admin.calendar.save.mutate({ ...draft, id: 1, revision: 1, begins: inHours(-1) });
    await admin.calendar.save.mutate(draft);
  });
});

/** Rows that are there without anybody entering them one by one. */
const filledWith = async (
  { store, inHours }: Pick<Awaited<ReturnType<typeof setUp>>, "store" | "inHours">,
  rows: readonly { title: string; inHours: number; repeat?: "daily"; overInHours?: number }[],
) => {
  const { calendarEntries: t } = store.tables;
  const values = rows.map(({ title, repeat, overInHours, ...row }) => ({
    kind: "event" as const,
    title,
    text: "",
    servers: [],
    beginsAt: new Date(inHours(row.inHours)),
    minutes: 0,
    repeat: repeat ?? ("never" as const),
    repeatUntil: null,
    rates: [],
    overAt: overInHours === undefined ? null : new Date(inHours(overInHours)),
    revision: 1,
    createdBy: "",
    updatedAt: new Date(inHours(0)),
  }));
  await store.write(async (tx) => {
    for (let index = 0; index < values.length; index += 50)
      await tx.insert(t).values(values.slice(index, index + 50));
  });
};

const DAILY = Array.from(
  { length: 30 },
  (_, index) => ({ title: `Daily ${index}`, inHours: -24 * 40, repeat: "daily" }) as const,
);

describe("[CAL-04] however much repeats", () => {
  test("the next time of everything within the range is in the calendar, in order", async () => {
    const world = await setUp();
    const { stranger } = world;
    await filledWith(world, [...DAILY, { title: "Once", inHours: 24 * 50 }]);
    const shown = await stranger.calendar.upcoming.query({});
    expect(shown).toHaveLength(200);
    expect(shown.at(-1)).toMatchObject({ title: "Once", repeat: "never" });
    expect(shown[0]).toMatchObject({ repeat: "daily" });
    const begins = shown.map((one) => one.begins);
    expect(begins.toSorted()).toEqual(begins);
  });

  test("the file has what comes, and of what is over the latest alone", async () => {
    const world = await setUp();
    const { stranger, inHours } = world;
    await filledWith(world, [...DAILY, { title: "Once", inHours: 24 * 300 }]);
    const body = await (await stranger.ask("GET", "/calendar.ics")).text();
    const stamps = Array.from(body.matchAll(/^DTSTART:(.*)\r$/gm), ([, at = ""]) => at);
    expect(stamps).toHaveLength(5000);
    expect(stamps.filter((at) => at < stampOf(inHours(0)))).toEqual([]);
    expect(body).toContain("SUMMARY:Once\r\n");
  });

  test("and however much is over: what comes is there", async () => {
    const world = await setUp();
    const { stranger } = world;
    const over = Array.from({ length: 210 }, (_, index) => ({
      title: `Over ${index}`,
      inHours: -3,
      overInHours: -2,
    }));
    await filledWith(world, [...over, { title: "Coming", inHours: 2 }]);
    const shown = await stranger.calendar.upcoming.query({});
    expect(shown.map(({ title }) => title)).toEqual(["Coming"]);
    const body = await (await stranger.ask("GET", "/calendar.ics")).text();
    expect(body).toContain("SUMMARY:Coming\r\n");
  });
});

describe("[CAL-03] the calendar's file", () => {
  test("has each time by itself, in UTC, in lines of at most 75 bytes", async () => {
    const { admin, stranger, draft, inHours, app } = await setUp();
    await admin.calendar.save.mutate({
      ...draft,
      title: `Äpfel; Birnen, ${"ü".repeat(40)}`,
      kind: "rates",
      minutes: 60,
      repeat: "daily",
      repeatUntil: inHours(30),
      rates: [{ name: "Harvest", value: "×4" }],
    });
    const response = await stranger.ask("GET", "/calendar.ics");
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const body = await response.text();
    const lines = body.split("\r\n");
    expect(lines.at(-1)).toBe("");
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const whole = body.replaceAll("\r\n ", "");
    const stamps = Array.from(whole.matchAll(/^DTSTART:(.*)\r$/gm), ([, at]) => at);
    expect(stamps).toEqual([stampOf(inHours(2)), stampOf(inHours(26))]);
    expect(whole).toContain(`SUMMARY:Äpfel\\; Birnen\\, ${"ü".repeat(40)}\r\n`);
    expect(whole).toContain("Everything goes\\; tames too.\\n\\nHarvest: ×4\\n\\nRagnarok");
    expect(new Set(whole.match(/^UID:.*$/gm)).size).toBe(2);
    const etag = response.headers.get("etag") ?? "";
    const again = await app.request("/calendar.ics", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  test("is that of one server where one is named", async () => {
    const { admin, stranger, draft } = await setUp();
    await admin.calendar.save.mutate(draft);
    const titles = async (server: string) =>
      (await (await stranger.ask("GET", `/calendar.ics?server=${server}`)).text()).match(
        /^SUMMARY:.*\S/gm,
      );
    expect(await titles("ark-se-ragnarok")).toEqual([`SUMMARY:${draft.title}`]);
    expect(await titles("ark-se-the-island")).toBeNull();
    // A calendar has one component at least.
    const empty = await stranger.ask("GET", "/calendar.ics?server=ark-se-the-island");
    expect(await empty.text()).toMatch(/^BEGIN:VTIMEZONE\r\n[^]*^END:VTIMEZONE\r\nEND:VCALENDAR/m);
    expect((await stranger.ask("GET", "/calendar.ics?server=nowhere")).status).toBe(404);
  });

  test("has a whole year of what happens every day, also of much that does", async () => {
    const { admin, stranger, draft } = await setUp();
    const daily = { ...draft, kind: "restart", repeat: "daily" } as const;
    for (const title of ["First", "Second", "Third"])
      await admin.calendar.save.mutate({ ...daily, title });
    const body = await (await stranger.ask("GET", "/calendar.ics")).text();
    for (const title of ["First", "Second", "Third"])
      expect(body.match(new RegExp(`^SUMMARY:${title}\\r$`, "gm"))).toHaveLength(365);
  });
});

describe("the times of the calendar", () => {
  test("are gone through once, until an entry changes here or at another instance, or an hour is over", async () => {
    const { app, admin, stranger, draft, clock, store, inHours } = await setUp();
    afterThisTest(await wireLive(app.deps));
    const heard = await hear(app.deps.store);
    await admin.calendar.save.mutate({ ...draft, repeat: "daily" });
    // What PostgreSQL tells of the entry comes after it: later it would count as the change below.
    await heard();
    const begins = async () =>
      (await stranger.calendar.upcoming.query({ days: 1 })).map((one) => one.begins);
    const first = inHours(2);
    expect(await begins()).toEqual([first]);
    // Somebody else writes past the use case: nobody is told.
    const { calendarEntries: t } = store.tables;
    const later = new Date(inHours(5));
    await store.write(async (tx) => void (await tx.update(t).set({ beginsAt: later })));
    expect(await begins()).toEqual([first]);
    await store.write(async (tx) => tx.publish({ type: "calendar.changed" }));
    await until(async () => (await begins())[0] === later.toISOString());
    await store.write(async (tx) => void (await tx.update(t).set({ beginsAt: new Date(first) })));
    clock.advance(HOUR_MS);
    expect(await begins()).toEqual([first]);
  });
});
