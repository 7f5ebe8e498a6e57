/** What is written down about accounts: who did it, to whom, and what changed. */
export const AUDIT_ACTIONS = [
  "account.registered",
  "account.verified",
  "account.changed",
  "account.password_changed",
  "account.password_refused",
  "account.password_reset",
  "account.deactivated",
  "account.reactivated",
  "account.promoted",
  "account.demoted",
  "account.erased",
  "account.removed",
  "session.started",
  "session.ended",
  "session.refused",
  "tier.granted",
  "link.added",
  "link.removed",
  "notification.sent",
  "notification.removed",
  "ticket.assigned",
  "points.credited",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry may tell of before and after: nothing that says who a person is. */
export const AUDIT_FIELDS = [
  "role",
  "isActive",
  "isVerified",
  "deactivatedBy",
  "allowMarketing",
  "platform",
  "sessions",
  "tier",
  "reason",
  "isGlobal",
  "targets",
  "points",
  "ticketId",
] as const;
export type AuditField = (typeof AUDIT_FIELDS)[number];
