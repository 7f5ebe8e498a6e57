import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { TICKET_PEOPLE_MAX } from "#shared/constants/tickets.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { Ticket, TicketAssignment } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { countChange } from "./history.ts";
import { findTicketToWorkOn, peopleIdsOf, showTicket, type TicketRow } from "./load.ts";
import { changeTicket } from "./move.ts";
import { assign, setAssignee, tellTakenOver } from "./people.ts";

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

/** @throws {AppError} `conflict` naming whoever takes care of it, where that is somebody else than was seen. */
const assertAsSeen = async (
  tx: MemberTx,
  { assigneeId }: TicketRow,
  from: string | null | undefined,
): Promise<void> => {
  if (from === undefined || assigneeId === from || assigneeId === tx.actor.userId) return;
  const { users } = tx.tables;
  const [assignee] =
    assigneeId === null
      ? []
      : await tx
          .select({ firstName: users.firstName, lastName: users.lastName })
          .from(users)
          .where(eq(users.id, assigneeId));
  throw new AppError(
    "conflict",
    assignee === undefined ? TICKETS.givenBack : TICKETS.takenBy(fullName(assignee)),
  );
};

/**
 * Puts somebody on a ticket, open or closed, which takes the team's permissions but no assignment; without
 * `userId` whoever asks takes it themself [TICK-05]. Who is on it already stays, and whoever took care of it is
 * told.
 * @param input.from who took care of it when it was looked at, null for nobody; absent: whoever that is.
 * @throws {AppError} `not_found`, `forbidden` for whoever does not work on it, `bad_request` for people
 *   without an account in use, `conflict` where somebody else has taken it since it was looked at.
 */
export const assignUser = async (
  ctx: MemberCtx,
  { id, userId: given, from }: TicketAssignment,
): Promise<Ticket> => {
  const { actor } = ctx;
  const userId = given ?? actor.userId;
  return ctx.write(async (tx) => {
    const ticket = await findTicketToWorkOn(tx, id);
    const people = await peopleIdsOf(tx, id);
    // Who takes a ticket takes care of it from now on.
    const isTaken = given == null && ticket.assigneeId !== userId;
    if (people.includes(userId) && !isTaken) return showTicket(tx, id);
    if (isTaken) {
      await assertAsSeen(tx, ticket, from);
      await setAssignee(tx, id, userId);
      await tellTakenOver(tx, ticket);
    }
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
