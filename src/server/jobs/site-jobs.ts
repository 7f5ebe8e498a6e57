import type { Config } from "#server/config.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { forgetOldBuildsJob } from "./forget-old-builds.ts";
import type { Job } from "./job.ts";
import { pollServersJob } from "./poll-servers.ts";
import { refreshBoardJob } from "./refresh-board.ts";
import { rollUpHistoryJob } from "./roll-up-history.ts";

type SiteJobDeps = Parameters<typeof pollServersJob>[0] &
  Parameters<typeof refreshBoardJob>[0] & { config: Pick<Config, "matchmaking"> };

/** Everything that the site does beside its requests. */
export const siteJobs = (deps: SiteJobDeps): readonly Job[] => [
  pollServersJob(deps, createGameQuery(deps.config.matchmaking)),
  rollUpHistoryJob(deps),
  refreshBoardJob(deps),
  forgetOldBuildsJob(deps),
];
