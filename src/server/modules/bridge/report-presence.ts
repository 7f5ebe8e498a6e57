import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { BridgeCtx } from "#server/context/context.ts";
import { findPlayers } from "#server/modules/links/index.ts";
import { type BridgeGame, PASSIVE_GAMES } from "#shared/constants/points.ts";
import type { PlayerAccount, PresenceAnswer, PresenceReport } from "#shared/schemas/bridge.ts";
import { assertGame } from "./access.ts";
import { passivePointsOf, quarterOf } from "./passive-points.ts";
import { readLines } from "./presence-lines.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 50;

/** Writes down those of some players who earn. @returns who they are. */
const noteSome = (
  ctx: BridgeCtx,
  quarter: Date,
  game: BridgeGame,
  players: readonly PlayerAccount[],
): Promise<string[]> => {
  const { presence } = ctx.tables;
  return ctx.write(async (tx) => {
    const found = await findPlayers(tx, players);
    const eligible = found.filter(({ isEligible }) => isEligible).map(({ userId }) => userId);
    const worth = await passivePointsOf(tx, [...new Set(eligible)]);
    const rows = Array.from(worth, ([userId, points]) => ({
      quarter,
      userId,
      game,
      points,
      isCredited: false,
    }));
    if (rows.length > 0) await tx.insert(presence).values(rows).onConflictDoNothing();
    return rows.map(({ userId }) => userId);
  });
};

/**
 * Writes down who plays now, for the quarter of an hour that it is, of those who earn by it: through
 * a link that counts, in a game with passive points, with a tier that has some [POINTS-05]. What a
 * quarter is worth is decided by the first report of it, and credited by a job. A line that is bad is
 * named in the answer; the others count.
 * @throws {AppError} `forbidden` for another game.
 */
export const reportPresence = async (
  ctx: BridgeCtx,
  report: PresenceReport,
): Promise<PresenceAnswer> => {
  const { game } = report;
  assertGame(ctx, game);
  const { accounts, refused } = readLines(report);
  const quarter = quarterOf(ctx.clock.now());
  const earning = new Set<string>();
  const counted = PASSIVE_GAMES.includes(game) ? accounts : [];
  for (let start = 0; start < counted.length; start += SLICE) {
    if (start > 0) await yieldToEventLoop();
    const some = counted.slice(start, start + SLICE);
    for (const userId of await noteSome(ctx, quarter, game, some)) earning.add(userId);
  }
  return {
    quarter: quarter.toISOString(),
    accepted: accounts.length,
    earning: earning.size,
    refused,
  };
};
