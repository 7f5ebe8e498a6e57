import { z } from "zod/mini";
import { LENGTHS, PERMISSIONS, ROLE_NAME_MAX } from "#shared/constants/accounts.ts";
import { KEYS_OF_MAKER_MAX } from "#shared/constants/points.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { pageInput, pageOf, userId } from "./lists.ts";
import { person } from "./members.ts";
import { line } from "./text.ts";

const time = z.iso.datetime();
const permissions = z.array(z.enum(PERMISSIONS));

/** A role: built in, or made by the community. Admins are none: they may do everything. */
export const teamRole = z.object({
  id: z.string(),
  name: z.string(),
  permissions,
  isBuiltIn: z.boolean(),
  /** Rises with each change; whoever changes a role says what they have seen. */
  revision: z.int(),
  /** How many people have it. */
  members: z.int(),
});
export type TeamRole = z.infer<typeof teamRole>;
/** The built-in ones first, then by name; no more than `TEAM_ROLES_MAX` of them are the community's own. */
export const teamRoles = z.array(teamRole);

/** Somebody of the team. */
export const teamMember = z.object({
  ...person.shape,
  isAdmin: z.boolean(),
  /** Whether the account can be used: only then do the roles count. */
  isActive: z.boolean(),
  /** An authenticator app, or a passkey. */
  hasSecondFactor: z.boolean(),
  roles: z.array(z.object({ id: z.string(), name: z.string(), givenAt: time })),
  permissions,
});
export type TeamMember = z.infer<typeof teamMember>;
/** The newest accounts first. */
export const teamMemberPage = pageOf(teamMember);

const roleId = line(LENGTHS.id);
export const teamListInput = z.extend(pageInput, { roleId: z.optional(roleId) });
export type TeamListInput = z.infer<typeof teamListInput>;

/** A new role, or what becomes of one. */
export const roleInput = z.object({
  /** Absent for a new one. */
  id: z.optional(roleId),
  /** What was seen of it; needed with `id`. */
  revision: z.optional(z.int()),
  name: line(ROLE_NAME_MAX).check(z.refine(isSeen, "must not be empty")),
  permissions: z.array(z.enum(PERMISSIONS)).check(z.maxLength(PERMISSIONS.length)),
});
export type RoleInput = z.infer<typeof roleInput>;

export const roleRemoval = z.object({ id: roleId, revision: z.int() });
export type RoleRemoval = z.infer<typeof roleRemoval>;

/** Who gets a role, or loses it. */
export const roleGift = z.object({ userId, roleId });
export type RoleGift = z.infer<typeof roleGift>;

/** The same where it is taken, with the bridge keys of theirs for which whoever takes it vouches. */
export const roleTaking = z.extend(roleGift, {
  keptKeyIds: z.optional(z.array(line(LENGTHS.id)).check(z.maxLength(KEYS_OF_MAKER_MAX))),
});
export type RoleTaking = z.infer<typeof roleTaking>;

/** The roles of one member. */
export const rolesOfMember = z.object({
  isAdmin: z.boolean(),
  roles: z.array(z.object({ id: z.string(), name: z.string(), givenAt: time })),
});
export type RolesOfMember = z.infer<typeof rolesOfMember>;
