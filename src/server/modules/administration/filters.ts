import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { type AccountState, DEACTIVATORS, type Platform } from "#shared/constants/accounts.ts";
import { PAID_TIERS, type PaidTier, type Tier } from "#shared/constants/tiers.ts";
import type { AdminUserListInput } from "#shared/schemas/administration.ts";

/** So many members are quickly looked up. */
const SELECTIVE_ROWS_MAX = 256;

/**
 * Where few have what is asked for, they are named; else each row of the list is asked in turn, until
 * the page is full. Either way alone would walk everything for the other kind.
 * @param some the ids of those who have it, up to one more than `FEW`.
 */
const namedOr = (
  { tables }: MemberCtx,
  some: readonly { id: string }[],
  isAsked: SQL | undefined,
): SQL | undefined => {
  const ids = [...new Set(some.map(({ id }) => id))];
  return some.length > SELECTIVE_ROWS_MAX ? isAsked : and(inArray(tables.users.id, ids), isAsked);
};

const isOfTier = async (ctx: MemberCtx, tier: Tier): Promise<SQL | undefined> => {
  const { read, tables } = ctx;
  const { users, memberships } = tables;
  const isRunning = gt(memberships.endsAt, ctx.clock.now());
  // Not `exists`, which PostgreSQL makes a join of: that is, it finds all before it gives the first.
  const runs = (tiers: readonly PaidTier[]) => {
    const isTheirs = and(eq(memberships.userId, users.id), inArray(memberships.tier, [...tiers]));
    return sql`(${read
      .select({ id: memberships.userId })
      .from(memberships)
      .where(and(isTheirs, isRunning))
      .limit(1)})`;
  };
  if (tier === "Standard") return sql`${runs(PAID_TIERS)} is null`;
  const higher = PAID_TIERS.slice(PAID_TIERS.indexOf(tier) + 1);
  const isHighest = higher.length === 0 ? undefined : sql`${runs(higher)} is null`;
  const some = await read
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tier, tier), isRunning))
    .limit(SELECTIVE_ROWS_MAX + 1);
  return namedOr(ctx, some, and(sql`${runs([tier])} is not null`, isHighest));
};

const hasLink = async (ctx: MemberCtx, platform: Platform): Promise<SQL | undefined> => {
  const { read, tables } = ctx;
  const { users, links } = tables;
  const linked = (isWanted: SQL | undefined) =>
    read
      .select({ id: links.userId })
      .from(links)
      .where(and(eq(links.platform, platform), isWanted));
  const some = await linked(undefined).limit(SELECTIVE_ROWS_MAX + 1);
  return namedOr(ctx, some, sql`(${linked(eq(links.userId, users.id)).limit(1)}) is not null`);
};

const isInState = async (ctx: MemberCtx, state: AccountState): Promise<SQL | undefined> => {
  const { users } = ctx.tables;
  const { verifiedAt, deactivatedAt, erasedAt } = users;
  if (state === "active") return and(isNull(deactivatedAt), isNotNull(verifiedAt));
  const isInIt =
    state === "deactivated"
      ? // Who did it says that it was done, and has an index.
        inArray(users.deactivatedBy, [...DEACTIVATORS])
      : and(isNull(verifiedAt), isNull(deactivatedAt));
  const some = await ctx.read
    .select({ id: users.id })
    .from(users)
    .where(and(isInIt, isNull(erasedAt)))
    .limit(SELECTIVE_ROWS_MAX + 1);
  return namedOr(ctx, some, isInIt);
};

/** For `.where(...)` over `users`: what the list of members is narrowed by, beside its search. */
export const isNarrowedTo = async (
  ctx: MemberCtx,
  { tier, link, role, state }: AdminUserListInput,
): Promise<SQL | undefined> => {
  const { users } = ctx.tables;
  return and(
    role === undefined ? undefined : eq(users.role, role),
    tier === undefined ? undefined : await isOfTier(ctx, tier),
    link === undefined ? undefined : await hasLink(ctx, link),
    state === undefined ? undefined : await isInState(ctx, state),
  );
};
