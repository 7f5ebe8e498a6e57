import { and, eq } from "drizzle-orm";
import type { Tx } from "#server/context.ts";
import { setTierEnd } from "#server/modules/members/index.ts";
import type { PaidTier } from "#shared/constants/tiers.ts";
import { tierEnd } from "./tier-end.ts";

/** Puts the end of a member's tier to where what they have paid says, in the caller's transaction. */
export const settleTier = async (
  tx: Tx,
  { userId, tier }: { userId: string; tier: PaidTier },
): Promise<void> => {
  const { payments, paymentLines: lines } = tx.tables;
  const months = await tx
    .select({ paidAt: payments.paidAt, cutAt: lines.tierCutAt })
    .from(payments)
    .innerJoin(lines, eq(lines.paymentId, payments.id))
    .where(and(eq(payments.userId, userId), eq(lines.tier, tier), eq(lines.isHeld, true)));
  await setTierEnd(tx, { userId, tier }, (given) => tierEnd(given, months));
};
