import { and, asc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay, type Rights, withSecondFactor } from "#server/access/rights.ts";
import type { Ctx, CtxReader, MemberCtx, MemberTx, System, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type {
  RoleGift,
  RolesOfMember,
  RoleTaking,
  TeamListInput,
  TeamMember,
} from "#shared/schemas/team.ts";
import { TEAM } from "#shared/team-messages.ts";
import { assertWithinOwn, findRole, knownRoles, refreshTeam } from "./roles.ts";

/** Which roles some people have, and since when. */
const rolesOf = async (reader: Reader, userIds: readonly string[]) => {
  const { teamMembers: t } = reader.tables;
  const names = new Map((await knownRoles(reader)).map(({ id, name }) => [id, name]));
  const rows = await reader
    .select({ userId: t.userId, roleId: t.roleId, givenAt: t.givenAt })
    .from(t)
    .where(inArray(t.userId, [...userIds]))
    .orderBy(asc(t.givenAt), asc(t.roleId));
  return (userId: string) =>
    rows
      .filter((row) => row.userId === userId)
      .flatMap(({ roleId, givenAt }) => {
        const name = names.get(roleId);
        return name === undefined ? [] : [{ id: roleId, name, givenAt: givenAt.toISOString() }];
      });
};

/**
 * Who belongs to the team, the newest accounts first.
 * @param input.roleId those alone who have this role.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listTeam = async (
  { read, tables }: MemberCtx,
  { roleId, cursor, limit = PAGE_SIZE }: TeamListInput,
): Promise<Page<TeamMember>> => {
  const { users, teamMembers: t } = tables;
  const { id, createdAt } = users;
  const list = keyset({ createdAt, id });
  const holders = read
    .select({ id: t.userId })
    .from(t)
    .where(roleId === undefined ? undefined : eq(t.roleId, roleId));
  const isOfTeam =
    roleId === undefined
      ? or(eq(users.role, "Admin"), inArray(users.id, holders))
      : inArray(users.id, holders);
  const rows = await read
    .select({
      id,
      createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      team: users.team,
      verifiedAt: users.verifiedAt,
      deactivatedAt: users.deactivatedAt,
    })
    .from(users)
    .where(and(isOfTeam, isNull(users.erasedAt), list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  const ids = shown.map((row) => row.id);
  const roles = await rolesOf(read, ids);
  const secured = await withSecondFactor(read, ids);
  const items = shown.map(
    ({ id: userId, firstName, lastName, role, team, verifiedAt, deactivatedAt }) => {
      const isAdmin = role === "Admin";
      return {
        id: userId,
        firstName,
        lastName,
        isAdmin,
        isActive: verifiedAt !== null && deactivatedAt === null,
        hasSecondFactor: secured.has(userId),
        roles: roles(userId),
        permissions: isAdmin ? [...PERMISSIONS] : [...(team?.permissions ?? [])],
      };
    },
  );
  return { items, nextCursor };
};

/**
 * The roles of one member.
 * @throws {AppError} `not_found` for an unknown one.
 */
export const readRolesOf = async (
  { read, tables: { users } }: MemberCtx,
  { id }: { id: string },
): Promise<RolesOfMember> => {
  const [found] = await read
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  if (found === undefined) throw new AppError("not_found", TEAM.unknownMember);
  return { isAdmin: found.role === "Admin", roles: (await rolesOf(read, [id]))(id) };
};

const assertReceiver = async (tx: Tx, userId: string): Promise<void> => {
  const { users } = tx.tables;
  const [found] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt), isNotNull(users.verifiedAt)));
  if (found === undefined) throw new AppError("conflict", TEAM.notInUse);
  if (found.role === "Admin") throw new AppError("conflict", TEAM.isAdmin);
};

/** Adds somebody to those who have a role, in the caller's transaction. @returns false where they are. */
const add = async (tx: Tx, { userId, roleId }: RoleGift, givenBy: string | null) => {
  const { teamMembers: t } = tx.tables;
  const added = await tx
    .insert(t)
    .values({ userId, roleId, givenAt: tx.clock.now(), givenBy })
    .onConflictDoNothing()
    .returning({ userId: t.userId });
  if (added.length === 0) return false;
  const { name, permissions } = await findRole(tx, roleId);
  const after = { roleName: name, permissions: permissions.join(" ") };
  await tx.audit({ action: "team.role_given", subject: userId, after });
  await refreshTeam(tx, [userId]);
  return true;
};

/** Tells somebody by mail that they were given a role, or that one was taken from them. */
const tellRoles = async (tx: Tx, { userId, roleId }: RoleGift, sign: "+" | "−"): Promise<void> => {
  const { name } = await findRole(tx, roleId);
  await tellOfSecurity(tx, { userId, event: "roleChanged", detail: `${sign} ${name}` });
};

const assertMayChange = async (tx: MemberTx, roleId: string): Promise<Rights> => {
  const rights = await assertMay(tx, "roles");
  await assertConfirmed(tx);
  assertWithinOwn(rights, (await findRole(tx, roleId)).permissions);
  return rights;
};

/**
 * Gives somebody a role; who has it already keeps it.
 * @returns the sentence to show.
 * @throws {AppError} `not_found` for an unknown role; `forbidden` for one with permissions that the
 *   caller does not have; `conflict` for an Admin, and for an account that cannot be used.
 */
export const giveRole = async (ctx: MemberCtx, gift: RoleGift): Promise<string> => {
  await ctx.write(async (tx) => {
    await assertMayChange(tx, gift.roleId);
    await assertReceiver(tx, gift.userId);
    if (!(await add(tx, gift, tx.actor.userId))) return;
    await tellRoles(tx, gift, "+");
  });
  return TEAM.given;
};

/** The same by the site itself, such as for sample data. */
export const giveRoleAsSite = (ctx: Pick<Ctx<System>, "write">, gift: RoleGift): Promise<boolean> =>
  ctx.write(async (tx) => {
    await assertReceiver(tx, gift.userId);
    return add(tx, gift, null);
  });

/**
 * Takes a role from somebody; who does not have it stays without. One's own can be taken, too. With the last one that
 * allows bridge keys their keys end, but for those that are kept; nobody keeps their own.
 * @returns the sentence to show.
 * @throws {AppError} as `giveRole`.
 */
export const takeRole = async (
  ctx: MemberCtx,
  { userId, roleId, keptKeyIds = [] }: RoleTaking,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const { teamMembers: t } = tx.tables;
    const { isAdmin } = await assertMayChange(tx, roleId);
    const [target] = await tx
      .select({ role: tx.tables.users.role })
      .from(tx.tables.users)
      .where(eq(tx.tables.users.id, userId));
    if (target?.role === "Admin" && !isAdmin) throw new AppError("forbidden", TEAM.ofAdmin);
    const gone = await tx
      .delete(t)
      .where(and(eq(t.userId, userId), eq(t.roleId, roleId)))
      .returning({ userId: t.userId });
    if (gone.length === 0) return;
    const { name, permissions } = await findRole(tx, roleId);
    const before = { roleName: name, permissions: permissions.join(" ") };
    await tx.audit({ action: "team.role_taken", subject: userId, before });
    await refreshTeam(tx, [userId], userId === tx.actor.userId ? [] : keptKeyIds);
    await tellRoles(tx, { userId, roleId }, "−");
  });
  return TEAM.taken;
};

/**
 * Takes all roles from somebody who is no Admin any more, or whose account is removed or erased, in the caller's
 * transaction.
 * @param keptKeyIds bridge keys that go on, since somebody else vouches for them.
 */
export const leaveTeam = async (
  tx: Tx,
  userId: string,
  keptKeyIds: readonly string[] = [],
): Promise<void> => {
  const { teamMembers: t } = tx.tables;
  const gone = await tx.delete(t).where(eq(t.userId, userId)).returning({ roleId: t.roleId });
  if (gone.length === 0) return;
  const roles = new Map((await knownRoles(tx)).map((role) => [role.id, role]));
  for (const { roleId } of gone) {
    const role = roles.get(roleId);
    if (role === undefined) continue;
    const before = { roleName: role.name, permissions: role.permissions.join(" ") };
    await tx.audit({ action: "team.role_taken", subject: userId, before });
  }
  await refreshTeam(tx, [userId], keptKeyIds);
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
  const having = await withSecondFactor(reader, ids);
  return { people: ids.length, without: ids.length - having.size };
};
