import { and, eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import type { PageInput, Page } from "#shared/schemas/lists.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { findTicket } from "./load.ts";
import { toMessages } from "./message-shape.ts";
import { noteTicketRead } from "./read.ts";

/**
 * What was said on a ticket: the newest messages, oldest first; the page after it holds older ones.
 * @throws {AppError} `not_found` for whoever may not see the ticket.
 */
export const listMessages = async (
  ctx: MemberCtx,
  input: { ticketId: number } & PageInput,
): Promise<Page<Message>> => {
  const { messages } = ctx.tables;
  const { ticketId, cursor, limit = THREAD_PAGE_SIZE } = input;
  const newestFirst = keyset({ id: messages.id });
  await noteTicketRead(ctx, await findTicket(ctx.read, ticketId));
  const rows = await ctx.read
    .select()
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), newestFirst.before(cursor)))
    .orderBy(...newestFirst.order)
    // One more says whether there is another page.
    .limit(limit + 1);
  const { shown, nextCursor } = newestFirst.page(rows, limit);
  return {
    items: await toMessages(ctx.read, shown.toReversed()),
    nextCursor,
  };
};
