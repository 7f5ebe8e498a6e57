import { isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { WebhookPayload } from "#server/store/schema.notifications.ts";
import type { WebhookEvent } from "#shared/constants/webhooks.ts";

export { ownHostTest } from "./addresses.ts";
export { deliverWebhooks, forgetDeliveries } from "./deliver.ts";

/**
 * Has every webhook told that wants to hear of it, in the caller's transaction: what is rolled back is told to
 * nobody, and what has happened is told even where the program ends at once [HOOK-01].
 * @param payload `path` is one of this site; `data` says the same as `title` and `text` for programs.
 */
export const announce = async (
  tx: Tx,
  event: WebhookEvent,
  payload: WebhookPayload,
): Promise<void> => {
  const { webhooks, webhookDeliveries } = tx.tables;
  const known = await tx
    .select({ id: webhooks.id, events: webhooks.events })
    .from(webhooks)
    .where(isNull(webhooks.pausedAt));
  const told = known.filter(({ events }) => events.includes(event));
  if (told.length === 0) return;
  const now = tx.clock.now();
  await tx.insert(webhookDeliveries).values(
    told.map(({ id }) => ({
      webhookId: id,
      event,
      payload,
      createdAt: now,
      attempts: 0,
      nextAttemptAt: now,
    })),
  );
};
