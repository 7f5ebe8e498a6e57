import { and, asc, count, eq, inArray, ne } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay, may, type Rights } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { setTeam } from "#server/modules/members/index.ts";
import type { Reader } from "#server/store/store.ts";
import {
  BUILT_IN_ROLES,
  type Permission,
  sortedPermissions,
  TEAM_ROLES_MAX,
} from "#shared/constants/accounts.ts";
import type { RoleInput, RoleRemoval, TeamRole } from "#shared/schemas/team.ts";
import { TEAM } from "#shared/team-messages.ts";

/** A role as it is known here. */
export type KnownRole = {
  id: string;
  name: string;
  permissions: readonly Permission[];
  isBuiltIn: boolean;
  revision: number;
};

const BUILT_IN: readonly KnownRole[] = BUILT_IN_ROLES.map(({ id, name, permissions }) => ({
  id,
  name,
  permissions,
  isBuiltIn: true,
  revision: 0,
}));

/** All of them, the built-in ones first, then by name. */
export const knownRoles = async ({ select, tables }: Reader): Promise<KnownRole[]> => {
  const { teamRoles: t } = tables;
  const own = await select().from(t).orderBy(asc(t.nameKey));
  return [
    ...BUILT_IN,
    ...own.map(({ id, name, permissions, revision }) => ({
      id,
      name,
      permissions,
      isBuiltIn: false,
      revision,
    })),
  ];
};

/** @throws {AppError} `not_found`. */
export const findRole = async ({ select, tables }: Reader, id: string): Promise<KnownRole> => {
  const builtIn = BUILT_IN.find((role) => role.id === id);
  if (builtIn !== undefined) return builtIn;
  const { teamRoles: t } = tables;
  const [own] = await select().from(t).where(eq(t.id, id));
  if (own === undefined) throw new AppError("not_found", TEAM.unknownRole);
  return { ...own, isBuiltIn: false };
};

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
const holdersOf = async (tx: Tx, roleId: string): Promise<string[]> => {
  const { teamMembers: t } = tx.tables;
  const rows = await tx.select({ userId: t.userId }).from(t).where(eq(t.roleId, roleId));
  return rows.map(({ userId }) => userId);
};

/** All roles, the built-in ones first, then by name. */
export const listRoles = async ({ read, tables }: MemberCtx): Promise<TeamRole[]> => {
  const { teamMembers: t } = tables;
  const [roles, rows] = await Promise.all([
    knownRoles(read),
    read.select({ roleId: t.roleId, members: count() }).from(t).groupBy(t.roleId),
  ]);
  const members = new Map(rows.map((row) => [row.roleId, row.members]));
  return roles.map(({ permissions, ...role }) =>
    Object.assign(role, {
      permissions: [...permissions],
      members: members.get(role.id) ?? 0,
    }),
  );
};

/** Nobody gives, changes or takes what they do not have. @throws {AppError} `forbidden`. */
export const assertWithinOwn = (actor: Rights, permissions: readonly Permission[]): void => {
  if (!permissions.every((permission) => may(actor, permission)))
    throw new AppError("forbidden", TEAM.beyondOwn);
};

/** What everybody is who has no role, and who has all: no role is called so. */
const RESERVED: ReadonlySet<string> = new Set([
  "admin",
  "user",
  ...BUILT_IN_ROLES.map(({ name }) => name.toLowerCase()),
]);
const nameKeyOf = (name: string): string => name.normalize("NFKC").toLowerCase();

const assertNameFree = async (tx: MemberTx, nameKey: string, id: string): Promise<void> => {
  const { teamRoles: t } = tx.tables;
  const [other] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.nameKey, nameKey), ne(t.id, id)));
  if (other !== undefined || RESERVED.has(nameKey)) throw wrongInput(TEAM.nameTaken, ["name"]);
};

/** @throws {AppError} `changed_meanwhile` for a role that is not what was seen of it. */
const findOwn = async (tx: MemberTx, id: string, revision: number | undefined) => {
  const role = await findRole(tx, id);
  if (role.isBuiltIn) throw new AppError("conflict", TEAM.builtIn);
  if (role.revision !== revision) throw new AppError("changed_meanwhile", TEAM.changedMeanwhile);
  return role;
};

const namesOf = (permissions: readonly Permission[]) => permissions.join(" ");

const addRole = async (tx: MemberTx, id: string, { name, permissions }: RoleInput) => {
  const { teamRoles: t } = tx.tables;
  const [all] = await tx.select({ roles: count() }).from(t);
  if ((all?.roles ?? 0) >= TEAM_ROLES_MAX) throw new AppError("conflict", TEAM.tooMany);
  const nameKey = nameKeyOf(name);
  await tx
    .insert(t)
    .values({ id, name, nameKey, permissions, revision: 1, createdAt: tx.clock.now() });
  const after = { roleName: name, permissions: namesOf(permissions) };
  await tx.audit({ action: "team.role_made", subject: id, after });
};

const changeRole = async (
  tx: MemberTx,
  id: string,
  { name, permissions, revision }: RoleInput,
  rights: Rights,
): Promise<void> => {
  const { teamRoles: t } = tx.tables;
  const before = await findOwn(tx, id, revision);
  assertWithinOwn(rights, before.permissions);
  await tx
    .update(t)
    .set({ name, nameKey: nameKeyOf(name), permissions, revision: before.revision + 1 })
    .where(eq(t.id, id));
  await tx.audit({
    action: "team.role_changed",
    subject: id,
    before: { roleName: before.name, permissions: namesOf(before.permissions) },
    after: { roleName: name, permissions: namesOf(permissions) },
  });
  await refreshTeam(tx, await holdersOf(tx, id));
};

/**
 * Makes a role of the community's own, or changes one: what its people may do follows at once.
 * @returns the role.
 * @throws {AppError} `forbidden` for permissions that the caller does not have; `changed_meanwhile`;
 *   `bad_request` for a name that another role has; `conflict` for a built-in one, and for one too many.
 */
export const saveRole = async (ctx: MemberCtx, given: RoleInput): Promise<TeamRole> => {
  const input = { ...given, permissions: sortedPermissions(given.permissions) };
  const id = input.id ?? crypto.randomUUID();
  return ctx.write(async (tx) => {
    const rights = await assertMay(tx, "roles");
    await assertConfirmed(tx);
    assertWithinOwn(rights, input.permissions);
    await assertNameFree(tx, nameKeyOf(input.name), id);
    if (input.id === undefined) await addRole(tx, id, input);
    else await changeRole(tx, id, input, rights);
    const saved = await findRole(tx, id);
    const members = (await holdersOf(tx, id)).length;
    return { ...saved, permissions: [...saved.permissions], members };
  });
};

/**
 * Removes a role of the community's own: whoever has it loses it.
 * @returns the sentence to show.
 * @throws {AppError} as `saveRole`.
 */
export const removeRole = async (
  ctx: MemberCtx,
  { id, revision }: RoleRemoval,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const rights = await assertMay(tx, "roles");
    await assertConfirmed(tx);
    const { teamRoles, teamMembers } = tx.tables;
    const role = await findOwn(tx, id, revision);
    assertWithinOwn(rights, role.permissions);
    const holders = await holdersOf(tx, id);
    await tx.delete(teamMembers).where(eq(teamMembers.roleId, id));
    await tx.delete(teamRoles).where(eq(teamRoles.id, id));
    await tx.audit({
      action: "team.role_removed",
      subject: id,
      before: { roleName: role.name, permissions: namesOf(role.permissions) },
    });
    await refreshTeam(tx, holders);
  });
  return TEAM.removed;
};
