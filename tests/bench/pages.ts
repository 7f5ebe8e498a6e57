import { loadConfig } from "#server/config/config.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { openStore } from "#server/store/open.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { asMember } from "#tests/support/context.ts";
import { silentLog } from "#tests/support/store.ts";
import type { BenchDatabase } from "./engines.ts";
import { type Figure, median, spread } from "./figure.ts";
import { cpuMicrosecondsOf, ownCpuMicroseconds } from "./process.ts";

const ROUNDS = 5;
/** As many pairs of calls as fit, of one question in one round, but not fewer than these. */
const ROUND_MS = 500;
const LEAST_CALLS = 25;
const WARM_UP_MS = 1000;

const EMPTY_CLIENT = {
  buildId: "bench",
  html: "",
  neededFirst: [],
  find: () => undefined,
  paths: () => [],
};

/** What a use case is given of somebody who is signed in. */
export const signedInTo = (deps: Deps, userId: string, role: Role): MemberCtx =>
  asMember(deps, { userId, role, hasSecondFactor: true });

/** A site over a database that was just filled with these statements. */
export const openFilled = async (database: BenchDatabase, statements: readonly string[]) => {
  await database.fill(statements);
  const store = await openStore(database);
  const config = await loadConfig({});
  return createDeps(config, { log: silentLog, assets: EMPTY_CLIENT, store });
};

/** One of two databases, and what it is asked. */
export type Asked = {
  ask: () => Promise<{ items: readonly unknown[] }>;
  /** The database's own processes, whose work counts as well. */
  workers: readonly number[];
};

/** What one call costs, in ms of the processor. */
const costOf = async (name: string, { ask, workers }: Asked): Promise<number> => {
  const used = () =>
    workers.reduce((sum, pid) => sum + cpuMicrosecondsOf(pid), ownCpuMicroseconds());
  const before = used();
  const { items } = await ask();
  const cost = (used() - before) / 1000;
  if (items.length === 0) throw new Error(`Nothing was found: ${name}.`);
  return cost;
};

/**
 * What calls with little and with much cost in the middle, one of each in turn: so whatever else the machine does
 * weighs on both alike, and the collection of garbage on neither.
 */
const compareCalls = async (
  name: string,
  { small, large }: { small: Asked; large: Asked },
  forMs: number,
): Promise<{ smallMs: number; largeMs: number }> => {
  const costs: { small: number[]; large: number[] } = { small: [], large: [] };
  const endsMs = performance.now() + forMs;
  while (performance.now() < endsMs || costs.small.length < LEAST_CALLS) {
    costs.small.push(await costOf(name, small));
    costs.large.push(await costOf(name, large));
  }
  return { smallMs: median(costs.small), largeMs: median(costs.large) };
};

/** What is good; null where it does not matter. */
type Target = {
  /** What a page costs with much, over what it costs with little. */
  ratioMax: number | null;
  /** What it costs with much, in ms of the processor. */
  largeMaxMs?: number | null;
};

/**
 * What a page costs with much against what it costs with little, asked in turns: processor time of this process and
 * of the database's, which does not depend on what else the machine has to do.
 */
export const comparePages = async (
  name: string,
  asked: { small: Asked; large: Asked },
  { ratioMax, largeMaxMs = null }: Target,
): Promise<Figure> => {
  await compareCalls(name, asked, WARM_UP_MS);
  const ratios: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { smallMs, largeMs } = await compareCalls(name, asked, ROUND_MS);
    ratios.push(largeMs / smallMs);
    costs.push(largeMs);
  }
  const ratio = median(ratios);
  const largeMs = median(costs);
  const targets = [
    ...(ratioMax === null ? [] : [`${ratioMax} ×`]),
    ...(largeMaxMs === null ? [] : [`${largeMaxMs} ms`]),
  ];
  return {
    name,
    measured: `${ratio.toFixed(2)} × (${spread(ratios, 2)}), ${largeMs.toFixed(2)} ms`,
    target: `at most ${targets.join(", ")}`,
    isMet:
      (ratioMax === null || ratio <= ratioMax) && (largeMaxMs === null || largeMs <= largeMaxMs),
  };
};
