import type { GameServer } from "#server/config/community.ts";
import type { Timer } from "#server/core/clock.ts";
import type { GameQuery } from "#server/providers/game-query/port.ts";
import { NO_ANSWER_REASONS, type NoAnswerReason } from "#shared/constants/games.ts";
import { SERVER_QUERY_TIMEOUT_MS } from "#shared/constants/time.ts";
import type { Outcome } from "./status-rule.ts";

/** Questions under way at once: a few hundred dead servers wait out their time side by side. */
const ASKED_AT_ONCE = 256;
/** The questions of a round are spread over this time, in another order every round. */
const SPREAD_MS = 500;

/** What came of one question, and for the log, why nothing came of it. */
export type Asked = Outcome & { reason: NoAnswerReason | null };

const reasonOf = (error: unknown): NoAnswerReason => {
  const reason = error instanceof Error && "reason" in error ? error.reason : null;
  return NO_ANSWER_REASONS.find((known) => known === reason) ?? "failed";
};

/** `count` places; whoever finds none free waits for one in turn. */
const createPlaces = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    take: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};

/** Asks one server and waits no longer than its deadline, whatever the protocol makes of it. */
export const askOne = async (
  query: GameQuery,
  server: GameServer,
  signal: AbortSignal,
  timer: Timer,
): Promise<Asked> => {
  const deadline = new AbortController();
  const { promise: over, resolve: end } = Promise.withResolvers<null>();
  const stop = () => {
    deadline.abort();
    end(null);
  };
  const cancel = timer.after(SERVER_QUERY_TIMEOUT_MS, stop);
  signal.addEventListener("abort", stop, { once: true });
  const { key, game } = server;
  try {
    const reading = await Promise.race([query.ask(server, deadline.signal), over]);
    return { key, game, reading, reason: reading === null ? "silent" : null };
  } catch (error) {
    return { key, game, reading: null, reason: reasonOf(error) };
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
};

/**
 * Asks all of these servers side by side; each costs its own time and nobody else's.
 * @param signal ends the round early: what has not answered by then is not reported at all.
 * @param report is told of every server as soon as it answered or missed.
 */
export const askServers = async (
  query: GameQuery,
  servers: readonly GameServer[],
  signal: AbortSignal,
  report: (asked: Asked) => void,
  timer: Timer,
): Promise<void> => {
  const places = createPlaces(ASKED_AT_ONCE);
  await Promise.all(
    servers.map(async (server) => {
      await timer.wait(Math.random() * SPREAD_MS, signal);
      await places.take();
      try {
        if (signal.aborted) return;
        const asked = await askOne(query, server, signal, timer);
        if (!signal.aborted) report(asked);
      } finally {
        places.leave();
      }
    }),
  );
};
