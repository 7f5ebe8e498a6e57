import { useQuery } from "@tanstack/react-query";
import { use, useSyncExternalStore } from "react";
import { useStartQueries } from "#client/lib/queries.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import { LOOKUP_AGAIN_MS } from "#shared/constants/time.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { type Session, SessionContext } from "./session.ts";
import type { TokenStore } from "./token-store.ts";

const useSessionObject = (): Session => {
  const session = use(SessionContext);
  if (session === null) throw new Error("A session hook needs a SessionContext around it.");
  return session;
};

/** Who is signed in: undefined while it is being looked up, null for a guest. */
export const useSession = (): CurrentUser | null | undefined => {
  const { tokens } = useSessionObject();
  const hasToken = useSyncExternalStore<boolean | undefined>(
    tokens.subscribe,
    () => tokens.read() !== null,
    () => undefined,
  );
  const { accounts } = useStartQueries();
  const me = useQuery({
    ...accounts.me.queryOptions(),
    enabled: hasToken === true,
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever could not be looked up is not signed out: it goes on when the server is back.
    refetchInterval: ({ state }) => (state.status === "error" ? LOOKUP_AGAIN_MS : false),
  });
  if (hasToken !== true) return hasToken === false ? null : undefined;
  return me.data ?? (me.isError ? null : undefined);
};

/** What a call carries that is no procedure, such as an upload. */
export const useTokens = (): Pick<TokenStore, "read" | "offer"> => useSessionObject().tokens;

export type SessionActions = Pick<Session, "beginSignIn" | "signOut" | "leave" | "forget">;

/** What a screen can do about who is signed in. */
export const useSessionActions = (): SessionActions => useSessionObject();

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
