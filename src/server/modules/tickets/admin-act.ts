import { assertMay, may } from "#server/access/rights.ts";
import { type AuditEntry } from "#server/auth/audit.ts";
import type { MemberTx } from "#server/context/context.ts";
import type { TicketRow } from "./load.ts";

/**
 * To be called where a ticket is changed. What an Admin does to a ticket that somebody else opened is
 * theirs to do only while they are one, and is written into the audit, in the caller's transaction;
 * everything else stands in the ticket's own history alone.
 * @param acts without `subject` they are done to whoever opened the ticket.
 * @throws {AppError} `forbidden` for whoever is no Admin any more.
 */
export const noteAdminActs = async (
  tx: MemberTx,
  { createdBy }: TicketRow,
  acts: readonly (Omit<AuditEntry, "actorId" | "subject"> & { subject?: string })[],
): Promise<void> => {
  const { actor } = tx;
  if (!may(actor, "tickets") || actor.userId === createdBy) return;
  await assertMay(tx, "tickets");
  for (const act of acts) await tx.audit({ subject: createdBy, ...act });
};
