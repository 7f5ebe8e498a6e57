import { noteRead } from "#server/auth/note-read.ts";
import type { MemberContext } from "#server/context.ts";
import { peopleIdsOf, type TicketRow } from "./load.ts";

/** Writes down that an Admin reads a ticket, or its thread, which they are not on. */
export const noteTicketRead = async (
  ctx: MemberContext,
  { id, createdBy }: TicketRow,
): Promise<void> => {
  const { store, actor } = ctx;
  if (actor.role !== "Admin" || createdBy === actor.userId) return;
  const people = await peopleIdsOf(store, store.read, id);
  if (people.includes(actor.userId)) return;
  await noteRead(ctx, { action: "ticket.read", subject: createdBy, after: { ticketId: id } });
};
