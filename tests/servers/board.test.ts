import { expect, test } from "bun:test";
import type { Outcome } from "#server/modules/servers/ask.ts";
import { createStatusBoard, recordRound } from "#server/modules/servers/index.ts";
import { serverHistory, serverRow, serverStatus } from "#shared/schemas/servers.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { systemIn } from "#tests/support/context.ts";
import { answered, missed, reading } from "#tests/support/outcomes.ts";
import { testStore } from "#tests/support/store.ts";

const ISLAND = {
  key: "ark-se-the-island",
  game: "ark-se",
  name: "The Island",
  host: "ase.lynxden.example",
  port: 7777,
  vote_url: "https://vote.lynxden.example/1",
};
const CENTER = { ...ISLAND, key: "ark-se-the-center", name: "The Center", port: 7779 };
const MINECRAFT = {
  key: "minecraft",
  game: "minecraft",
  name: "Minecraft",
  host: "mc.lynxden.example",
  port: 25_565,
};
const PALWORLD = {
  key: "palworld",
  game: "palworld",
  name: "Palworld",
  host: "p.example",
  port: 1,
};

const setUp = async (servers = [ISLAND, CENTER, MINECRAFT, PALWORLD]) => {
  const store = await testStore();
  const clock = movableClock();
  const boardOf = (servers: Parameters<typeof communityWith>[0]) =>
    createStatusBoard({ store, clock, config: { community: communityWith(servers) } });
  const board = boardOf(servers);
  return {
    store,
    clock,
    board,
    boardOf,
    round: async (...outcomes: Outcome[]) => recordRound(systemIn(store), clock.now(), outcomes),
  };
};

test("[STATUS-01] GET server answers exactly this", async () => {
  const { board, round } = await setUp();
  await round(answered(ISLAND.key, { players: 17 }), {
    key: MINECRAFT.key,
    game: "minecraft",
    reading: reading({ serverName: "Lynxden rooms", version: "Paper 1.21.8", maxPlayers: 120 }),
  });
  await board.reload(null);
  expect(board.json("ark-se")?.body).toBe(
    '[{"name":"The Island","serverName":"Lynxden The Island","isOnline":true,"version":"361.7","players":17,"maxPlayers":70,"voteUrl":"https://vote.lynxden.example/1","connectUrl":"steam://connect/ase.lynxden.example:7777","connectInfo":"ase.lynxden.example:7777"},{"name":"The Center","serverName":"The Center","isOnline":false,"version":"","players":0,"maxPlayers":0,"voteUrl":"https://vote.lynxden.example/1","connectUrl":"steam://connect/ase.lynxden.example:7779","connectInfo":"ase.lynxden.example:7779"}]',
  );
  expect(board.json("minecraft")?.body).toBe(
    '[{"name":"Minecraft","serverName":"Lynxden rooms","isOnline":true,"version":"Paper 1.21.8","players":12,"maxPlayers":120,"voteUrl":null,"connectUrl":null,"connectInfo":"mc.lynxden.example:25565"}]',
  );
  expect(board.json("eco")?.body).toBe("[]");
});

test("what the board gives keeps to the wire's schemas", async () => {
  const { board, round } = await setUp();
  await round(answered(ISLAND.key), missed(CENTER.key));
  await board.reload(null);
  await board.reloadHistory();
  for (const row of board.rows()) expect(serverRow.parse(row)).toEqual(row);
  for (const record of JSON.parse(board.json("ark-se")?.body ?? "")) serverStatus.parse(record);
  for (const chart of await board.history("ark-se"))
    expect(serverHistory.parse(chart)).toEqual(chart);
});

test("before anything is known every server is in the list, unknown, under its own name", async () => {
  const { board } = await setUp();
  expect(board.rows("ark-se").map(({ serverName, state }) => [serverName, state])).toEqual([
    ["The Island", "unknown"],
    ["The Center", "unknown"],
  ]);
  expect(await board.history("ark-se")).toHaveLength(2);
  expect(board.summary()).toMatchObject({ servers: 3, online: 0, players: 0 });
});

test("[STATUS-03] Palworld has no status", async () => {
  const { board } = await setUp();
  expect(board.rows().map(({ game }) => game)).not.toContain("palworld");
});

test("[STATUS-02] an unreachable server stays in the array, offline, with its last known figures", async () => {
  const { board, round, clock } = await setUp();
  await round(answered(ISLAND.key, { players: 17 }));
  for (let misses = 0; misses < 2; misses += 1) {
    clock.advance(15_000);
    await round(missed(ISLAND.key));
  }
  await board.reload(null);
  expect(board.rows("ark-se")[0]).toMatchObject({
    state: "offline",
    isOnline: false,
    players: 17,
    maxPlayers: 70,
    serverName: "Lynxden The Island",
    since: "2026-03-01T12:00:15.000Z",
    checkedAt: "2026-03-01T12:00:30.000Z",
  });
  expect(board.summary()).toMatchObject({ servers: 3, online: 0, players: 0 });
});

test("a reload gives the rows to tell about: those that changed, whoever noticed", async () => {
  const { board, round } = await setUp();
  await round(answered(ISLAND.key), answered(CENTER.key));
  expect((await board.reload(null)).map(({ key }) => key)).toEqual([ISLAND.key, CENTER.key]);
  expect(await board.reload(null)).toEqual([]);
  await round(answered(ISLAND.key, { players: 3 }), answered(CENTER.key));
  expect((await board.reload([ISLAND.key])).map(({ key }) => key)).toEqual([ISLAND.key]);
  expect(board.summary()).toEqual({
    servers: 3,
    online: 2,
    players: 15,
    games: { "ark-se": 15, "ark-sa": 0, eco: 0, minecraft: 0, empyrion: 0 },
  });
});

test("the ETag changes with what people see, not with the time of the question", async () => {
  const { board, round, clock } = await setUp();
  await round(answered(ISLAND.key));
  await board.reload(null);
  const etag = board.json("ark-se")?.etag ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  clock.advance(15_000);
  await round(answered(ISLAND.key));
  await board.reload([]);
  expect(board.json("ark-se")?.etag).toBe(etag);
  expect(board.rows("ark-se")[0]?.checkedAt).toBe("2026-03-01T12:00:15.000Z");
  await round(answered(ISLAND.key, { players: 13 }));
  await board.reload(null);
  expect(board.json("ark-se")?.etag).not.toBe(etag);
});

test("[STATUS-09] a status that nobody has renewed for two minutes is no longer told as true", async () => {
  const { board, round, clock } = await setUp();
  await round(answered(ISLAND.key, { players: 17 }));
  await board.reload(null);
  clock.advance(120_000);
  expect(await board.reload(null)).toEqual([]);
  clock.advance(1);
  expect(await board.reload(null)).toMatchObject([
    { key: ISLAND.key, state: "unknown", isOnline: false, players: 17, since: null },
  ]);
  await round(answered(ISLAND.key, { players: 17 }));
  expect(await board.reload([])).toMatchObject([{ key: ISLAND.key, state: "online" }]);
});

test("names and order are those of the present configuration; removed servers vanish", async () => {
  const { boardOf, round } = await setUp();
  await round(answered(ISLAND.key), answered(CENTER.key));
  const board = boardOf([{ ...CENTER, name: "Centre" }, MINECRAFT]);
  await board.reload(null);
  expect(board.rows().map(({ name }) => name)).toEqual(["Centre", "Minecraft"]);
});

test("an IPv6 host stands in brackets where a port follows", async () => {
  const { boardOf } = await setUp();
  const [row] = boardOf([{ ...ISLAND, host: "2001:db8::7" }]).rows();
  expect(row?.connectUrl).toBe("steam://connect/[2001:db8::7]:7777");
});

test("charts grow with the history, and forget what is older than a day", async () => {
  const { board, round, clock } = await setUp();
  await round(answered(ISLAND.key, { players: 10 }));
  await board.reloadHistory();
  const chartOf = async () => (await board.history("ark-se"))[0];
  expect(await chartOf()).toMatchObject({ peak: 10, uptime: 1, until: "2026-03-01T12:15:00.000Z" });
  expect((await chartOf())?.points.at(-1)).toBe(10);

  clock.advance(5 * 60_000);
  await round(answered(ISLAND.key, { players: 20 }));
  await board.reloadHistory();
  expect((await chartOf())?.points.at(-1)).toBe(15);

  clock.set("2026-03-01T12:15:02.000Z");
  await board.reloadHistory();
  expect((await chartOf())?.points.slice(-2)).toEqual([15, null]);

  clock.set("2026-03-02T12:00:00.000Z");
  await board.reloadHistory();
  expect(await chartOf()).toMatchObject({
    peak: 0,
    uptime: null,
    until: "2026-03-02T12:15:00.000Z",
  });
});

test("a round that is recorded after the turn of its quarter hour still counts", async () => {
  const { board, clock, store } = await setUp();
  clock.set("2026-03-01T12:15:01.000Z");
  await board.reloadHistory();
  await recordRound(systemIn(store), new Date("2026-03-01T12:14:59.000Z"), [
    answered(ISLAND.key, { players: 10 }),
  ]);
  clock.set("2026-03-01T12:16:00.000Z");
  await board.reloadHistory();
  expect((await board.history("ark-se"))[0]?.points.slice(-2)).toEqual([10, null]);
});
