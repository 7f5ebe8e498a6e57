import type { Config, MailConfig } from "#server/config.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { IDENTITY_TIMEOUT_MS } from "#server/providers/identity/port.ts";
import { guardedMailer } from "#server/providers/mail/guarded.ts";
import type { OpenMailer } from "#server/providers/mail/port.ts";
import { fetchSmallPicture } from "#server/providers/pictures/picture-at.ts";
import { checkFeedsJob } from "./check-feeds.ts";
import { checkOrdersJob } from "./check-orders.ts";
import { creditPresenceJob } from "./credit-presence.ts";
import { deliverMailJob } from "./deliver-mail.ts";
import { eraseClosedJob } from "./erase-closed.ts";
import { forgetExpiredJob } from "./forget-expired.ts";
import { forgetOldBuildsJob } from "./forget-old-builds.ts";
import { forgetOldMailJob } from "./forget-old-mail.ts";
import { forgetUnverifiedJob } from "./forget-unverified.ts";
import { indexMembersJob } from "./index-members.ts";
import type { Job } from "./job.ts";
import { keepPicturesJob } from "./keep-pictures.ts";
import { pollServersJob } from "./poll-servers.ts";
import { proveLedgerJob } from "./prove-ledger.ts";
import { refreshBoardJob } from "./refresh-board.ts";
import { refreshCatalogueJob } from "./refresh-catalogue.ts";
import { rollUpHistoryJob } from "./roll-up-history.ts";
import { sealAuditJob } from "./seal-audit.ts";
import { tellEndedTiersJob } from "./tell-ended-tiers.ts";
import { watchKeysJob } from "./watch-keys.ts";
import { watchProvidersJob } from "./watch-providers.ts";
import { watchStoreJob } from "./watch-store.ts";
import { verifyAuditJob } from "./verify-audit.ts";
import { workInboxJob } from "./work-inbox.ts";

type SiteJobDeps = Parameters<typeof pollServersJob>[0] &
  Parameters<typeof refreshBoardJob>[0] &
  Parameters<typeof forgetExpiredJob>[0] &
  Parameters<typeof checkFeedsJob>[0] &
  Parameters<typeof watchStoreJob>[0] &
  Parameters<typeof eraseClosedJob>[0] &
  Parameters<typeof creditPresenceJob>[0] &
  Parameters<typeof proveLedgerJob>[0] &
  Parameters<typeof deliverMailJob>[0] &
  Parameters<typeof refreshCatalogueJob>[0] &
  Parameters<typeof workInboxJob>[0] &
  Parameters<typeof checkOrdersJob>[0] &
  Parameters<typeof watchProvidersJob>[0] & {
    config: Pick<Config, "matchmaking" | "mail" | "discord" | "tebex">;
  };

/** The library of SMTP comes with the first mail: a site that sends none need not hold it. */
const smtp =
  (mail: MailConfig): OpenMailer =>
  async () => {
    const { createSmtpMailer } = await import("#server/providers/mail/smtp.ts");
    return createSmtpMailer(mail);
  };

const mailJobs = (deps: SiteJobDeps): readonly Job[] => {
  const { mail } = deps.config;
  if (mail === null) return [forgetOldMailJob(deps)];
  const openMailer = guardedMailer(smtp(mail), deps.breakers.smtp);
  return [forgetOldMailJob(deps), deliverMailJob(deps, openMailer)];
};

/** Without a store there is nothing to ask, and nobody who tells. */
const shopJobs = (deps: SiteJobDeps): readonly Job[] =>
  deps.config.tebex === null
    ? []
    : [refreshCatalogueJob(deps), workInboxJob(deps), checkOrdersJob(deps)];

/** Everything that the site does beside its requests. */
export const siteJobs = (deps: SiteJobDeps): readonly Job[] => [
  watchStoreJob(deps),
  watchProvidersJob(deps),
  pollServersJob(deps, createGameQuery(deps.config.matchmaking)),
  rollUpHistoryJob(deps),
  refreshBoardJob(deps),
  checkFeedsJob(deps),
  forgetOldBuildsJob(deps),
  forgetExpiredJob(deps),
  forgetUnverifiedJob(deps),
  eraseClosedJob(deps),
  indexMembersJob(deps),
  creditPresenceJob(deps),
  watchKeysJob(deps),
  tellEndedTiersJob(deps),
  proveLedgerJob(deps),
  sealAuditJob(deps),
  verifyAuditJob(deps),
  keepPicturesJob(deps, (address) => fetchSmallPicture(address, IDENTITY_TIMEOUT_MS)),
  ...mailJobs(deps),
  ...shopJobs(deps),
];
