import { expect, test } from "bun:test";
import { recordRound } from "#server/modules/servers/index.ts";
import type { Store } from "#server/store/store.ts";
import { systemIn } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { answered, missed } from "#tests/support/outcomes.ts";
import { testStore } from "#tests/support/store.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds));
const statuses = ({ read, tables: { serverStatus } }: Store) => read.select().from(serverStatus);
const buckets = ({ read, tables: { serverHistory } }: Store) => read.select().from(serverHistory);

test("a round is one row per server and one bucket of history", async () => {
  const store = await testStore();
  const changes = await recordRound(systemIn(store), at(0), [
    answered("a"),
    answered("b"),
    missed("c"),
  ]);
  expect(changes).toEqual([
    { key: "a", state: "online" },
    { key: "b", state: "online" },
    { key: "c", state: "unknown" },
  ]);
  const rows = await statuses(store);
  expect(rows.find(({ key }) => key === "a")).toEqual({
    key: "a",
    game: "ark-se",
    state: "online",
    since: at(0),
    serverName: "Lynxden The Island",
    version: "361.7",
    players: 12,
    maxPlayers: 70,
    map: "",
    misses: 0,
    checkedAt: at(0),
    changedAt: at(0),
  });
  expect((await buckets(store)).map(({ serverKey }) => serverKey).toSorted()).toEqual(["a", "b"]);
});

test("misses are counted over rounds by the rows alone, so another instance goes on with them", async () => {
  const store = await testStore();
  await recordRound(systemIn(store), at(0), [answered("a")]);
  expect(await recordRound(systemIn(store), at(15), [missed("a")])).toEqual([]);
  expect(await recordRound(systemIn(store), at(30), [missed("a")])).toEqual([
    { key: "a", state: "offline" },
  ]);
  expect(await statuses(store)).toMatchObject([
    { key: "a", state: "offline", players: 12, since: at(15), checkedAt: at(30) },
  ]);
});

test("rounds within five minutes fill one bucket, later ones the next", async () => {
  const store = await testStore();
  await recordRound(systemIn(store), at(0), [answered("a", { players: 3 })]);
  await recordRound(systemIn(store), at(15), [missed("a")]);
  await recordRound(systemIn(store), at(299), [answered("a", { players: 8 })]);
  await recordRound(systemIn(store), at(300), [answered("a", { players: 5 })]);
  const rows = (await buckets(store)).toSorted((a, b) => +a.at - +b.at);
  expect(rows).toEqual([
    {
      serverKey: "a",
      grain: "5m",
      at: at(0),
      playersMin: 3,
      playersMax: 8,
      playersSum: 11,
      answered: 2,
      probes: 3,
    },
    {
      serverKey: "a",
      grain: "5m",
      at: at(300),
      playersMin: 5,
      playersMax: 5,
      playersSum: 5,
      answered: 1,
      probes: 1,
    },
  ]);
});

test("a server that never answered has no history: its uptime is unknown, not 0", async () => {
  const store = await testStore();
  await recordRound(systemIn(store), at(0), [missed("a")]);
  await recordRound(systemIn(store), at(15), [missed("a")]);
  expect(await statuses(store)).toMatchObject([{ key: "a", state: "unknown" }]);
  expect(await buckets(store)).toEqual([]);
});

test("a round tells which rows look different, and a quiet one that there was a round", async () => {
  const store = await testStore();
  const events = await hear(store);
  await recordRound(systemIn(store), at(0), [answered("a"), answered("b")]);
  await recordRound(systemIn(store), at(15), [answered("a", { players: 13 }), answered("b")]);
  await recordRound(systemIn(store), at(30), [answered("a", { players: 13 }), missed("b")]);
  expect(await events()).toEqual([
    { type: "servers.changed", keys: ["a", "b"] },
    { type: "servers.changed", keys: ["a"] },
    { type: "servers.changed", keys: [] },
  ]);
});

test("500 servers in one round: all recorded, and the event says read all rather than be too long", async () => {
  const store = await testStore();
  const events = await hear(store);
  const keys = Array.from({ length: 500 }, (_, index) => `ark-se-the-island-number-${index}`);
  await recordRound(
    systemIn(store),
    at(0),
    keys.map((key) => answered(key)),
  );
  await recordRound(
    systemIn(store),
    at(15),
    keys.map((key, index) => (index % 5 === 0 ? missed(key) : answered(key))),
  );
  expect(await events()).toEqual([
    { type: "servers.changed", keys: null },
    { type: "servers.changed", keys: [] },
  ]);
  const rows = await statuses(store);
  expect(rows).toHaveLength(500);
  expect(rows.filter(({ misses }) => misses === 1)).toHaveLength(100);
  expect(rows.every(({ checkedAt }) => checkedAt?.getTime() === +at(15))).toBe(true);
  expect((await buckets(store)).filter(({ probes }) => probes === 2)).toHaveLength(500);
});
