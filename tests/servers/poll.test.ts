import { expect, test } from "bun:test";
import { communityFor } from "#sandbox/community.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { createStatusBoard, pollServers } from "#server/modules/servers/index.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { type GameQuery, NoAnswer } from "#server/providers/ports/outside.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { asSite } from "#tests/support/context.ts";
import { holdDeadlines } from "#tests/support/deadlines.ts";
import { reading } from "#tests/support/outcomes.ts";
import { silentLog, testFolder, testStore } from "#tests/support/store.ts";
import { movableTimer, patientTimer } from "#tests/support/timer.ts";
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
  const timer = movableTimer();
  const logged: unknown[] = [];
  const config = { community: communityWith(keys.map((key) => server(key))) } as Config;
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
    timer,
    poll: async (signal: AbortSignal = running) => {
      const round = pollServers(asSite({ store, clock, log, config, board }), query, signal, timer);
      // The questions are spread over this time.
      timer.advance(500);
      await round;
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
  const asked: string[] = [];
  const { board, poll, seen, timer } = await setUp(["a", "hanging", "b"], ({ key }) => {
    asked.push(key);
    return key === "hanging" ? new Promise(() => {}) : Promise.resolve(reading());
  });
  const polled = poll();
  await until(() => asked.length === 3);
  timer.advance(500);
  await until(() => seen.length > 0);
  expect(timer.nowMs()).toBe(1000);
  expect(seen[0]?.toSorted()).toEqual(["a", "b"]);
  expect(states(board)).toMatchObject({ a: "online", b: "online" });
  timer.advance(3000);
  await polled;
});

test("in the next round the first part waits for nobody but those who answered before", async () => {
  let players = 1;
  const { poll, seen, timer } = await setUp(["a", "b", "late"], async ({ key }) => {
    if (key === "late") await timer.wait(players === 1 ? 2000 : 1800, running);
    return reading({ players });
  });
  const told = () => seen.flat().length;
  for (players = 1; players <= 2; players += 1) {
    const polled = poll();
    await until(() => timer.waiting() === 1);
    timer.advance(500);
    // PostgreSQL's notification comes after the commit, by a way of its own.
    await until(() => told() === 3 * players - 1);
    timer.advance(2000);
    await polled;
    await until(() => told() === 3 * players);
  }
  // Late answers are recorded in the same round all the same.
  expect(seen.map((keys) => keys.toSorted()).filter(({ length }) => length > 0)).toEqual([
    ["a", "b"],
    ["late"],
    ["a", "b"],
    ["late"],
  ]);
});

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
  } as Config;
  const board = createStatusBoard({ store, clock, config });
  await pollServers(
    asSite({ store, clock, log: silentLog, config, board }),
    createGameQuery(null),
    running,
  );
  expect(await store.read.select().from(store.tables.serverStatus)).toEqual([]);
});

test("[STATUS-03] all servers of the sandbox are found online over their own protocols", async () => {
  holdDeadlines();
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const file = `${await testFolder()}/community.toml`;
  await Bun.write(file, communityFor(sandbox, await Bun.file("community.toml").text()));
  const config = await loadConfig({ ...sandbox.environment, COMMUNITY_FILE: file });
  const store = await testStore();
  const clock = movableClock();
  const board = createStatusBoard({ store, clock, config });
  const query = createGameQuery(config.matchmaking);
  // What is off refuses; nothing here has to be waited out.
  const poll = async () => {
    const ctx = asSite({ store, clock, log: silentLog, config, board });
    await pollServers(ctx, query, running, patientTimer);
    await board.reload(null);
    clock.advance(15_000);
  };
  for (const { key } of sandbox.servers) await sandbox.set(key, { players: 21 });
  await poll();
  const all = sandbox.servers.length;
  expect(board.rows()).toHaveLength(all);
  expect(board.rows().filter(({ isOnline, players }) => isOnline && players === 21)).toHaveLength(
    all,
  );

  await sandbox.set("minecraft", { online: false });
  await sandbox.set("ark-se-ragnarok", { online: false });
  await sandbox.set("eco", { players: 4 });
  await poll();
  expect(board.summary()).toMatchObject({ online: all, players: 21 * (all - 1) + 4 });
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
});
