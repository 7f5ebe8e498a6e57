import { inArray, lt } from "drizzle-orm";
import type { TimedTx } from "#server/store/store.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

/** Longer than an answer is taken, however far the provider's clock is from ours [LINK-12]. */
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Uses up the nonce of an OpenID answer, in the transaction that takes the answer.
 * @returns false where it was used before: then the answer is worth nothing.
 */
export const spendNonce = async (tx: TimedTx, nonce: string): Promise<boolean> => {
  const { openidNonces } = tx.tables;
  const expiresAt = new Date(tx.clock.now().getTime() + KEPT_MS);
  const kept = await tx
    .insert(openidNonces)
    .values({ nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: openidNonces.nonce });
  return kept.length === 1;
};

/** Removes up to `max` nonces whose answers are too old to be taken. @returns how many. */
export const forgetNonces = async (tx: TimedTx, max: number): Promise<number> => {
  const { openidNonces } = tx.tables;
  const old = tx
    .select({ nonce: openidNonces.nonce })
    .from(openidNonces)
    .where(lt(openidNonces.expiresAt, tx.clock.now()))
    .limit(max);
  const gone = await tx
    .delete(openidNonces)
    .where(inArray(openidNonces.nonce, old))
    .returning({ nonce: openidNonces.nonce });
  return gone.length;
};
