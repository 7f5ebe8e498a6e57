import { and, desc, eq, gt } from "drizzle-orm";
import { PAID_TIERS } from "#shared/constants/tiers.ts";
import type { SubscriptionStatus } from "#shared/schemas/orders.ts";
import type { MemberContext } from "#server/context.ts";

const SHOWN_MAX = 20;

/** The tiers that run, highest first, and the subscriptions that pay for them. */
export const readSubscription = async (ctx: MemberContext): Promise<SubscriptionStatus> => {
  const { store, clock, config, actor } = ctx;
  const { memberships: m, subscriptions: s } = store.tables;
  const [tiers, subscriptions] = await Promise.all([
    store.read
      .select({ tier: m.tier, endsAt: m.endsAt })
      .from(m)
      .where(and(eq(m.userId, actor.userId), gt(m.endsAt, clock.now()))),
    store.read
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
      .toSorted((one, other) => PAID_TIERS.indexOf(other.tier) - PAID_TIERS.indexOf(one.tier))
      .map(({ tier, endsAt }) => ({ tier, endsAt: endsAt.toISOString() })),
    subscriptions: subscriptions.map((one) =>
      Object.assign(one, { nextPaymentAt: one.nextPaymentAt?.toISOString() ?? null }),
    ),
    manageUrl: config.community.links.subscriptions,
  };
};
