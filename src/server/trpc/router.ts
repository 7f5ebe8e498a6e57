import { accountsRouter } from "#server/modules/accounts/accounts.router.ts";
import { linksRouter } from "#server/modules/links/links.router.ts";
import { membersRouter } from "#server/modules/members/members.router.ts";
import { notificationsRouter } from "#server/modules/notifications/notifications.router.ts";
import { serversRouter } from "#server/modules/servers/servers.router.ts";
import { messagesRouter } from "#server/modules/tickets/messages.router.ts";
import { ticketsRouter } from "#server/modules/tickets/tickets.router.ts";
import { router } from "./init.ts";

/** Everything our own client can call. */
export const appRouter = router({
  accounts: accountsRouter,
  links: linksRouter,
  members: membersRouter,
  messages: messagesRouter,
  notifications: notificationsRouter,
  servers: serversRouter,
  tickets: ticketsRouter,
});

export type AppRouter = typeof appRouter;
