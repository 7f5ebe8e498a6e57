import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { MESSAGES } from "#shared/messages.ts";

/**
 * Asked in the transaction in which an Admin's act is written: whoever was demoted or deactivated
 * since the request came does nothing more.
 * @throws {AppError} `forbidden`.
 */
export const assertStillAdmin = async (tx: MemberTx): Promise<void> => {
  const { users } = tx.tables;
  const isAdmin = and(eq(users.id, tx.actor.userId), eq(users.role, "Admin"));
  const isActive = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx.select({ id: users.id }).from(users).where(and(isAdmin, isActive));
  if (found === undefined) throw new AppError("forbidden", MESSAGES.accessDenied);
};
