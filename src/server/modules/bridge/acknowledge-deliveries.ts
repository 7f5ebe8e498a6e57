import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { BridgeCtx } from "#server/context/context.ts";
import type { Acknowledgement } from "#shared/schemas/bridge.ts";
import { assertGame, assertServer } from "./access.ts";

/**
 * Takes note that deliveries were handed out; saying so again changes nothing. Nothing is deleted.
 * @returns the ids of those that are done now, without those that there are not, or that are for
 *   another game or server.
 * @throws {AppError} `forbidden` for another game, `not_found` for a server that is none of its.
 */
export const acknowledgeDeliveries = async (
  ctx: BridgeCtx,
  { game, server, ids }: Acknowledgement,
): Promise<{ ids: number[] }> => {
  const { clock, actor } = ctx;
  assertGame(ctx, game);
  assertServer(ctx, game, server);
  const { deliveries: t } = ctx.tables;
  const isTheirs = or(isNull(t.server), server === undefined ? undefined : eq(t.server, server));
  const areMeant = and(inArray(t.id, ids), eq(t.game, game), isTheirs);
  return ctx.write(async (tx) => {
    await tx
      .update(t)
      .set({ isDone: true, acknowledgedAt: clock.now(), acknowledgedBy: actor.keyId })
      .where(and(areMeant, eq(t.isDone, false)));
    const done = await tx.select({ id: t.id }).from(t).where(areMeant).orderBy(asc(t.id));
    return { ids: done.map(({ id }) => id) };
  });
};
