import { z } from "zod/mini";
import { PUSH_ENDPOINT_MAX, PUSH_KEY_MAX } from "#shared/constants/mail.ts";
import { DAY_MINUTES, TIME_ZONE_MAX } from "#shared/constants/notices.ts";
import { recordId } from "./lists.ts";
import { line } from "./text.ts";

const minute = z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - 1));

const everyChannel = z.object({ bell: z.boolean(), mail: z.boolean(), push: z.boolean() });
const withoutBell = z.object({ mail: z.boolean(), push: z.boolean() });
const withoutMail = z.object({ bell: z.boolean(), push: z.boolean() });

/** Whether a topic reaches somebody by a channel. */
const noticeChoices = z.object({
  tickets: everyChannel,
  points: everyChannel,
  shop: everyChannel,
  strikes: withoutBell,
  news: withoutMail,
});

/** When push and mail wait, in minutes since midnight. */
const quietHours = z.object({ fromMinute: minute, untilMinute: minute });

/** How somebody is told of what concerns them [PUSH-01]. */
export const noticePreferences = z.object({
  choices: noticeChoices,
  /** Null where no hours are quiet. */
  quiet: z.nullable(quietHours),
  /** In which zone the hours are meant; null for the community's. */
  timeZone: z.nullable(z.string()),
  communityTimeZone: z.string(),
  /** The hour of day at which mails come gathered into one; null where each comes by itself. */
  digestHour: z.nullable(z.int()),
});
export type NoticePreferences = z.infer<typeof noticePreferences>;

const someChannels = z.partial(everyChannel);

/** What is to change; what is left out stays. */
export const preferencesInput = z.object({
  choices: z.optional(
    z.object({
      tickets: z.optional(someChannels),
      points: z.optional(someChannels),
      shop: z.optional(someChannels),
      strikes: z.optional(z.partial(withoutBell)),
      news: z.optional(z.partial(withoutMail)),
    }),
  ),
  quiet: z.optional(z.nullable(quietHours)),
  timeZone: z.optional(z.nullable(line(TIME_ZONE_MAX))),
  digestHour: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(23)))),
});
export type PreferencesInput = z.infer<typeof preferencesInput>;

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

/** `GET` and `PUT userprofile/security-mails`: those that can be switched off. */
export const securityMailSettings = z.object({ aboutLinks: z.boolean() });
export type SecurityMailSettings = z.infer<typeof securityMailSettings>;
