// What stands in addresses of single screens. Every page knows all routes: what else an area has stays
// out of here, and so out of the start.

/** The tabs of the account settings, as they stand in `?tab=` [NAV-09]. */
export const SETTINGS_TABS = [
  "General",
  "Notifications",
  "Privacy",
  "Accounts",
  "Security",
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** By what the list of notifications is narrowed: those about a ticket, and all others. */
export const NOTIFICATION_FILTERS = ["unread", "tickets", "news"] as const;
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

/** By what the team can sort its list of strikes; those without an index are left out. */
export const STRIKE_SORTS = ["issued", "-issued", "ends", "-ends"] as const;
