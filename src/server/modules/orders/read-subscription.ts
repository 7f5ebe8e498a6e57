import { and, desc, eq, gt } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { byTier } from "#shared/rules/community.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";

const SHOWN_MAX = 20;

/** The tiers that run, highest first, and the subscriptions that pay for them. */
export const readSubscription = async (ctx: MemberCtx): Promise<SubscriptionStatus> => {
  const { clock, config, actor } = ctx;
  const { memberships: m, subscriptions: s } = ctx.tables;
  const [tiers, subscriptions] = await Promise.all([
    ctx.read
      .select({ tier: m.tier, endsAt: m.endsAt })
      .from(m)
      .where(and(eq(m.userId, actor.userId), gt(m.endsAt, clock.now()))),
    ctx.read
      .select({
        tier: s.tier,
        state: s.state,
        nextPaymentAt: s.nextPaymentAt,
        orderId: s.orderId,
      })
      .from(s)
      .where(eq(s.userId, actor.userId))
      .orderBy(desc(s.eventAt))
      .limit(SHOWN_MAX),
  ]);
  return {
    tiers: tiers
      .toSorted(byTier(config.community.tiers))
      .toReversed()
      .map(({ tier, endsAt }) => ({ tier, endsAt: endsAt.toISOString() })),
    subscriptions: subscriptions.map((one) =>
      Object.assign(one, { nextPaymentAt: one.nextPaymentAt?.toISOString() ?? null }),
    ),
    manageUrl: config.community.links.subscriptions ?? null,
  };
};
