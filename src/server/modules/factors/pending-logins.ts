import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { hashOf, randomSecret } from "#server/auth/secrets.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import type { TimedTx } from "#server/store/store.ts";
import {
  type LoginWay,
  PENDING_LOGIN_MS,
  PENDING_LOGIN_TRIES,
  type SecondStep,
} from "#shared/constants/factors.ts";
import type { PendingLogin } from "#shared/schemas/factors.ts";

/** A login whose first step is proven. */
export type Pending = {
  hash: string;
  userId: string;
  way: LoginWay;
  /** Of the account's password as it was then (`passwordMarkOf`). */
  passwordHash: string;
};

/** What is kept of the password with which a login began: with another one it begins anew. */
export const passwordMarkOf = (passwordHash: string | null): string => hashOf(passwordHash ?? "");

/**
 * Has a login wait for its second step, in the caller's transaction.
 * @param given.browserSecret from `browser.beginLogin`: no other browser can go on with it.
 */
export const keepPending = async (
  tx: TimedTx,
  given: { userId: string; way: LoginWay; passwordHash: string | null; browserSecret: string },
  ways: readonly SecondStep[],
): Promise<PendingLogin> => {
  const { userId, way, passwordHash, browserSecret } = given;
  const ticket = randomSecret();
  await tx.insert(tx.tables.pendingLogins).values({
    hash: hashOf(ticket),
    userId,
    way,
    browserHash: hashOf(browserSecret),
    passwordHash: passwordMarkOf(passwordHash),
    expiresAt: new Date(tx.clock.now().getTime() + PENDING_LOGIN_MS),
  });
  return { ticket, ways: [...ways] };
};

/**
 * The login that waits with this ticket at this browser.
 * @returns null for one that has run out, was completed, or began in another browser.
 */
export const findPending = async (
  tx: Tx,
  { browser }: Pick<RequestCtx, "browser">,
  ticket: string,
): Promise<Pending | null> => {
  const { pendingLogins: t } = tx.tables;
  const { loginSecret } = browser;
  if (loginSecret === null) return null;
  const isItsOwn = eq(t.browserHash, hashOf(loginSecret));
  const [found] = await tx
    .select({ hash: t.hash, userId: t.userId, way: t.way, passwordHash: t.passwordHash })
    .from(t)
    .where(and(eq(t.hash, hashOf(ticket)), isItsOwn, gt(t.expiresAt, tx.clock.now())));
  return found ?? null;
};

/** Counts a code that is about to be tried. @returns how many more are allowed; null for not even this. */
export const countTry = async (tx: Tx, hash: string): Promise<number | null> => {
  const { pendingLogins: t } = tx.tables;
  const [counted] = await tx
    .update(t)
    .set({ tries: sql`${t.tries} + 1` })
    .where(and(eq(t.hash, hash), lt(t.tries, PENDING_LOGIN_TRIES)))
    .returning({ tries: t.tries });
  return counted === undefined ? null : PENDING_LOGIN_TRIES - counted.tries;
};

/** Ends a login that waits, in the caller's transaction: it was completed, or can be no more. */
export const endPending = async (tx: Tx, hash: string): Promise<void> => {
  const { pendingLogins: t } = tx.tables;
  await tx.delete(t).where(eq(t.hash, hash));
};

/** Removes up to `max` logins that have run out. @returns how many. */
export const forgetPending = async (tx: TimedTx, max: number): Promise<number> => {
  const { pendingLogins: t } = tx.tables;
  const over = tx
    .select({ hash: t.hash })
    .from(t)
    .where(lte(t.expiresAt, tx.clock.now()))
    .limit(max);
  const gone = await tx.delete(t).where(inArray(t.hash, over)).returning({ hash: t.hash });
  return gone.length;
};
