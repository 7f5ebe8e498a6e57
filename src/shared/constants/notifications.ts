/** Why a notification was written: by an Admin or the site, or for something on a ticket. */
export const NOTIFICATION_KINDS = ["news", "reply", "assignment", "closing"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** So many people can be chosen for one notification. */
export const NOTIFICATION_TARGETS_MAX = 500;
