import { z } from "zod/mini";
import { PUSH_ENDPOINT_MAX, PUSH_KEY_MAX } from "#shared/constants/push.ts";
import { recordId } from "./lists.ts";
import { line } from "./text.ts";

/** What a browser says of its subscription, as `PushSubscription.toJSON()` writes it. */
export const newPushSubscription = z.object({
  endpoint: line(PUSH_ENDPOINT_MAX),
  keys: z.object({ p256dh: line(PUSH_KEY_MAX.p256dh), auth: line(PUSH_KEY_MAX.auth) }),
});
export type NewPushSubscription = z.infer<typeof newPushSubscription>;

/** A browser that push reaches [PUSH-08]. */
export const pushSubscription = z.object({
  id: z.int(),
  /** In words, such as "Firefox on Windows". */
  browser: z.string(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the browser was last there. */
  seenAt: z.iso.datetime(),
  /** When something was last pushed to it; null for never. */
  pushedAt: z.nullable(z.iso.datetime()),
});
export type PushSubscriptionEntry = z.infer<typeof pushSubscription>;

/** The member's browsers, and the key with which one subscribes. */
export const pushSubscriptions = z.object({
  /** In base64url. */
  publicKey: z.string(),
  items: z.array(pushSubscription),
});
export type PushSubscriptions = z.infer<typeof pushSubscriptions>;

export const pushRemoval = z.object({ id: recordId });

/** What the service worker gets: ids and a sentence, and nothing of what was written [PUSH-10]. */
export const pushPayload = z.object({
  title: z.string(),
  text: z.string(),
  /** A path of this site. */
  link: z.string(),
  /** One of a tag takes the place of another. */
  tag: z.string(),
  notificationId: z.nullable(z.int()),
  ticketId: z.nullable(z.int()),
});
export type PushPayload = z.infer<typeof pushPayload>;
