import { and, eq, gt } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { PAID_TIERS } from "#shared/constants/tiers.ts";
import type { Membership } from "#shared/schemas/members.ts";

/** The last day that `endsAt` leaves whole or begun, where the community is: "2026-12-01". */
const lastDayOf = (endsAt: Date, timeZone: string): string =>
  // Swedish writes a date as ISO does.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(endsAt.getTime() - 1);

/** Points, the highest tier that runs, and when the promo was received (facts §4). */
export const readMembership = async (ctx: MemberContext): Promise<Membership> => {
  const { store, clock, config, actor } = ctx;
  const { userId, user } = actor;
  const { memberships } = store.tables;
  const [points, running] = await Promise.all([
    readBalance(store, store.read, userId),
    store.read
      .select({ tier: memberships.tier, endsAt: memberships.endsAt })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), gt(memberships.endsAt, clock.now()))),
  ]);
  const highest = running
    .toSorted((one, other) => PAID_TIERS.indexOf(one.tier) - PAID_TIERS.indexOf(other.tier))
    .at(-1);
  return {
    points,
    sub:
      highest === undefined
        ? null
        : `${highest.tier}:${lastDayOf(highest.endsAt, config.community.timezone)}`,
    promoReceivedDate: user.promoReceivedAt?.toISOString() ?? null,
  };
};
