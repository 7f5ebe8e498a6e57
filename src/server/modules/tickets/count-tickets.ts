import { and, eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";

/** How many tickets are open that the actor may see, up to `COUNT_MAX`. */
export const countTickets = async ({
  tables,
  read,
  actor,
}: MemberCtx): Promise<{ open: number }> => {
  const { tickets, ticketPeople } = tables;
  const isMine = and(eq(ticketPeople.userId, actor.userId), eq(ticketPeople.status, "Open"));
  const open =
    actor.role === "Admin"
      ? read.select({ id: tickets.id }).from(tickets).where(eq(tickets.status, "Open"))
      : read.select({ id: ticketPeople.ticketId }).from(ticketPeople).where(isMine);
  const rows = await open.limit(COUNT_MAX);
  return { open: rows.length };
};
