import { and, asc, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import type { Person } from "#shared/schemas/members.ts";

/** More people do not help anywhere. */
const HELPERS_MAX = 500;

/** Those with an account in use who have the permission `tickets`, by name. */
export const findHelpers = async (reader: Reader): Promise<Person[]> => {
  const { users } = reader.tables;
  const { id, firstName, lastName, role, team } = users;
  const rows = await reader
    .select({ id, firstName, lastName, role, team })
    .from(users)
    .where(
      and(
        or(eq(role, "Admin"), isNotNull(team)),
        isNull(users.deactivatedAt),
        isNotNull(users.verifiedAt),
      ),
    )
    .orderBy(asc(users.nameKey), asc(id))
    .limit(HELPERS_MAX);
  return rows
    .filter((row) => row.role === "Admin" || row.team?.permissions.includes("tickets") === true)
    .map((row) => ({ id: row.id, firstName: row.firstName, lastName: row.lastName }));
};

/** Who may take care of tickets. */
export const listHelpers = ({ read }: MemberCtx): Promise<Person[]> => findHelpers(read);
