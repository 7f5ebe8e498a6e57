import { and, count, eq, gte } from "drizzle-orm";
import type { CtxReader, Tx } from "#server/context/context.ts";

export { assertPasskeyLeft, forgetChallenges, rpIdOf, verifyPasskey } from "./verify.ts";

/**
 * Removes passkeys of a person, in the caller's transaction.
 * @param since those alone that were added at this moment or later; all by default.
 * @returns whether there were any.
 */
export const forgetPasskeys = async (tx: Tx, userId: string, since?: Date): Promise<boolean> => {
  const { passkeys: t } = tx.tables;
  const isMeant = since === undefined ? undefined : gte(t.addedAt, since);
  const gone = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), isMeant))
    .returning({ id: t.id });
  return gone.length > 0;
};

/** For which hosts there are passkeys, and how many for each. */
export const countPasskeysByHost = async (
  reader: CtxReader,
): Promise<{ rpId: string; count: number }[]> => {
  const { passkeys: t } = reader.tables;
  return reader.select({ rpId: t.rpId, count: count() }).from(t).groupBy(t.rpId).orderBy(t.rpId);
};
