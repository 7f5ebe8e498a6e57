import { and, eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { noteTicketRead } from "#server/modules/tickets/index.ts";
import { keyset } from "#server/store/cursor.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { NoteListInput, TicketNote } from "#shared/schemas/notes.ts";
import { findNotedTicket, selectNotes, toNote } from "./load.ts";

/**
 * What the team has noted on a ticket: the newest notes, oldest first; the page after it holds older
 * ones [AID-01].
 * @throws {AppError} as `findNotedTicket`.
 */
export const listNotes = async (
  ctx: MemberCtx,
  input: NoteListInput,
): Promise<Page<TicketNote>> => {
  const { ticketNotes } = ctx.tables;
  const { id, cursor, limit = THREAD_PAGE_SIZE } = input;
  const newestFirst = keyset({ id: ticketNotes.id });
  await noteTicketRead(ctx, await findNotedTicket(ctx.read, id));
  const rows = await selectNotes(ctx.read)
    .where(and(eq(ticketNotes.ticketId, id), newestFirst.before(cursor)))
    .orderBy(...newestFirst.order)
    // One more says whether there is another page.
    .limit(limit + 1);
  const { shown, nextCursor } = newestFirst.page(rows.map(toNote), limit);
  return { items: shown.toReversed(), nextCursor };
};
