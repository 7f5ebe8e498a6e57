import type { BridgeCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { eligibleMember } from "#server/modules/links/index.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { assertMayEarn } from "#server/modules/strikes/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { BridgeEntry, BridgeTransfer } from "#shared/schemas/bridge.ts";
import { assertGame } from "./access.ts";
import { referenceOf, toBridgeEntry } from "./entry.ts";

/**
 * Gives a player points for what they did in a game, once per key.
 * @throws {AppError} `strike` while a strike keeps them from earning; `forbidden` for another game, `bad_request` for more than a reward may be,
 *   `not_found` for an unknown player, `conflict` for an account that earns none or a key that was
 *   used for something else, `too_many_requests` where the member has got as much as they can.
 */
export const earn = async (ctx: BridgeCtx, input: BridgeTransfer): Promise<BridgeEntry> => {
  const { config } = ctx;
  const { game, points, reason, idempotencyKey } = input;
  assertGame(ctx, game, input.platform);
  const { rewards, limits } = config.community;
  const { playPointsByMember: limit } = limits;
  if (points > Math.min(rewards.playPointsMax, limit.max))
    throw new AppError("reward_too_large", BRIDGE.tooGenerous);
  const reference = referenceOf(ctx, idempotencyKey);
  return ctx.write(async (tx) => {
    const userId = await eligibleMember(tx, input);
    await assertMayEarn(tx, userId);
    const entry = { userId, kind: "play", delta: points, reason, game } as const;
    const added = await addEntry(tx, { ...entry, reference, actorId: null });
    if (added.isNew) {
      const name = "playPointsByMember";
      await tx.count(name, userId, points);
    }
    return toBridgeEntry(added, entry);
  });
};
