import type { Tx } from "#server/context/context.ts";
import type { NoteName } from "#shared/constants/limits.ts";

/** All addresses that no account has count as one. */
const NOBODY = "";

/** Whether this may be written down still; counts it. */
export const mayNote = async (tx: Tx, name: NoteName, subject: string): Promise<boolean> =>
  (await tx.tryCount({ name, subject })).allowed;

/**
 * Writes a refused login down, in the caller's transaction: of an account, and of addresses that none
 * has, only so many an hour.
 * @param userId whose password was tried; null where nobody has the address.
 */
export const noteRefusal = async (
  tx: Tx,
  userId: string | null,
  reason: "password" | "deactivated" | "unverified",
): Promise<void> => {
  const name = userId === null ? "refusalsOfNobody" : "refusalsByAccount";
  if (!(await mayNote(tx, name, userId ?? NOBODY))) return;
  await tx.audit({ actorId: null, action: "session.refused", subject: userId, after: { reason } });
};
