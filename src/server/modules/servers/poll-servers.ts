import type { Clock } from "#server/clock.ts";
import type { Community } from "#server/community.ts";
import type { Log } from "#server/log.ts";
import type { GameQuery } from "#server/providers/game-query/port.ts";
import type { Store } from "#server/store/store.ts";
import { askServers, type Asked } from "./ask-servers.ts";
import type { StatusBoard } from "./board.ts";
import { recordRound } from "./record-round.ts";
import { statusServers } from "./status-servers.ts";

/** Longest time for which servers that answer slowly, or not at all, hold up the others. */
const FIRST_PART_MS = 1000;

export type PollContext = {
  store: Store;
  clock: Clock;
  log: Log;
  config: { community: Community };
  board: Pick<StatusBoard, "rows">;
};

/**
 * One poll round: asks every server that can be asked and records what came of it. The round is
 * recorded in two parts where some servers are late, so that those delay nobody.
 * @param signal ends the round; what is not recorded by then never is.
 */
export const pollServers = async (
  { store, clock, log, config, board }: PollContext,
  query: GameQuery,
  signal: AbortSignal,
): Promise<void> => {
  const servers = statusServers(config.community).filter(({ game }) => query.canAsk(game));
  if (servers.length === 0) return;
  const at = clock.now();

  let unrecorded: Asked[] = [];
  const record = async () => {
    const outcomes = unrecorded;
    unrecorded = [];
    if (outcomes.length === 0 || signal.aborted) return;
    const reasons = new Map(outcomes.map(({ key, reason }) => [key, reason]));
    for (const { key, state } of await recordRound(store, at, outcomes))
      log.info("server.state", { key, state, reason: reasons.get(key) });
  };

  const online = board.rows().filter((row) => row.isOnline);
  const awaited = new Set((online.length > 0 ? online : servers).map(({ key }) => key));
  const firstPart = Promise.withResolvers<void>();
  const timer = setTimeout(firstPart.resolve, FIRST_PART_MS);
  const asking = askServers(query, servers, signal, (asked) => {
    unrecorded.push(asked);
    awaited.delete(asked.key);
    if (awaited.size === 0) firstPart.resolve();
  });
  try {
    await Promise.race([firstPart.promise, asking]);
    await record();
  } finally {
    clearTimeout(timer);
    await asking;
  }
  await record();
};
