import { describe, expect, test } from "bun:test";
import { foldDays } from "#server/modules/administration/index.ts";
import { readToday } from "#server/modules/administration/read-today.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { importHistory } from "#server/modules/servers/index.ts";
import { noteJobFailure } from "#server/store/job-runs.ts";
import type { TodayPeriod } from "#shared/constants/lists.ts";
import type { EntryKind } from "#shared/constants/points.ts";
import { daysBetween } from "#shared/rules/local-time.ts";
import type { Today } from "#shared/schemas/administration.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";
import { addTicket } from "#tests/support/tickets.ts";

const running = new AbortController().signal;

/** A day as it is told: of points twice as many come in as go out. */
const day = (key: string, members: number, sales: number[], points: number, peak = 0) => ({
  day: key,
  members,
  peak,
  sales,
  in: 2 * points,
  out: points,
});

const setUp = async () => {
  const app = await testApp();
  const { clock, deps } = app;
  const { store } = deps;
  clock.set("2026-06-01T18:00:00Z");
  const id = await addUser(store, clock, {});
  const site = asSite(deps);
  let number = 0;
  const credit = (kind: EntryKind, delta: number) => {
    number += 1;
    const about = { reason: "", reference: `r:${number}`, actorId: null };
    return site.write((tx) => addEntry(tx, { userId: id, kind, delta, ...about }));
  };
  const pay = async (cents: number, currency = "USD") => {
    number += 1;
    const now = clock.now();
    await store.write(async (tx) => {
      const { orders, payments } = tx.tables;
      const [order] = await tx
        .insert(orders)
        .values({
          userId: id,
          state: "paid",
          items: [],
          currency,
          totalCents: cents,
          hasPromo: false,
          createdAt: now,
          paidAt: now,
        })
        .returning({ id: orders.id });
      await tx.insert(payments).values({
        key: `k:${number}`,
        orderId: order?.id ?? 0,
        userId: id,
        sequence: "first",
        amountCents: cents,
        paidAt: now,
        createdAt: now,
      });
    });
  };
  const play = (serverKey: string, at: string, players: number, grain: "5m" | "1h" = "5m") =>
    importHistory(site, [
      {
        serverKey,
        grain,
        at: new Date(at),
        playersMin: 0,
        playersMax: players,
        playersSum: players,
        answered: 1,
        probes: 1,
      },
    ]);
  const fold = () => foldDays(site, running);
  const read = (days: TodayPeriod = 7) =>
    readToday(asMember(deps, { userId: id, role: "Admin" }), { days });
  return { app, store, clock, id, site, credit, pay, play, fold, read };
};

describe("[ADMIN-12] the figures of Today", () => {
  test("of a site where nothing has happened are all nothing", async () => {
    const { clock, read } = await setUp();
    clock.set("2027-07-01T18:00:00Z");
    expect(await read(90)).toEqual({
      from: "2027-04-03",
      members: { now: 0, before: 0 },
      players: { now: 0, peak: { now: 0, before: 0 } },
      sales: [],
      points: [],
      days: daysBetween("2027-04-03", "2027-07-01").map((one) => day(one, 0, [], 0)),
      daysBefore: daysBetween("2027-01-03", "2027-04-02").map((one) => day(one, 0, [], 0)),
      tickets: { waiting: 0, oldestAt: null },
      flags: 0,
      failed: [],
    });
  });

  test("go by the community's days, and by the same time of day before", async () => {
    const { store, clock, credit, pay, fold, read } = await setUp();
    const happen = async (at: string, points: number) => {
      clock.set(at);
      await addUser(store, clock, {});
      await credit("purchase", points);
      await pay(points);
    };
    // The last moment of June 10 in Chicago, the first of the period before, and later ones of it.
    await happen("2026-06-11T04:59:59Z", 1);
    await happen("2026-06-11T05:00:00Z", 10);
    await happen("2026-06-14T12:00:00Z", 20);
    // Seven days ago: up to the same time of day, and afterwards.
    await happen("2026-06-17T17:59:59Z", 30);
    await happen("2026-06-17T18:00:01Z", 1000);
    // The present period.
    await happen("2026-06-18T05:00:00Z", 100);
    await happen("2026-06-24T04:59:59Z", 200);
    await happen("2026-06-24T17:00:00Z", 400);
    clock.set("2026-06-24T18:00:00Z");
    const expected = {
      from: "2026-06-18",
      members: { now: 3, before: 3 },
      sales: [{ currency: "USD", now: 7, before: 0.6 }],
      points: [{ kind: "purchase", in: { now: 700, before: 60 }, out: { now: 0, before: 0 } }],
    };
    await fold();
    expect(await read()).toMatchObject(expected);
    // Added up once more, each day still counts once.
    await fold();
    expect(await read()).toMatchObject(expected);
  });

  test("count a day that is over before it is added up, and after", async () => {
    const { clock, credit, fold, read } = await setUp();
    clock.set("2026-06-20T18:00:00Z");
    await fold();
    clock.set("2026-06-24T04:50:00Z");
    await fold();
    await credit("vote", 50);
    await credit("spend", -30);
    // Nine minutes after midnight: what began before may still come.
    clock.set("2026-06-24T05:09:00Z");
    await fold();
    const points: Today["points"] = [
      { kind: "vote", in: { now: 50, before: 0 }, out: { now: 0, before: 0 } },
      { kind: "spend", in: { now: 0, before: 0 }, out: { now: 30, before: 0 } },
    ];
    expect((await read()).points).toEqual(points);
    clock.set("2026-06-24T05:10:00Z");
    await fold();
    expect((await read()).points).toEqual(points);
    clock.set("2026-06-29T18:00:00Z");
    await fold();
    expect((await read()).points).toEqual(points);
    clock.set("2026-07-01T18:00:00Z");
    await fold();
    expect((await read()).points).toEqual([
      { kind: "vote", in: { now: 0, before: 50 }, out: { now: 0, before: 0 } },
      { kind: "spend", in: { now: 0, before: 0 }, out: { now: 0, before: 30 } },
    ]);
  });

  test("tell each day of the period, the last one up to now", async () => {
    const { store, clock, credit, pay, play, fold, read } = await setUp();
    const happen = async (at: string, amount: number, currency?: string) => {
      clock.set(at);
      await addUser(store, clock, {});
      await credit("purchase", amount);
      await credit("vote", amount);
      await credit("spend", -amount);
      await pay(amount, currency);
    };
    // On March 8 clocks in Chicago go from two to three, so that the day is over an hour earlier.
    await happen("2026-03-04T12:00:00Z", 7);
    await happen("2026-03-08T05:59:59Z", 100);
    await happen("2026-03-08T06:00:00Z", 200);
    await happen("2026-03-09T04:59:59Z", 300, "EUR");
    await happen("2026-03-09T05:00:00Z", 400);
    await happen("2026-03-11T06:00:00Z", 500);
    await play("eco", "2026-03-08T20:00:00Z", 12);
    await play("eco", "2026-03-11T17:00:00Z", 3);
    clock.set("2026-03-11T18:00:00Z");
    const days = [
      day("2026-03-05", 0, [0, 0], 0),
      day("2026-03-06", 0, [0, 0], 0),
      day("2026-03-07", 1, [0, 1], 100),
      day("2026-03-08", 2, [3, 2], 500, 12),
      day("2026-03-09", 1, [0, 4], 400),
      day("2026-03-10", 0, [0, 0], 0),
      day("2026-03-11", 1, [0, 5], 500, 3),
    ];
    await fold();
    const { days: told, daysBefore, members, sales } = await read();
    expect(told).toEqual(days);
    expect(daysBefore).toEqual([
      ...daysBetween("2026-02-26", "2026-03-03").map((one) => day(one, 0, [0, 0], 0)),
      day("2026-03-04", 1, [0, 0.07], 7),
    ]);
    expect(members).toEqual({ now: 5, before: 1 });
    expect(sales).toEqual([
      { currency: "EUR", now: 3, before: 0 },
      { currency: "USD", now: 12, before: 0.07 },
    ]);
  });

  test("know the most players at once, today too", async () => {
    const { clock, play, fold, read } = await setUp();
    await play("ark-se-ragnarok", "2026-06-15T20:00:00Z", 40, "1h");
    await play("ark-se-ragnarok", "2026-06-22T20:00:00Z", 10);
    await play("eco", "2026-06-22T20:00:00Z", 5);
    await play("eco", "2026-06-22T20:05:00Z", 12);
    await play("eco", "2026-06-24T17:00:00Z", 14);
    clock.set("2026-06-24T18:00:00Z");
    await fold();
    expect((await read()).players).toEqual({ now: 0, peak: { now: 15, before: 40 } });
    await play("eco", "2026-06-24T17:55:00Z", 99);
    await fold();
    expect((await read()).players.peak).toEqual({ now: 99, before: 40 });
  });

  test("tell what waits: tickets for the team, and what failed until it works again", async () => {
    const { app, store, clock, id, read } = await setUp();
    await addTicket(app.deps, { people: [id] });
    const oldestAt = clock.now().toISOString();
    clock.advance(60_000);
    await addTicket(app.deps, { people: [id] });
    await store.write(async (tx) => {
      const run = { startedAt: clock.now(), tookMs: 1, everyMs: 5000, error: "TypeError" };
      await noteJobFailure({ ...tx, clock }, "seal-audit", run);
      await noteJobFailure({ ...tx, clock }, "seal-audit", run);
    });
    const since = clock.now().toISOString();
    expect(await read()).toMatchObject({
      tickets: { waiting: 2, oldestAt },
      failed: [{ kind: "job", name: "seal-audit", since, count: 2 }],
    });
    // A job that is not there any more is forgotten.
    clock.advance(9 * 24 * 60 * 60_000);
    expect((await read()).failed).toEqual([]);
  });

  test.if(TEST_ENGINE === "sqlite")("are answered by indexes alone", async () => {
    const { clock, fold, read } = await setUp();
    clock.set("2026-06-24T18:00:00Z");
    const steps = await plansOf(async () => {
      await fold();
      await read(90);
    });
    const of = (table: string) => steps.filter((step) => step.includes(` ${table} `));
    for (const table of [
      "users",
      "payments",
      "point_entries",
      "server_history",
      "tickets",
      "shop_flags",
      "day_figures",
    ]) {
      expect(of(table)).not.toBeEmpty();
      expect(of(table).filter((step) => !step.startsWith("SEARCH"))).toEqual([]);
    }
    const indexesOf = (table: string) =>
      new Set(of(table).map((step) => /COVERING INDEX (\w+)/.exec(step)?.[1]));
    expect(indexesOf("users")).toEqual(new Set(["users_joined"]));
    expect(indexesOf("payments")).toEqual(new Set(["payments_paid"]));
    expect(indexesOf("point_entries")).toEqual(new Set(["point_entries_sum"]));
    // Members and sales of all days are one question each.
    expect(steps.filter((step) => step === "COMPOUND QUERY")).toHaveLength(2);
  });
});
