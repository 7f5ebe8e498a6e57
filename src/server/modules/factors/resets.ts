import { and, asc, eq, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import { randomSecret } from "#server/auth/secrets.ts";
import type { Tx } from "#server/context/context.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import {
  FACTOR_RESET_MS,
  FACTOR_RESET_WARNINGS_MS,
  type ResetState,
} from "#shared/constants/factors.ts";
import { addresseeOf } from "./changing.ts";

type Reset = { userId: string; id: string; beganAt: Date; endsAt: Date };

/** Mails a member how their reset stands, with the link that stops it; in the caller's transaction. */
const tell = async (tx: Tx, { userId, id, endsAt }: Reset, state: ResetState): Promise<void> => {
  const addressee = await addresseeOf(tx, userId);
  if (addressee === null) return;
  const { to, firstName } = addressee;
  const stop = state === "done" ? null : id;
  const data = { firstName, state, endsAt: endsAt.toISOString(), stop };
  await queueMail(tx, { to, template: "factor-reset", data });
};

/** When the next warning after this moment is due; null after the last. */
const warningAfter = (beganAt: Date, now: Date): Date | null => {
  const times = FACTOR_RESET_WARNINGS_MS.map((ms) => new Date(beganAt.getTime() + ms));
  return times.find((at) => at > now) ?? null;
};

/**
 * Begins the week after which a member's second factors are removed, and warns them, in the caller's
 * transaction. One that has begun goes on as it is.
 */
export const keepReset = async (tx: Tx, userId: string): Promise<Reset> => {
  const { factorResets: t } = tx.tables;
  const [present] = await tx.select().from(t).where(eq(t.userId, userId));
  if (present !== undefined) return present;
  const beganAt = tx.clock.now();
  const endsAt = new Date(beganAt.getTime() + FACTOR_RESET_MS);
  const reset = { userId, id: randomSecret(), beganAt, endsAt };
  await tx.insert(t).values({ ...reset, nextWarningAt: warningAfter(beganAt, beganAt) });
  await tx.audit({ actorId: null, action: "factor.reset_begun", subject: userId });
  await tell(tx, reset, "begun");
  return reset;
};

/** The reset that waits for a member; null for none. */
export const resetOf = async (reader: Reader, userId: string): Promise<Reset | null> => {
  const { factorResets: t } = reader.tables;
  const [found] = await reader
    .select({ userId: t.userId, id: t.id, beganAt: t.beganAt, endsAt: t.endsAt })
    .from(t)
    .where(eq(t.userId, userId));
  return found ?? null;
};

/**
 * Stops the reset that waits for a member, in the caller's transaction.
 * @param reason `link` of a mail, `login` with the factor, or `settings`.
 * @returns whether one waited.
 */
export const stopReset = async (
  tx: Tx,
  userId: string,
  reason: "link" | "login" | "settings",
): Promise<boolean> => {
  const { factorResets: t } = tx.tables;
  const gone = await tx.delete(t).where(eq(t.userId, userId)).returning({ id: t.id });
  if (gone.length === 0) return false;
  const actorId = reason === "link" ? null : userId;
  const after = { reason: `reset_${reason}` };
  await tx.audit({ actorId, action: "factor.reset_stopped", subject: userId, after });
  return true;
};

/** So many at once, few enough for no visitor to wait for them. */
const SLICE = 20;

/** No week ends while a warning of it is due: a day is left after each. */
const isWarned = (t: Tables["factorResets"], now: Date) =>
  or(isNull(t.nextWarningAt), gt(t.nextWarningAt, now));

/** Whose reset is due at a moment: for its next warning, or for its end. */
export const dueResets = async (
  reader: Reader,
  now: Date,
  what: "warning" | "end",
): Promise<string[]> => {
  const { factorResets: t } = reader.tables;
  const at = what === "warning" ? t.nextWarningAt : t.endsAt;
  const due = await reader
    .select({ userId: t.userId })
    .from(t)
    .where(and(isNotNull(at), lte(at, now), what === "end" ? isWarned(t, now) : undefined))
    .orderBy(asc(at), asc(t.userId))
    .limit(SLICE);
  return due.map(({ userId }) => userId);
};

/**
 * Warns a member whose warning is due, in the caller's transaction. One that comes late moves the end: a day
 * is left after each.
 */
export const warn = async (tx: Tx, userId: string): Promise<void> => {
  const { factorResets: t } = tx.tables;
  const now = tx.clock.now();
  const isDue = and(eq(t.userId, userId), lte(t.nextWarningAt, now));
  const [found] = await tx.select().from(t).where(isDue);
  if (found === undefined) return;
  const lastMs = FACTOR_RESET_WARNINGS_MS.at(-1) ?? 0;
  const leastEnd = new Date(now.getTime() + FACTOR_RESET_MS - lastMs);
  const endsAt = found.endsAt > leastEnd ? found.endsAt : leastEnd;
  const nextWarningAt = warningAfter(found.beganAt, now);
  await tx.update(t).set({ endsAt, nextWarningAt }).where(eq(t.userId, userId));
  await tell(tx, { ...found, endsAt }, "waiting");
};

/** Takes a reset whose week is over, in the caller's transaction. @returns whether it was. */
export const takeEnded = async (tx: Tx, userId: string): Promise<boolean> => {
  const { factorResets: t } = tx.tables;
  const now = tx.clock.now();
  const [ended] = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), lte(t.endsAt, now), isWarned(t, now)))
    .returning();
  if (ended === undefined) return false;
  await tell(tx, ended, "done");
  return true;
};
