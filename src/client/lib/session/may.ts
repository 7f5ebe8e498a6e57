import type { Permission } from "#shared/constants/permissions.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { useSession } from "./use-session.ts";

/** For what Admins alone may do: what is about the machine, and about who is one. */
export const ADMINS = "admins";

/** What something takes: a permission, any one of several, or to be an Admin. */
export type Needed = Permission | readonly Permission[] | typeof ADMINS;

/** Who may have permissions: somebody signed in, or a guest. */
export type Holder = Pick<CurrentUser, "permissions" | "role"> | null | undefined;

/** Whether somebody has the permission that something takes; a guest has none [TEAM-01]. */
export const may = (user: Holder, needed: Needed): boolean => {
  if (user == null) return false;
  const { permissions, role } = user;
  if (needed === ADMINS) return role === "Admin";
  return typeof needed === "string"
    ? permissions.includes(needed)
    : needed.some((permission) => permissions.includes(permission));
};

/** The same for whoever is signed in; it follows when their permissions change. */
export const useMay = (needed: Needed): boolean => may(useSession(), needed);
