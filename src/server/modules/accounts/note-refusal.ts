import type { Tx } from "#server/context/context.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";

type Guessed = {
  email: string | null;
  verifiedAt: Date | null;
  deactivatedAt: Date | null;
};

/**
 * Counts a wrong password, in the caller's transaction, and tells the owner by mail, and the audit,
 * when there have been many: once in a window.
 * @param account null where nobody has the address, which is counted just the same.
 */
export const noteGuess = async (tx: Tx, account: Guessed | null, whose: string): Promise<void> => {
  const verdict = await tx.tryCount({ name: "guessesByAccount", subject: whose });
  if (!verdict.allowed || verdict.left > 0) return;
  if (account === null || account.email === null) return;
  if (account.verifiedAt === null || account.deactivatedAt !== null) return;
  await tellOfSecurity(tx, { userId: whose, event: "guessed" });
  await tx.audit({ actorId: null, action: "account.guessed", subject: whose });
};
