import { useQuery } from "@tanstack/react-query";
import { use, useSyncExternalStore } from "react";
import { useStartQueries } from "#client/lib/queries.ts";
import { LOOKUP_AGAIN_MS } from "#shared/constants/timings.ts";
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
