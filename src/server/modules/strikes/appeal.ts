import { and, eq, inArray, isNull } from "drizzle-orm";
import type { MemberReader, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { stateOf } from "./state.ts";

/**
 * Whether a strike is the actor's own and can be appealed now.
 * @throws {AppError} `not_found` for one of somebody else, `conflict` for one that is over or was appealed.
 */
const assertAppealable = async (reader: MemberReader, strikeId: number): Promise<void> => {
  const { strikes: t } = reader.tables;
  const isTheirs = and(eq(t.id, strikeId), eq(t.userId, reader.actor.userId));
  const [found] = await reader.select().from(t).where(isTheirs);
  if (found === undefined) throw new AppError("not_found", STRIKES.unknown);
  if (found.appealTicketId !== null)
    throw new AppError("conflict", STRIKES.appealed(found.appealTicketId));
  if (stateOf(found, reader.clock.now()) !== "active")
    throw new AppError("conflict", STRIKES.appealOver);
};

/**
 * Has the strikes that one ticket is about be about another one, in the transaction that merges it: its appeals
 * go on there.
 * @throws {AppError} `conflict` where each of the two is the appeal of a strike.
 */
export const moveStrikeTickets = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { strikes: t } = tx.tables;
  const appeals = await tx
    .select({ id: t.id, userId: t.userId, ticketId: t.appealTicketId })
    .from(t)
    .where(inArray(t.appealTicketId, [from, into]));
  if (appeals.length > 1) throw new AppError("conflict", STRIKES.bothAppeals);
  await tx.update(t).set({ appealTicketId: into }).where(eq(t.appealTicketId, from));
  await tx.update(t).set({ ticketId: into }).where(eq(t.ticketId, from));
  for (const { id: strikeId, userId } of appeals)
    tx.publish({ type: "strike.changed", strikeId, userId });
};

/**
 * Makes a new ticket the appeal of one of the actor's strikes, in the transaction that opens it [STRIKE-06].
 * @throws {AppError} as `assertAppealable`.
 */
export const linkAppeal = async (
  tx: MemberTx,
  { strikeId, ticketId }: { strikeId: number; ticketId: number },
): Promise<void> => {
  const { strikes: t } = tx.tables;
  await assertAppealable(tx, strikeId);
  const isFree = and(eq(t.id, strikeId), isNull(t.appealTicketId));
  const linked = await tx
    .update(t)
    .set({ appealTicketId: ticketId })
    .where(isFree)
    .returning({ userId: t.userId });
  const [row] = linked;
  if (row === undefined) throw new AppError("conflict", STRIKES.appealOver);
  tx.publish({ type: "strike.changed", strikeId, userId: row.userId });
};
