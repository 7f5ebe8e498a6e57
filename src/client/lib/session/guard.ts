import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { Role } from "#shared/constants/accounts.ts";
import type { Session } from "./session.ts";

type GuardArguments = { context: { session: Session }; location: ParsedLocation };

/** True where these roles are enough: one of the wanted ones, or with `all` every one. */
export const hasRoles = (held: readonly Role[], wanted: readonly Role[], all: boolean): boolean => {
  const isHeld = (role: Role) => held.includes(role);
  return wanted.length === 0 || (all ? wanted.every(isHeld) : wanted.some(isHeld));
};

/**
 * For `beforeLoad` of a guarded route (public specification §2 "Route guard").
 * @param roles what it takes; none: being signed in.
 * @param all true where every one of the roles is needed, else one of them.
 * @throws a redirect to `/login`, which leads back here; the error, where the server cannot be asked.
 */
export const requireSession = async (
  { context: { session }, location }: GuardArguments,
  roles: readonly Role[] = [],
  all = false,
): Promise<void> => {
  // The server renders no more of a guarded screen than the title of its address.
  if (typeof window === "undefined") return;
  const user = await session.current();
  if (user === null && session.isLeaving()) throw redirect({ to: "/", replace: true });
  const lacking = user !== null || undefined;
  if (user === null || !hasRoles(user.roles, roles, all))
    throw redirect({
      to: "/login",
      search: { redirect: location.href, lacking },
      replace: true,
    });
};
