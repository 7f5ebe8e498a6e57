import { accountsRouter } from "#server/modules/accounts/router.ts";
import { administrationRouter } from "#server/modules/administration/router.ts";
import { bridgeRouter } from "#server/modules/bridge/router.ts";
import { calendarRouter } from "#server/modules/calendar/router.ts";
import { communityRouter } from "#server/modules/community/router.ts";
import { linksRouter } from "#server/modules/links/router.ts";
import { maintenanceRouter } from "#server/modules/maintenance/router.ts";
import { membersRouter } from "#server/modules/members/router.ts";
import { newsRouter } from "#server/modules/news/router.ts";
import { notificationsRouter } from "#server/modules/notifications/router.ts";
import { ordersRouter } from "#server/modules/orders/router.ts";
import { pointsRouter } from "#server/modules/points/router.ts";
import { serversRouter } from "#server/modules/servers/router.ts";
import { shopRouter } from "#server/modules/shop/router.ts";
import { siteRouter } from "#server/modules/site/router.ts";
import { messagesRouter } from "#server/modules/tickets/messages.router.ts";
import { ticketsRouter } from "#server/modules/tickets/router.ts";
import { router } from "#server/procedures/init.ts";

/** Everything our own client can call. */
export const appRouter = router({
  accounts: accountsRouter,
  administration: administrationRouter,
  bridge: bridgeRouter,
  calendar: calendarRouter,
  community: communityRouter,
  links: linksRouter,
  maintenance: maintenanceRouter,
  members: membersRouter,
  messages: messagesRouter,
  news: newsRouter,
  notifications: notificationsRouter,
  orders: ordersRouter,
  points: pointsRouter,
  servers: serversRouter,
  shop: shopRouter,
  site: siteRouter,
  tickets: ticketsRouter,
});

export type AppRouter = typeof appRouter;
