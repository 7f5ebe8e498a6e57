import type { MailConfig } from "#server/config/config.ts";
import type { SystemCtx } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import type { FeedHub } from "#server/live/feed.ts";
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
import { processInboxJob } from "./process-inbox.ts";
import { proveLedgerJob } from "./prove-ledger.ts";
import { publishEndedTiersJob } from "./publish-ended-tiers.ts";
import { refreshBoardJob } from "./refresh-board.ts";
import { refreshCatalogueJob } from "./refresh-catalogue.ts";
import { rollUpHistoryJob } from "./roll-up-history.ts";
import { sealAuditJob } from "./seal-audit.ts";
import { verifyAuditJob } from "./verify-audit.ts";
import { watchKeysJob } from "./watch-keys.ts";
import { watchProvidersJob } from "./watch-providers.ts";
import { watchStoreJob } from "./watch-store.ts";

/** The library of SMTP comes with the first mail: a site that sends none need not hold it. */
const smtp =
  (mail: MailConfig): OpenMailer =>
  async () => {
    const { createSmtpMailer } = await import("#server/providers/mail/smtp.ts");
    return createSmtpMailer(mail);
  };

const mailJobs = (ctx: SystemCtx): readonly Job[] => {
  const { mail } = ctx.config;
  if (mail === null) return [forgetOldMailJob(ctx)];
  const openMailer = guardedMailer(smtp(mail), ctx.breakers.smtp);
  return [forgetOldMailJob(ctx), deliverMailJob(ctx, openMailer)];
};

/** Without a shop there is nothing to ask, and nobody who tells. */
const shopJobs = (ctx: SystemCtx): readonly Job[] =>
  ctx.config.tebex === null
    ? []
    : [refreshCatalogueJob(ctx), processInboxJob(ctx), checkOrdersJob(ctx)];

/** Everything that the site does beside its requests. */
export const siteJobs = ({ feeds, ...services }: Services & { feeds: FeedHub }): readonly Job[] => {
  const ctx = systemContext(services, "jobs");
  return [
    watchStoreJob(ctx),
    watchProvidersJob(ctx),
    pollServersJob(ctx, createGameQuery(ctx.config.matchmaking)),
    rollUpHistoryJob(ctx),
    refreshBoardJob({ board: ctx.board, feeds }),
    checkFeedsJob({ auth: ctx.auth, feeds }),
    forgetOldBuildsJob(ctx),
    forgetExpiredJob(ctx),
    forgetUnverifiedJob(ctx),
    eraseClosedJob(ctx),
    indexMembersJob(ctx),
    creditPresenceJob(ctx),
    watchKeysJob(ctx),
    publishEndedTiersJob(ctx),
    proveLedgerJob(ctx),
    sealAuditJob(ctx),
    verifyAuditJob(ctx),
    keepPicturesJob(ctx, (address) => fetchSmallPicture(address, IDENTITY_TIMEOUT_MS)),
    ...mailJobs(ctx),
    ...shopJobs(ctx),
  ];
};
