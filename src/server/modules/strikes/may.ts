import { and, eq, isNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { STRIKES } from "#shared/strike-messages.ts";

/**
 * The member whom a strike is about, for whoever issues or lifts it, in the caller's transaction.
 * @throws {AppError} `forbidden` without the permission, and against the team for whoever is no Admin;
 *   `not_found` for an unknown or erased account.
 */
export const findTarget = async (tx: MemberTx, userId: string) => {
  const { users: t } = tx.tables;
  const rights = await assertMay(tx, "strikes");
  const [user] = await tx
    .select({
      id: t.id,
      role: t.role,
      team: t.team,
      email: t.email,
      firstName: t.firstName,
      lastName: t.lastName,
      verifiedAt: t.verifiedAt,
      deactivatedAt: t.deactivatedAt,
    })
    .from(t)
    .where(and(eq(t.id, userId), isNull(t.erasedAt)));
  if (user === undefined) throw new AppError("not_found", STRIKES.unknownMember);
  const isOfTeam = user.role === "Admin" || (user.team?.permissions.length ?? 0) > 0;
  if (isOfTeam && !rights.isAdmin) throw new AppError("forbidden", STRIKES.team);
  return user;
};
export type Target = Awaited<ReturnType<typeof findTarget>>;
