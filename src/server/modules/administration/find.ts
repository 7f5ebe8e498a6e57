import { and, desc, eq, isNull } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { isFoundBy } from "#server/modules/members/index.ts";
import type { FindInput, Found } from "#shared/schemas/administration.ts";

const PEOPLE_SHOWN = 6;
/** A number by which people speak of a ticket or an order; with the sign before it, it is nothing else. */
const NUMBER = /^(#?)(\d{1,9})$/;

/** Whoever has the id itself, else whom the words find, the newest accounts first. */
const findPeople = async ({ read, tables: { users } }: MemberCtx, text: string) => {
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
  const isFound = await isFoundBy(read, text, "everything");
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
 * Whom and what an Admin means by a name, an address, a number or an id; that people were looked for
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
    number === 0
      ? []
      : ctx.read
          .select({ id: tickets.id, subject: tickets.subject })
          .from(tickets)
          .where(eq(tickets.id, number)),
    number === 0
      ? []
      : ctx.read
          .select({ id: orders.id, userId: orders.userId })
          .from(orders)
          .where(eq(orders.id, number)),
  ]);
  return {
    people: people.map(({ email, ...person }) => Object.assign(person, { email: email ?? "" })),
    tickets: ticket,
    orders: order,
  };
};
