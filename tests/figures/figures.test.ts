import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { addUpWeeks, weeksUntil } from "#server/modules/queue/figures.ts";
import { percentileOf } from "#server/modules/queue/read-figures.ts";
import { closeSilent } from "#server/modules/tickets/index.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { CommunityTickets } from "#shared/schemas/community/tickets.ts";
import type { Figure, FiguresInput } from "#shared/schemas/desk.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";

const SECRET = "Application";

const adjust = (config: Config): Config => {
  const { tickets } = config.community;
  const desk: CommunityTickets = {
    ...tickets,
    categories: [...tickets.categories, { key: SECRET, visibleTo: "roles" }],
    closing: { afterDays: 10, warnDays: 3 },
  };
  return {
    ...config,
    community: { ...config.community, timezone: "Europe/Berlin", tickets: desk },
  };
};

/** The first moment of a Monday in Berlin. */
const MONDAY = Date.parse("2027-03-01T00:00:00+01:00");

const setUp = async () => {
  const world = await appWithPeople({ adjust });
  const { app, store, clock } = world;
  clock.advance(MONDAY - clock.now().getTime());
  const holder = async (...permissions: Permission[]) =>
    person(app, (await holderOf(app, permissions)).userId);
  /** Somebody signed in again, as sessions do not last for days. */
  const anew = (who: { id: string }) => person(app, who.id);
  const signal = new AbortController().signal;
  const addUp = () => addUpWeeks(asSite(app.deps), signal);
  const minutes = (count: number) => clock.advance(count * MINUTE_MS);
  const hours = (count: number) => clock.advance(count * HOUR_MS);
  const days = (count: number) => clock.advance(count * DAY_MS);
  const open = async (category = "Bug") =>
    (await (await anew(world.member)).tickets.create.mutate({ ...TICKET, category })).id;
  const answer = async (who: { id: string }, id: number) =>
    (await anew(who)).messages.send.mutate({ messageGroupId: id, content: "Look here" });
  const close = async (
    who: { id: string },
    id: number,
    said: { solved?: boolean; word?: string } = {},
  ) => (await anew(who)).tickets.close.mutate({ id, ...said });
  const read = async (who: { id: string }, input: Partial<FiguresInput> = {}) =>
    (await anew(who)).figures.read.query({ weeks: 4, ...input });
  return {
    ...world,
    holder,
    anew,
    signal,
    addUp,
    minutes,
    hours,
    days,
    open,
    answer,
    close,
    read,
    tickets: store.tables.tickets,
  };
};

const NOTHING = { tickets: 0, medianMs: null, ninetiethMs: null };
const took = (tickets: number, medianMs: number, ninetiethMs = medianMs) => ({
  tickets,
  medianMs,
  ninetiethMs,
});
const EMPTY: Figure = {
  opened: 0,
  closed: 0,
  solved: 0,
  unsolved: 0,
  answer: NOTHING,
  solution: NOTHING,
};

test("[DESK-07] half of some times, and nine of ten, are no longer than the one that is told", () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100];
  expect([percentileOf(ten, 0.5), percentileOf(ten, 0.9)]).toEqual([5, 9]);
  expect([percentileOf([1, 2, 3], 0.5), percentileOf([1, 2, 3], 0.9)]).toEqual([2, 3]);
  expect([percentileOf([7], 0.5), percentileOf([7], 0.9), percentileOf([], 0.5)]).toEqual([
    7,
    7,
    null,
  ]);
});

test("[DESK-07] weeks begin on Mondays where the community is, also when its clocks are changed", () => {
  const weeks = weeksUntil(new Date("2027-03-28T22:30:00Z"), 2, "Europe/Berlin");
  expect(weeks.map(({ week }) => week)).toEqual(["2027-03-22", "2027-03-29"]);
  expect(weeks.map(({ from }) => from.toISOString())).toEqual([
    "2027-03-21T23:00:00.000Z",
    "2027-03-28T22:00:00.000Z",
  ]);
  expect(weeks[0]?.until).toEqual(weeks[1]?.from);
});

describe("[DESK-07] the figures of the support desk", () => {
  test("tell by week, helper and category what was opened, answered and closed, and how long that took", async () => {
    const { admin, holder, member, open, answer, close, read, minutes, hours, days } =
      await setUp();
    const [ann, ben] = [await holder("tickets"), await holder("tickets")];
    const first = await open();
    minutes(10);
    await answer(ann, first);
    const second = await open("Shop Issue");
    minutes(30);
    await answer(ben, second);
    // A second answer is no first one.
    await answer(ann, second);
    const third = await open();
    hours(2);
    await answer(ann, third);
    await close(member, first, { solved: true, word: "Thanks" });
    days(7);
    await close(member, second, { solved: false, word: "Still broken" });
    await open();
    const { total, weeks, helpers, categories, words } = await read(admin);
    const TEN = 10 * MINUTE_MS;
    const HALF = 30 * MINUTE_MS;
    const FIRST_SOLVED = 10 * MINUTE_MS + 30 * MINUTE_MS + 2 * HOUR_MS;
    expect(total).toEqual({
      opened: 4,
      closed: 2,
      solved: 1,
      unsolved: 1,
      answer: took(3, HALF, 2 * HOUR_MS),
      solution: took(1, FIRST_SOLVED),
    });
    expect(weeks).toEqual([
      { week: "2027-02-15", figure: EMPTY },
      { week: "2027-02-22", figure: EMPTY },
      {
        week: "2027-03-01",
        figure: {
          opened: 3,
          closed: 1,
          solved: 1,
          unsolved: 0,
          answer: took(3, HALF, 2 * HOUR_MS),
          solution: took(1, FIRST_SOLVED),
        },
      },
      { week: "2027-03-08", figure: { ...EMPTY, opened: 1, closed: 1, unsolved: 1 } },
    ]);
    expect(
      helpers.map(({ helper, isInTeam, figure }) => [helper?.id ?? null, isInTeam, figure]),
    ).toEqual([
      [
        ann.id,
        true,
        {
          opened: 2,
          closed: 1,
          solved: 1,
          unsolved: 0,
          answer: took(2, TEN, 2 * HOUR_MS),
          solution: took(1, FIRST_SOLVED),
        },
      ],
      [ben.id, true, { ...EMPTY, opened: 1, closed: 1, unsolved: 1, answer: took(1, HALF) }],
      [null, false, { ...EMPTY, opened: 1 }],
    ]);
    expect(
      categories.map(({ category, figure }) => [category, figure.opened, figure.closed]),
    ).toEqual([
      ["Bug", 3, 1],
      ["Shop Issue", 1, 1],
    ]);
    expect(words.map(({ ticketId, isSolved, word }) => [ticketId, isSolved, word])).toEqual([
      [second, false, "Still broken"],
      [first, true, "Thanks"],
    ]);
    const bens = await read(admin, { helper: ben.id });
    expect(bens.total).toMatchObject({ opened: 1, closed: 1, answer: took(1, HALF) });
    expect(bens.words.map(({ ticketId }) => ticketId)).toEqual([second]);
    expect((await read(admin, { category: "Bug" })).total).toMatchObject({ opened: 3, closed: 1 });
  });

  test("count a ticket that was opened again when it is closed last, and not while it is open", async () => {
    const { admin, holder, member, anew, open, answer, close, read, hours } = await setUp();
    const ann = await holder("tickets");
    const id = await open();
    hours(1);
    await answer(ann, id);
    await close(member, id, { solved: true, word: "Good" });
    expect((await read(admin)).total).toMatchObject({ closed: 1, solved: 1 });
    await (await anew(member)).tickets.restore.mutate({ id });
    const reopened = await read(admin);
    expect(reopened.total).toMatchObject({ opened: 1, closed: 0, solved: 0, solution: NOTHING });
    expect(reopened.words).toEqual([]);
    hours(5);
    await answer(ann, id);
    await close(member, id, { solved: true });
    expect((await read(admin)).total).toMatchObject({
      opened: 1,
      closed: 1,
      solved: 1,
      answer: took(1, HOUR_MS),
      solution: took(1, 6 * HOUR_MS),
    });
  });

  test("count merged tickets once, answered by whoever answered either", async () => {
    const { admin, holder, anew, open, answer, read, hours } = await setUp();
    const ann = await holder("tickets");
    const from = await open();
    hours(1);
    await answer(ann, from);
    const into = await open();
    hours(1);
    await (await anew(admin)).ticketMerges.merge.mutate({ id: from, into });
    const { total, helpers } = await read(admin);
    expect(total).toMatchObject({ opened: 1, closed: 0, answer: took(1, 0) });
    expect(helpers[0]).toMatchObject({
      helper: { id: ann.id },
      figure: { answer: { tickets: 1 } },
    });
  });

  test("keep an answer that was taken back, and one by whoever has left the team or the site", async () => {
    const { app, admin, holder, anew, store, open, answer, close, read, minutes } = await setUp();
    const ann = await holder("tickets");
    const id = await open();
    minutes(5);
    const message = await answer(ann, id);
    await (await anew(ann)).messages.remove.mutate({ id: message.id });
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ team: null }).where(eq(users.id, ann.id));
    });
    const left = await read(admin);
    expect(left.helpers[0]).toMatchObject({
      isInTeam: false,
      helper: { id: ann.id },
      figure: { answer: took(1, 5 * MINUTE_MS) },
    });
    const { email } = (await store.read.select().from(users).where(eq(users.id, ann.id)))[0] ?? {};
    await (
      await person(app, admin.id)
    ).rights.erase.mutate({
      id: ann.id,
      email: email ?? "",
      reason: "request",
    });
    await close(admin, id);
    const { total, helpers } = await read(admin);
    expect(helpers[0]?.helper).toMatchObject({ id: ann.id, firstName: "Deleted" });
    expect(total.answer).toEqual(took(1, 5 * MINUTE_MS));
  });

  test("take what silence closed for solved by the last answer, and what the team says of it for no praise", async () => {
    const { app, admin, holder, signal, open, answer, close, read, hours, days } = await setUp();
    const ann = await holder("tickets");
    const id = await open();
    hours(3);
    await answer(ann, id);
    const other = await open();
    hours(1);
    await answer(ann, other);
    await close(ann, other, { solved: true, word: "I am great" });
    const silence = () => closeSilent(asSite(app.deps), signal);
    days(7);
    await silence();
    days(3);
    await silence();
    const { total, words } = await read(admin);
    expect(total).toEqual({
      opened: 2,
      closed: 2,
      solved: 0,
      unsolved: 0,
      answer: took(2, HOUR_MS, 3 * HOUR_MS),
      solution: took(2, HOUR_MS, 3 * HOUR_MS),
    });
    expect(words).toEqual([]);
  });

  test("[DESK-02] tell nothing of categories that whoever asks may not see, nor to anybody who answers none", async () => {
    const { admin, member, holder, open, answer, close, read, minutes, days, addUp } =
      await setUp();
    const helper = await holder("tickets");
    const recruiter = await holder("tickets", "roles");
    const id = await open(SECRET);
    await open();
    minutes(9);
    await answer(recruiter, id);
    await close(member, id, { solved: true, word: "Nice" });
    const seen = async (who: { id: string }) => {
      const { total, helpers, categories, words } = await read(who);
      return [total.opened, total.solved, helpers.length, categories.length, words.length];
    };
    const check = async () => {
      expect(await seen(helper)).toEqual([1, 0, 1, 1, 0]);
      for (const who of [admin, recruiter]) expect(await seen(who)).toEqual([2, 1, 2, 2, 1]);
      expect((await read(helper, { category: SECRET })).total).toEqual(EMPTY);
    };
    await check();
    days(7);
    await addUp();
    await check();
    for (const who of [member, await holder("members")])
      expect((await refusalOf(read(who)))[0]).toBe(403);
  });

  test("are the same once weeks are added up, and follow what becomes of their tickets later", async () => {
    const { admin, holder, member, anew, store, open, answer, close, read, minutes, days, addUp } =
      await setUp();
    const { ticketFigures } = store.tables;
    const [ann, ben] = [await holder("tickets"), await holder("tickets")];
    const ids: number[] = [];
    for (let week = 0; week < 3; week += 1) {
      for (const helper of [ann, ben]) {
        const id = await open(helper === ann ? "Bug" : "Shop Issue");
        minutes(7 * (week + 1));
        await answer(helper, id);
        await close(member, id, { solved: week !== 1 });
        ids.push(id);
      }
      days(7);
    }
    const before = await read(admin);
    expect(before.total).toMatchObject({ opened: 6, closed: 6, solved: 4, unsolved: 2 });
    for (let round = 0; round < 2; round += 1) {
      await addUp();
      expect(await store.read.select().from(ticketFigures)).toHaveLength(6);
      expect(await read(admin)).toEqual(before);
    }
    // What is added up is what is read.
    await store.write(async (tx) => {
      await tx.update(ticketFigures).set({ opened: 5 });
    });
    expect((await read(admin)).total.opened).toBe(30);
    await (await anew(member)).tickets.restore.mutate({ id: ids[0] ?? 0 });
    await addUp();
    expect((await read(admin)).total).toMatchObject({ opened: 6, closed: 5, solved: 3 });
  });
});
