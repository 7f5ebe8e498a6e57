import type { QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "#server/trpc/router.ts";
import { sessionLinks } from "./session/link.ts";
import type { TokenStore } from "./session/token-store.ts";

/** What tRPC calls a query or a mutation, for those who look it up without its hooks. */
export { getMutationKey, getQueryKey } from "@trpc/react-query";

export const trpc = createTRPCReact<AppRouter>();

/** The server, asked on behalf of whom the token says. */
export const createApiClient = (tokens: TokenStore) =>
  trpc.createClient({ links: sessionLinks(tokens) });

/** The queries of the screens, for what is no component. */
export const createQueries = (queryClient: QueryClient, client: TRPCClient<AppRouter>) =>
  createTRPCQueryUtils<AppRouter>({ queryClient, client });

export type Queries = ReturnType<typeof createQueries>;
