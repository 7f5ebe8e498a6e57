import { and, eq, inArray, isNull } from "drizzle-orm";
import { may, type Rights } from "#server/access/rights.ts";
import type { TeamRights } from "#server/auth/lucia.ts";
import type { Ctx, Member, MemberCtx, System, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { readBalances } from "#server/modules/points/index.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import type { Platform, Role } from "#shared/constants/accounts.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { PEOPLE } from "#shared/people-messages.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { TEAM } from "#shared/team-messages.ts";

/** An address as somebody may see it: none for whoever may not [TEAM-06]. */
export const addressFor = (actor: Rights, email: string | null): string =>
  may(actor, "addresses") ? (email ?? "") : "";

/** What the list reads of an account. */
export const userColumns = ({ users }: Tables) => ({
  id: users.id,
  email: users.email,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  verifiedAt: users.verifiedAt,
  deactivatedAt: users.deactivatedAt,
  deactivatedBy: users.deactivatedBy,
  createdAt: users.createdAt,
  waitsSince: users.waitsSince,
});
type UserRow = Pick<Tables["users"]["$inferSelect"], keyof ReturnType<typeof userColumns>>;

/** What some members have linked, each in one look-up. */
const findLinks = async (reader: Reader, ids: string[]) => {
  const { links } = reader.tables;
  const rows = await reader
    .select({
      userId: links.userId,
      platform: links.platform,
      externalId: links.externalId,
      name: links.name,
      imageUrl: links.imageUrl,
    })
    .from(links)
    .where(inArray(links.userId, ids));
  const byKey = new Map(rows.map((row) => [`${row.platform} ${row.userId}`, row]));
  return (userId: string, platform: Platform) => byKey.get(`${platform} ${userId}`);
};
type Find = Awaited<ReturnType<typeof findLinks>>;

const linksOf = (find: Find, id: string) => {
  const discord = find(id, "discord");
  const steam = find(id, "steam");
  const minecraft = find(id, "minecraft");
  const epic = find(id, "epic");
  return {
    discordId: discord?.externalId ?? null,
    discordName: discord?.name ?? null,
    discordImgUrl: discord?.imageUrl ?? null,
    steamId: steam?.externalId ?? null,
    steamName: steam?.name ?? null,
    steamImgUrl: steam?.imageUrl ?? null,
    minecraftUuid: minecraft?.externalId ?? null,
    minecraftUsername: minecraft?.name ?? null,
    minecraftAvatarUrl: minecraft?.imageUrl ?? null,
    eosId: epic?.externalId ?? null,
    epicName: epic?.name ?? null,
  };
};

/** Accounts as Admins see them, in the order given: one question each for links, points and tiers. */
export const toAdminUsers = async (
  ctx: MemberCtx,
  rows: readonly UserRow[],
): Promise<AdminUser[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [find, points, tiers] = await Promise.all([
    findLinks(ctx.read, ids),
    readBalances(ctx.read, ids),
    readTiers(ctx.read, ids),
  ]);
  return rows.map(({ id, email, role, firstName, lastName, ...row }) => ({
    id,
    email: addressFor(ctx.actor, email),
    role,
    waiting: row.waitsSince !== null,
    verified: row.verifiedAt !== null,
    active: row.deactivatedAt === null,
    deactivatedBy: row.deactivatedBy,
    createdAt: row.createdAt.toISOString(),
    profile: { firstName, lastName },
    zlgMember: {
      userProfileId: id,
      ...linksOf(find, id),
      points: points.get(id) ?? 0,
      timedPermissionGroups: tiers.get(id) ?? `${NO_TIER}:`,
    },
  }));
};

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
