import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/**
 * Tells every active Admin something that the site has found out by itself, in the caller's
 * transaction.
 * @param letter subject at most 100 characters, message at most 2,000.
 */
export const notifyAdmins = async (
  tx: Tx,
  content: { subject: string; message: string },
): Promise<void> => {
  const { users } = tx.tables;
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)));
  const userIds = admins.map(({ id }) => id);
  await tx.notify({ userIds, kind: "news", ...content });
};
