import type { AuditAction, AuditField } from "#shared/constants/audit.ts";
import type { Clock } from "#server/clock.ts";
import type { RequestContext } from "#server/context.ts";
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
 * What an entry is written with. A request context brings where the request came from; jobs and
 * commands come from nowhere.
 */
export type AuditContext = { store: Store; clock: Clock } & Partial<
  Pick<RequestContext, "network" | "requestId"> & {
    browser: Partial<Pick<RequestContext["browser"], "name">>;
  }
>;

/**
 * Writes down what happened, in the transaction in which it happens. An entry outlives the personal
 * data of those whom it names: it holds ids, never a name or an address, and the network and browser
 * that it came from only until the person behind them is erased.
 * @param ctx the whole request context where there is one: it says where the request came from.
 */
export const writeAudit = async (
  { store, clock, network, browser, requestId }: AuditContext,
  tx: Tx,
  { actorId, action, subject, before, after }: AuditEntry,
): Promise<void> => {
  await tx.insert(store.tables.audit).values({
    at: clock.now(),
    actorId,
    action,
    subject,
    before: before ?? null,
    after: after ?? null,
    network: network ?? null,
    browser: browser?.name ?? null,
    requestId: requestId ?? null,
  });
};
