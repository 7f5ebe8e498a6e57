import { and, eq, isNull, lte } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context.ts";
import { forgetEntries } from "#server/modules/points/index.ts";
import { leaveTickets } from "#server/modules/tickets/index.ts";
import { UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { removeDue } from "./remove-due.ts";

/**
 * Removes registrations whose address nobody has proven for seven days. What an Admin closed stays.
 * @param signal stops between two slices.
 */
export const forgetUnverified = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { users, memberships } = ctx.tables;
  const isDue = and(
    isNull(users.verifiedAt),
    lte(users.createdAt, new Date(clock.now().getTime() - UNVERIFIED_KEPT_MS)),
    isNull(users.deactivatedAt),
  );
  const remove = async (tx: Tx, userId: string): Promise<void> => {
    await tx.delete(memberships).where(eq(memberships.userId, userId));
    await leaveTickets(tx, userId);
    await forgetEntries(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await tx.audit({ action: "account.removed", subject: userId });
  };
  await removeDue(ctx, isDue, remove, signal);
};
