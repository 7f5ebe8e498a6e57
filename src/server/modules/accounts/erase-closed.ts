import { and, eq, isNull, lte } from "drizzle-orm";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { removeDue } from "./remove-due.ts";

/** What is left of a person: tickets and ledger stay under this name (facts §2). */
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
export const eraseClosed = async (
  ctx: Parameters<typeof removeDue>[0],
  signal: AbortSignal,
): Promise<void> => {
  const { store, clock } = ctx;
  const { users } = store.tables;
  const isDue = and(
    eq(users.deactivatedBy, "owner"),
    lte(users.deactivatedAt, new Date(clock.now().getTime() - CLOSED_ACCOUNT_KEPT_MS)),
    isNull(users.erasedAt),
  );
  const erase: Parameters<typeof removeDue>[2] = async (tx, userId) => {
    await tx
      .update(users)
      .set({ ...ERASED, erasedAt: clock.now() })
      .where(eq(users.id, userId));
    const entry = { actorId: null, action: "account.erased", subject: userId } as const;
    await writeAudit(ctx, tx, entry);
  };
  await removeDue(ctx, isDue, erase, signal);
};
