/** What a member of the team may do beyond what every member may [TEAM-01]. In this order they are listed. */
export const PERMISSIONS = [
  "tickets",
  "strikes",
  "members",
  "addresses",
  "points",
  "orders",
  "site",
  "bridge",
  "audit",
  "roles",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Roles that every community has, beside Admins, who may do everything. Their permissions are fixed. */
export const BUILT_IN_ROLES = [
  { id: "moderator", name: "Moderator", permissions: ["tickets", "strikes", "members"] },
  { id: "shopkeeper", name: "Shopkeeper", permissions: ["members", "points", "orders"] },
  { id: "editor", name: "Editor", permissions: ["site"] },
] as const satisfies readonly { id: string; name: string; permissions: readonly Permission[] }[];

/** How many roles of its own a community can have, and how many of all roles one person. */
export const TEAM_ROLES_MAX = 50;
/** The longest name of a role, in characters. */
export const ROLE_NAME_MAX = 40;

/** In the order of the list, each once. */
export const sortedPermissions = (given: Iterable<Permission>): Permission[] => {
  const all = new Set(given);
  return PERMISSIONS.filter((permission) => all.has(permission));
};
