import { and, eq, isNull } from "drizzle-orm";
import { may } from "#server/access/rights.ts";
import type { TeamRights } from "#server/auth/lucia.ts";
import type { Ctx, Member, System, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { PEOPLE } from "#shared/people-messages.ts";
import { TEAM } from "#shared/team-messages.ts";

/** Who does something about accounts: an Admin, or the owner with a command. */
export type Administrator = Member | System;
/** What such a use case is given, also by a command. */
export type ActingCtx = Pick<
  Ctx<Administrator>,
  "actor" | "read" | "write" | "tables" | "config" | "clock"
>;

/**
 * The account that an Admin does something about.
 * @throws {AppError} `not_found` for an unknown one, and for one whose data is erased.
 */
export const findUser = async (tx: Tx, id: string) => {
  const { users } = tx.tables;
  const [found] = await tx
    .select({
      id: users.id,
      role: users.role,
      team: users.team,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      verifiedAt: users.verifiedAt,
      waitsSince: users.waitsSince,
      deactivatedAt: users.deactivatedAt,
      deactivatedBy: users.deactivatedBy,
      eraseAskedAt: users.eraseAskedAt,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  if (found === undefined) throw new AppError("not_found", ADMINISTRATION.unknown);
  return found;
};

type Target = { id: string; role: Role; team: TeamRights | null };

/**
 * Nobody acts on the account of somebody who may do more than they may [TEAM-03]; on one's own everybody
 * does what they may.
 * @throws {AppError} `forbidden`.
 */
export const assertNotBeyond = (
  { actor }: { actor: Administrator },
  { id, role, team }: Target,
): void => {
  if (actor.kind === "system" || actor.isAdmin || id === actor.userId) return;
  if (role === "Admin") throw new AppError("forbidden", TEAM.ofAdmin);
  if (team?.permissions.every((permission) => may(actor, permission)) === false)
    throw new AppError("forbidden", TEAM.beyondTheirs);
};

/** @throws {AppError} `conflict` for a deactivated account. */
export const assertInUse = ({ deactivatedAt }: { deactivatedAt: Date | null }): void => {
  if (deactivatedAt !== null) throw new AppError("conflict", PEOPLE.deactivated);
};
