import { httpBatchLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "#server/trpc/router.ts";

export const trpc = createTRPCReact<AppRouter>();

/** @param origin where the server answers; empty for the page's own. */
export const createApiClient = (origin = "") =>
  trpc.createClient({ links: [httpBatchLink({ url: `${origin}/api/trpc`, maxItems: 10 })] });
