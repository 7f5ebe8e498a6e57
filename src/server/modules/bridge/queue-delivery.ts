import type { BridgeGame } from "#shared/constants/points.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";

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
export const queueDelivery = async (
  { tables }: Store,
  tx: Tx,
  clock: Clock,
  delivery: NewDelivery,
): Promise<void> => {
  await tx
    .insert(tables.deliveries)
    .values({ ...delivery, createdAt: clock.now(), isDone: false })
    .onConflictDoNothing();
};
