import { ACTION_NAMES, AUDIT_SCREEN, FIELD_NAMES, REASONS } from "#shared/audit-messages.ts";
import { PLATFORM_NAMES, PLATFORMS } from "#shared/constants/accounts.ts";
import type { AuditAction, AuditField } from "#shared/constants/audit.ts";
import { numberText, pointsText } from "#shared/rules/format.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";

/** What happened, in words; an action that is not known by its own name. */
export const actionName = (action: string): string =>
  Object.entries(ACTION_NAMES).find(([name]) => name === action)?.[1] ?? action;

/** What people do before they are signed in. */
const UNSIGNED: ReadonlySet<string> = new Set<AuditAction>([
  "setup.admin_created",
  "account.registered",
  "account.claimed",
  "account.verified",
  "account.browser_confirmed",
  "account.email_corrected",
  "account.password_reset",
  "session.refused",
  "limit.reached",
  "bridge_key.refused",
  "shop.event_refused",
]);

/** Who did what nobody did who was signed in. */
export const nobodyOf = (action: string): string =>
  UNSIGNED.has(action) ? AUDIT_SCREEN.unsigned : "The site";

const SHORT_ID = 8;

/** What an act was about that was about nobody, such as "Notification 137". */
export const thingName = (action: string, id: string): string => {
  if (action.startsWith("notification.")) return `Notification ${id}`;
  if (action.startsWith("news.")) return `Post ${id}`;
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
const LISTS: ReadonlySet<string> = new Set<AuditField>([
  "scopes",
  "games",
  "rewritten",
  "filters",
  "events",
]);

const valueText = (field: string, value: Value | undefined): string => {
  if (value === undefined || value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (LISTS.has(field)) return String(value).split(" ").join(", ");
  if (NUMBERS.has(field)) return `#${String(value)}`;
  if (field === "reason") return REASONS[String(value)] ?? String(value);
  if (field === "points") return pointsText(value);
  if (typeof value === "number") return numberText(value);
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
