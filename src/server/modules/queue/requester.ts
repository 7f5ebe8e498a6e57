import { and, desc, eq, ne } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { isVisible } from "#server/modules/desk/index.ts";
import { findTeamTicket } from "#server/modules/tickets/index.ts";
import { REQUESTER_ENTRIES } from "#shared/constants/queue.ts";
import type { RequesterTicket } from "#shared/schemas/queue.ts";

/**
 * The last other tickets of whoever opened a ticket, the newest first, as far as whoever asks may see them.
 * @throws {AppError} `not_found` for whoever may not see the ticket; `forbidden` for whoever is merely on it.
 */
export const listRequesterTickets = async (
  { read, tables }: MemberCtx,
  { id }: { id: number },
): Promise<RequesterTicket[]> => {
  const { tickets: t } = tables;
  const { createdBy } = await findTeamTicket(read, id);
  const rows = await read
    .select({ id: t.id, subject: t.subject, status: t.status, createdAt: t.createdAt })
    .from(t)
    .where(and(eq(t.createdBy, createdBy), ne(t.id, id), isVisible(read)))
    .orderBy(desc(t.id))
    .limit(REQUESTER_ENTRIES);
  return rows.map(({ id: ticketId, subject, status, createdAt }) => ({
    id: ticketId,
    subject,
    status,
    createdAt: createdAt.toISOString(),
  }));
};
