import { and, asc, eq, inArray } from "drizzle-orm";
import type { Acknowledgement } from "#shared/schemas/bridge.ts";
import type { BridgeContext } from "#server/context.ts";
import { assertGame } from "./access.ts";

/**
 * Takes note that deliveries were handed out; saying so again changes nothing. Nothing is deleted.
 * @returns the ids of those that are done now; what there is not, or for another game, is not there.
 * @throws {AppError} `forbidden` for another game.
 */
export const acknowledgeDeliveries = async (
  ctx: BridgeContext,
  { game, ids }: Acknowledgement,
): Promise<{ ids: number[] }> => {
  const { store, clock, actor } = ctx;
  assertGame(ctx, game);
  const { deliveries: t } = store.tables;
  const areMeant = and(inArray(t.id, ids), eq(t.game, game));
  return store.write(async (tx) => {
    await tx
      .update(t)
      .set({ isDone: true, acknowledgedAt: clock.now(), acknowledgedBy: actor.keyId })
      .where(and(areMeant, eq(t.isDone, false)));
    const done = await tx.select({ id: t.id }).from(t).where(areMeant).orderBy(asc(t.id));
    return { ids: done.map(({ id }) => id) };
  });
};
