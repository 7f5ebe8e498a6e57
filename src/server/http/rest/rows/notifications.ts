import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { SiteRow } from "./site-row.ts";

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
