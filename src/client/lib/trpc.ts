import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "#server/trpc/router.ts";
import { AskingContext } from "./queries.ts";

/** What tRPC calls a query or a mutation, for those who look it up without its hooks. */
export { getMutationKey, getQueryKey } from "@trpc/react-query";

/** The hooks of all screens but what the start of every page consists of (lib/queries.ts). */
export const trpc = createTRPCReact<AppRouter>({ context: AskingContext });
