import { and, eq, gt, gte, inArray, isNotNull, isNull, not, sql, type SQL } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { wantsNews } from "#server/modules/mail/index.ts";
import { findFew, findsOne } from "#server/store/selectivity.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import {
  type AccountState,
  DEACTIVATORS,
  type Platform,
  type Role,
} from "#shared/constants/accounts.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { startOfDay } from "#shared/rules/local-time.ts";
import type { AdminUserListInput } from "#shared/schemas/administration.ts";

/**
 * Where few have what is asked for, they are named; else each row of the list is asked in turn.
 * @param some the ids of those who have it; null for many.
 */
const namedOr = (
  { tables }: MemberCtx,
  some: readonly { id: string }[] | null,
  isAsked: SQL | undefined,
): SQL | undefined => {
  if (some === null) return isAsked;
  const ids = [...new Set(some.map(({ id }) => id))];
  return and(inArray(tables.users.id, ids), isAsked);
};

const isOfTier = async (ctx: MemberCtx, tier: string): Promise<SQL | undefined> => {
  const { read, tables, config } = ctx;
  const { users, memberships } = tables;
  const isRunning = gt(memberships.endsAt, ctx.clock.now());
  const known = config.community.tiers.map(({ key }) => key);
  const runs = (tiers: readonly string[]) => {
    const isTheirs = and(eq(memberships.userId, users.id), inArray(memberships.tier, [...tiers]));
    return findsOne(
      read.select({ id: memberships.userId }).from(memberships).where(and(isTheirs, isRunning)),
    );
  };
  if (tier === NO_TIER) return not(runs(known));
  if (!known.includes(tier)) throw new AppError("bad_request", ADMINISTRATION.unknownTier);
  const higher = known.slice(known.indexOf(tier) + 1);
  const isHighest = higher.length === 0 ? undefined : not(runs(higher));
  const some = await findFew(
    read
      .select({ id: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.tier, tier), isRunning)),
  );
  return namedOr(ctx, some, and(runs([tier]), isHighest));
};

const hasLink = async (ctx: MemberCtx, platform: Platform): Promise<SQL | undefined> => {
  const { read, tables } = ctx;
  const { users, links } = tables;
  const linked = (isWanted: SQL | undefined) =>
    read
      .select({ id: links.userId })
      .from(links)
      .where(and(eq(links.platform, platform), isWanted));
  const some = await findFew(linked(undefined));
  return namedOr(ctx, some, findsOne(linked(eq(links.userId, users.id))));
};

const isInState = async (ctx: MemberCtx, state: AccountState): Promise<SQL | undefined> => {
  const { users } = ctx.tables;
  const { verifiedAt, deactivatedAt, erasedAt, waitsSince } = users;
  if (state === "active") return and(isNull(deactivatedAt), isNotNull(verifiedAt));
  const isInIt =
    state === "deactivated"
      ? // Who did it says that it was done, and has an index.
        inArray(users.deactivatedBy, [...DEACTIVATORS])
      : state === "waiting"
        ? and(isNotNull(waitsSince), isNull(deactivatedAt))
        : and(isNull(verifiedAt), isNull(waitsSince), isNull(deactivatedAt));
  const some = await findFew(
    ctx.read
      .select({ id: users.id })
      .from(users)
      .where(and(isInIt, isNull(erasedAt))),
  );
  return namedOr(ctx, some, isInIt);
};

const hasJoinedSince = async (ctx: MemberCtx, day: string): Promise<SQL | undefined> => {
  const { users } = ctx.tables;
  const isSince = gte(users.createdAt, startOfDay(day, ctx.config.community.timezone));
  const some = await findFew(
    ctx.read
      .select({ id: users.id })
      .from(users)
      .where(and(isSince, isNull(users.erasedAt))),
  );
  return namedOr(ctx, some, isSince);
};

/** Those whom a post can be mailed to [CONSENT-06]. */
const wantNews = async (ctx: MemberCtx): Promise<SQL | undefined> => {
  const { users } = ctx.tables;
  const isIt = wantsNews(users);
  const some = await findFew(ctx.read.select({ id: users.id }).from(users).where(isIt));
  return namedOr(ctx, some, isIt);
};

/**
 * Sorted by something else than the time, each row is asked: by the index of roles all would be sorted.
 * By points that is two tables to walk: few are named there.
 */
const isOfRole = async (
  ctx: MemberCtx,
  role: Role,
  sort: AdminUserListInput["sort"],
): Promise<SQL | undefined> => {
  const { users } = ctx.tables;
  const isIt = eq(users.role, role);
  if (sort === undefined || sort.endsWith("joined")) return isIt;
  const isAsked = sql`${users.role} || '' = ${role}`;
  if (sort.endsWith("name")) return isAsked;
  const some = await findFew(ctx.read.select({ id: users.id }).from(users).where(isIt));
  return namedOr(ctx, some, isAsked);
};

/**
 * For `.where(...)` over `users`: what the list of members is narrowed by, beside its search.
 * @throws {AppError} `bad_request` for a tier that the community does not have.
 */
export const isNarrowedTo = async (
  ctx: MemberCtx,
  { tier, link, role, state, joinedFrom, news, sort }: AdminUserListInput,
): Promise<SQL | undefined> => {
  return and(
    role === undefined ? undefined : await isOfRole(ctx, role, sort),
    tier === undefined ? undefined : await isOfTier(ctx, tier),
    link === undefined ? undefined : await hasLink(ctx, link),
    state === undefined ? undefined : await isInState(ctx, state),
    joinedFrom === undefined ? undefined : await hasJoinedSince(ctx, joinedFrom),
    news === undefined ? undefined : await wantNews(ctx),
  );
};
