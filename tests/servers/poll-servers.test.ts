import { expect, test } from "bun:test";
import { communityFor } from "#sandbox/community.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { loadConfig } from "#server/config.ts";
import { createStatusBoard, pollServers } from "#server/modules/servers/index.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { type GameQuery, NoAnswer } from "#server/providers/game-query/port.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { reading } from "#tests/support/outcomes.ts";
import { silentLog, testFolder, testStore } from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

const running = new AbortController().signal;
const server = (key: string, game = "ark-se") => ({
  key,
  game,
  name: key,
  host: "den.example",
  port: 7777,
});

/** Everything a round needs, with servers that behave as `ask` says. */
const setUp = async (keys: readonly string[], ask: GameQuery["ask"]) => {
  const store = await testStore();
  const clock = movableClock();
  const logged: unknown[] = [];
  const config = { community: communityWith(keys.map((key) => server(key))) };
  const board = createStatusBoard({ store, clock, config });
  const log = { ...silentLog, info: (...line: unknown[]) => void logged.push(line) };
  const query: GameQuery = { canAsk: () => true, ask };
  const seen: string[][] = [];
  await store.subscribe(
    (event) => {
      if (event.type !== "servers.changed") return;
      void board.reload(event.keys).then((rows) => seen.push(rows.map(({ key }) => key)));
    },
    () => {},
  );
  return {
    board,
    logged,
    seen,
    poll: async (signal: AbortSignal = running) => {
      await pollServers({ store, clock, log, config, board }, query, signal);
      await board.reload(null);
      clock.advance(15_000);
    },
  };
};
const states = (board: { rows(): readonly { key: string; state: string }[] }) =>
  Object.fromEntries(board.rows().map(({ key, state }) => [key, state]));

test("a dead, a failing and a lying server change nothing but their own rows", async () => {
  const { board, poll, logged } = await setUp(["a", "dead", "failing", "b"], async ({ key }) => {
    if (key === "dead") throw new NoAnswer("refused");
    if (key === "failing") throw new TypeError("a defect of our own");
    return reading();
  });
  await poll();
  expect(states(board)).toEqual({ a: "online", dead: "unknown", failing: "unknown", b: "online" });
  expect(logged).toContainEqual([
    "server.state",
    { key: "dead", state: "unknown", reason: "refused" },
  ]);
});

test("a server that never lets go of its question ends with the deadline, and holds up nobody", async () => {
  const { board, poll, seen } = await setUp(["a", "hanging", "b"], ({ key }) =>
    key === "hanging" ? new Promise(() => {}) : Promise.resolve(reading()),
  );
  const startedAt = performance.now();
  const polled = poll();
  while (seen.length === 0 && performance.now() - startedAt < 3000) await Bun.sleep(10);
  expect(performance.now() - startedAt).toBeLessThan(1500);
  expect(seen[0]?.toSorted()).toEqual(["a", "b"]);
  expect(states(board)).toMatchObject({ a: "online", b: "online" });
  await polled;
  expect(performance.now() - startedAt).toBeLessThan(4500);
}, 10_000);

test("in the next round the first part waits for nobody but those who answered before", async () => {
  let isSlow = false;
  const { poll, seen } = await setUp(["a", "b", "late"], async ({ key }) => {
    if (key === "late") await Bun.sleep(isSlow ? 1800 : 2000);
    return reading({ players: isSlow ? 2 : 1 });
  });
  await poll();
  isSlow = true;
  await poll();
  // PostgreSQL's notification comes after the commit, by a way of its own.
  await until(() => seen.flat().length >= 6);
  // Late answers are recorded in the same round all the same.
  expect(seen.map((keys) => keys.toSorted()).filter(({ length }) => length > 0)).toEqual([
    ["a", "b"],
    ["late"],
    ["a", "b"],
    ["late"],
  ]);
}, 15_000);

test("a round that is stopped records nothing and counts no misses", async () => {
  const stopping = new AbortController();
  const { board, poll } = await setUp(["a", "b"], async ({ key }, signal) => {
    if (key === "a") return reading();
    stopping.abort();
    await new Promise((_, reject) => signal.addEventListener("abort", reject));
    return reading();
  });
  await poll(stopping.signal);
  expect(states(board)).toEqual({ a: "unknown", b: "unknown" });
});

test("games that cannot be asked are not asked, and keep no misses", async () => {
  const store = await testStore();
  const clock = movableClock();
  const config = {
    community: communityWith([server("asa", "ark-sa"), server("palworld", "palworld")]),
  };
  const board = createStatusBoard({ store, clock, config });
  await pollServers(
    { store, clock, log: silentLog, config, board },
    createGameQuery(null),
    running,
  );
  expect(await store.read.select().from(store.tables.serverStatus)).toEqual([]);
});

test("[facts §6] all 20 servers of the sandbox are found online over their own protocols", async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const file = `${await testFolder()}/community.toml`;
  await Bun.write(file, communityFor(sandbox, await Bun.file("community.toml").text()));
  const config = await loadConfig({ ...sandbox.environment, COMMUNITY_FILE: file });
  const store = await testStore();
  const clock = movableClock();
  const board = createStatusBoard({ store, clock, config });
  const query = createGameQuery(config.matchmaking);
  const poll = async () => {
    await pollServers({ store, clock, log: silentLog, config, board }, query, running);
    await board.reload(null);
    clock.advance(15_000);
  };
  for (const { key } of sandbox.servers) await sandbox.set(key, { players: 21 });
  await poll();
  expect(board.rows()).toHaveLength(20);
  expect(board.rows().filter(({ isOnline, players }) => isOnline && players === 21)).toHaveLength(
    20,
  );

  await sandbox.set("minecraft", { online: false });
  await sandbox.set("ark-se-ragnarok", { online: false });
  await sandbox.set("eco", { players: 4 });
  await poll();
  expect(board.summary()).toMatchObject({ online: 20, players: 21 * 19 + 4 });
  await poll();
  expect(
    board
      .rows()
      .filter(({ state }) => state === "offline")
      .map(({ key }) => key),
  ).toEqual(["ark-se-ragnarok", "minecraft"]);
  await sandbox.set("minecraft", { online: true });
  await poll();
  expect(board.rows("minecraft")[0]?.state).toBe("online");
}, 20_000);
