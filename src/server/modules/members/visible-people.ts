import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import { may, type Rights } from "#server/access/rights.ts";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page, SearchInput } from "#shared/schemas/lists.ts";
import type { Person } from "#shared/schemas/members.ts";
import { isFoundBy } from "./search-terms.ts";

const ticketsOf = (reader: MemberReader) => {
  const { ticketPeople } = reader.tables;
  return reader
    .select({ id: ticketPeople.ticketId })
    .from(ticketPeople)
    .where(eq(ticketPeople.userId, reader.actor.userId));
};

/** Who is on a ticket with the caller: all of them are found first, once for a whole list. */
const isAmongCompanions = (reader: MemberReader): SQL => {
  const { users, ticketPeople } = reader.tables;
  const companions = reader
    .select({ id: ticketPeople.userId })
    .from(ticketPeople)
    .where(inArray(ticketPeople.ticketId, ticketsOf(reader)));
  return inArray(users.id, companions);
};

/** The same, asked of each in turn: of few people, on however many tickets the caller is. */
const isCompanion = (reader: MemberReader): SQL => {
  const { users, ticketPeople } = reader.tables;
  const mine = ticketsOf(reader).as("mine");
  const shared = reader
    .select({ id: ticketPeople.ticketId })
    .from(ticketPeople)
    .innerJoin(mine, eq(mine.id, ticketPeople.ticketId))
    .where(eq(ticketPeople.userId, users.id))
    .limit(1);
  return sql`(${shared}) is not null`;
};

/** Whoever answers tickets or looks after members sees everybody. */
const seesEverybody = (actor: Rights): boolean => may(actor, "tickets") || may(actor, "members");

/** The team sees everyone, a member active Admins, companions and themselves; nobody the erased. */
const isSeen = ({ tables, actor }: MemberReader, isOnTicketToo: SQL): SQL | undefined => {
  const { users } = tables;
  const isThere = isNull(users.erasedAt);
  if (seesEverybody(actor)) return isThere;
  const isActiveAdmin = and(eq(users.role, "Admin"), isNull(users.deactivatedAt));
  return and(isThere, or(isActiveAdmin, eq(users.id, actor.userId), isOnTicketToo));
};

/** For `.where(...)` over all `users`: whom the caller may see [API-06]. */
const isVisible = (reader: MemberReader): SQL | undefined =>
  isSeen(reader, isAmongCompanions(reader));

/**
 * Those of some people whom the caller may see, in no particular order.
 * @param reader the transaction that needs to know, or `store.read`.
 */
export const findVisiblePeople = async (
  reader: MemberReader,
  ids: readonly string[],
): Promise<Person[]> => {
  if (ids.length === 0) return [];
  const { users } = reader.tables;
  return reader
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isSeen(reader, isCompanion(reader))));
};

/**
 * The people whom the caller may see [API-06], the newest accounts first, found by the beginnings
 * of words of their names.
 */
export const listPeople = async (ctx: MemberCtx, input: SearchInput): Promise<Page<Person>> => {
  const { search, cursor, limit = PAGE_SIZE } = input;
  if (seesEverybody(ctx.actor))
    await noteRead(ctx, {
      action: "members.listed",
      subject: null,
      after: { filters: "names" },
    });
  const { read, tables } = ctx;
  const { id, firstName, lastName, createdAt } = tables.users;
  const list = keyset({ createdAt, id });
  const isFound = await isFoundBy(read, search, "names");
  const rows = await read
    .select({ id, firstName, lastName, createdAt })
    .from(tables.users)
    .where(and(isVisible(read), isFound, list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
    })),
    nextCursor,
  };
};
