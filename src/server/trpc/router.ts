import { accountsRouter } from "#server/modules/accounts/router.ts";
import { administrationRouter } from "#server/modules/administration/router.ts";
import { archivesRouter } from "#server/modules/archives/router.ts";
import { bridgeRouter } from "#server/modules/bridge/router.ts";
import { calendarRouter } from "#server/modules/calendar/router.ts";
import { communityRouter } from "#server/modules/community/router.ts";
import { consentsRouter } from "#server/modules/consents/router.ts";
import { factorsRouter } from "#server/modules/factors/router.ts";
import { figuresRouter } from "#server/modules/figures/router.ts";
import { healthRouter } from "#server/modules/health-checks/router.ts";
import { linksRouter } from "#server/modules/links/router.ts";
import { mailRouter } from "#server/modules/mail/router.ts";
import { maintenanceRouter } from "#server/modules/maintenance/router.ts";
import { membersRouter } from "#server/modules/members/router.ts";
import { newsRouter } from "#server/modules/news/router.ts";
import { newslettersRouter } from "#server/modules/newsletters/router.ts";
import { notesRouter } from "#server/modules/notes/router.ts";
import { notificationsRouter } from "#server/modules/notifications/router.ts";
import { ordersRouter } from "#server/modules/orders/router.ts";
import { passkeysRouter } from "#server/modules/passkeys/router.ts";
import { pointsRouter } from "#server/modules/points/router.ts";
import { preferencesRouter } from "#server/modules/preferences/router.ts";
import { pushRouter } from "#server/modules/push/router.ts";
import { queueRouter } from "#server/modules/queue/router.ts";
import { rightsRouter } from "#server/modules/rights/router.ts";
import { savedRepliesRouter } from "#server/modules/saved-replies/router.ts";
import { securityRouter } from "#server/modules/security/router.ts";
import { serversRouter } from "#server/modules/servers/router.ts";
import { setupRouter } from "#server/modules/setup/router.ts";
import { shopRouter } from "#server/modules/shop/router.ts";
import { siteRouter } from "#server/modules/site/router.ts";
import { strikesRouter } from "#server/modules/strikes/router.ts";
import { teamRouter } from "#server/modules/team/router.ts";
import { ticketMergesRouter } from "#server/modules/ticket-merges/router.ts";
import { attachmentsRouter } from "#server/modules/tickets/attachments.router.ts";
import { messagesRouter } from "#server/modules/tickets/messages.router.ts";
import { ticketsRouter } from "#server/modules/tickets/router.ts";
import { transcriptsRouter } from "#server/modules/transcripts/router.ts";
import { webhooksRouter } from "#server/modules/webhooks/router.ts";
import { router } from "#server/procedures/init.ts";

/** Everything our own client can call. */
export const appRouter = router({
  accounts: accountsRouter,
  administration: administrationRouter,
  archives: archivesRouter,
  attachments: attachmentsRouter,
  bridge: bridgeRouter,
  team: teamRouter,
  calendar: calendarRouter,
  community: communityRouter,
  factors: factorsRouter,
  consents: consentsRouter,
  health: healthRouter,
  figures: figuresRouter,
  links: linksRouter,
  mail: mailRouter,
  maintenance: maintenanceRouter,
  members: membersRouter,
  messages: messagesRouter,
  news: newsRouter,
  newsletters: newslettersRouter,
  notes: notesRouter,
  notifications: notificationsRouter,
  orders: ordersRouter,
  passkeys: passkeysRouter,
  points: pointsRouter,
  preferences: preferencesRouter,
  queue: queueRouter,
  push: pushRouter,
  rights: rightsRouter,
  savedReplies: savedRepliesRouter,
  security: securityRouter,
  servers: serversRouter,
  setup: setupRouter,
  shop: shopRouter,
  site: siteRouter,
  ticketMerges: ticketMergesRouter,
  strikes: strikesRouter,
  tickets: ticketsRouter,
  transcripts: transcriptsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
