import { eq } from "drizzle-orm";
import { type AuditContext, writeAudit } from "#server/auth/audit.ts";
import type { Tx } from "#server/store/store.ts";
import type { Role } from "#shared/constants/accounts.ts";

/**
 * Gives somebody another role, in the caller's transaction. Roles are read with every request: their
 * open pages may do more, or less, from the next one on.
 * @param actorId who does it; null for whoever runs the program.
 */
export const setRole = async (
  ctx: AuditContext,
  tx: Tx,
  { userId, from, to, actorId }: { userId: string; from: Role; to: Role; actorId: string | null },
): Promise<void> => {
  const { users } = ctx.store.tables;
  await tx.update(users).set({ role: to }).where(eq(users.id, userId));
  await writeAudit(ctx, tx, {
    actorId,
    action: to === "Admin" ? "account.promoted" : "account.demoted",
    subject: userId,
    before: { role: from },
    after: { role: to },
  });
  tx.publish({ type: "account.changed", userId });
};
