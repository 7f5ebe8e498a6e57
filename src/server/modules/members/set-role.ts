import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Role } from "#shared/constants/accounts.ts";

/**
 * Gives somebody another role, in the caller's transaction. Roles are read with every request: their
 * open pages may do more, or less, from the next one on.
 */
export const setRole = async (
  tx: Tx,
  { userId, from, to }: { userId: string; from: Role; to: Role },
): Promise<void> => {
  const { users } = tx.tables;
  await tx.update(users).set({ role: to }).where(eq(users.id, userId));
  await tx.audit({
    action: to === "Admin" ? "account.promoted" : "account.demoted",
    subject: userId,
    before: { role: from },
    after: { role: to },
  });
  tx.publish({ type: "account.changed", userId });
};
