import { and, eq } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";

/** How many tickets are open that the actor may see, up to `COUNT_MAX`. */
export const countTickets = async ({ store, actor }: MemberContext): Promise<{ open: number }> => {
  const { tickets, ticketPeople } = store.tables;
  const isMine = and(eq(ticketPeople.userId, actor.userId), eq(ticketPeople.status, "Open"));
  const open =
    actor.role === "Admin"
      ? store.read.select({ id: tickets.id }).from(tickets).where(eq(tickets.status, "Open"))
      : store.read.select({ id: ticketPeople.ticketId }).from(ticketPeople).where(isMine);
  const rows = await open.limit(COUNT_MAX);
  return { open: rows.length };
};
