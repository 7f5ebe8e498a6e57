import { z } from "zod";
import {
  memberProcedure,
  permissionActProcedure,
  permissionProcedure,
  router,
} from "#server/procedures/init.ts";
import {
  adminOrderInput,
  adminOrderPage,
  flagId,
  flagInput,
  flagPage,
  inboxEventId,
  inboxInput,
  inboxPage,
  myOrderInput,
  orderId,
  orderPage,
  paymentId,
  shopTrouble,
  subscriptionStatus,
} from "#shared/schemas/orders.ts";
import { listEvents, replayEvent } from "./events.ts";
import { countTrouble, listFlags, resolveFlag } from "./flags.ts";
import { listAllOrders, listOrders } from "./list.ts";
import { confirmOrder, confirmPayment } from "./process-payment.ts";
import { readSubscription } from "./subscriptions.ts";

const procedure = permissionProcedure("orders");
const actProcedure = permissionActProcedure("orders");

/** What was bought, and what Tebex tells us of it. */
export const ordersRouter = router({
  mine: memberProcedure
    .input(myOrderInput)
    .output(orderPage)
    .query(({ ctx, input }) => listOrders(ctx, input)),
  subscription: memberProcedure
    .output(subscriptionStatus)
    .query(({ ctx }) => readSubscription(ctx)),
  all: procedure
    .input(adminOrderInput)
    .output(adminOrderPage)
    .query(({ ctx, input }) => listAllOrders(ctx, input)),
  events: procedure
    .input(inboxInput)
    .output(inboxPage)
    .query(({ ctx, input }) => listEvents(ctx, input)),
  flags: procedure
    .input(flagInput)
    .output(flagPage)
    .query(({ ctx, input }) => listFlags(ctx, input)),
  trouble: procedure.output(shopTrouble).query(({ ctx }) => countTrouble(ctx)),
  replay: actProcedure
    .input(inboxEventId)
    .output(z.string())
    .mutation(({ ctx, input }) => replayEvent(ctx, input)),
  confirm: actProcedure
    .input(orderId)
    .output(z.string())
    .mutation(({ ctx, input }) => confirmOrder(ctx, input)),
  confirmPayment: actProcedure
    .input(paymentId)
    .output(z.string())
    .mutation(({ ctx, input }) => confirmPayment(ctx, input)),
  resolveFlag: actProcedure
    .input(flagId)
    .output(z.string())
    .mutation(({ ctx, input }) => resolveFlag(ctx, input)),
});
