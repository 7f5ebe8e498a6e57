import { inArray } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";
import type { Rule } from "./rights.ts";

/** Few enough for one query. */
const SLICE = 200;

/** Which of these people have a second factor: an authenticator app or a passkey. */
export const withSecondFactor = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { totpFactors, passkeys } = reader.tables;
  const having = new Set<string>();
  for (let start = 0; start < userIds.length; start += SLICE) {
    const some = userIds.slice(start, start + SLICE);
    const apps = await reader
      .select({ userId: totpFactors.userId })
      .from(totpFactors)
      .where(inArray(totpFactors.userId, some));
    const keys = await reader
      .selectDistinct({ userId: passkeys.userId })
      .from(passkeys)
      .where(inArray(passkeys.userId, some));
    for (const { userId } of [...apps, ...keys]) having.add(userId);
  }
  return having;
};

/**
 * Those of these people whose permissions of the team can be on: all of them, or, where the team needs a
 * second factor, whoever has one [FACTOR-11]. For what is sent to people who are not here now.
 */
export const whereRightsCanBeOn = async (
  reader: Reader & Rule,
  userIds: readonly string[],
): Promise<string[]> => {
  if (!reader.config.community.security.teamNeedsSecondFactor) return [...userIds];
  const having = await withSecondFactor(reader, userIds);
  return userIds.filter((id) => having.has(id));
};
