import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenA2s } from "#sandbox/game-servers/listeners.ts";
import { systemClock } from "#server/core/clock.ts";
import type { Deps } from "#server/deps.ts";
import { createStatusBoard, pollServers } from "#server/modules/servers/index.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import { communityWith } from "#tests/support/community.ts";
import { asSite } from "#tests/support/context.ts";
import { LOOPBACK } from "#tests/support/game-servers.ts";
import { silentLog } from "#tests/support/store.ts";
import { median } from "./figure.ts";

const SERVERS = 500;
const DEAD = 100;
const ROUNDS = 5;

type Closing = { port: number; close(): Promise<void> };

const living = listenA2s(false);
const openLiving = (index: number): Promise<Closing> =>
  living(0, () => ({
    title: "ARK: Survival Evolved",
    serverName: `Den ${index}`,
    version: "361.7",
    map: "TheIsland",
    // Every server has news in every round.
    players: Math.floor(Math.random() * 70),
    maxPlayers: 70,
    mode: "ok",
  }));

/** A socket that takes questions and never answers: the slowest way to be dead. */
const openDead = async (): Promise<Closing> => {
  const socket = createSocket("udp4");
  socket.bind(0, LOOPBACK);
  await once(socket, "listening");
  return {
    port: socket.address().port,
    close: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
};

type Round = {
  /** From the start until everything that answered is recorded. */
  livingMs: number;
  /** Until the last dead server has been given up and recorded, too. */
  wholeMs: number;
};

/** 500 servers, every `DEAD / SERVERS`-th of them dead where there are any, and a poller. */
const createWorld = async (dead: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const where = { databaseUrl: null, dataDir, log: silentLog, clock: systemClock };
  await migrate(where);
  const store = await openStore(where);
  const isDead = (index: number) => dead > 0 && index % (SERVERS / dead) === 0;
  const sockets = await Promise.all(
    Array.from({ length: SERVERS }, (_, index) => (isDead(index) ? openDead() : openLiving(index))),
  );
  const community = communityWith(
    sockets.map(({ port }, index) => ({
      key: `den-${index}`,
      game: "empyrion",
      name: `Den ${index}`,
      host: LOOPBACK,
      port,
      query_port: port,
    })),
  );
  const config = { community };
  const board = createStatusBoard({ store, clock: systemClock, config });
  const query = createGameQuery(null);
  let received: (() => void) | null = null;
  await store.subscribe(
    () => received?.(),
    () => {},
  );
  const context = { store, clock: systemClock, log: silentLog, config, board };
  return {
    round: async (): Promise<Round> => {
      const startedAt = performance.now();
      let livingMs = 0;
      received = () => {
        livingMs ||= performance.now() - startedAt;
      };
      await pollServers(asSite(context as Partial<Deps>), query, new AbortController().signal);
      const wholeMs = performance.now() - startedAt;
      await board.reload(null);
      const online = board.rows().filter((row) => row.isOnline).length;
      if (online !== SERVERS - dead) throw new Error(`${online} servers were found online.`);
      return { livingMs, wholeMs };
    },
    close: async () => {
      await Promise.all(sockets.map((socket) => socket.close()));
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type PollerFigures = {
  /** Median time until the answers of a round are recorded, in ms. */
  livingMs: { noneDead: number; hundredDead: number };
  /** Median time of a whole round, in ms. */
  wholeMs: { noneDead: number; hundredDead: number };
  /** How much longer the living wait with 100 dead among 500; 1 is not at all. */
  ratio: number;
  /** The smallest and the largest ratio of the five alternating rounds. */
  spread: readonly [number, number];
};

/** 500 configured servers of which 100 are dead must not delay the others. Takes 25 s. */
export const measurePoller = async (): Promise<PollerFigures> => {
  const [healthy, wounded] = await Promise.all([createWorld(0), createWorld(DEAD)]);
  try {
    // The first rounds find out who is there.
    await healthy.round();
    await wounded.round();
    const pairs: { none: Round; some: Round }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      pairs.push({ none: await healthy.round(), some: await wounded.round() });
    const ratios = pairs.map(({ none, some }) => some.livingMs / none.livingMs);
    return {
      livingMs: {
        noneDead: median(pairs.map(({ none }) => none.livingMs)),
        hundredDead: median(pairs.map(({ some }) => some.livingMs)),
      },
      wholeMs: {
        noneDead: median(pairs.map(({ none }) => none.wholeMs)),
        hundredDead: median(pairs.map(({ some }) => some.wholeMs)),
      },
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    };
  } finally {
    await healthy.close();
    await wounded.close();
  }
};
