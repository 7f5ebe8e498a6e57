import { and, eq } from "drizzle-orm";
import type { PaidTier } from "#shared/constants/tiers.ts";
import type { Clock } from "#server/clock.ts";
import { setTierEnd } from "#server/modules/members/index.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { tierEnd } from "./tier-end.ts";

/** Puts the end of a member's tier to where what they have paid says, in the caller's transaction. */
export const settleTier = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  { userId, tier }: { userId: string; tier: PaidTier },
): Promise<void> => {
  const { payments, paymentLines: lines } = store.tables;
  const months = await tx
    .select({ paidAt: payments.paidAt, cutAt: lines.tierCutAt })
    .from(payments)
    .innerJoin(lines, eq(lines.paymentId, payments.id))
    .where(and(eq(payments.userId, userId), eq(lines.tier, tier), eq(lines.isHeld, true)));
  await setTierEnd(store, tx, clock, { userId, tier }, (given) => tierEnd(given, months));
};
