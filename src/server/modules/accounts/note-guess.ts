import { writeAudit } from "#server/auth/audit.ts";
import type { RequestContext } from "#server/context.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { Tx } from "#server/store/store.ts";
import { counted } from "./limited.ts";
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
export const noteGuess = async (
  ctx: RequestContext,
  tx: Tx,
  account: Guessed | null,
  whose: string,
): Promise<void> => {
  const verdict = await counted(ctx, tx, "guessesByAccount", whose);
  if (!verdict.allowed || verdict.left > 0) return;
  if (account === null || account.email === null) return;
  if (account.verifiedAt === null || account.deactivatedAt !== null) return;
  await queueMail(ctx.store, tx, ctx.clock, {
    to: mailboxOf(account, account.email),
    template: "guessed",
    data: { firstName: account.firstName, at: ctx.clock.now().toISOString() },
  });
  await writeAudit(ctx, tx, { actorId: null, action: "account.guessed", subject: whose });
};
