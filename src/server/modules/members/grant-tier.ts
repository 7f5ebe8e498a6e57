import { eq } from "drizzle-orm";
import type { PaidTier } from "#shared/constants/tiers.ts";
import { writeAudit } from "#server/auth/audit.ts";
import type { Clock } from "#server/clock.ts";
import { AppError } from "#server/errors.ts";
import type { Store } from "#server/store/store.ts";

/**
 * Gives a member a tier until a moment; an end that this tier had already is replaced. Other tiers
 * keep theirs.
 * @throws {AppError} `not_found` for an unknown user.
 */
export const grantTier = async (
  { store, clock }: { store: Store; clock: Clock },
  { userId, tier, until }: { userId: string; tier: PaidTier; until: Date },
): Promise<void> => {
  const { users, memberships } = store.tables;
  await store.write(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (found === undefined) throw new AppError("not_found", "There is no such member.");
    await tx
      .insert(memberships)
      .values({ userId, tier, endsAt: until })
      .onConflictDoUpdate({
        target: [memberships.userId, memberships.tier],
        set: { endsAt: until },
      });
    const entry = { actorId: null, subject: userId, after: { tier } };
    await writeAudit(store, tx, clock, { action: "tier.granted", ...entry });
    tx.publish({ type: "account.changed", userId });
  });
};
