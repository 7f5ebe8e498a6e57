import { and, eq, isNull, lte } from "drizzle-orm";
import { UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { forgetEntries } from "#server/modules/points/index.ts";
import { leaveTickets } from "#server/modules/tickets/index.ts";
import { removeDue } from "./remove-due.ts";

/**
 * Removes registrations whose address nobody has proven for seven days. What an Admin closed stays.
 * @param signal stops between two slices.
 */
export const forgetUnverified = async (
  ctx: Parameters<typeof removeDue>[0],
  signal: AbortSignal,
): Promise<void> => {
  const { store, clock } = ctx;
  const { users, memberships } = store.tables;
  const isDue = and(
    isNull(users.verifiedAt),
    lte(users.createdAt, new Date(clock.now().getTime() - UNVERIFIED_KEPT_MS)),
    isNull(users.deactivatedAt),
  );
  const remove: Parameters<typeof removeDue>[2] = async (tx, userId) => {
    await tx.delete(memberships).where(eq(memberships.userId, userId));
    await leaveTickets(store, tx, userId);
    await forgetEntries(store, tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    const entry = { actorId: null, action: "account.removed", subject: userId } as const;
    await writeAudit(ctx, tx, entry);
  };
  await removeDue(ctx, isDue, remove, signal);
};
