import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { assertWorksOn } from "#server/modules/desk/index.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/one.ts";
import type { NewNote, TicketNote } from "#shared/schemas/notes.ts";
import { findNotedTicket, showNote } from "./load.ts";

const writeNote = async (tx: MemberTx, { id: ticketId, content }: NewNote): Promise<number> => {
  const { ticketNotes } = tx.tables;
  const { userId: authorId } = tx.actor;
  await tx.count("notesByMember", authorId);
  const { id } = one(
    await tx
      .insert(ticketNotes)
      .values({ ticketId, authorId, content, createdAt: tx.clock.now() })
      .returning({ id: ticketNotes.id }),
  );
  tx.publish({ type: "note.added", ticketId, noteId: id });
  return id;
};

/**
 * Writes a note for the team on a ticket, open or closed. Nobody is notified, and nothing of the ticket
 * itself changes, so that nobody else can tell. With a key it is written once.
 * @throws {AppError} as `findNotedTicket`; `forbidden` for whoever has lost the permission;
 *   `too_many_requests`.
 */
export const addNote = async (ctx: MemberCtx, input: NewNote): Promise<TicketNote> => {
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `note:${input.id}:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    await assertWorksOn(tx, await findNotedTicket(tx, input.id));
    const request = { actor: tx.actor.userId, key, content: JSON.stringify(input) };
    return showNote(tx, await once(tx, request, () => writeNote(tx, input)));
  });
};
