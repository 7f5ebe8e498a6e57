import { and, eq, isNull } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { notify } from "./notify.ts";

/**
 * Tells every active Admin something that the site has found out by itself, in the caller's
 * transaction.
 * @param letter subject at most 100 characters, message at most 2,000.
 */
export const notifyAdmins = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  letter: { subject: string; message: string },
): Promise<void> => {
  const { users } = store.tables;
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)));
  const userIds = admins.map(({ id }) => id);
  await notify(store, tx, clock, { userIds, kind: "news", ...letter });
};
