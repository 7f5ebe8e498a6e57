import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";

/** Few enough for one question. */
const SLICE = 200;

/** Which of these people have a second factor: an authenticator app or a passkey. @param userIds a page of them. */
export const withSecondFactor = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { totpFactors, passkeys } = reader.tables;
  const apps = await reader
    .select({ userId: totpFactors.userId })
    .from(totpFactors)
    .where(inArray(totpFactors.userId, [...userIds]));
  const keys = await reader
    .selectDistinct({ userId: passkeys.userId })
    .from(passkeys)
    .where(inArray(passkeys.userId, [...userIds]));
  return new Set([...apps, ...keys].map(({ userId }) => userId));
};

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
  let having = 0;
  for (let start = 0; start < ids.length; start += SLICE)
    having += (await withSecondFactor(reader, ids.slice(start, start + SLICE))).size;
  return { people: ids.length, without: ids.length - having };
};
