import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_FILTERS } from "#shared/constants/addresses.ts";
import { NOTIFICATION_KINDS, NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import { idempotencyKey, pageInput, pageOf, recordId, userId } from "./lists.ts";
import { line, text } from "./text.ts";

/** A notification as its reader sees it [NOTE-01]. */
export const notification = z.object({
  id: z.int(),
  subject: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  isGlobal: z.boolean(),
  isRead: z.boolean(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The ticket that it is about; null for none. */
  ticketId: z.nullable(z.int()),
  /** Where it leads besides: a path of this site, or an https address; null for nowhere. */
  link: z.nullable(z.string()),
});
export type Notification = z.infer<typeof notification>;
/** Unread first, then newest first. */
export const notificationPage = pageOf(notification);

/** Which of them; all without a filter. */
export const notificationListInput = z.extend(pageInput, {
  filter: z.optional(z.enum(NOTIFICATION_FILTERS)),
});
export type NotificationListInput = z.infer<typeof notificationListInput>;

/** How many are unread, in all and of either topic, each up to `COUNT_MAX`. */
export const unreadCount = z.object({ count: z.int(), tickets: z.int(), news: z.int() });
export type UnreadCount = z.infer<typeof unreadCount>;

export const readInput = z.object({ notificationId: recordId });
export const readTicketInput = z.object({ ticketId: recordId });
export const removalInput = z.object({ id: recordId });

/** A notification as the Admin who wrote it sees it. */
export const sentNotification = z.object({
  id: z.int(),
  subject: z.string(),
  createdAt: z.iso.datetime(),
  isGlobal: z.boolean(),
  /** How many people have it now: of one for everyone, all members. */
  people: z.int(),
  /** How many of them have read it. */
  readBy: z.int(),
  /** Null while it is not taken back. */
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type SentNotification = z.infer<typeof sentNotification>;
/** The newest first. */
export const sentPage = pageOf(sentNotification);

// What the use case refuses in its own words (an empty message, say) may be absent here.
export const newNotification = z.object({
  subject: z._default(line(LENGTHS.notificationSubject), ""),
  message: z._default(text(LENGTHS.notificationMessage), ""),
  isGlobal: z._default(z.boolean(), false),
  link: z.nullish(line(LENGTHS.notificationLink)),
  targetUserIds: z.nullish(z.array(userId).check(z.maxLength(NOTIFICATION_TARGETS_MAX))),
  idempotencyKey,
});
export type NewNotification = z.infer<typeof newNotification>;

/** Whom a notification can be written to; for Admins alone. */
export const notificationTarget = z.object({
  profileId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type NotificationTarget = z.infer<typeof notificationTarget>;
export const notificationTargetPage = pageOf(notificationTarget);
