import { asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { TICKET_LABELS_MAX } from "#shared/constants/queue.ts";

/**
 * Hands the labels of a ticket to the one into which it is merged, in the caller's transaction: as many as that
 * one may have besides its own.
 */
export const moveLabels = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { ticketLabels: t } = tx.tables;
  const rows = await tx
    .select()
    .from(t)
    .where(inArray(t.ticketId, [from, into]))
    .orderBy(asc(t.labelId));
  const own = new Set(
    rows.flatMap(({ ticketId, labelId }) => (ticketId === into ? [labelId] : [])),
  );
  const added = rows
    .filter(({ ticketId, labelId }) => ticketId === from && !own.has(labelId))
    .slice(0, Math.max(0, TICKET_LABELS_MAX - own.size));
  if (added.length > 0)
    await tx.insert(t).values(added.map(({ labelId }) => ({ ticketId: into, labelId })));
  await tx.delete(t).where(eq(t.ticketId, from));
};
