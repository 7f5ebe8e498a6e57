import { expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { addPlayTime } from "#server/modules/bridge/index.ts";
import { readOverview } from "#server/modules/members/read-overview.ts";
import { visitDiscord } from "#server/modules/members/users.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { NewEntry } from "#server/modules/points/ledger.ts";
import { testApp } from "#tests/support/app.ts";
import { linkGame } from "#tests/support/bridge.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { person } from "#tests/support/people.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";

const DAY_MS = 24 * 60 * 60_000;

const setUp = async (adjust: (config: Config) => Config = (config) => config) => {
  const app = await testApp({ adjust });
  const { clock } = app;
  const { id } = await person(app);
  const { id: other } = await person(app);
  const site = asSite(app.deps);
  let number = 0;
  const credit = (entry: Pick<NewEntry, "kind" | "delta"> & Partial<NewEntry>) => {
    number += 1;
    const line = { userId: id, reason: "", reference: `r:${number}`, actorId: null, ...entry };
    return site.write((tx) => addEntry(tx, line));
  };
  const play = (quarters: number, points: number, server = "ark-se-ragnarok", userId = id) =>
    site.write((tx) =>
      addPlayTime(tx, { quarter: clock.now(), game: "ark-se", server }, [
        { userId, quarters, points },
      ]),
    );
  const read = () => readOverview(asMember(app.deps, { userId: id }));
  return { app, clock, id, other, site, credit, play, read };
};

test("a member who has done nothing yet has all steps before them and no figure", async () => {
  const { read } = await setUp();
  const { steps, entries, tier, tickets, weeks, played, earned } = await read();
  expect(steps).toEqual({
    discord: false,
    gameAccount: false,
    gift: false,
    vote: false,
    discordServer: false,
  });
  expect({ entries, tier, tickets, played, earned }).toEqual({
    entries: [],
    tier: null,
    tickets: [],
    played: [],
    earned: [],
  });
  expect(weeks).toHaveLength(12);
});

test("steps complete themselves", async () => {
  const { app, id, credit, read } = await setUp();
  await linkGame(app, id, "steam", "76561198000000001");
  await credit({ kind: "vote", delta: 50 });
  await visitDiscord(asMember(app.deps, { userId: id }));
  expect((await read()).steps).toEqual({
    discord: false,
    gameAccount: true,
    gift: false,
    vote: true,
    discordServer: true,
  });
});

test("there is no step to vote where no vote earns anything", async () => {
  const { read } = await setUp(({ community, ...rest }) => {
    const rewards = { ...community.rewards, votePoints: 0, voteLists: [] };
    return { ...rest, community: { ...community, rewards } };
  });
  expect((await read()).steps.vote).toBeNull();
});

test("hours and points are summed by week and server, one's own alone", async () => {
  const { clock, other, credit, play, read } = await setUp();
  clock.set("2026-03-02T12:00:00Z");
  await play(8, 56);
  await play(2, 0, "");
  await play(99, 99, "ark-se-ragnarok", other);
  for (let quarter = 0; quarter < 8; quarter += 1) await credit({ kind: "passive", delta: 7 });
  // A week of the time before weeks were kept.
  clock.set("2026-03-10T12:00:00Z");
  await credit({ kind: "passive", delta: 7 });
  await credit({ kind: "passive", delta: 7 });
  await credit({ kind: "vote", delta: 50, game: "minecraft" });
  await credit({ kind: "spend", delta: -60, game: "minecraft" });
  await credit({ kind: "purchase", delta: 500 });
  await credit({ kind: "vote", delta: 50, userId: other });
  const { weeks, played, earned } = await read();
  expect(weeks.slice(-2)).toEqual(["2026-03-02", "2026-03-09"]);
  const last = (series: typeof played) =>
    series.map(({ values, ...place }) => ({ ...place, values: values.slice(-2) }));
  expect(last(played)).toEqual([
    { game: "ark-se", server: "ark-se-ragnarok", values: [8, 0] },
    { game: "ark-se", server: null, values: [2, 0] },
    { game: null, server: null, values: [0, 2] },
  ]);
  expect(last(earned)).toEqual([
    { game: "ark-se", server: "ark-se-ragnarok", values: [56, 0] },
    { game: "minecraft", server: null, values: [0, 50] },
    { game: null, server: null, values: [0, 514] },
  ]);
  expect(played.flatMap(({ values }) => values.slice(0, 10))).toEqual(Array(30).fill(0));
});

test("many servers become five and the rest, and what is older than the weeks shown is left out", async () => {
  const { clock, play, read } = await setUp();
  await play(9, 0, "ark-se-aberration");
  clock.advance(100 * DAY_MS);
  for (const [index, server] of ["a", "b", "c", "d", "e", "f", "g"].entries())
    await play(10 - index, 0, server);
  const { played } = await read();
  expect(played.map(({ server, values }) => [server, values.at(-1)])).toEqual([
    ["a", 10],
    ["b", 9],
    ["c", 8],
    ["d", 7],
    ["e", 6],
    [null, 9],
  ]);
});

test("what was played at the end of a Sunday and credited on Monday counts once", async () => {
  const { clock, credit, play, read } = await setUp();
  // The first of the weeks that will be shown, and two later ones: in Chicago it is Sunday still.
  for (const sunday of ["2026-03-02T05:50:00Z", "2026-03-09T04:50:00Z", "2026-03-16T04:50:00Z"]) {
    clock.set(sunday);
    await play(1, 7);
    clock.advance(20 * 60_000);
    await credit({ kind: "passive", delta: 7 });
  }
  clock.set("2026-05-20T12:00:00Z");
  const { weeks, played, earned } = await read();
  expect(weeks[0]).toBe("2026-03-02");
  const place = { game: "ark-se", server: "ark-se-ragnarok" } as const;
  const later = Array<number>(9).fill(0);
  expect(played).toEqual([{ ...place, values: [1, 1, 0, ...later] }]);
  expect(earned).toEqual([{ ...place, values: [7, 7, 0, ...later] }]);
});

test("the newest rows have what was earned by playing on a day as one, however much that was", async () => {
  const { clock, other, credit, read } = await setUp();
  clock.set("2026-03-02T18:00:00Z");
  await credit({ kind: "purchase", delta: 500, reason: "Order #1" });
  await credit({ kind: "passive", delta: 7 });
  await credit({ kind: "passive", delta: 9, userId: other });
  for (const day of ["2026-03-03", "2026-03-04"]) {
    clock.set(`${day}T18:00:00Z`);
    for (let quarter = 0; quarter < 12; quarter += 1) await credit({ kind: "passive", delta: 10 });
    await credit({ kind: "vote", delta: 50 });
    // Later in UTC, and the same day in Chicago.
    clock.advance(10 * 60 * 60_000);
    await credit({ kind: "passive", delta: 7 });
  }
  const { entries } = await read();
  expect(entries.map(({ kind, delta }) => [kind, delta])).toEqual([
    ["passive", 127],
    ["vote", 50],
    ["passive", 127],
    ["vote", 50],
    ["passive", 7],
  ]);
  expect(entries[0]?.at).toBe("2026-03-05T04:00:00.000Z");
});

test("open tickets come newest first, with what is unread on them", async () => {
  const { app, id, other, read } = await setUp();
  const quiet = await addTicket(app.deps, { people: [id] });
  const answered = await addTicket(app.deps, { people: [id, other] });
  await addTicket(app.deps, { people: [other] });
  await linkDiscord(app.deps, other);
  await (
    await person(app, other)
  ).messages.send.mutate({
    messageGroupId: answered,
    content: "Hello",
  });
  expect((await read()).tickets).toMatchObject([
    { id: answered, isUnread: true },
    { id: quiet, isUnread: false },
  ]);
});

test("the highest tier that runs is named with its end", async () => {
  const { site, id, read, clock } = await setUp();
  const until = new Date(clock.now().getTime() + 20 * DAY_MS);
  await grantTier(site, { userId: id, tier: "Gold", until });
  await grantTier(site, { userId: id, tier: "Diamond", until });
  expect((await read()).tier).toEqual({
    tier: "Diamond",
    endsAt: until.toISOString(),
    nextPaymentAt: null,
  });
});
