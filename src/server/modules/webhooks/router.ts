import { z } from "zod";
import { adminActProcedure, adminProcedure, router } from "#server/procedures/init.ts";
import {
  deliveryId,
  madeWebhook,
  newWebhook,
  webhook,
  webhookDeliveryInput,
  webhookDeliveryPage,
  webhookEdit,
  webhookId,
} from "#shared/schemas/webhooks.ts";
import {
  editWebhook,
  listWebhookDeliveries,
  listWebhooks,
  makeWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  sendDeliveryAgain,
  tryWebhook,
} from "./manage.ts";

/** Programs elsewhere that are told of what happens here: for Admins, as what they hear leaves the site. */
export const webhooksRouter = router({
  list: adminProcedure.output(z.array(webhook)).query(({ ctx }) => listWebhooks(ctx)),
  make: adminActProcedure
    .input(newWebhook)
    .output(madeWebhook)
    .mutation(({ ctx, input }) => makeWebhook(ctx, input)),
  edit: adminActProcedure
    .input(webhookEdit)
    .output(webhook)
    .mutation(({ ctx, input }) => editWebhook(ctx, input)),
  pause: adminActProcedure
    .input(webhookId)
    .output(webhook)
    .mutation(({ ctx, input }) => pauseWebhook(ctx, input)),
  resume: adminActProcedure
    .input(webhookId)
    .output(webhook)
    .mutation(({ ctx, input }) => resumeWebhook(ctx, input)),
  remove: adminActProcedure
    .input(webhookId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
  test: adminProcedure
    .input(webhookId)
    .output(z.object({ hasArrived: z.boolean(), message: z.string() }))
    .mutation(({ ctx, input }) => tryWebhook(ctx, input)),
  deliveries: adminProcedure
    .input(webhookDeliveryInput)
    .output(webhookDeliveryPage)
    .query(({ ctx, input }) => listWebhookDeliveries(ctx, input)),
  sendAgain: adminActProcedure
    .input(deliveryId)
    .output(z.void())
    .mutation(({ ctx, input }) => sendDeliveryAgain(ctx, input)),
});
