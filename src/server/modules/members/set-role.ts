import { eq, and, isNotNull, isNull, ne } from "drizzle-orm";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import type { Role } from "#shared/constants/accounts.ts";

/**
 * Makes links to set an Admin's password good for nothing, in the caller's transaction. An Admin who is
 * none any more may have made one for another, and would log in with it.
 */
export const revokeAdminsLinks = async (tx: Tx): Promise<void> => {
  const { users } = tx.tables;
  const admins = await tx.select({ id: users.id }).from(users).where(eq(users.role, "Admin"));
  await revokeCodes(tx, { userId: admins.map(({ id }) => id), kinds: ["reset"] });
};

/**
 * Gives somebody another role, in the caller's transaction. Roles are read with every request: their
 * open pages may do more, or less, from the next one on. Links to set the password of an Admin end
 * [ADMIN-16]: whoever has one of before may not be meant to be an Admin.
 */
export const setRole = async (
  tx: Tx,
  { userId, from, to }: { userId: string; from: Role; to: Role },
): Promise<void> => {
  const { users } = tx.tables;
  await tx.update(users).set({ role: to }).where(eq(users.id, userId));
  if (to === "Admin") await revokeCodes(tx, { userId, kinds: ["reset"] });
  else await revokeAdminsLinks(tx);
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
  // One that a command has made has no password yet.
  const canLogIn = and(isNotNull(users.verifiedAt), isNotNull(users.passwordHash));
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, isNull(users.deactivatedAt), canLogIn))
    .limit(1);
  if (other === undefined) throw new AppError("conflict", ACCOUNT.lastAdmin);
};
