import { and, eq, gte } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/**
 * Removes whatever is kept of a person's second factors and logins, in the caller's transaction.
 * @returns whether they had an app.
 */
export const forgetFactors = async (tx: Tx, userId: string): Promise<boolean> => {
  const { totpFactors: t, recoveryCodes, pendingLogins, factorResets } = tx.tables;
  const apps = await tx.delete(t).where(eq(t.userId, userId)).returning({ userId: t.userId });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
  await tx.delete(factorResets).where(eq(factorResets.userId, userId));
  return apps.length > 0;
};

/**
 * Removes an app that was added at a moment or later, with its recovery codes, and whatever logins and resets have
 * begun, in the caller's transaction. What stood before stays, recovery codes that were made since excepted.
 */
export const forgetFactorsSince = async (tx: Tx, userId: string, since: Date): Promise<void> => {
  const { totpFactors: t, recoveryCodes, pendingLogins, factorResets } = tx.tables;
  const apps = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), gte(t.addedAt, since)))
    .returning({ userId: t.userId });
  const isNew = apps.length > 0 ? undefined : gte(recoveryCodes.createdAt, since);
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isNew));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
  await tx.delete(factorResets).where(eq(factorResets.userId, userId));
};
