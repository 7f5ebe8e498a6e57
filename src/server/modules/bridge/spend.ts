import type { BridgeCtx } from "#server/context/context.ts";
import { spendPoints } from "#server/modules/points/index.ts";
import type { BridgeEntry, BridgeTransfer } from "#shared/schemas/bridge.ts";
import { assertGame } from "./access.ts";
import { referenceOf, toBridgeEntry } from "./entry.ts";
import { loadPlayer } from "./load.ts";
import { assertAffordable, countSpending } from "./spending.ts";

/**
 * Takes a player's points for something in a game, once per key. Those of an account that earns none
 * any more can still be spent.
 * @throws {AppError} `forbidden` for another game or platform, `bad_request` for more than anybody
 *   may spend at once, `not_found` for an unknown player, `conflict` where there are too few or the
 *   key was used for something else, `too_many_requests` where the bridge key or the member has spent
 *   as much, or as often, as they can for now.
 */
export const spend = async (ctx: BridgeCtx, input: BridgeTransfer): Promise<BridgeEntry> => {
  const { game, platform, points, reason, idempotencyKey } = input;
  assertGame(ctx, game, platform);
  assertAffordable(ctx, points);
  const reference = referenceOf(ctx, idempotencyKey);
  return ctx.write(async (tx) => {
    const { userId } = await loadPlayer(tx, input);
    const spent = { userId, points, reason, reference, game, actorId: null };
    const added = await spendPoints(tx, spent);
    if (added.isNew) await countSpending(tx, { userId, points });
    return toBridgeEntry(added, { userId, kind: "spend", delta: -points, reason, game });
  });
};
