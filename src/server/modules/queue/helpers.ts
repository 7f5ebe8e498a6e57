import { and, asc, inArray, isNotNull, isNull } from "drizzle-orm";
import { belongsToTeam } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { isWorkedOn, seesAsTeam, teamPermissions } from "#server/modules/desk/index.ts";
import type { Reader } from "#server/store/store.ts";
import type { Permission } from "#shared/constants/permissions.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { HelpersInput } from "#shared/schemas/queue.ts";

/** More people do not help anywhere. */
const HELPERS_MAX = 500;

/** Those with an account in use who have all of some permissions, by name. */
export const findHelpers = async (
  reader: Reader,
  needed: readonly Permission[],
): Promise<Person[]> => {
  const { users } = reader.tables;
  const { id, firstName, lastName, role, team } = users;
  const rows = await reader
    .select({ id, firstName, lastName, role, team })
    .from(users)
    .where(and(belongsToTeam(reader), isNull(users.deactivatedAt), isNotNull(users.verifiedAt)))
    .orderBy(asc(users.nameKey), asc(id))
    .limit(HELPERS_MAX);
  return rows
    .filter((row) => seesAsTeam(row, needed))
    .map((row) => ({ id: row.id, firstName: row.firstName, lastName: row.lastName }));
};

/**
 * Who may take care of tickets: of all that are named, which takes the permissions of each category; where none is,
 * of those of a category that takes no more than `tickets`.
 */
export const listHelpers = async (
  { read, tables: { tickets: t } }: MemberCtx,
  { ids = [] }: HelpersInput = {},
): Promise<Person[]> => {
  const found =
    ids.length === 0
      ? []
      : await read
          .selectDistinct({ category: t.category })
          .from(t)
          .where(and(inArray(t.id, ids), isWorkedOn(read)));
  const needed = found.flatMap(({ category }) => teamPermissions(read, category));
  return findHelpers(read, ["tickets", ...needed]);
};
