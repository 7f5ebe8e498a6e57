import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { TICKETS } from "#shared/messages.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { changeTicket } from "./change.ts";
import { countChange } from "./history.ts";
import { findTicket, peopleIdsOf, showTicket } from "./load.ts";
import { assign } from "./people.ts";

/** @throws {AppError} `bad_request` for whoever has no account in use. */
const assertActive = async ({ store }: MemberContext, tx: Tx, userId: string): Promise<void> => {
  const { users } = store.tables;
  const isActive = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isActive));
  if (found === undefined) throw new AppError("bad_request", TICKETS.unknownPeople);
};

/**
 * Puts somebody on a ticket, open or closed, which takes an Admin but no assignment; without `userId`
 * the Admin takes it themself (facts §4). Who is on it already stays.
 * @throws {AppError} `not_found`, `forbidden` for whoever is no Admin any more, `bad_request` for people without an account in use.
 */
export const assignUser = async (
  ctx: MemberContext,
  { id, userId: given }: { id: number; userId?: string | null | undefined },
): Promise<Ticket> => {
  const { store, actor } = ctx;
  const userId = given ?? actor.userId;
  return store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    const ticket = await findTicket(ctx, tx, id);
    const people = await peopleIdsOf(store, tx, id);
    if (people.includes(userId)) return showTicket(ctx, tx, id);
    await assertActive(ctx, tx, userId);
    if (people.length >= TICKET_PEOPLE_MAX)
      throw new AppError("bad_request", TICKETS.tooManyPeople);
    await countChange(ctx, tx);
    await changeTicket(ctx, tx, ticket);
    await assign(ctx, tx, ticket, [userId]);
    await writeAudit(ctx, tx, {
      actorId: actor.userId,
      action: "ticket.assigned",
      subject: userId,
      after: { ticketId: id },
    });
    tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people, userId] });
    return showTicket(ctx, tx, id);
  });
};
