import type { CtxReader } from "#server/context/context.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { PASSIVE_QUARTER_MS } from "#shared/constants/points.ts";
import { tierIn } from "#shared/rules/tiers.ts";

/**
 * What a quarter of an hour earns these members by the tiers that run now [POINTS-05].
 * @returns points by member; those of Standard, who earn none, are left out.
 */
export const passivePointsOf = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (userIds.length === 0) return new Map();
  const { tiers: known } = reader.config.community;
  const tiers = await readTiers(reader, userIds);
  const earned = userIds.flatMap((userId): [string, number][] => {
    const key = tierIn(known, tiers.get(userId));
    const points = known.find((tier) => tier.key === key)?.quarterHourPoints ?? 0;
    return points > 0 ? [[userId, points]] : [];
  });
  return new Map(earned);
};

/** Start of the quarter of an hour, UTC, in which a moment lies. */
export const quarterOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / PASSIVE_QUARTER_MS) * PASSIVE_QUARTER_MS);

/** Names a quarter in the ledger. */
export const quarterKey = (quarter: Date): string => `passive:${quarter.toISOString()}`;
