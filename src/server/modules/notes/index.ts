import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

export { listNotes } from "./list.ts";

/** Makes the notes that one account wrote those of another, in the caller's transaction. */
export const moveWrittenNotes = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { ticketNotes } = tx.tables;
  await tx.update(ticketNotes).set({ authorId: to }).where(eq(ticketNotes.authorId, from));
};

/** Makes the notes on one ticket those of another, in the caller's transaction. */
export const moveNotes = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { ticketNotes } = tx.tables;
  const [moved] = await tx
    .update(ticketNotes)
    .set({ ticketId: into })
    .where(eq(ticketNotes.ticketId, from))
    .returning({ id: ticketNotes.id });
  if (moved === undefined) return;
  for (const ticketId of [from, into])
    tx.publish({ type: "note.changed", ticketId, noteId: moved.id });
};
