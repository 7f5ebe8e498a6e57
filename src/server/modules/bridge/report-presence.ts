import { PASSIVE_GAMES } from "#shared/constants/points.ts";
import type { PresenceAnswer, PresenceReport } from "#shared/schemas/bridge.ts";
import type { BridgeContext } from "#server/context.ts";
import { findPlayers } from "#server/modules/links/index.ts";
import { assertGame } from "./access.ts";
import { passivePointsOf } from "./passive-points.ts";
import { quarterOf } from "./quarters.ts";

/**
 * Writes down who plays now, for the quarter of an hour that it is, of those who earn by it: through
 * a link that counts, in a game with passive points, with a tier that has some (facts §5). What a
 * quarter is worth is decided by the first report of it, and credited by a job.
 * @throws {AppError} `forbidden` for another game.
 */
export const reportPresence = async (
  ctx: BridgeContext,
  { game, players }: PresenceReport,
): Promise<PresenceAnswer> => {
  const { store, clock } = ctx;
  assertGame(ctx, game);
  const { presence } = store.tables;
  const quarter = quarterOf(clock.now());
  if (!PASSIVE_GAMES.includes(game)) return { quarter: quarter.toISOString(), earning: 0 };
  return store.write(async (tx) => {
    const found = await findPlayers(ctx, tx, players);
    const eligible = found.filter(({ isEligible }) => isEligible).map(({ userId }) => userId);
    const worth = await passivePointsOf(ctx, tx, [...new Set(eligible)]);
    const rows = Array.from(worth, ([userId, points]) => ({
      quarter,
      userId,
      game,
      points,
      isCredited: false,
    }));
    if (rows.length > 0) await tx.insert(presence).values(rows).onConflictDoNothing();
    return { quarter: quarter.toISOString(), earning: rows.length };
  });
};
