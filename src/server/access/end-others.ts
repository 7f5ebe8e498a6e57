import type { MemberTx } from "#server/context/context.ts";

/**
 * Ends all sessions of whoever acts but the one in which they act, in the caller's transaction, and writes
 * that down. @returns how many there were.
 */
export const endOthers = async (tx: MemberTx): Promise<number> => {
  const { userId, session } = tx.actor;
  const count = await tx.auth.sessions.endOthers(tx, userId, session.id);
  if (count > 0)
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: count } });
  return count;
};
