import type { MemberCtx } from "#server/context/context.ts";
import { readBalance } from "#server/modules/points/index.ts";
import type { Membership } from "#shared/schemas/members.ts";
import { readTiers } from "./read-tiers.ts";

/** Points, the highest tier that runs, and when the promo was received [API-07]. */
export const readMembership = async (ctx: MemberCtx): Promise<Membership> => {
  const { actor } = ctx;
  const { userId, user } = actor;
  const [points, tiers] = await Promise.all([
    readBalance(ctx.read, userId),
    readTiers(ctx.read, [userId]),
  ]);
  return {
    points,
    sub: tiers.get(userId) ?? null,
    promoReceivedDate: user.promoReceivedAt?.toISOString() ?? null,
  };
};
