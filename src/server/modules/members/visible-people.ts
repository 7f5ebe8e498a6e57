import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import type { Reader } from "#server/store/store.ts";
import type { Person } from "#shared/schemas/members.ts";

/**
 * For `.where(...)` over `users`: whom the caller may see (facts §4). Admins see everyone, a member
 * the active Admins, the people on their own tickets, and themselves; nobody sees the erased.
 */
export const isVisible = ({ store, actor }: MemberContext, reader: Reader): SQL | undefined => {
  const { users, ticketPeople } = store.tables;
  const isThere = isNull(users.erasedAt);
  if (actor.role === "Admin") return isThere;
  const myTickets = reader
    .select({ id: ticketPeople.ticketId })
    .from(ticketPeople)
    .where(eq(ticketPeople.userId, actor.userId));
  const companions = reader
    .select({ id: ticketPeople.userId })
    .from(ticketPeople)
    .where(inArray(ticketPeople.ticketId, myTickets));
  const isActiveAdmin = and(eq(users.role, "Admin"), isNull(users.deactivatedAt));
  return and(isThere, or(isActiveAdmin, eq(users.id, actor.userId), inArray(users.id, companions)));
};

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
    .where(and(inArray(users.id, [...ids]), isVisible(ctx, reader)));
};
