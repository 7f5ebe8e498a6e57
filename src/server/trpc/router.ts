import { lazy } from "@trpc/server";
import { router } from "#server/procedures/init.ts";

/**
 * Everything our own client can call. A part is loaded with its first call: what nobody calls costs
 * neither time at the start nor memory.
 */
export const appRouter = router({
  accounts: lazy(() => import("#server/modules/accounts/router.ts")),
  administration: lazy(() => import("#server/modules/administration/router.ts")),
  archives: lazy(() => import("#server/modules/archives/router.ts")),
  attachments: lazy(() =>
    import("#server/modules/tickets/router.ts").then((part) => part.attachmentsRouter),
  ),
  bridge: lazy(() => import("#server/modules/bridge/router.ts")),
  team: lazy(() => import("#server/modules/team/router.ts")),
  calendar: lazy(() => import("#server/modules/calendar/router.ts")),
  community: lazy(() => import("#server/modules/community/router.ts")),
  factors: lazy(() => import("#server/modules/factors/router.ts")),
  consents: lazy(() => import("#server/modules/consents/router.ts")),
  health: lazy(() => import("#server/modules/health-checks/router.ts")),
  figures: lazy(() => import("#server/modules/queue/router.ts").then((part) => part.figuresRouter)),
  links: lazy(() => import("#server/modules/links/router.ts")),
  mail: lazy(() => import("#server/modules/mail/router.ts")),
  maintenance: lazy(() =>
    import("#server/modules/site/router.ts").then((part) => part.maintenanceRouter),
  ),
  members: lazy(() => import("#server/modules/members/router.ts")),
  messages: lazy(() =>
    import("#server/modules/tickets/router.ts").then((part) => part.messagesRouter),
  ),
  news: lazy(() => import("#server/modules/news/router.ts")),
  newsletters: lazy(() => import("#server/modules/newsletters/router.ts")),
  notes: lazy(() => import("#server/modules/queue/router.ts").then((part) => part.notesRouter)),
  notifications: lazy(() => import("#server/modules/notifications/router.ts")),
  orders: lazy(() => import("#server/modules/orders/router.ts")),
  passkeys: lazy(() => import("#server/modules/passkeys/router.ts")),
  points: lazy(() => import("#server/modules/points/router.ts")),
  preferences: lazy(() => import("#server/modules/preferences/router.ts")),
  queue: lazy(() => import("#server/modules/queue/router.ts").then((part) => part.queueRouter)),
  push: lazy(() => import("#server/modules/push/router.ts")),
  rights: lazy(() => import("#server/modules/rights/router.ts")),
  savedReplies: lazy(() =>
    import("#server/modules/queue/router.ts").then((part) => part.savedRepliesRouter),
  ),
  security: lazy(() => import("#server/modules/security/router.ts")),
  servers: lazy(() => import("#server/modules/servers/router.ts")),
  setup: lazy(() => import("#server/modules/setup/router.ts")),
  shop: lazy(() => import("#server/modules/shop/router.ts")),
  site: lazy(() => import("#server/modules/site/router.ts").then((part) => part.siteRouter)),
  ticketMerges: lazy(() =>
    import("#server/modules/queue/router.ts").then((part) => part.ticketMergesRouter),
  ),
  strikes: lazy(() => import("#server/modules/strikes/router.ts")),
  tickets: lazy(() =>
    import("#server/modules/tickets/router.ts").then((part) => part.ticketsRouter),
  ),
  transcripts: lazy(() =>
    import("#server/modules/queue/router.ts").then((part) => part.transcriptsRouter),
  ),
  webhooks: lazy(() => import("#server/modules/webhooks/router.ts")),
});

export type AppRouter = typeof appRouter;
