import { and, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { BridgeGame } from "#shared/constants/points.ts";

type NewDelivery = {
  userId: string;
  game: BridgeGame;
  /** The key of the configured server that alone may hand it out; any of the game without it. */
  server?: string | undefined;
  /** JSON, as the game's plugin understands it. */
  payload: unknown;
  /** What it is for; with one that was used before nothing happens. */
  reference: string;
};

/** Leaves, in the caller's transaction, something for a game server to hand out. */
export const queueDelivery = async (tx: Tx, delivery: NewDelivery): Promise<void> => {
  await tx
    .insert(tx.tables.deliveries)
    .values({ ...delivery, createdAt: tx.clock.now(), isDone: false })
    .onConflictDoNothing();
};

/**
 * Withholds, in the caller's transaction, what no game server has handed out yet, or has it handed
 * out after all.
 * @param given.references what the deliveries are for.
 */
export const withholdDeliveries = async (
  tx: Tx,
  { references, isWithheld }: { references: readonly string[]; isWithheld: boolean },
): Promise<void> => {
  if (references.length === 0) return;
  const { deliveries: t } = tx.tables;
  await tx
    .update(t)
    .set({ isDone: isWithheld })
    .where(and(inArray(t.reference, [...references]), isNull(t.acknowledgedAt)));
};
