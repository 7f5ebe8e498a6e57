import { eq } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertWorksOn } from "#server/modules/desk/index.ts";
import { NOTE_CHANGE_MS } from "#shared/constants/notes.ts";
import { NOTES } from "#shared/note-messages.ts";
import type { NoteEdit, NoteInput, TicketNote } from "#shared/schemas/notes.ts";
import { findNotedTicket, type NoteRow, showNote } from "./load.ts";

/** A note that the actor may still change, and tells those who look at it that it is changed. */
const changeable = async (tx: MemberTx, noteId: number): Promise<NoteRow> => {
  const { ticketNotes } = tx.tables;
  const [found] = await tx.select().from(ticketNotes).where(eq(ticketNotes.id, noteId));
  if (found === undefined) throw new AppError("not_found", NOTES.unknown);
  const { ticketId, authorId, createdAt } = found;
  await assertWorksOn(tx, await findNotedTicket(tx, ticketId));
  if (authorId !== tx.actor.userId) throw new AppError("forbidden", NOTES.notYours);
  if (tx.clock.now().getTime() - createdAt.getTime() > NOTE_CHANGE_MS)
    throw new AppError("conflict", NOTES.tooLate);
  await tx.count("notesByMember", tx.actor.userId);
  tx.publish({ type: "note.changed", ticketId, noteId });
  return found;
};

/**
 * Changes a note, for its author and for ten minutes [AID-03].
 * @throws {AppError} `not_found`, `forbidden` for everybody else, `conflict` after that.
 */
export const editNote = (ctx: MemberCtx, { noteId, content }: NoteEdit): Promise<TicketNote> =>
  ctx.write(async (tx) => {
    const { ticketNotes } = tx.tables;
    const { id, ticketId } = await changeable(tx, noteId);
    await tx
      .update(ticketNotes)
      .set({ content, editedAt: tx.clock.now() })
      .where(eq(ticketNotes.id, id));
    await tx.audit({ action: "note.edited", subject: null, after: { ticketId } });
    return showNote(tx, id);
  });

/**
 * Removes a note, for its author and for ten minutes [AID-03].
 * @returns the sentence to show.
 * @throws {AppError} as `editNote`.
 */
export const removeNote = (ctx: MemberCtx, { noteId }: NoteInput): Promise<string> =>
  ctx.write(async (tx) => {
    const { ticketNotes } = tx.tables;
    const { id, ticketId } = await changeable(tx, noteId);
    await tx.delete(ticketNotes).where(eq(ticketNotes.id, id));
    await tx.audit({ action: "note.removed", subject: null, after: { ticketId } });
    return NOTES.removed;
  });
