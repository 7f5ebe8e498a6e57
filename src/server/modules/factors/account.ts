import { and, eq, gt, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { hashOf, randomSecret } from "#server/auth/secrets.ts";
import type { CtxReader, MemberTx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";
import {
  type LoginWay,
  PENDING_LOGIN_MS,
  PENDING_LOGIN_TRIES,
  type SecondStep,
} from "#shared/constants/factors.ts";
import { FACTORS } from "#shared/factor-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { PendingLogin } from "#shared/schemas/factors.ts";

/** What a login has to know of an account. */
export type LoginAccount = {
  passwordHash: string | null;
  verifiedAt: Date | null;
  deactivatedAt: Date | null;
};

/** @returns undefined where there is none, or none any more. */
export const findLoginAccount = async (
  { tables, ...reader }: Reader,
  userId: string,
): Promise<LoginAccount | undefined> => {
  const { users: t } = tables;
  const [found] = await reader
    .select({
      passwordHash: t.passwordHash,
      verifiedAt: t.verifiedAt,
      deactivatedAt: t.deactivatedAt,
    })
    .from(t)
    .where(and(eq(t.id, userId), isNull(t.erasedAt)));
  return found;
};

const hasApp = async (reader: Reader, userId: string): Promise<boolean> => {
  const { totpFactors: t } = reader.tables;
  const [app] = await reader.select({ userId: t.userId }).from(t).where(eq(t.userId, userId));
  return app !== undefined;
};

const hasPasskey = async (reader: Reader, userId: string): Promise<boolean> => {
  const { passkeys: t } = reader.tables;
  const isTheirs = eq(t.userId, userId);
  const [passkey] = await reader.select({ id: t.id }).from(t).where(isTheirs).limit(1);
  return passkey !== undefined;
};

/** Whether the account has an app or a passkey. */
export const hasFactor = async (reader: Reader, userId: string): Promise<boolean> =>
  (await hasApp(reader, userId)) || hasPasskey(reader, userId);

/** How the account can prove its second step; none where it has no second factor [FACTOR-01]. */
export const secondStepsOf = async (reader: CtxReader, userId: string): Promise<SecondStep[]> => {
  const { recoveryCodes } = reader.tables;
  if (!(await hasApp(reader, userId))) return [];
  const [code] = await reader
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .limit(1);
  return [
    "totp",
    ...((await hasPasskey(reader, userId)) ? ["passkey" as const] : []),
    ...(code === undefined ? [] : ["recovery" as const]),
  ];
};

/** Whether a member's second factor is to be proven before it is changed. */
const isGuarded = async (tx: MemberTx): Promise<boolean> => {
  const { userId, user } = tx.actor;
  if (await hasApp(tx, userId)) return true;
  // A passkey need not verify its user, and so would lock others out; of the team more is asked.
  const isTeam = user.role === "Admin" || (user.team?.permissions.length ?? 0) > 0;
  return isTeam && hasPasskey(tx, userId);
};

/**
 * Asked in the transaction that adds or removes a second factor: who does it must have proven who they are a
 * short while ago, and where they have an app already, or a passkey and a permission of the team, with that
 * too. Otherwise the password alone would lead to a factor of one's own.
 * @throws {AppError} `step_up`, `second_factor_missing`.
 */
export const assertMayChange = async (tx: MemberTx): Promise<void> => {
  await assertConfirmed(tx);
  if (tx.actor.session.hasSecondFactor || !(await isGuarded(tx))) return;
  throw new AppError("second_factor_missing", FACTORS.proveFirst);
};

/** Where a member is written to; null for whoever has no address any more. */
export const addresseeOf = async (tx: Tx, userId: string) => {
  const { users: t } = tx.tables;
  const [user] = await tx
    .select({ email: t.email, firstName: t.firstName, lastName: t.lastName })
    .from(t)
    .where(eq(t.id, userId));
  if (user === undefined || user.email === null) return null;
  const { email: address, firstName } = user;
  return { to: { name: fullName(user), address }, firstName };
};

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
