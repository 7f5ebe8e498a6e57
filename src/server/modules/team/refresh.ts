import { asc, eq, inArray } from "drizzle-orm";
import { may } from "#server/access/rights.ts";
import type { Tx } from "#server/context/context.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { setTeam } from "#server/modules/members/index.ts";
import { sortedPermissions } from "#shared/constants/permissions.ts";
import { knownRoles } from "./known-roles.ts";

/** Few enough for one question. */
const SLICE = 200;

const refreshSlice = async (
  tx: Tx,
  userIds: readonly string[],
  keptKeyIds: readonly string[],
): Promise<void> => {
  const { users, teamMembers: t } = tx.tables;
  const roles = new Map((await knownRoles(tx)).map((role) => [role.id, role]));
  const people = await tx
    .select({ id: users.id, role: users.role, team: users.team })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  const rows = await tx
    .select({ userId: t.userId, roleId: t.roleId })
    .from(t)
    .where(inArray(t.userId, [...userIds]))
    .orderBy(asc(t.givenAt), asc(t.roleId));
  for (const { id, role, team } of people) {
    const theirs = rows
      .filter(({ userId }) => userId === id)
      .flatMap(({ roleId }) => roles.get(roleId) ?? []);
    const permissions = sortedPermissions(theirs.flatMap((one) => one.permissions));
    const next =
      theirs.length === 0 ? null : { roles: theirs.map(({ name }) => name), permissions };
    await setTeam(tx, { userId: id, team: next });
    const had = { isAdmin: false, permissions: team?.permissions ?? [] };
    const hasLostKeys = may(had, "bridge") && !permissions.includes("bridge");
    if (role !== "Admin" && hasLostKeys)
      await revokeKeysOf(tx, { userId: id, keptKeyIds, reason: "makerDemoted" });
    // Their next request, their open pages and their feeds go by it.
    tx.publish({ type: "account.changed", userId: id });
  }
};

/**
 * Works out anew, in the caller's transaction, what some people may do by their roles. Whoever may not
 * make bridge keys any more loses those that they have made.
 * @param keptKeyIds keys that go on, since somebody else vouches for them; none by default.
 */
export const refreshTeam = async (
  tx: Tx,
  userIds: readonly string[],
  keptKeyIds: readonly string[] = [],
): Promise<void> => {
  for (let start = 0; start < userIds.length; start += SLICE)
    await refreshSlice(tx, userIds.slice(start, start + SLICE), keptKeyIds);
};

/** Who has a role. */
export const holdersOf = async (tx: Tx, roleId: string): Promise<string[]> => {
  const { teamMembers: t } = tx.tables;
  const rows = await tx.select({ userId: t.userId }).from(t).where(eq(t.roleId, roleId));
  return rows.map(({ userId }) => userId);
};
