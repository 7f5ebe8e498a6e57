import type { Ctx } from "#server/context/context.ts";
import { systemTimer, type Timer } from "#server/core/clock.ts";
import type { GameQuery } from "#server/providers/game-query/port.ts";
import { askServers, type Asked } from "./ask.ts";
import { recordRound } from "./record-round.ts";
import { statusServers } from "./row.ts";

/** Longest time for which servers that answer slowly, or not at all, hold up the others. */
const FIRST_PART_MS = 1000;

/**
 * One poll round: asks every server that can be asked and records what came of it. The round is
 * recorded in two parts where some servers are late, so that those delay nobody.
 * @param signal ends the round; what is not recorded by then never is.
 * @param timer the system's unless a test brings one that it can move.
 */
export const pollServers = async (
  ctx: Ctx,
  query: GameQuery,
  signal: AbortSignal,
  timer: Timer = systemTimer,
): Promise<void> => {
  const { clock, log, config, board } = ctx;
  const servers = statusServers(config.community).filter(({ protocol }) => query.canAsk(protocol));
  if (servers.length === 0) return;
  const at = clock.now();

  let unrecorded: Asked[] = [];
  const record = async () => {
    const outcomes = unrecorded;
    unrecorded = [];
    if (outcomes.length === 0 || signal.aborted) return;
    const reasons = new Map(outcomes.map(({ key, reason }) => [key, reason]));
    for (const { key, state } of await recordRound(ctx, at, outcomes))
      log.info("server.state", { key, state, reason: reasons.get(key) });
  };

  const online = board.rows().filter((row) => row.isOnline);
  const awaited = new Set((online.length > 0 ? online : servers).map(({ key }) => key));
  const firstPart = Promise.withResolvers<void>();
  const cancel = timer.after(FIRST_PART_MS, firstPart.resolve);
  const report = (asked: Asked) => {
    unrecorded.push(asked);
    awaited.delete(asked.key);
    if (awaited.size === 0) firstPart.resolve();
  };
  const asking = askServers(query, servers, signal, report, timer);
  try {
    await Promise.race([firstPart.promise, asking]);
    await record();
  } finally {
    cancel();
    await asking;
  }
  await record();
};
