import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { messageOf } from "#client/lib/api-error.ts";
import { leaveNotice } from "#client/lib/notice.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Session } from "./session.ts";

type GuardArguments = {
  context: { session: Session };
  location: Pick<ParsedLocation, "href">;
  /** Somebody points at a link to it. */
  preload?: boolean;
};

/** True where these roles are enough: one of the wanted ones, or with `all` every one. */
export const hasRoles = (
  held: readonly string[],
  wanted: readonly Role[],
  all: boolean,
): boolean => {
  const isHeld = (role: Role) => held.includes(role);
  return wanted.length === 0 || (all ? wanted.every(isHeld) : wanted.some(isHeld));
};

/** A lookup that fails counts as signed out [SESS-11]; the token stays, so the login tries again. */
const lookUp = async (session: Session, isTold: boolean) => {
  try {
    return await session.current();
  } catch (error) {
    if (isTold) leaveNotice(messageOf(error) ?? MESSAGES.networkError);
    return null;
  }
};

/**
 * For `beforeLoad` of a guarded route [SESS-18].
 * @param roles what it takes; none: being signed in.
 * @param all true where every one of the roles is needed, else one of them.
 * @returns who is signed in, for the loaders below; null on the server alone.
 * @throws a redirect to `/login`, which leads back here.
 */
export const requireSession = async (
  { context: { session }, location, preload = false }: GuardArguments,
  roles: readonly Role[] = [],
  all = false,
): Promise<{ user: CurrentUser | null }> => {
  // The server renders no more of a guarded screen than the title of its address.
  if (typeof window === "undefined") return { user: null };
  const user = await lookUp(session, !preload);
  if (user === null && session.isLeaving()) throw redirect({ to: "/", replace: true });
  const lacking = user !== null || undefined;
  if (user === null || !hasRoles(user.roles, roles, all))
    throw redirect({
      to: "/login",
      search: { redirect: location.href, lacking },
      replace: true,
    });
  return { user };
};
