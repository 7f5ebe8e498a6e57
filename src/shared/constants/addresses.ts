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

/**
 * The screens of the application, by their addresses; `$` begins a part that is open. The community's
 * own pages are not among them. A test does not compile until a new route stands here.
 */
export const SCREEN_PATHS = [
  "/",
  "/calendar",
  "/claim",
  "/confirm-address",
  "/confirm-browser",
  "/discord",
  "/end-sessions",
  "/epic-auth.html",
  "/forgot-password",
  "/keep-factor",
  "/login",
  "/login-success",
  "/lost-factor",
  "/member",
  "/member/accountsettings",
  "/member/admin",
  "/member/admin/audit",
  "/member/admin/calendar",
  "/member/admin/health",
  "/member/admin/inbox",
  "/member/admin/keys",
  "/member/admin/webhooks",
  "/member/admin/news",
  "/member/admin/news/$id",
  "/member/admin/news/new",
  "/member/admin/orders",
  "/member/admin/providers",
  "/member/admin/setup",
  "/member/admin/site",
  "/member/admin/site/$section",
  "/member/admin/site/history",
  "/member/admin/site/publish",
  "/member/admin/strikes",
  "/member/admin/team",
  "/member/admin/users",
  "/member/admin/users/$id",
  "/member/notifications",
  "/member/notifications/create",
  "/member/points",
  "/member/purchases",
  "/member/stats",
  "/member/strikes",
  "/member/subscription",
  "/member/tickets",
  "/member/tickets/closed-tickets",
  "/member/tickets/saved-replies",
  "/member/tickets/new-ticket",
  "/member/tickets/figures",
  "/member/tickets/queue",
  "/member/tickets/open-tickets",
  "/member/tickets/ticket/$ticketId",
  "/member/tickets/ticket/$ticketId/edit",
  "/member/tickets/ticket/$ticketId/transcript",
  "/minecraft-auth.html",
  "/news",
  "/news/$slug",
  "/privacy-policy",
  "/register",
  "/resend-verification",
  "/reset-password",
  "/revert-address",
  "/rules",
  "/servers/$serverKey",
  "/setup",
  "/shop",
  "/shop/cart",
  "/verify",
  "/verify-email",
  "/zlg-rules",
] as const;
