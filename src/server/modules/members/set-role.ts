import { eq } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import type { Role } from "#shared/constants/accounts.ts";

/**
 * Gives somebody another role, in the caller's transaction. Roles are read with every request: their
 * open pages may do more, or less, from the next one on.
 * @param actorId who does it; null for whoever runs the program.
 */
export const setRole = async (
  { store, clock }: { store: Store; clock: Clock },
  tx: Tx,
  { userId, from, to, actorId }: { userId: string; from: Role; to: Role; actorId: string | null },
): Promise<void> => {
  const { users } = store.tables;
  await tx.update(users).set({ role: to }).where(eq(users.id, userId));
  await writeAudit(store, tx, clock, {
    actorId,
    action: to === "Admin" ? "account.promoted" : "account.demoted",
    subject: userId,
    before: { role: from },
    after: { role: to },
  });
  tx.publish({ type: "account.changed", userId });
};
