import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import type { Reader } from "#server/store/store.ts";
import type { Person } from "#shared/schemas/members.ts";

const ticketsOf = ({ store, actor }: MemberContext, reader: Reader) => {
  const { ticketPeople } = store.tables;
  return reader
    .select({ id: ticketPeople.ticketId })
    .from(ticketPeople)
    .where(eq(ticketPeople.userId, actor.userId));
};

/** Who is on a ticket with the caller: all of them are found first, once for a whole list. */
const isAmongCompanions = (ctx: MemberContext, reader: Reader): SQL => {
  const { users, ticketPeople } = ctx.store.tables;
  const companions = reader
    .select({ id: ticketPeople.userId })
    .from(ticketPeople)
    .where(inArray(ticketPeople.ticketId, ticketsOf(ctx, reader)));
  return inArray(users.id, companions);
};

/** The same, asked of each in turn: of few people, on however many tickets the caller is. */
const isCompanion = (ctx: MemberContext, reader: Reader): SQL => {
  const { users, ticketPeople } = ctx.store.tables;
  const mine = ticketsOf(ctx, reader).as("mine");
  const shared = reader
    .select({ id: ticketPeople.ticketId })
    .from(ticketPeople)
    .innerJoin(mine, eq(mine.id, ticketPeople.ticketId))
    .where(eq(ticketPeople.userId, users.id))
    .limit(1);
  return sql`(${shared}) is not null`;
};

/** Admins see everyone, a member active Admins, companions and themselves; nobody the erased. */
const isSeen = ({ store, actor }: MemberContext, isOnTicketToo: SQL): SQL | undefined => {
  const { users } = store.tables;
  const isThere = isNull(users.erasedAt);
  if (actor.role === "Admin") return isThere;
  const isActiveAdmin = and(eq(users.role, "Admin"), isNull(users.deactivatedAt));
  return and(isThere, or(isActiveAdmin, eq(users.id, actor.userId), isOnTicketToo));
};

/** For `.where(...)` over all `users`: whom the caller may see (facts §4). */
export const isVisible = (ctx: MemberContext, reader: Reader): SQL | undefined =>
  isSeen(ctx, isAmongCompanions(ctx, reader));

/**
 * Those of some people whom the caller may see, in no particular order.
 * @param reader the transaction that needs to know, or `store.read`.
 */
export const findVisiblePeople = async (
  ctx: MemberContext,
  reader: Reader,
  ids: readonly string[],
): Promise<Person[]> => {
  if (ids.length === 0) return [];
  const { users } = ctx.store.tables;
  return reader
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isSeen(ctx, isCompanion(ctx, reader))));
};
