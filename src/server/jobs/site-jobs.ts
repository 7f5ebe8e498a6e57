import type { MailConfig } from "#server/config/config.ts";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import type { Services, StatusBoard } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import type { FeedHub } from "#server/live/feed.ts";
import { checkFeeds } from "#server/live/wire.ts";
import { eraseClosed, forgetUnverified } from "#server/modules/accounts/index.ts";
import { foldDays } from "#server/modules/administration/index.ts";
import { forgetOldArchives, makeArchives } from "#server/modules/archives/index.ts";
import { forgetUnsent, sweepFiles } from "#server/modules/attachments/index.ts";
import { sealAudit } from "#server/modules/audit/index.ts";
import { creditPresence, watchKeys } from "#server/modules/bridge/index.ts";
import { forgetOldBuilds } from "#server/modules/builds/index.ts";
import { refreshCatalogue, shownPictures } from "#server/modules/catalogue/index.ts";
import { recordEarlierConsents } from "#server/modules/consents/index.ts";
import { followResets } from "#server/modules/factors/index.ts";
import { adoptPictures, type FetchSmall } from "#server/modules/links/index.ts";
import { deliverOutbox, forgetOldMail } from "#server/modules/mail/index.ts";
import { indexMembers, publishEndedTiers } from "#server/modules/members/index.ts";
import { publishDueNews } from "#server/modules/news/index.ts";
import { mailNews } from "#server/modules/newsletters/index.ts";
import { mailNotices } from "#server/modules/notices/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { checkOrders, processInbox } from "#server/modules/orders/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { forgetPictures } from "#server/modules/pictures/index.ts";
import { type LedgerProof, proveLedger } from "#server/modules/points/index.ts";
import { deliverPush } from "#server/modules/push/index.ts";
import { addUpWeeks } from "#server/modules/queue/index.ts";
import { pollServers, rollUpHistory } from "#server/modules/servers/index.ts";
import { forgetMedia, makeSmallMedia } from "#server/modules/site/index.ts";
import {
  closeSilent,
  followTargets,
  indexTickets,
  measureAnswers,
} from "#server/modules/tickets/index.ts";
import { deliverWebhooks } from "#server/modules/webhooks/index.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { guardedMailer } from "#server/providers/mail/guarded.ts";
import { fetchSmallPicture, smallSitePicture } from "#server/providers/pictures/pictures.ts";
import { IDENTITY_TIMEOUT_MS } from "#server/providers/ports/people.ts";
import type { OpenMailer } from "#server/providers/ports/sending.ts";
import { writeSetting } from "#server/store/settings.ts";
import { HOUR_MS, MINUTE_MS, SERVER_POLL_MS } from "#shared/constants/time.ts";
import { LEDGER_ALARM } from "#shared/points-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import {
  doneOn,
  forgetExpiredJob,
  loadHealth,
  nightToDo,
  verifyAuditJob,
  watchProvidersJob,
  watchStoreJob,
} from "./housekeeping.ts";
import type { Job } from "./job-lease.ts";

/** Only who asks for an archive needs it. */
const loadZip = () => import("#server/providers/zip/zip.ts");

const provenOn = doneOn("ledger_proven_on");

/** Tells the Admins, and writes it into the audit. */
const raiseAlarm = async (
  tx: Tx,
  { entries, broken, firstBrokenId }: LedgerProof,
): Promise<void> => {
  await notifyAdmins(tx, {
    subject: LEDGER_ALARM.subject,
    message: LEDGER_ALARM.message(numberText(broken), numberText(entries), firstBrokenId),
  });
  await tx.audit({
    action: "ledger.broken",
    subject: null,
    after: { entries, broken, firstBrokenId },
  });
};

/** Proves every night that the ledger adds up, and raises an alarm where it does not. */
export const proveLedgerJob = (ctx: SystemCtx): Job => ({
  name: "prove-ledger",
  everyMs: 10 * MINUTE_MS,
  jitterMs: 60_000,
  leased: true,
  async run(signal) {
    const { log } = ctx;
    const day = await nightToDo(ctx, provenOn);
    if (day === null) return;
    const proof = await proveLedger(ctx, signal);
    if (proof === null) return;
    if (proof.broken > 0) {
      const { entries, broken, firstBrokenId } = proof;
      // Whose lines they are stands in Health: the log names nobody [OPS-04].
      log.error("ledger.broken", { entries, broken, firstBrokenId });
    }
    const { judgeLedger, noteProof } = await loadHealth();
    await ctx.write(async (tx) => {
      if (proof.broken > 0) await raiseAlarm(tx, proof);
      await noteProof(tx, "ledger", judgeLedger(proof));
      await writeSetting(tx, provenOn, day);
    });
  },
});

const HOURLY = { everyMs: HOUR_MS, jitterMs: 5 * MINUTE_MS, leased: true } as const;
const EVERY_TEN_MINUTES = { everyMs: 10 * MINUTE_MS, jitterMs: MINUTE_MS, leased: true } as const;
const TIERS_PUBLISHED_MS = 15_000;

/** The library of SMTP comes with the first mail: a site that sends none need not hold it. */
const smtp =
  (mailOf: () => MailConfig): OpenMailer =>
  async () => {
    const { createSmtpMailer } = await import("#server/providers/mail/smtp.ts");
    return createSmtpMailer(mailOf());
  };

const mailJobs = (ctx: SystemCtx): readonly Job[] => {
  const { mail } = ctx.config;
  if (mail === null) return [];
  // Its sender is called as the community is now.
  const openMailer = guardedMailer(
    smtp(() => ctx.config.mail ?? mail),
    ctx.breakers.smtp,
  );
  return [
    {
      name: "deliver-mail",
      reachesOutside: true,
      everyMs: 2_000,
      leased: true,
      run: (signal) => deliverOutbox(ctx, openMailer, signal),
    },
    {
      // Posts that are mailed, so many a minute.
      name: "mail-news",
      everyMs: 5_000,
      leased: true,
      run: (signal) => mailNews(ctx, signal),
    },
    {
      // What people were told ten minutes ago and have not read.
      name: "mail-notices",
      everyMs: 10_000,
      jitterMs: 1000,
      leased: true,
      run: (signal) => mailNotices(ctx, signal),
    },
  ];
};

/** Without a shop there is nothing to ask, and nobody who tells. */
const shopJobs = (ctx: SystemCtx): readonly Job[] =>
  ctx.config.tebex === null
    ? []
    : [
        {
          // More often than Tebex is asked, to notice when it answers again.
          name: "refresh-catalogue",
          everyMs: 20_000,
          jitterMs: 1000,
          leased: true,
          run: (signal) => refreshCatalogue(ctx, signal),
        },
        {
          // What could not be processed when it came.
          name: "process-inbox",
          everyMs: 5_000,
          jitterMs: 1000,
          leased: true,
          run: (signal) => processInbox(ctx, signal),
        },
        {
          // Asks Tebex about baskets that nobody told us of.
          name: "check-orders",
          everyMs: MINUTE_MS,
          jitterMs: 1000,
          leased: true,
          run: (signal) => checkOrders(ctx, signal),
        },
      ];

type JobServices = Services & { feeds: FeedHub };

/** Everything that the site does beside its requests. What is more than one call has a file of its own. */
export const siteJobs = ({ feeds, ...services }: JobServices): readonly Job[] => {
  const ctx = systemContext(services, "jobs");
  const query = createGameQuery(ctx.config.matchmaking);
  return [
    watchStoreJob(ctx),
    watchProvidersJob(ctx),
    {
      name: "poll-servers",
      everyMs: SERVER_POLL_MS,
      leased: true,
      run: (signal) => pollServers(ctx, query, signal),
    },
    {
      ...EVERY_TEN_MINUTES,
      name: "roll-up-history",
      run: (signal) => rollUpHistory(ctx, signal),
    },
    {
      // The figures of Today: each day once it is over, and the most players of the present one.
      everyMs: 5 * MINUTE_MS,
      jitterMs: 10_000,
      leased: true,
      name: "fold-days",
      run: (signal) => foldDays(ctx, signal),
    },
    {
      // Posts that were written for later.
      everyMs: 15_000,
      leased: true,
      name: "publish-news",
      run: () => publishDueNews(ctx),
    },
    {
      name: "deliver-webhooks",
      reachesOutside: true,
      everyMs: 2_000,
      leased: true,
      run: (signal) => deliverWebhooks(ctx, signal),
    },
    refreshBoardJob({ board: ctx.board, feeds }),
    {
      // Ends the feeds of those who were away too long [LIVE-02]. Every instance has its own.
      name: "check-feeds",
      everyMs: MINUTE_MS,
      leased: false,
      run: (signal) => checkFeeds({ feeds, auth: ctx.auth, config: ctx.config }, { signal }),
    },
    { ...HOURLY, name: "measure-answers", run: () => measureAnswers(ctx) },
    {
      // The figures of the support desk: weeks that are over.
      ...HOURLY,
      name: "add-up-weeks",
      run: (signal) => addUpWeeks(ctx, signal),
    },
    { ...HOURLY, name: "forget-old-builds", run: () => forgetOldBuilds(ctx) },
    forgetExpiredJob(ctx),
    {
      ...HOURLY,
      name: "forget-unverified",
      run: (signal) => forgetUnverified(ctx, signal),
    },
    {
      // Warns whose lost second factor is to be removed, and removes it.
      ...EVERY_TEN_MINUTES,
      name: "follow-factor-resets",
      run: (signal) => followResets(ctx, forgetPasskeys, signal),
    },
    { ...HOURLY, name: "erase-closed", run: (signal) => eraseClosed(ctx, signal) },
    {
      // What people have asked to take along.
      name: "make-archives",
      everyMs: 5_000,
      jitterMs: 1000,
      leased: true,
      run: (signal) => makeArchives(ctx, loadZip, signal),
    },
    { ...HOURLY, name: "forget-old-archives", run: (signal) => forgetOldArchives(ctx, signal) },
    {
      // Lets the search find those who joined before there was one.
      ...HOURLY,
      name: "index-members",
      run: (signal) => indexMembers(ctx, signal),
    },
    {
      // Lets the search find tickets by what was said before it knew of messages.
      ...HOURLY,
      name: "index-tickets",
      run: (signal) => indexTickets(ctx, signal),
    },
    {
      ...HOURLY,
      name: "record-earlier-consents",
      run: (signal) => recordEarlierConsents(ctx, signal),
    },
    {
      // Soon after a report, so that whoever looks sees their points arrive.
      name: "credit-presence",
      everyMs: 10_000,
      jitterMs: 1000,
      leased: true,
      run: (signal) => creditPresence(ctx, signal),
    },
    { ...EVERY_TEN_MINUTES, name: "watch-keys", run: () => watchKeys(ctx) },
    {
      name: "publish-ended-tiers",
      everyMs: TIERS_PUBLISHED_MS,
      leased: true,
      // Further back than the last run: one may have been late, or another instance's.
      run: () => publishEndedTiers(ctx, 4 * TIERS_PUBLISHED_MS),
    },
    proveLedgerJob(ctx),
    {
      // One instance does, in one order.
      name: "seal-audit",
      everyMs: 5_000,
      leased: true,
      run: (signal) => sealAudit(ctx, signal),
    },
    verifyAuditJob(ctx),
    keepPicturesJob(ctx, (address) => fetchSmallPicture(address, IDENTITY_TIMEOUT_MS)),
    {
      // Pictures that were uploaded and then put nowhere.
      name: "forget-site-pictures",
      everyMs: 6 * HOUR_MS,
      jitterMs: 10 * MINUTE_MS,
      leased: true,
      run: (signal) => forgetMedia(ctx, signal),
    },
    {
      // Those that were uploaded before there were any for small places.
      ...HOURLY,
      name: "make-small-pictures",
      run: (signal) => makeSmallMedia(ctx, smallSitePicture, signal),
    },
    {
      // Files of tickets that were uploaded and not sent, and those that are removed.
      ...EVERY_TEN_MINUTES,
      name: "forget-unsent-files",
      reachesOutside: true,
      run: (signal) => forgetUnsent(ctx, signal),
    },
    {
      name: "sweep-files",
      reachesOutside: true,
      everyMs: 24 * HOUR_MS,
      jitterMs: 10 * MINUTE_MS,
      leased: true,
      run: (signal) => sweepFiles(ctx, signal),
    },
    {
      // Each instance has received some itself.
      ...HOURLY,
      leased: false,
      name: "forget-incoming",
      run: () => ctx.attachments.forgetIncoming(),
    },
    {
      // Warns of tickets that are soon to be answered, and marks those that are late.
      name: "follow-tickets",
      everyMs: 30_000,
      jitterMs: 1000,
      leased: true,
      run: (signal) => followTargets(ctx, signal),
    },
    { ...EVERY_TEN_MINUTES, name: "close-tickets", run: (signal) => closeSilent(ctx, signal) },
    { ...HOURLY, name: "forget-old-mail", run: (signal) => forgetOldMail(ctx, signal) },
    {
      // A few seconds after it happened, and what could not be sent then.
      name: "deliver-push",
      reachesOutside: true,
      everyMs: 2_000,
      leased: true,
      run: (signal) => deliverPush(ctx, signal),
    },
    ...mailJobs(ctx),
    ...shopJobs(ctx),
  ];
};

/** Those of a restored copy that is only looked at: nobody outside hears of it, and no file is removed. */
export const drillJobs = (services: JobServices): readonly Job[] =>
  siteJobs(services).filter(({ reachesOutside }) => reachesOutside !== true);

/**
 * Takes new points into the charts, and lets a status grow stale where nobody polls any more.
 * Every instance does it for its own memory.
 */
export const refreshBoardJob = ({
  board,
  feeds,
}: {
  board: StatusBoard;
  feeds: Pick<FeedHub, "send">;
}): Job => ({
  name: "refresh-board",
  everyMs: 60_000,
  leased: false,
  run: async () => {
    await board.reloadHistory();
    const rows = await board.reload(null);
    if (rows.length > 0)
      feeds.send("everyone", {
        type: "servers.changed",
        rows: [...rows],
        summary: board.summary(),
      });
  },
});

/** Takes in pictures that are still elsewhere, and removes those that nobody needs any more. */
export const keepPicturesJob = (ctx: SystemCtx, fetchSmall: FetchSmall): Job => ({
  name: "keep-pictures",
  everyMs: 6 * HOUR_MS,
  jitterMs: 10 * MINUTE_MS,
  leased: true,
  run: async (signal) => {
    await adoptPictures(ctx, fetchSmall, signal);
    await forgetPictures(ctx, await shownPictures(ctx), signal);
  },
});
