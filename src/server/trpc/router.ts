import { serversRouter } from "#server/modules/servers/servers.router.ts";
import { router } from "./init.ts";

/** Everything our own client can call. */
export const appRouter = router({
  servers: serversRouter,
});

export type AppRouter = typeof appRouter;
