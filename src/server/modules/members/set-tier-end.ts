import { and, eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { PaidTier } from "#shared/constants/tiers.ts";

/**
 * Sets the end of one tier of a member, in the caller's transaction, and tells their feeds. Other
 * tiers keep theirs [POINTS-06].
 * @param endOf the end that follows from the one that was given by hand, null for none: then a tier
 *   that still runs ends now.
 */
export const setTierEnd = async (
  tx: Tx,
  { userId, tier }: { userId: string; tier: PaidTier },
  endOf: (givenUntil: Date | null) => Date | null,
): Promise<void> => {
  const { memberships: t } = tx.tables;
  const isTheirs = and(eq(t.userId, userId), eq(t.tier, tier));
  const [present] = await tx
    .select({ endsAt: t.endsAt, givenUntil: t.givenUntil })
    .from(t)
    .where(isTheirs);
  const end = endOf(present?.givenUntil ?? null);
  if (present === undefined) {
    if (end === null) return;
    await tx.insert(t).values({ userId, tier, endsAt: end });
  } else {
    const now = tx.clock.now();
    const endsAt = end ?? (present.endsAt < now ? present.endsAt : now);
    if (endsAt.getTime() === present.endsAt.getTime()) return;
    await tx.update(t).set({ endsAt }).where(isTheirs);
  }
  tx.publish({ type: "account.changed", userId });
};

/**
 * Gives a member a tier until a moment, in the caller's transaction, and tells their feeds; an end
 * that this tier had already is replaced.
 */
export const giveTier = async (
  tx: Tx,
  { userId, tier, until }: { userId: string; tier: PaidTier; until: Date },
): Promise<void> => {
  const { memberships: t } = tx.tables;
  const end = { endsAt: until, givenUntil: until };
  await tx
    .insert(t)
    .values({ userId, tier, ...end })
    .onConflictDoUpdate({ target: [t.userId, t.tier], set: end });
  tx.publish({ type: "account.changed", userId });
};
