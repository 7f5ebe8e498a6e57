import { eq } from "drizzle-orm";
import type { Ctx, System } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { setRole } from "#server/modules/members/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { ADMIN_COMMAND } from "#shared/people-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";

export type Promotion = {
  /** As the account has it. */
  email: string;
  /** False where the person was an Admin before. */
  isNew: boolean;
};

/**
 * Makes the member with an address an Admin, and tells them by mail.
 * @throws {AppError} `not_found` for an address without an account, `conflict` for a deactivated one and
 *   for an address that is not confirmed.
 */
export const promoteMember = async (
  ctx: Pick<Ctx<System>, "tables" | "write">,
  { email }: { email: string },
): Promise<Promotion> => {
  const { users } = ctx.tables;
  return ctx.write(async (tx) => {
    const [found] = await tx
      .select({
        id: users.id,
        email: users.email,
        role: users.role,
        verifiedAt: users.verifiedAt,
        deactivatedAt: users.deactivatedAt,
      })
      .from(users)
      .where(eq(users.emailKey, emailKeyOf(email)));
    if (found === undefined) throw new AppError("not_found", ADMIN_COMMAND.unknown(email));
    const { id, role, verifiedAt, deactivatedAt } = found;
    if (deactivatedAt !== null) throw new AppError("conflict", ADMIN_COMMAND.deactivated(email));
    const isNew = role !== "Admin";
    if (isNew && verifiedAt === null)
      throw new AppError("conflict", ADMIN_COMMAND.notConfirmed(email));
    if (isNew) {
      await setRole(tx, { userId: id, from: role, to: "Admin" });
      await tellOfSecurity(tx, { userId: id, event: "roleChanged", detail: "Admin" });
    }
    return { email: found.email ?? email, isNew };
  });
};
