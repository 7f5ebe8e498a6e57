import type { MemberContext } from "#server/context.ts";
import { readBalance } from "#server/modules/points/index.ts";
import type { Membership } from "#shared/schemas/members.ts";
import { readTiers } from "./read-tiers.ts";

/** Points, the highest tier that runs, and when the promo was received (facts §4). */
export const readMembership = async (ctx: MemberContext): Promise<Membership> => {
  const { store, actor } = ctx;
  const { userId, user } = actor;
  const [points, tiers] = await Promise.all([
    readBalance(store, store.read, userId),
    readTiers(ctx, store.read, [userId]),
  ]);
  return {
    points,
    sub: tiers.get(userId) ?? null,
    promoReceivedDate: user.promoReceivedAt?.toISOString() ?? null,
  };
};
