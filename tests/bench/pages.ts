import { loadConfig } from "#server/config/config.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { openStore } from "#server/store/open.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { asMember } from "#tests/support/context.ts";
import { silentLog } from "#tests/support/store.ts";
import type { BenchDatabase } from "./engines.ts";
import { type Figure, median, spread } from "./figure.ts";

const ROUNDS = 5;
/** As many calls as fit, of one question in one round. */
const ROUND_MS = 250;
const WARM_UP_MS = 500;
const LEAST_CALLS = 5;

const EMPTY_CLIENT = { buildId: "bench", html: "", find: () => undefined, paths: () => [] };

/** What a use case is given of somebody who is signed in. */
export const signedInTo = (deps: Deps, userId: string, role: Role): MemberCtx =>
  asMember(deps, { userId, role });

/** A site over a database that was just filled with these statements. */
export const openFilled = async (database: BenchDatabase, statements: readonly string[]) => {
  await database.fill(statements);
  const store = await openStore(database);
  const config = await loadConfig({});
  return createDeps(config, { log: silentLog, assets: EMPTY_CLIENT, store });
};

type Ask = () => Promise<{ items: readonly unknown[] }>;

/** The median of the calls that fit into so much time, one after the other, in ms. */
const timeOf = async (name: string, ask: Ask, forMs: number): Promise<number> => {
  const times: number[] = [];
  const endsMs = performance.now() + forMs;
  while (performance.now() < endsMs || times.length < LEAST_CALLS) {
    const startedMs = performance.now();
    const { items } = await ask();
    times.push(performance.now() - startedMs);
    if (items.length === 0) throw new Error(`Nothing was found: ${name}.`);
  }
  return median(times);
};

/**
 * What a page takes with much against what it takes with little, asked in turns.
 * @param target the greatest ratio that is good.
 */
export const comparePages = async (
  name: string,
  { small, large }: { small: Ask; large: Ask },
  target: number,
): Promise<Figure> => {
  for (const ask of [small, large]) await timeOf(name, ask, WARM_UP_MS);
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const smallMs = await timeOf(name, small, ROUND_MS);
    const largeMs = await timeOf(name, large, ROUND_MS);
    ratios.push(largeMs / smallMs);
    times.push(largeMs);
  }
  const ratio = median(ratios);
  return {
    name,
    measured: `${ratio.toFixed(2)} × (${spread(ratios, 2)}), ${median(times).toFixed(2)} ms`,
    target: `at most ${target} ×`,
    isMet: ratio <= target,
  };
};
