import { and, gt, inArray } from "drizzle-orm";
import type { RequestContext } from "#server/context.ts";
import type { Reader } from "#server/store/store.ts";
import { PAID_TIERS, type PaidTier } from "#shared/constants/tiers.ts";

type Running = { userId: string; tier: PaidTier; endsAt: Date };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes days as "2026-12-01", as Swedish does. Making one takes longer than all else here. */
const daysOf = (timeZone: string): Intl.DateTimeFormat => {
  const made =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone });
  formats.set(timeZone, made);
  return made;
};

/** "Gold:2026-12-01": the tier, and the last day that its end leaves whole or begun. */
const textOf = ({ tier, endsAt }: Running, days: Intl.DateTimeFormat): string =>
  `${tier}:${days.format(endsAt.getTime() - 1)}`;

/**
 * The highest tier that runs of each of some members, with its last day where the community is, such
 * as "Gold:2026-12-01" (facts §4); those without one are not in the map.
 */
export const readTiers = async (
  { store, clock, config }: Pick<RequestContext, "store" | "clock" | "config">,
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { memberships } = store.tables;
  const { userId, tier, endsAt } = memberships;
  const running = await reader
    .select({ userId, tier, endsAt })
    .from(memberships)
    .where(and(inArray(userId, [...userIds]), gt(endsAt, clock.now())));
  const days = daysOf(config.community.timezone);
  const fromLowest = running.toSorted(
    (one, other) => PAID_TIERS.indexOf(one.tier) - PAID_TIERS.indexOf(other.tier),
  );
  return new Map(fromLowest.map((row) => [row.userId, textOf(row, days)]));
};
