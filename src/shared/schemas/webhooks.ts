import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
  DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  WEBHOOK_TRIAL,
} from "#shared/constants/webhooks.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { pageInput, pageOf, recordId } from "./lists.ts";
import { line } from "./text.ts";

/** A program elsewhere that is told of what happens here, without its secret and its whole address. */
export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  /** Where it is, without what would let others write there. */
  shownUrl: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: z.iso.datetime(),
  /** Since when nothing is sent to it; null for one that is told. */
  pausedAt: z.nullable(z.iso.datetime()),
  /** Failures one after the other. */
  failures: z.int(),
  lastSentAt: z.nullable(z.iso.datetime()),
  /** What came of the last failure, in a few words; null where the last one went well. */
  lastError: z.nullable(z.string()),
});
export type Webhook = z.infer<typeof webhook>;

const name = line(LENGTHS.label).check(z.refine(isSeen, "must not be empty"));
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length));
const url = line(LENGTHS.url).check(z.refine(isSeen, "must not be empty"));

export const newWebhook = z.object({ name, url, events });
export type NewWebhook = z.infer<typeof newWebhook>;
/** `secret` is shown this once: with it the receiver checks signatures. Null for Discord, which checks none. */
export const madeWebhook = z.extend(webhook, { secret: z.nullable(z.string()) });
export type MadeWebhook = z.infer<typeof madeWebhook>;

export const webhookId = z.object({ id: line(LENGTHS.id) });
/** Without `url` it stays where it is. */
export const webhookEdit = z.extend(webhookId, { name, events, url: z.optional(url) });
export type WebhookEdit = z.infer<typeof webhookEdit>;

/** Something that a webhook was told, or will be. */
export const webhookDelivery = z.object({
  id: z.int(),
  event: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TRIAL]),
  title: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** When it is tried next; null where it is over. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  error: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export const webhookDeliveryPage = pageOf(webhookDelivery);
export const webhookDeliveryInput = z.extend(pageInput, { webhookId: webhookId.shape.id });
export type WebhookDeliveryInput = z.infer<typeof webhookDeliveryInput>;
export const deliveryId = z.object({ id: recordId });
