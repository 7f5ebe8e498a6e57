import { and, eq, isNull } from "drizzle-orm";
import type { MemberReader, MemberTx } from "#server/context/context.ts";
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
