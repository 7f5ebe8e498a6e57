import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  not,
  sql,
  type SQL,
} from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { isVisible } from "#server/modules/desk/index.ts";
import { wantsNews } from "#server/modules/mail/index.ts";
import { isFoundBy } from "#server/modules/members/index.ts";
import { readSorted } from "#server/store/cursor.ts";
import { findFew, findsOne } from "#server/store/search-terms.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import {
  type AccountState,
  DEACTIVATORS,
  type Platform,
  type Role,
} from "#shared/constants/accounts.ts";
import { type Provider, PROVIDERS } from "#shared/constants/health.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { startOfDay } from "#shared/rules/local-time.ts";
import type {
  AdminUser,
  AdminUserListInput,
  FindInput,
  Found,
  ProviderList,
} from "#shared/schemas/administration.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { addressFor, toAdminUsers, userColumns } from "./load.ts";

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
const isNarrowedTo = async (
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

const PEOPLE_SHOWN = 6;
/** A number by which people speak of a ticket or an order; with the sign before it, it is nothing else. */
const NUMBER = /^(#?)(\d{1,9})$/;

/** Whoever has the id itself, else whom the words find, the newest accounts first. */
const findPeople = async (ctx: MemberCtx, text: string) => {
  const { actor, read, tables } = ctx;
  const { users } = tables;
  if (!may(actor, "members")) return [];
  const seesAddresses = may(actor, "addresses");
  const columns = {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
  };
  const isThere = isNull(users.erasedAt);
  const named = await read
    .select(columns)
    .from(users)
    .where(and(eq(users.id, text), isThere));
  if (named.length > 0) return named;
  const isFound = await isFoundBy(read, text, seesAddresses ? "everything" : "accounts");
  return isFound === undefined
    ? []
    : read
        .select(columns)
        .from(users)
        .where(and(isThere, isFound))
        .orderBy(desc(users.role), desc(users.createdAt), desc(users.id))
        .limit(PEOPLE_SHOWN);
};

/**
 * Whom and what somebody of the team means by a name, an address, a number or an id; that people were looked for
 * is written down.
 */
export const find = async (ctx: MemberCtx, { text }: FindInput): Promise<Found> => {
  const { tickets, orders } = ctx.tables;
  await noteRead(ctx, {
    action: "members.listed",
    subject: null,
    after: filtersOf({ search: text }),
  });
  const [, sign, digits] = NUMBER.exec(text) ?? [];
  const number = Number(digits ?? 0);
  const [people, ticket, order] = await Promise.all([
    sign === "#" ? [] : findPeople(ctx, text),
    number === 0 || !may(ctx.actor, "tickets")
      ? []
      : ctx.read
          .select({ id: tickets.id, subject: tickets.subject })
          .from(tickets)
          .where(and(eq(tickets.id, number), isVisible(ctx.read))),
    number === 0 || !may(ctx.actor, "orders")
      ? []
      : ctx.read
          .select({ id: orders.id, userId: orders.userId })
          .from(orders)
          .where(eq(orders.id, number)),
  ]);
  return {
    people: people.map(({ email, ...person }) =>
      Object.assign(person, { email: addressFor(ctx.actor, email) }),
    ),
    tickets: ticket,
    orders: order,
  };
};

/**
 * All members but the erased, the newest accounts first and Admins after all others [ADMIN-04] unless
 * they are sorted [ADMIN-13], found by the beginnings of words of their names, their address, and the
 * names and ids of their accounts elsewhere.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listUsers = async (
  ctx: MemberCtx,
  input: AdminUserListInput,
): Promise<Page<AdminUser>> => {
  const { cursor, limit = PAGE_SIZE, sort, ...asked } = input;
  const { search } = asked;
  // Nobody looks at so many: they are taken away.
  const action = limit > PAGE_SIZE ? "members.exported" : "members.listed";
  await noteRead(ctx, { action, subject: null, after: filtersOf(asked) });
  const { users, pointBalances } = ctx.tables;
  const { role, createdAt, id, nameKey } = users;
  const { balance, userId } = pointBalances;
  const isFound = await isFoundBy(
    ctx.read,
    search,
    may(ctx.actor, "addresses") ? "everything" : "accounts",
  );
  const isNarrowed = await isNarrowedTo(ctx, input);
  const isListed = and(isNull(users.erasedAt), isFound, isNarrowed);
  const page = { cursor, limit };
  const { shown, nextCursor } =
    sort === "points" || sort === "-points"
      ? await readSorted(
          {
            columns: { balance, userId },
            own: ["userId"],
            by: { points: ["balance", "userId"] },
            sort,
          },
          page,
          (isAfter, order, rows) =>
            ctx.read
              .select({ ...userColumns(ctx.tables), balance, userId })
              .from(pointBalances)
              // In this order even for SQLite, which else might begin with the members, and sort them.
              .crossJoin(users)
              .where(and(eq(id, userId), isListed, isAfter))
              .orderBy(...order)
              .limit(rows),
        )
      : await readSorted(
          {
            columns: { role, createdAt, id, nameKey },
            // From the last role to the first, which is "User" before "Admin".
            own: ["role", "createdAt", "id"],
            by: { name: ["nameKey", "id"], joined: ["createdAt", "id"] },
            sort,
          },
          page,
          (isAfter, order, rows) =>
            ctx.read
              .select({ ...userColumns(ctx.tables), nameKey })
              .from(users)
              .where(and(isListed, isAfter))
              .orderBy(...order)
              .limit(rows),
        );
  return {
    items: await toAdminUsers(ctx, shown),
    nextCursor,
  };
};

type Configured = MemberCtx["config"];

const isConfigured = (config: Configured, provider: Provider): boolean =>
  (provider === "smtp" ? config.mail : config[provider]) !== null;

/**
 * How the providers are that this site asks, as this instance has found them. Reads memory alone.
 * @returns those that are configured.
 */
export const listProviders = ({ config, breakers, instanceId }: MemberCtx): ProviderList => ({
  instanceId,
  providers: PROVIDERS.filter((provider) => isConfigured(config, provider)).map((provider) => {
    const report = breakers[provider].report();
    const { state, since, lastFailure, failures, retryAt, refusedSince } = report;
    return {
      provider,
      state,
      since: since?.toISOString() ?? null,
      lastFailure: lastFailure && {
        reason: lastFailure.reason,
        at: lastFailure.at.toISOString(),
      },
      failures,
      retryAt: retryAt?.toISOString() ?? null,
      refusedSince: refusedSince?.toISOString() ?? null,
    };
  }),
});
