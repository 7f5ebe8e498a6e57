import { PLATFORM_NAMES, PLATFORMS } from "#shared/constants/accounts.ts";
import type { AuditAction, AuditField } from "#shared/constants/audit.ts";
import { pointsText } from "#shared/rules/membership.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import { REASONS } from "./audit-reasons.ts";

/** What happened, in words. */
export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  "account.registered": "Account registered",
  "account.verified": "Address confirmed",
  "account.changed": "Profile changed",
  "account.browser_confirmed": "Browser confirmed by mail",
  "account.password_changed": "Password changed",
  "account.password_refused": "Password change refused",
  "account.password_reset": "Password reset",
  "account.deactivated": "Account deactivated",
  "account.reactivated": "Account reactivated",
  "account.promoted": "Promoted to Admin",
  "account.demoted": "Demoted to User",
  "account.erased": "Account erased",
  "account.removed": "Unverified account removed",
  "account.guessed": "Password is being guessed",
  "session.started": "Signed in",
  "session.ended": "Session ended",
  "session.refused": "Sign-in refused",
  "limit.reached": "Limit reached",
  "members.listed": "Members looked through",
  "members.exported": "All members read at once",
  "statement.read": "Statement read",
  "statement.exported": "Statement exported",
  "orders.listed": "Orders looked through",
  "shop_events.listed": "Shop inbox looked through",
  "shop_flags.listed": "Open questions of the shop looked through",
  "tier.granted": "Tier granted",
  "link.added": "Account linked",
  "link.removed": "Account unlinked",
  "notification.sent": "Notification sent",
  "notification.removed": "Notification deleted",
  "ticket.assigned": "Ticket assigned",
  "ticket.unassigned": "Taken off a ticket",
  "ticket.edited": "Ticket edited",
  "ticket.closed": "Ticket closed",
  "ticket.restored": "Ticket restored",
  "ticket.read": "Ticket read",
  "tickets.listed": "Tickets looked through",
  "points.credited": "Points credited",
  "points.edited": "Points edited",
  "ledger.broken": "Ledger does not add up",
  "bridge_key.created": "Bridge key created",
  "bridge_key.revoked": "Bridge key revoked",
  "bridge_key.kept": "Bridge key kept",
  "bridge_key.expired": "Bridge key expired",
  "bridge_key.refused": "Bridge key refused",
  "bridge_key.scope_refused": "Bridge key lacks a scope",
  "bridge_key.spending_unusual": "Unusual spending by a bridge key",
  "shop.event_refused": "Unsigned shop event refused",
  "shop.event_replayed": "Shop event processed again",
  "order.confirmed": "Order credited by hand",
  "order.flag_resolved": "Order entry settled",
  "order.payment_held": "Payment waits for an Admin",
  "order.payment_confirmed": "Payment confirmed and credited",
  "audit.read": "Audit log read",
  "audit.chain_broken": "Audit chain is broken",
};

const FIELD_NAMES: Readonly<Record<AuditField, string>> = {
  role: "Role",
  isActive: "Active",
  isVerified: "Verified",
  deactivatedBy: "Closed by",
  allowMarketing: "News by email",
  platform: "Platform",
  sessions: "Sessions",
  tier: "Tier",
  reason: "Reason",
  isGlobal: "To everyone",
  targets: "Recipients",
  points: "Points",
  ticketId: "Ticket",
  status: "Status",
  category: "Category",
  game: "Game",
  server: "Server",
  rewritten: "Rewritten",
  entries: "Lines",
  broken: "Wrong lines",
  firstBrokenId: "First wrong line",
  scopes: "Scopes",
  games: "Games",
  orderId: "Order",
  eventId: "Event",
  flagId: "Entry",
  paymentId: "Payment",
  filters: "Narrowed by",
  position: "Position",
  expiresAt: "Ends",
};

/** What happened, in words; an action that is not known by its own name. */
export const actionName = (action: string): string =>
  Object.entries(ACTION_NAMES).find(([name]) => name === action)?.[1] ?? action;

/** What people do before they are signed in. */
const UNSIGNED: ReadonlySet<string> = new Set<AuditAction>([
  "account.registered",
  "account.verified",
  "account.browser_confirmed",
  "account.password_reset",
  "session.refused",
  "limit.reached",
  "bridge_key.refused",
  "shop.event_refused",
]);

/** Who did what nobody did who was signed in. */
export const nobodyOf = (action: string): string =>
  UNSIGNED.has(action) ? "Someone not signed in" : "The site";

const SHORT_ID = 8;

/** What an act was about that was about nobody, such as "Notification 137". */
export const thingName = (action: string, id: string): string => {
  if (action.startsWith("notification.")) return `Notification ${id}`;
  if (action.startsWith("bridge_key.")) return `Bridge key ${id}`;
  return id.length > SHORT_ID ? `${id.slice(0, SHORT_ID)}…` : id;
};

type Value = NonNullable<AuditLine["before"]>[string];

/** By which people speak of something. */
const NUMBERS: ReadonlySet<string> = new Set<AuditField>([
  "ticketId",
  "firstBrokenId",
  "orderId",
  "eventId",
  "flagId",
  "paymentId",
  "position",
]);

/** What stands in one value as several words. */
const LISTS: ReadonlySet<string> = new Set<AuditField>(["scopes", "games", "rewritten", "filters"]);

const valueText = (field: string, value: Value | undefined): string => {
  if (value === undefined || value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (LISTS.has(field)) return String(value).split(" ").join(", ");
  if (NUMBERS.has(field)) return `#${String(value)}`;
  if (field === "reason") return REASONS[String(value)] ?? String(value);
  if (field === "points") return pointsText(value);
  if (typeof value === "number") return value.toLocaleString("en-US");
  const platform = PLATFORMS.find((name) => field === "platform" && name === value);
  return platform === undefined ? value : PLATFORM_NAMES[platform];
};

export type AuditChange = { name: string; before: string | null; after: string | null };

/** What changed, each with what it was and what it is; null where an entry does not tell. */
export const changesOf = ({ before, after }: AuditLine): AuditChange[] => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const names: Readonly<Record<string, string>> = FIELD_NAMES;
  return fields.map((field) => ({
    name: names[field] ?? field,
    before: before !== null && field in before ? valueText(field, before[field]) : null,
    // What is no longer there has gone where the entry tells of afterwards at all.
    after: after === null ? null : valueText(field, after[field]),
  }));
};
