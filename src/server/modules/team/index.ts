import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { withSecondFactor } from "#server/access/second-factors.ts";
import type { CtxReader } from "#server/context/context.ts";

export { giveRoleAsSite, leaveTeam } from "./members.ts";

/** How many people of the team can log in and may do anything, and how many of them have no second factor. */
export const countTeamFactors = async (
  reader: CtxReader,
): Promise<{ people: number; without: number }> => {
  const { users, teamMembers: t } = reader.tables;
  const isInUse = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const holders = reader.select({ id: t.userId }).from(t);
  const rows = await reader
    .select({ id: users.id, role: users.role, team: users.team })
    .from(users)
    .where(and(isInUse, or(eq(users.role, "Admin"), inArray(users.id, holders))));
  const ids = rows
    .filter(({ role, team }) => role === "Admin" || (team?.permissions.length ?? 0) > 0)
    .map(({ id }) => id);
  const having = await withSecondFactor(reader, ids);
  return { people: ids.length, without: ids.length - having.size };
};
