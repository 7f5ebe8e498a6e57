import { eq } from "drizzle-orm";
import type { Ctx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { giveTier } from "#server/modules/members/index.ts";
import type { PaidTier } from "#shared/constants/tiers.ts";
import { cutTiers } from "./tiers.ts";

/**
 * Gives a member a tier until a moment; an end that this tier had already is replaced, whatever was
 * paid before, and what is paid from now on begins there. Other tiers keep theirs.
 * @throws {AppError} `not_found` for an unknown user.
 */
export const grantTier = async (
  ctx: Ctx,
  { userId, tier, until }: { userId: string; tier: PaidTier; until: Date },
): Promise<void> => {
  const { users, payments } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (found === undefined) throw new AppError("not_found", "There is no such member.");
    const theirs = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(eq(payments.userId, userId));
    const paymentIds = theirs.map(({ id }) => id);
    await cutTiers(tx, { paymentIds, tier, at: tx.clock.now() });
    await giveTier(tx, { userId, tier, until });
    await tx.audit({ action: "tier.granted", subject: userId, after: { tier } });
  });
};
