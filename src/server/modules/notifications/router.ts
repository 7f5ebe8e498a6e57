import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import { pageInput, searchInput } from "#shared/schemas/lists.ts";
import {
  newNotification,
  notification,
  notificationListInput,
  notificationPage,
  notificationTargetPage,
  readInput,
  readTicketInput,
  removalInput,
  sentPage,
  unreadCount,
} from "#shared/schemas/notifications.ts";
import { createNotification, removeNotification, withdrawNotification } from "./index.ts";
import {
  countUnread,
  listNotifications,
  listSent,
  listTargets,
  markAllRead,
  markRead,
  markTicketRead,
} from "./list.ts";

const procedure = permissionProcedure("site");

/** What members are told. */
export const notificationsRouter = router({
  list: memberProcedure
    .input(notificationListInput)
    .output(notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  unread: memberProcedure.output(unreadCount).query(({ ctx }) => countUnread(ctx)),
  markRead: memberProcedure
    .input(readInput)
    .output(z.void())
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: memberProcedure.output(z.void()).mutation(({ ctx }) => markAllRead(ctx)),
  markTicketRead: memberProcedure
    .input(readTicketInput)
    .output(unreadCount)
    .mutation(({ ctx, input }) => markTicketRead(ctx, input)),
  create: procedure
    .input(newNotification)
    .output(notification)
    .mutation(({ ctx, input }) => createNotification(ctx, input)),
  remove: procedure
    .input(removalInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeNotification(ctx, input)),
  sent: procedure
    .input(pageInput)
    .output(sentPage)
    .query(({ ctx, input }) => listSent(ctx, input)),
  withdraw: procedure
    .input(removalInput)
    .output(z.void())
    .mutation(({ ctx, input }) => withdrawNotification(ctx, input)),
  targets: procedure
    .input(searchInput)
    .output(notificationTargetPage)
    .query(({ ctx, input }) => listTargets(ctx, input)),
});
