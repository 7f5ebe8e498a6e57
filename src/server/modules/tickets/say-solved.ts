import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { SolvedAnswer } from "#shared/schemas/thread.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { countChange } from "./history.ts";
import { findTicket, peopleIdsOf, showTicket } from "./load.ts";
import { changeTicket } from "./move.ts";

/**
 * Says whether a closed ticket of one's own was solved, where that was not said when it was closed
 * [WRITE-17].
 * @throws {AppError} `not_found` for whoever may not see it, `forbidden` for everybody but who opened it,
 *   `conflict` where it is open, was merged, or it has been said already; `too_many_requests`.
 */
export const saySolved = (ctx: MemberCtx, { id, solved, word }: SolvedAnswer): Promise<Ticket> =>
  ctx.write(async (tx) => {
    const ticket = await findTicket(tx, id);
    if (ticket.createdBy !== tx.actor.userId) throw new AppError("forbidden", CLOSING.openersOnly);
    if (ticket.status === "Open" || ticket.mergedInto !== null)
      throw new AppError("conflict", CLOSING.notClosed);
    if (ticket.solved !== null) throw new AppError("conflict", CLOSING.saidAlready);
    await countChange(tx);
    const solvedWord = word == null || !isSeen(word) ? ticket.solvedWord : word;
    await changeTicket(tx, ticket, { solved, solvedWord });
    const userIds = [...(await peopleIdsOf(tx, id))];
    tx.publish({ type: "ticket.changed", ticketId: id, userIds });
    return showTicket(tx, id);
  });
