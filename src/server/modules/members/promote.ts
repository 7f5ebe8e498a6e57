import { eq } from "drizzle-orm";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { Ctx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { setRole } from "./set-role.ts";

export type Promotion = {
  /** As the account has it. */
  email: string;
  /** False where the person was an Admin before. */
  isNew: boolean;
  isVerified: boolean;
};

/**
 * Makes the member with an address an Admin.
 * @throws {AppError} `not_found` for an address without an account, `conflict` for a deactivated one.
 */
export const promoteMember = async (
  ctx: Pick<Ctx, "tables" | "write">,
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
    if (found === undefined)
      throw new AppError("not_found", `There is no account with the address ${email}.`);
    const { id, role, verifiedAt, deactivatedAt } = found;
    if (deactivatedAt !== null)
      throw new AppError("conflict", `The account with the address ${email} is deactivated.`);
    const isNew = role !== "Admin";
    if (isNew) await setRole(tx, { userId: id, from: role, to: "Admin" });
    return { email: found.email ?? email, isNew, isVerified: verifiedAt !== null };
  });
};
