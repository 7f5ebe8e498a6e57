import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { belongsToTeam } from "#server/access/rights.ts";
import type { MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { seesAsTeam, teamPermissions, worksOn } from "#server/modules/desk/index.ts";
import type { Reader } from "#server/store/store.ts";
import { THREAD_PEOPLE_MAX } from "#shared/constants/thread.ts";
import { displayNameOf, fullName } from "#shared/rules/display-name.ts";
import type { ThreadPerson } from "#shared/schemas/thread.ts";
import { MENTIONS } from "#shared/thread-messages.ts";
import { peopleIdsOf, type TicketRow } from "./load.ts";

/** Users with their Discord accounts. */
export const threadUsers = (reader: Reader) => {
  const { users, links } = reader.tables;
  return reader
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      team: users.team,
      discordName: links.name,
      picture: links.imageUrl,
    })
    .from(users)
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .$dynamic();
};
type UserRow = Awaited<ReturnType<typeof threadUsers>>[number];

/** By what somebody is called in a thread: their Discord name, the name of their account without one. */
export const toThreadPerson = ({
  id,
  discordName,
  picture,
  ...names
}: Omit<UserRow, "role" | "team">): ThreadPerson => ({
  id,
  name: discordName === null ? fullName(names) : displayNameOf(discordName),
  picture,
});

/**
 * Who can be mentioned on a ticket: those on it, and those of the team who may see it, as far as the
 * caller may know who that is; not themselves.
 */
export const findMentionable = async (
  reader: MemberReader,
  ticket: Pick<TicketRow, "id" | "category">,
): Promise<readonly ThreadPerson[]> => {
  const { users } = reader.tables;
  const needed = teamPermissions(reader, ticket.category);
  const { actor } = reader;
  const onIt = await peopleIdsOf(reader, ticket.id);
  // Members know Admins, and whoever is on a ticket with them [API-06].
  const isTeam = worksOn(reader, ticket) ? belongsToTeam(reader) : eq(users.role, "Admin");
  const isInUse = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const found = await threadUsers(reader)
    .where(and(isInUse, or(inArray(users.id, [...onIt]), isTeam)))
    .orderBy(users.createdAt, users.id)
    .limit(10 * THREAD_PEOPLE_MAX);
  const isOnIt = new Set(onIt);
  const others = found.filter((row) => row.id !== actor.userId);
  return [
    ...others.filter(({ id }) => isOnIt.has(id)),
    ...others.filter((row) => !isOnIt.has(row.id) && seesAsTeam(row, needed)),
  ]
    .slice(0, THREAD_PEOPLE_MAX)
    .map(toThreadPerson);
};

/** Whom a message mentions. @throws {AppError} `bad_request` for whoever cannot be mentioned [WRITE-04]. */
export const mentioned = async (
  reader: MemberReader,
  ticket: Pick<TicketRow, "id" | "category">,
  userIds: readonly string[],
): Promise<readonly ThreadPerson[]> => {
  const wanted = new Set(userIds.filter((id) => id !== reader.actor.userId));
  if (wanted.size === 0) return [];
  const people = await findMentionable(reader, ticket);
  const chosen = people.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) throw new AppError("bad_request", MENTIONS.unknown);
  return chosen;
};
