import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "#server/trpc/router.ts";
import { sessionLinks } from "./session/link.ts";
import type { TokenStore } from "./session/token-store.ts";

export const trpc = createTRPCReact<AppRouter>();

/** The server, asked on behalf of whom the token says. */
export const createApiClient = (tokens: TokenStore) =>
  trpc.createClient({ links: sessionLinks(tokens) });
