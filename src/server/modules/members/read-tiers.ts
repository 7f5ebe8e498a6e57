import { and, gt, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
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
  const days = daysOf(reader.config.community.timezone);
  const fromLowest = running.toSorted(
    (a, b) => PAID_TIERS.indexOf(a.tier) - PAID_TIERS.indexOf(b.tier),
  );
  return new Map(fromLowest.map((row) => [row.userId, textOf(row, days)]));
};
