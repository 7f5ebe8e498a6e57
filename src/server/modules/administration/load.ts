import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { ADMINISTRATION, MESSAGES } from "#shared/messages.ts";

/**
 * The account that an Admin does something about.
 * @throws {AppError} `not_found` for an unknown one, and for one whose data is erased.
 */
export const findUser = async ({ store }: MemberContext, tx: Tx, id: string) => {
  const { users } = store.tables;
  const [found] = await tx
    .select({
      id: users.id,
      role: users.role,
      verifiedAt: users.verifiedAt,
      deactivatedAt: users.deactivatedAt,
      deactivatedBy: users.deactivatedBy,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  if (found === undefined) throw new AppError("not_found", ADMINISTRATION.unknown);
  return found;
};

/**
 * Asked before an act is written: whoever was demoted or deactivated since the request came does
 * nothing more.
 * @throws {AppError} `forbidden`.
 */
export const assertStillAdmin = async ({ store, actor }: MemberContext, tx: Tx): Promise<void> => {
  const { users } = store.tables;
  const isAdmin = and(eq(users.id, actor.userId), eq(users.role, "Admin"));
  const isActive = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx.select({ id: users.id }).from(users).where(and(isAdmin, isActive));
  if (found === undefined) throw new AppError("forbidden", MESSAGES.accessDenied);
};
