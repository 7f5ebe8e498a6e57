import { idIn } from "#client/lib/list-filter.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import type { AuditListInput } from "#shared/schemas/administration.ts";
import type { AuditSearch } from "./list-search.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight with which a day begins here, some days later; undefined for what is no day. */
const midnight = (day: string | undefined, daysLater = 0): Date | undefined => {
  if (day === undefined || !DAY.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysLater);
  return at;
};

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const auditInputOf = ({
  action,
  who,
  whom,
  request,
  reads,
  from,
  to,
}: AuditSearch): AuditListInput => ({
  action: AUDIT_ACTIONS.find((name) => name === action),
  actorId: idIn(who),
  subject: idIn(whom),
  requestId: idIn(request?.trim()),
  reads: reads === true ? true : undefined,
  from: midnight(from)?.toISOString(),
  until: midnight(to, 1)?.toISOString(),
});

/** A day as the browser's own field takes it; empty for what is no day. */
export const dayOf = (asked: string | undefined): string =>
  midnight(asked) === undefined ? "" : (asked ?? "");
