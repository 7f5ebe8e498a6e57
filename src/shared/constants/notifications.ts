/** All that the site has to know about a kind of notification. */
export type NotificationKindSpec = {
  /** The picture beside it. */
  icon: "megaphone" | "ticket" | "message" | "mention" | "person" | "lock";
  /** Where its link leads; null for one without a link. */
  leadsTo: "ticket" | null;
  /** Whether no second one of a ticket is written to somebody who has not read the first. */
  isOnceUntilRead: boolean;
};

/** Why a notification was written: by an Admin or the site, or for something on a ticket. */
export const NOTIFICATION_KIND_SPECS = {
  news: { icon: "megaphone", leadsTo: null, isOnceUntilRead: false },
  ticket: { icon: "ticket", leadsTo: "ticket", isOnceUntilRead: false },
  reply: { icon: "message", leadsTo: "ticket", isOnceUntilRead: true },
  mention: { icon: "mention", leadsTo: "ticket", isOnceUntilRead: false },
  assignment: { icon: "person", leadsTo: "ticket", isOnceUntilRead: false },
  closing: { icon: "lock", leadsTo: "ticket", isOnceUntilRead: false },
} as const satisfies Readonly<Record<string, NotificationKindSpec>>;
export type NotificationKind = keyof typeof NOTIFICATION_KIND_SPECS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_KIND_SPECS) as NotificationKind[];

/** An Admin's sent notifications are listed by so many. */
export const SENT_PAGE_SIZE = 10;

/** So many people can be chosen for one notification. */
export const NOTIFICATION_TARGETS_MAX = 500;
