import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { MESSAGES } from "#shared/messages.ts";
import { AppError } from "#server/errors.ts";
import type { Store, Tx } from "#server/store/store.ts";

/**
 * Asked in the transaction in which an Admin's act is written: whoever was demoted or deactivated
 * since the request came does nothing more.
 * @throws {AppError} `forbidden`.
 */
export const assertStillAdmin = async (
  { store, actor }: { store: Store; actor: { userId: string } },
  tx: Tx,
): Promise<void> => {
  const { users } = store.tables;
  const isAdmin = and(eq(users.id, actor.userId), eq(users.role, "Admin"));
  const isActive = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx.select({ id: users.id }).from(users).where(and(isAdmin, isActive));
  if (found === undefined) throw new AppError("forbidden", MESSAGES.accessDenied);
};
