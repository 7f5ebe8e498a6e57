import { eq, and, isNotNull, isNull, ne } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";

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

/**
 * Keeps the site from being left without an Admin who can log in [ADMIN-02]. Asked in the transaction
 * that takes somebody's role or account away: of two who go at once, the second is refused.
 * @throws {AppError} `conflict` where there is no other active Admin than `userId`.
 */
export const assertOtherAdmin = async (tx: Tx, userId: string): Promise<void> => {
  const { users } = tx.tables;
  const isAdmin = and(eq(users.role, "Admin"), ne(users.id, userId));
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, isNull(users.deactivatedAt), isNotNull(users.verifiedAt)))
    .limit(1);
  if (other === undefined) throw new AppError("conflict", ACCOUNT.lastAdmin);
};

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
