import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { readConsentsOf } from "#server/modules/consents/index.ts";
import { isVisible } from "#server/modules/desk/index.ts";
import { newestEntries } from "#server/modules/points/index.ts";
import type { Reader } from "#server/store/store.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { TICKET_STATUSES } from "#shared/constants/tickets.ts";
import { byTier } from "#shared/rules/community.ts";
import type { AdminMember } from "#shared/schemas/administration.ts";
import type { MemberConsents } from "#shared/schemas/consents.ts";
import { isNoRead, toAuditLines } from "./list-audit.ts";
import { toAdminUsers, userColumns } from "./load.ts";

/** Of each list the newest so many: the list itself has the others. */
const SHOWN = 5;
const CENTS = 100;

/** Those that somebody is on: the open ones first, each the newest first. */
const findTickets = async ({ read, tables }: MemberCtx, userId: string) => {
  const { tickets, ticketPeople: p } = tables;
  const ofStatus = await Promise.all(
    TICKET_STATUSES.map((status) =>
      read
        .select({
          id: tickets.id,
          subject: tickets.subject,
          status: tickets.status,
          createdAt: tickets.createdAt,
        })
        .from(p)
        .innerJoin(tickets, eq(tickets.id, p.ticketId))
        .where(and(eq(p.userId, userId), eq(p.status, status), isVisible(read)))
        .orderBy(desc(p.ticketId))
        .limit(SHOWN),
    ),
  );
  return ofStatus.flat().slice(0, SHOWN);
};

const findOrders = ({ read, tables: { orders: t } }: MemberCtx, userId: string) =>
  read
    .select({
      id: t.id,
      state: t.state,
      totalCents: t.totalCents,
      currency: t.currency,
      createdAt: t.createdAt,
    })
    .from(t)
    .where(eq(t.userId, userId))
    .orderBy(desc(t.id))
    .limit(SHOWN);

const findSessions = ({ read, tables: { sessions: t }, clock }: MemberCtx, userId: string) =>
  read
    .select({
      browser: t.browser,
      address: t.address,
      createdAt: t.createdAt,
      lastUsedAt: t.lastUsedAt,
    })
    .from(t)
    .where(and(eq(t.userId, userId), gt(t.expiresAt, clock.now())))
    .orderBy(desc(t.lastUsedAt), desc(t.id))
    .limit(SHOWN);

/** What they did and what was done to them, without what was only read. */
const findAudit = async (reader: Reader, userId: string) => {
  const { audit: t } = reader.tables;
  // Each side by its own index.
  const sides = await Promise.all(
    [t.actorId, t.subject].map((side) =>
      reader
        .select()
        .from(t)
        .where(and(eq(side, userId), isNoRead(reader)))
        .orderBy(desc(t.id))
        .limit(SHOWN),
    ),
  );
  const lines = new Map(sides.flat().map((row) => [row.id, row]));
  return [...lines.values()].toSorted((a, b) => b.id - a.id).slice(0, SHOWN);
};

const findDates = async ({ read, tables, clock, config }: MemberCtx, userId: string) => {
  const { links, memberships: m } = tables;
  const [linked, tiers] = await Promise.all([
    read
      .select({
        platform: links.platform,
        externalId: links.externalId,
        name: links.name,
        linkedAt: links.linkedAt,
      })
      .from(links)
      .where(eq(links.userId, userId))
      .orderBy(links.linkedAt),
    read
      .select({ tier: m.tier, endsAt: m.endsAt })
      .from(m)
      .where(and(eq(m.userId, userId), gt(m.endsAt, clock.now()))),
  ]);
  return {
    links: linked.map((link) => Object.assign(link, { linkedAt: link.linkedAt.toISOString() })),
    tiers: tiers
      .toSorted(byTier(config.community.tiers))
      .toReversed()
      .map(({ tier, endsAt }) => ({ tier, endsAt: endsAt.toISOString() })),
  };
};

/**
 * What somebody of the team may see about one member, on one page; that it was read is written down. A fixed number of
 * look-ups, each by an index.
 * @throws {AppError} `not_found` for an unknown one, and for one whose data is erased.
 */
export const readMember = async (ctx: MemberCtx, { id }: { id: string }): Promise<AdminMember> => {
  const { users } = ctx.tables;
  const [row] = await ctx.read
    .select(userColumns(ctx.tables))
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  const [user] = await toAdminUsers(ctx, row === undefined ? [] : [row]);
  if (row === undefined || user === undefined)
    throw new AppError("not_found", ADMINISTRATION.unknown);
  if (id !== ctx.actor.userId) await noteRead(ctx, { action: "member.read", subject: id });
  const [dates, entries, tickets, orders, sessions, audit] = await Promise.all([
    findDates(ctx, id),
    may(ctx.actor, "points") ? newestEntries(ctx, id, SHOWN) : [],
    may(ctx.actor, "tickets") ? findTickets(ctx, id) : [],
    may(ctx.actor, "orders") ? findOrders(ctx, id) : [],
    findSessions(ctx, id),
    may(ctx.actor, "audit") ? findAudit(ctx.read, id) : [],
  ]);
  return {
    user,
    ...dates,
    lastSeenAt: sessions[0]?.lastUsedAt.toISOString() ?? null,
    entries,
    tickets: tickets.map((ticket) =>
      Object.assign(ticket, { createdAt: ticket.createdAt.toISOString() }),
    ),
    orders: orders.map(({ totalCents, createdAt, ...order }) =>
      Object.assign(order, {
        total: totalCents === null ? null : totalCents / CENTS,
        createdAt: createdAt.toISOString(),
      }),
    ),
    sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) =>
      Object.assign(session, {
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }),
    ),
    audit: await toAuditLines(ctx.read, audit),
  };
};

/** What a member agreed to. @throws {AppError} `not_found`. */
export const readMemberConsents = async (
  ctx: MemberCtx,
  { id }: { id: string },
): Promise<MemberConsents> => {
  await noteRead(ctx, { action: "member.read", subject: id });
  return await readConsentsOf(ctx.read, id);
};
