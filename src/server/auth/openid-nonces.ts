import { inArray, lt } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";

/** Longer than an answer is taken, however far the provider's clock is from ours (providers §3.2). */
const KEPT_MS = 10 * 60_000;

/**
 * Uses up the nonce of an OpenID answer, in the transaction that takes the answer.
 * @returns false where it was used before: then the answer is worth nothing.
 */
export const spendNonce = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  nonce: string,
): Promise<boolean> => {
  const { openidNonces } = store.tables;
  const expiresAt = new Date(clock.now().getTime() + KEPT_MS);
  const kept = await tx
    .insert(openidNonces)
    .values({ nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: openidNonces.nonce });
  return kept.length === 1;
};

/** Removes up to `max` nonces whose answers are too old to be taken. @returns how many. */
export const forgetNonces = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  max: number,
): Promise<number> => {
  const { openidNonces } = store.tables;
  const old = tx
    .select({ nonce: openidNonces.nonce })
    .from(openidNonces)
    .where(lt(openidNonces.expiresAt, clock.now()))
    .limit(max);
  const gone = await tx
    .delete(openidNonces)
    .where(inArray(openidNonces.nonce, old))
    .returning({ nonce: openidNonces.nonce });
  return gone.length;
};
