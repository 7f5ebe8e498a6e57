import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Ctx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { PaidTier } from "#shared/constants/tiers.ts";

/**
 * Gives a member a tier until a moment; an end that this tier had already is replaced, whatever was
 * paid before, and what is paid from now on begins there. Other tiers keep theirs.
 * @throws {AppError} `not_found` for an unknown user.
 */
export const grantTier = async (
  ctx: Ctx,
  { userId, tier, until }: { userId: string; tier: PaidTier; until: Date },
): Promise<void> => {
  const { clock } = ctx;
  const { users, memberships, payments, paymentLines: lines } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (found === undefined) throw new AppError("not_found", "There is no such member.");
    const now = clock.now();
    const theirs = tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId));
    const runsOn = or(isNull(lines.tierCutAt), gt(lines.tierCutAt, now));
    await tx
      .update(lines)
      .set({ tierCutAt: now })
      .where(and(eq(lines.tier, tier), inArray(lines.paymentId, theirs), runsOn));
    const end = { endsAt: until, givenUntil: until };
    await tx
      .insert(memberships)
      .values({ userId, tier, ...end })
      .onConflictDoUpdate({ target: [memberships.userId, memberships.tier], set: end });
    await tx.audit({ action: "tier.granted", subject: userId, after: { tier } });
    tx.publish({ type: "account.changed", userId });
  });
};
