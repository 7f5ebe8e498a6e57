import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Tx } from "#server/context.ts";

/**
 * Notes, in the caller's transaction, when a member received the promo [SHOP-09], and tells their
 * feeds; where they received it later than that nothing changes.
 */
export const noteReceivedPromo = async (
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<void> => {
  const { users: t } = tx.tables;
  const noted = await tx
    .update(t)
    .set({ promoReceivedAt: at })
    .where(and(eq(t.id, userId), or(isNull(t.promoReceivedAt), lt(t.promoReceivedAt, at))))
    .returning({ id: t.id });
  if (noted.length > 0) tx.publish({ type: "account.changed", userId });
};
