import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/store/store.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";

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
