import type { SiteRow } from "#server/http/rest/row.ts";
import { NOTIFICATIONS, PUSH } from "#shared/notification-messages.ts";

const aboutPush = { section: "Push" } as const;

/** The browsers of a member that push reaches. */
export const PUSH_ROWS: readonly SiteRow[] = [
  {
    ...aboutPush,
    method: "GET",
    path: "/push/subscriptions",
    procedure: "push.list",
    summary: "The member's browsers that push reaches, and the key with which one subscribes.",
    reply: "json",
  },
  {
    ...aboutPush,
    method: "POST",
    path: "/push/subscriptions",
    procedure: "push.subscribe",
    summary:
      "Adds the browser, or says that it is still there; the body is what `PushSubscription.toJSON()` gives.",
    reply: "json",
    refuses: { 429: "Too many of them; `Retry-After` says in how many seconds to try again." },
  },
  {
    ...aboutPush,
    method: "DELETE",
    path: "/push/subscriptions/{id}",
    procedure: "push.unsubscribe",
    summary: "Takes one of the member's browsers away.",
    reply: "empty",
    unknown: PUSH.unknown,
  },
];

const about = { section: "Notifications" } as const;

/** What members are told. */
export const NOTIFICATION_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    path: "/Notification",
    procedure: "notifications.list",
    summary: "The member's notifications, unread first, then newest first; `filter` narrows them.",
    reply: "list",
  },
  {
    ...about,
    method: "POST",
    path: "/Notification",
    procedure: "notifications.create",
    summary: "Writes to everyone (`isGlobal`), or to the people in `targetUserIds`.",
    reply: "json",
    refuses: { 429: "Too many of them; `Retry-After` says in how many seconds to try again." },
  },
  {
    ...about,
    method: "PUT",
    path: "/Notification/read",
    procedure: "notifications.markRead",
    summary: "Marks one of the member's notifications as read.",
    reply: "empty",
    refuses: { 404: NOTIFICATIONS.unknown },
  },
  {
    ...about,
    method: "DELETE",
    path: "/Notification/{id}",
    procedure: "notifications.remove",
    summary: "Takes a notification back from everyone who got it.",
    reply: "empty",
    unknown: NOTIFICATIONS.unknown,
  },
  {
    ...about,
    method: "GET",
    path: "/Notification/GetAllUsersAndId",
    procedure: "notifications.targets",
    summary: "Whom a notification can be written to, the newest accounts first.",
    reply: "list",
  },
];
