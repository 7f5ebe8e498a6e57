import type { Tx } from "#server/context/context.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { mailboxOf } from "./mail-code.ts";

type Guessed = {
  email: string | null;
  firstName: string;
  lastName: string;
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
  await queueMail(tx, {
    to: mailboxOf(account, account.email),
    template: "guessed",
    data: { firstName: account.firstName, at: tx.clock.now().toISOString() },
  });
  await tx.audit({ actorId: null, action: "account.guessed", subject: whose });
};
