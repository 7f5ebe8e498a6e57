import type { AuditBreakFault } from "#shared/admin-messages.ts";
import type { AuditAction, AuditField } from "#shared/constants/audit.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { TICKET_FIELD_SPECS, type TicketField, byTicketField } from "./constants/tickets.ts";

/** The lines of the audit and their filters. */
export const AUDIT_SCREEN = {
  parties: "Who, to whom",
  changes: "What changed",
  showRead: "Show what was only read",
  copyRequestId: "Copy the request ID",
  copyThisRequestId: (id: string) => `Copy the request ID ${id}`,
  unsigned: "Someone not logged in",
  unsealed: "not sealed yet",
  onlyTheirActs: "Show only what they did",
  onlyDoneToThem: "Show only what was done to them",
} as const;

/** What happened, in words. */
export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  "account.registered": "Account registered",
  "account.verified": "Address confirmed",
  "account.changed": "Profile changed",
  "account.browser_confirmed": "Browser confirmed by email",
  "account.email_corrected": "Mistyped address corrected",
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
  "session.started": "Logged in",
  "session.ended": "Session ended",
  "session.refused": "Login refused",
  "limit.reached": "Limit reached",
  "members.listed": "Members looked through",
  "members.exported": "All members read at once",
  "member.read": "Member looked up",
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
  "notification.withdrawn": "Notification withdrawn",
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

/** What was changed, in words. */
export const FIELD_NAMES: Readonly<Record<AuditField, string>> = {
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
  ...byTicketField<Record<TicketField, string>>((field) => TICKET_FIELD_SPECS[field].label),
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

const PASSWORDS = "too many wrong passwords";
const MAILS = "too many mails asked for";
const VOTES = "too many votes";
const SPENT = "too many points spent";
const SPENDINGS = "points spent too often";

/** Which limit was reached. */
const LIMITS_REACHED: Readonly<Record<LimitName, string>> = {
  loginsByAccountAndAddress: PASSWORDS,
  loginsByAccountAndKnownBrowser: PASSWORDS,
  loginsByAccount: `${PASSWORDS} from new browsers`,
  loginsByAccountFromKnownBrowsers: `${PASSWORDS} from known browsers`,
  loginsByAddress: `${PASSWORDS} from one network`,
  completedLoginsByAccount: "too many logins",
  guessesByAccount: PASSWORDS,
  registrationsByAddress: "too many registrations from one network",
  takenRegistrationsByAddress: "too many registrations with addresses in use",
  takenRegistrationsByProof: "too many registrations with addresses in use",
  emailCorrectionsByAccount: "too many corrected addresses",
  codesByAddress: "too many codes tried",
  mailsByMailbox: MAILS,
  mailsByMailboxFromKnownBrowsers: MAILS,
  browserMailsByMailbox: MAILS,
  mailsByAddress: `${MAILS} from one network`,
  proofsByAddress: "too many accounts proven from one network",
  messagesByMember: "too many messages",
  ticketsByMember: "too many tickets",
  ticketChangesByMember: "too many changes of tickets",
  notificationsByMember: "too many notifications",
  accountChangesByMember: "too many changes of the account",
  exportsByMember: "too many exports",
  basketsByMember: "too many baskets",
  basketItemsByMember: "too many changes of baskets",
  playPointsByMember: "too many points for playing",
  votesByMemberAndSite: VOTES,
  votesByMember: VOTES,
  spendPointsByKey: SPENT,
  spendPointsByMember: SPENT,
  spendCallsByKey: SPENDINGS,
  spendCallsByMember: SPENDINGS,
  usualSpendingByKey: SPENT,
  keptVotesByKey: "too many votes for players without a linked account",
};

/** What was found wrong with the chain. */
const FAULTS: Readonly<Record<AuditBreakFault, string>> = {
  missing: "a line is missing",
  changed: "a line was changed",
  personal: "network or browser of a line were changed",
  cut: "the end is gone",
  replaced: "a line was replaced",
};

const OTHERS = {
  password: "wrong password",
  deactivated: "account deactivated",
  unverified: "address not confirmed",
  unknown: "no such key",
  revoked: "the key was revoked",
  expired: "the key has expired",
  makerDemoted: "its maker was demoted",
  makerDeactivated: "its maker's account was deactivated",
  secret: "wrong secret part",
} as const;

/** Why something was refused, or wrong, in words. */
export const REASONS: Readonly<Record<string, string>> = {
  ...LIMITS_REACHED,
  ...FAULTS,
  ...OTHERS,
};
