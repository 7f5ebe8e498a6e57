import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { one, type StoreTx, type Tables, type TimedTx } from "#server/store/store.ts";
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
  /** Why, in somebody's own words: kept beside the chain, until the one it is about is erased. */
  note?: string;
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
  { actorId, action, subject, before, after, note = "" }: AuditEntry,
): Promise<void> => {
  const { audit, auditNotes } = tx.tables;
  const written = tx.insert(audit).values({
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
  if (note === "") {
    await written;
    return;
  }
  const { id: auditId } = one(await written.returning({ id: audit.id }));
  await tx.insert(auditNotes).values({ auditId, subject, note });
};

/** An entry's place in the chain, and what goes with it. */
export type AuditSeal = Required<
  Pick<Tables["audit"]["$inferInsert"], "position" | "salt" | "personalHash" | "hash">
>;

/** Gives an entry its place in the chain, in the caller's transaction. */
export const sealEntry = async (tx: StoreTx, id: number, seal: AuditSeal): Promise<void> => {
  const { audit } = tx.tables;
  await tx.update(audit).set(seal).where(eq(audit.id, id));
};

/** So many at most in one transaction. */
const ORIGINS_AT_ONCE = 500;

/**
 * Removes from where somebody came: network and browser of what they did, and of what was tried with
 * their account, with the salt that led to them; and what Admins noted about them. The chain stays whole:
 * it holds their hash alone.
 * @returns false while there is more of it than one transaction should remove.
 */
export const forgetOrigins = async (tx: StoreTx, userId: string): Promise<boolean> => {
  const { audit: t, auditNotes } = tx.tables;
  await tx.delete(auditNotes).where(eq(auditNotes.subject, userId));
  const isTheirs = or(eq(t.actorId, userId), and(isNull(t.actorId), eq(t.subject, userId)));
  const some = tx
    .select({ id: t.id })
    .from(t)
    .where(and(isTheirs, or(isNotNull(t.network), isNotNull(t.browser))))
    .limit(ORIGINS_AT_ONCE);
  const gone = await tx
    .update(t)
    .set({ network: null, browser: null, salt: null })
    .where(inArray(t.id, some))
    .returning({ id: t.id });
  return gone.length < ORIGINS_AT_ONCE;
};
