import { and, eq, isNull, lte } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { removeDue } from "./remove-due.ts";

/** What is left of a person: tickets and ledger stay under this name [ACC-19]. */
const ERASED = {
  email: null,
  emailKey: null,
  passwordHash: null,
  firstName: "Deleted",
  lastName: "member",
  allowMarketing: false,
  promoReceivedAt: null,
} as const;

/**
 * Erases the personal data of accounts that their owners closed 30 days ago or longer. E-mail and
 * Discord account are free again.
 * @param signal stops between two slices.
 */
export const eraseClosed = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { users } = ctx.tables;
  const isDue = and(
    eq(users.deactivatedBy, "owner"),
    lte(users.deactivatedAt, new Date(clock.now().getTime() - CLOSED_ACCOUNT_KEPT_MS)),
    isNull(users.erasedAt),
  );
  const erase = async (tx: Tx, userId: string): Promise<void> => {
    await tx
      .update(users)
      .set({ ...ERASED, erasedAt: clock.now() })
      .where(eq(users.id, userId));
    await tx.audit({ action: "account.erased", subject: userId });
  };
  await removeDue(ctx, isDue, erase, signal);
};
