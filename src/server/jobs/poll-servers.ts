import type { SystemCtx } from "#server/context/context.ts";
import { pollServers } from "#server/modules/servers/index.ts";
import type { GameQuery } from "#server/providers/game-query/port.ts";
import { SERVER_POLL_MS } from "#shared/constants/timings.ts";
import type { Job } from "./job.ts";

/** Asks every game server how it is, on one instance for all. */
export const pollServersJob = (ctx: SystemCtx, query: GameQuery): Job => ({
  name: "poll-servers",
  everyMs: SERVER_POLL_MS,
  leased: true,
  run: (signal) => pollServers(ctx, query, signal),
});
