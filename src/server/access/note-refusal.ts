import type { Tx } from "#server/context/context.ts";

/** All addresses that no account has count as one. */
const NOBODY = "";

/** Why a login was refused: how the account stands, or what was wrong. */
export type RefusalReason = "password" | "second_step" | "deactivated" | "unverified";

/**
 * Writes a refused login down, in the caller's transaction: of an account, and of addresses that none
 * has, only so many an hour.
 * @param userId whose account it is; null where nobody has the address.
 */
export const noteRefusal = async (
  tx: Tx,
  userId: string | null,
  reason: RefusalReason,
): Promise<void> => {
  const name = userId === null ? "refusalsOfNobody" : "refusalsByAccount";
  if (!(await tx.tryCount({ name, subject: userId ?? NOBODY })).allowed) return;
  await tx.audit({ actorId: null, action: "session.refused", subject: userId, after: { reason } });
};
