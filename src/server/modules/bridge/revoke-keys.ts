import { eq, and, isNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";

/**
 * Ends a key: the next call with it is refused. One that is revoked already stays as it is.
 * @throws {AppError} `not_found` for an unknown one.
 */
export const revokeKey = async (ctx: MemberCtx, { id }: { id: string }): Promise<void> => {
  const { clock } = ctx;
  const { bridgeKeys } = ctx.tables;
  await ctx.write(async (tx) => {
    await assertMay(tx, "bridge");
    const [found] = await tx
      .select({ revokedAt: bridgeKeys.revokedAt })
      .from(bridgeKeys)
      .where(eq(bridgeKeys.id, id));
    if (found === undefined) throw new AppError("not_found", BRIDGE.unknownKey);
    if (found.revokedAt !== null) return;
    await tx.update(bridgeKeys).set({ revokedAt: clock.now() }).where(eq(bridgeKeys.id, id));
    await tx.audit({ action: "bridge_key.revoked", subject: id });
  });
};

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
