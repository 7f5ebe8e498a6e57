import type { MemberTx } from "#server/context/context.ts";
import type { EditedPart, TicketAct } from "#shared/constants/tickets.ts";

type NewEntry =
  | { act: Exclude<TicketAct, "edited" | "assigned" | "unassigned" | "merged"> }
  /** `details`: the numbers of the ticket that was merged, and of the one that it was merged into. */
  | { act: "merged"; details: readonly [string, string] }
  | { act: "edited"; details: readonly EditedPart[] }
  /** `details`: the ids of those whom it is about. */
  | { act: "assigned" | "unassigned"; details: readonly string[] };

/** Writes down what the actor did to a ticket, in the caller's transaction. */
export const writeEntry = async (
  tx: MemberTx,
  ticketId: number,
  entry: NewEntry,
): Promise<void> => {
  const details = "details" in entry ? entry.details : [];
  await tx
    .insert(tx.tables.ticketEntries)
    .values({ ticketId, act: entry.act, actorId: tx.actor.userId, at: tx.clock.now(), details });
};

/** @throws {AppError} `too_many_requests` for whoever changes tickets all the time. */
export const countChange = (tx: MemberTx): Promise<void> =>
  tx.count("ticketChangesByMember", tx.actor.userId);
