import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

type MakerGone = {
  /** Who made the keys. */
  userId: string;
  /** Those that go on, since somebody else vouches for them. */
  keptKeyIds?: readonly string[];
  reason: "makerDemoted" | "makerDeactivated";
};

/**
 * Ends every key that somebody has made who is no Admin any more, in the caller's transaction, but for
 * those that are kept. Of each the audit says what became of it.
 */
export const revokeKeysOf = async (
  tx: Tx,
  { userId, keptKeyIds = [], reason }: MakerGone,
): Promise<void> => {
  const { bridgeKeys: t } = tx.tables;
  const isTheirs = and(eq(t.createdBy, userId), isNull(t.revokedAt));
  const keys = await tx.select({ id: t.id }).from(t).where(isTheirs).orderBy(t.createdAt, t.id);
  for (const { id } of keys) {
    const isKept = keptKeyIds.includes(id);
    if (!isKept) await tx.update(t).set({ revokedAt: tx.clock.now() }).where(eq(t.id, id));
    const action = isKept ? "bridge_key.kept" : "bridge_key.revoked";
    await tx.audit({ action, subject: id, after: { reason } });
  }
};
