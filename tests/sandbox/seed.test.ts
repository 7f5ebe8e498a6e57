import { expect, test } from "bun:test";
import { ROSTER } from "#sandbox/game-servers/roster.ts";
import { seedHistory } from "#sandbox/seed.ts";
import { createStatusBoard } from "#server/modules/servers/index.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { testStore } from "#tests/support/store.ts";

const servers = ROSTER.map(({ key, game }) => ({
  key,
  game,
  name: key,
  host: "h.example",
  port: 1,
}));

test("a fresh demo shows a day of players for every server, and uptimes with a gap or two", async () => {
  const store = await testStore();
  const clock = movableClock("2026-03-01T12:02:00.000Z");
  await seedHistory(
    { store, clock },
    servers.map(({ key }) => key),
  );
  const board = createStatusBoard({ store, clock, config: { community: communityWith(servers) } });
  await board.reloadHistory();
  const charts = [...new Set(ROSTER.map(({ game }) => game))].flatMap((game) =>
    board.history(game),
  );
  expect(charts).toHaveLength(20);
  for (const { points, peak, uptime } of charts) {
    expect(points.filter((point) => point !== null).length).toBeGreaterThan(90);
    expect(peak).toBeGreaterThan(3);
    expect(uptime).toBeGreaterThan(0.96);
    expect(uptime).toBeLessThan(1);
  }
}, 20_000);

test("seeding again adds what is missing and leaves the rest", async () => {
  const store = await testStore();
  const clock = movableClock();
  const count = async () =>
    (await store.read.select().from(store.tables.serverHistory)).filter(
      ({ grain }) => grain === "5m",
    ).length;
  await seedHistory({ store, clock }, ["eco"]);
  expect(await count()).toBe(576);
  clock.advance(60 * 60_000);
  await seedHistory({ store, clock }, ["eco", "unheard-of"]);
  expect(await count()).toBe(576 + 12);
});
