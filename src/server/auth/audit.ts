import type { TimedTx } from "#server/store/store.ts";
import type { AuditAction, AuditField } from "#shared/constants/audit.ts";

type AuditValues = Readonly<Partial<Record<AuditField, string | number | boolean | null>>>;

/** What happened to whom. */
export type AuditEntry = {
  action: AuditAction;
  /** To whom or what: an id. */
  subject: string | null;
  before?: AuditValues;
  after?: AuditValues;
  /**
   * Who did it, where it was not the one who is signed in: a user's id, or null for the site itself
   * and for people who are not signed in.
   */
  actorId?: string | null;
  /** True for what the site itself found out, whoever's request that was: neither is kept of them. */
  isSites?: true;
};

/** Where a request came from, as it may be kept; jobs and commands come from nowhere. */
export type Origin = {
  readonly network?: string;
  readonly requestId?: string;
  readonly browser?: { readonly name: string };
};

/**
 * Writes down what happened, in the transaction in which it happens. An entry outlives the personal
 * data of those whom it names: it holds ids, never a name or an address, and the network and browser
 * that it came from only until the person behind them is erased. In a use case: `tx.audit`.
 */
export const writeAudit = async (
  tx: TimedTx,
  { network, browser, requestId }: Origin,
  { actorId, action, subject, before, after }: AuditEntry,
): Promise<void> => {
  await tx.insert(tx.tables.audit).values({
    at: tx.clock.now(),
    actorId: actorId ?? null,
    action,
    subject,
    before: before ?? null,
    after: after ?? null,
    network: network ?? null,
    browser: browser?.name ?? null,
    requestId: requestId ?? null,
  });
};
