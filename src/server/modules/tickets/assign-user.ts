import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { countChange } from "./history.ts";
import { findTicket, peopleIdsOf, showTicket } from "./load.ts";
import { changeTicket } from "./move.ts";
import { assign, setAssignee } from "./people.ts";

/** @throws {AppError} `bad_request` for whoever has no account in use. */
const assertActive = async (tx: MemberTx, userId: string): Promise<void> => {
  const { users } = tx.tables;
  const isActive = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isActive));
  if (found === undefined) throw new AppError("bad_request", TICKETS.unknownPeople);
};

/**
 * Puts somebody on a ticket, open or closed, which takes an Admin but no assignment; without `userId`
 * the Admin takes it themself [TICK-05]. Who is on it already stays.
 * @throws {AppError} `not_found`, `forbidden` for whoever is no Admin any more, `bad_request` for people without an account in use.
 */
export const assignUser = async (
  ctx: MemberCtx,
  { id, userId: given }: { id: number; userId?: string | null | undefined },
): Promise<Ticket> => {
  const { actor } = ctx;
  const userId = given ?? actor.userId;
  return ctx.write(async (tx) => {
    await assertMay(tx, "tickets");
    const ticket = await findTicket(tx, id);
    const people = await peopleIdsOf(tx, id);
    // Who takes a ticket takes care of it from now on.
    const isTaken = given == null && ticket.assigneeId !== userId;
    if (people.includes(userId) && !isTaken) return showTicket(tx, id);
    if (isTaken) await setAssignee(tx, id, userId);
    if (people.includes(userId)) {
      await countChange(tx);
      await tx.audit({ action: "ticket.assigned", subject: userId, after: { ticketId: id } });
      tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people] });
      return showTicket(tx, id);
    }
    await assertActive(tx, userId);
    if (people.length >= TICKET_PEOPLE_MAX)
      throw new AppError("bad_request", TICKETS.tooManyPeople);
    await countChange(tx);
    await changeTicket(tx, ticket);
    await assign(tx, ticket, [userId]);
    await tx.audit({
      action: "ticket.assigned",
      subject: userId,
      after: { ticketId: id },
    });
    tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people, userId] });
    return showTicket(tx, id);
  });
};
