import { and, desc, eq, isNull } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { isVisible } from "#server/modules/desk/index.ts";
import { isFoundBy } from "#server/modules/members/index.ts";
import type { FindInput, Found } from "#shared/schemas/administration.ts";
import { addressFor } from "./to-wire.ts";

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
