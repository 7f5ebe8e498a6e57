import { and, isNull, lte } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { removeUser } from "#server/modules/members/index.ts";
import { forgetEntries } from "#server/modules/points/index.ts";
import { leaveTickets } from "#server/modules/tickets/index.ts";
import { UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { removeDue } from "./remove-due.ts";

const remove = async (tx: Tx, userId: string): Promise<void> => {
  await leaveTickets(tx, userId);
  await forgetEntries(tx, userId);
  await removeUser(tx, userId);
  await tx.audit({ action: "account.removed", subject: userId });
};

/**
 * Removes registrations whose address nobody has proven for seven days. What an Admin closed stays.
 * @param signal stops between two slices.
 */
export const forgetUnverified = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { users } = ctx.tables;
  const isDue = and(
    isNull(users.verifiedAt),
    lte(users.createdAt, new Date(clock.now().getTime() - UNVERIFIED_KEPT_MS)),
    isNull(users.deactivatedAt),
  );
  await removeDue(ctx, isDue, remove, signal);
};
