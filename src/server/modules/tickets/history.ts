import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import type { MemberContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";
import type { TicketAct, TicketField } from "#shared/constants/tickets.ts";

type NewEntry =
  | { act: Exclude<TicketAct, "edited" | "assigned" | "unassigned"> }
  | { act: "edited"; details: readonly TicketField[] }
  /** `details`: the ids of those whom it is about. */
  | { act: "assigned" | "unassigned"; details: readonly string[] };

/** Writes down what the actor did to a ticket, in the caller's transaction. */
export const writeEntry = async (
  { store, clock, actor }: MemberContext,
  tx: Tx,
  ticketId: number,
  entry: NewEntry,
): Promise<void> => {
  const details = "details" in entry ? entry.details : [];
  await tx
    .insert(store.tables.ticketEntries)
    .values({ ticketId, act: entry.act, actorId: actor.userId, at: clock.now(), details });
};

/** @throws {AppError} `too_many_requests` for whoever changes tickets all the time. */
export const countChange = async (
  { store, clock, config, actor }: MemberContext,
  tx: Tx,
): Promise<void> => {
  const { ticketChangesByMember: limit } = config.community.limits;
  const name = "ticketChangesByMember";
  assertAllowed(await countAttempt(store, tx, clock, name, actor.userId, limit));
};
