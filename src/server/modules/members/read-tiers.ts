import { and, gt, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { byTier } from "#shared/rules/community.ts";
import { localTime } from "#shared/rules/local-time.ts";

type Running = { userId: string; tier: string; endsAt: Date };

/** "key:2026-12-01": the tier, and the last day that its end leaves whole or begun. */
const textOf = ({ tier, endsAt }: Running, timeZone: string): string =>
  `${tier}:${localTime(endsAt.getTime() - 1, timeZone).day}`;

/**
 * The highest of the community's tiers that runs of each of some members, with its last day where the
 * community is, as "key:2026-12-01" [POINTS-06]; those without one are not in the map.
 */
export const readTiers = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { memberships } = reader.tables;
  const { userId, tier, endsAt } = memberships;
  const { timezone, tiers } = reader.config.community;
  const known = tiers.map(({ key }) => key);
  const isKnown = and(inArray(userId, [...userIds]), inArray(tier, known));
  const running = await reader
    .select({ userId, tier, endsAt })
    .from(memberships)
    .where(and(isKnown, gt(endsAt, reader.clock.now())));
  const fromLowest = running.toSorted(byTier(tiers));
  return new Map(fromLowest.map((row) => [row.userId, textOf(row, timezone)]));
};
