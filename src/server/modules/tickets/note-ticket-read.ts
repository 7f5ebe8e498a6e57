import { noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { peopleIdsOf, type TicketRow } from "./load.ts";

/** Writes down that an Admin reads a ticket, or its thread, which they are not on. */
export const noteTicketRead = async (
  ctx: MemberCtx,
  { id, createdBy }: TicketRow,
): Promise<void> => {
  const { actor } = ctx;
  if (actor.role !== "Admin" || createdBy === actor.userId) return;
  const people = await peopleIdsOf(ctx.read, id);
  if (people.includes(actor.userId)) return;
  await noteRead(ctx, { action: "ticket.read", subject: createdBy, after: { ticketId: id } });
};
