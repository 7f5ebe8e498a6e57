import { and, eq, isNull, lte } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { eraseUser } from "#server/modules/members/index.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { removeDue } from "./remove-due.ts";

const erase = async (tx: Tx, userId: string): Promise<void> => {
  await eraseUser(tx, userId);
  await tx.audit({ action: "account.erased", subject: userId });
};

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
  await removeDue(ctx, isDue, erase, signal);
};
