import { httpBatchLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { AppRouter } from "#server/trpc/router.ts";
import { TRPC_BATCH_MAX } from "#shared/constants/api.ts";

export const trpc = createTRPCReact<AppRouter>();

export const createApiClient = () =>
  trpc.createClient({ links: [httpBatchLink({ url: "/api/trpc", maxItems: TRPC_BATCH_MAX })] });
