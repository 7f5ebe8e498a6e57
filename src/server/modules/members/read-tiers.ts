import { and, gt, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { PAID_TIERS, type PaidTier } from "#shared/constants/tiers.ts";
import { localTime } from "#shared/rules/local-time.ts";

type Running = { userId: string; tier: PaidTier; endsAt: Date };

/** "Gold:2026-12-01": the tier, and the last day that its end leaves whole or begun. */
const textOf = ({ tier, endsAt }: Running, timeZone: string): string =>
  `${tier}:${localTime(endsAt.getTime() - 1, timeZone).day}`;

/**
 * The highest tier that runs of each of some members, with its last day where the community is, such
 * as "Gold:2026-12-01" [POINTS-06]; those without one are not in the map.
 */
export const readTiers = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { memberships } = reader.tables;
  const { userId, tier, endsAt } = memberships;
  const running = await reader
    .select({ userId, tier, endsAt })
    .from(memberships)
    .where(and(inArray(userId, [...userIds]), gt(endsAt, reader.clock.now())));
  const { timezone } = reader.config.community;
  const fromLowest = running.toSorted(
    (a, b) => PAID_TIERS.indexOf(a.tier) - PAID_TIERS.indexOf(b.tier),
  );
  return new Map(fromLowest.map((row) => [row.userId, textOf(row, timezone)]));
};
