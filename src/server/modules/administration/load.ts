import { and, eq, isNull } from "drizzle-orm";
import type { MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";

/**
 * The account that an Admin does something about.
 * @throws {AppError} `not_found` for an unknown one, and for one whose data is erased.
 */
export const findUser = async (tx: MemberTx, id: string) => {
  const { users } = tx.tables;
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
