import { and, eq, isNull, or } from "drizzle-orm";
import type { MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ATTACHMENTS } from "#shared/attachment-messages.ts";

/**
 * Sends attachments along with a message, or with a ticket itself, in the caller's transaction.
 * @param to.messageId null for those of the ticket.
 * @throws {AppError} `bad_request` unless all of them are the actor's own, ready, not sent yet, and were
 *   uploaded for this ticket or for one that was not there yet.
 */
export const sendAttachments = async (
  tx: MemberTx,
  ids: readonly string[],
  to: { ticketId: number; messageId: number | null },
): Promise<void> => {
  const { attachments: t } = tx.tables;
  for (const [position, id] of [...new Set(ids)].entries()) {
    const sent = await tx
      .update(t)
      .set({ ...to, state: "sent", position })
      .where(
        and(
          eq(t.id, id),
          eq(t.uploaderId, tx.actor.userId),
          eq(t.state, "ready"),
          or(isNull(t.ticketId), eq(t.ticketId, to.ticketId)),
        ),
      )
      .returning({ id: t.id });
    if (sent.length === 0) throw new AppError("bad_request", ATTACHMENTS.notToSend);
  }
};
