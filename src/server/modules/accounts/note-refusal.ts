import type { Tx } from "#server/context/context.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { mailboxOf } from "./mail-code.ts";

/** All addresses that no account has count as one. */
const NOBODY = "";

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
  if (!(await tx.tryCount({ name, subject: userId ?? NOBODY })).allowed) return;
  await tx.audit({ actorId: null, action: "session.refused", subject: userId, after: { reason } });
};

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
