import { and, eq, type SQL } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { SILENCE } from "#shared/constants/desk.ts";
import { DESK_NOTIFICATIONS } from "#shared/desk-messages.ts";
import { peopleIdsOf } from "./load.ts";

/**
 * Closes a ticket that nobody on it has answered, in the caller's transaction, and tells them. Its history says why,
 * under the name of whoever opened it, as the site itself has none.
 * @param given.isOver what has to hold of it still.
 * @param given.days so long they were silent.
 */
export const closeAfterSilence = async (
  tx: Tx,
  { id, isOver, days }: { id: number; isOver: SQL | undefined; days: number },
): Promise<void> => {
  const { tickets: t, ticketPeople, ticketEntries } = tx.tables;
  const now = tx.clock.now();
  const [closed] = await tx
    .update(t)
    .set({
      status: "closed",
      closedAt: now,
      closedBySilence: true,
      updatedAt: now,
      solved: null,
      solvedWord: null,
      solvedByTeam: null,
    })
    .where(and(eq(t.id, id), isOver))
    .returning({ subject: t.subject, createdBy: t.createdBy });
  if (closed === undefined) return;
  await tx.update(ticketPeople).set({ status: "closed" }).where(eq(ticketPeople.ticketId, id));
  await tx.insert(ticketEntries).values({
    ticketId: id,
    act: "closed",
    actorId: closed.createdBy,
    at: now,
    details: [SILENCE, String(days)],
  });
  const userIds = [...(await peopleIdsOf(tx, id))];
  await tx.notify({
    userIds,
    kind: "closing",
    ...DESK_NOTIFICATIONS.closedBySilence(id, closed.subject, days),
    ticketId: id,
  });
  tx.publish({ type: "ticket.changed", ticketId: id, userIds });
};
