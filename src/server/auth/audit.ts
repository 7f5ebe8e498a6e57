import type { AuditAction, AuditField } from "#shared/constants/audit.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";

type AuditValues = Readonly<Partial<Record<AuditField, string | number | boolean | null>>>;

export type AuditEntry = {
  /** Who did it: a user's id, or null for the site itself and for people who are not signed in. */
  actorId: string | null;
  action: AuditAction;
  /** To whom or what: an id. */
  subject: string | null;
  before?: AuditValues;
  after?: AuditValues;
};

/**
 * Writes down what happened, in the transaction in which it happens. An entry outlives the personal
 * data of those whom it names: it holds ids, never a name or an address.
 */
export const writeAudit = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  { actorId, action, subject, before, after }: AuditEntry,
): Promise<void> => {
  await tx.insert(store.tables.audit).values({
    at: clock.now(),
    actorId,
    action,
    subject,
    before: before ?? null,
    after: after ?? null,
  });
};
