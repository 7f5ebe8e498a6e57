import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Tx } from "#server/context.ts";

/** So many at most in one transaction. */
const SLICE = 500;

/**
 * Removes from where somebody came: network and browser of what they did, and of what was tried with
 * their account, with the salt that led to them. The chain stays whole: it holds their hash alone.
 * @returns false while there is more of it than one transaction should remove.
 */
export const forgetOrigins = async (tx: Tx, userId: string): Promise<boolean> => {
  const { audit: t } = tx.tables;
  const isTheirs = or(eq(t.actorId, userId), and(isNull(t.actorId), eq(t.subject, userId)));
  const some = tx
    .select({ id: t.id })
    .from(t)
    .where(and(isTheirs, or(isNotNull(t.network), isNotNull(t.browser))))
    .limit(SLICE);
  const gone = await tx
    .update(t)
    .set({ network: null, browser: null, salt: null })
    .where(inArray(t.id, some))
    .returning({ id: t.id });
  return gone.length < SLICE;
};
