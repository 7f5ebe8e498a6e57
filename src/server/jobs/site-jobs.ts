import type { Config } from "#server/config.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { createSmtpMailer } from "#server/providers/mail/smtp.ts";
import { deliverMailJob } from "./deliver-mail.ts";
import { forgetExpiredJob } from "./forget-expired.ts";
import { forgetOldBuildsJob } from "./forget-old-builds.ts";
import { forgetOldMailJob } from "./forget-old-mail.ts";
import type { Job } from "./job.ts";
import { pollServersJob } from "./poll-servers.ts";
import { refreshBoardJob } from "./refresh-board.ts";
import { rollUpHistoryJob } from "./roll-up-history.ts";

type SiteJobDeps = Parameters<typeof pollServersJob>[0] &
  Parameters<typeof refreshBoardJob>[0] &
  Parameters<typeof deliverMailJob>[0] & { config: Pick<Config, "matchmaking" | "mail"> };

const mailJobs = (deps: SiteJobDeps): readonly Job[] => {
  const { mail } = deps.config;
  return [
    forgetOldMailJob(deps),
    ...(mail === null ? [] : [deliverMailJob(deps, () => createSmtpMailer(mail))]),
  ];
};

/** Everything that the site does beside its requests. */
export const siteJobs = (deps: SiteJobDeps): readonly Job[] => [
  pollServersJob(deps, createGameQuery(deps.config.matchmaking)),
  rollUpHistoryJob(deps),
  refreshBoardJob(deps),
  forgetOldBuildsJob(deps),
  forgetExpiredJob(deps),
  ...mailJobs(deps),
];
