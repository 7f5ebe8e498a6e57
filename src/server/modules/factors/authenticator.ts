import { and, eq, gte, isNull, lt } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange, endOthers } from "#server/access/account-changes.ts";
import type { Auth } from "#server/auth/auth.ts";
import { drawTypedCode, inGroups, typedCodeIn } from "#server/auth/one-time-codes.ts";
import { decrypt, encrypt, fingerprintOf } from "#server/auth/secrets.ts";
import { makeTotpSecret, totpAddress, totpStepOf } from "#server/auth/totp.ts";
import type { MemberCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import type { Reader } from "#server/store/store.ts";
import { APP_SETUP_MS, RECOVERY_CODES } from "#shared/constants/factors.ts";
import { FACTORS } from "#shared/factor-messages.ts";
import type { addAppInput, AddedApp, AppSetup } from "#shared/schemas/factors.ts";
import { assertMayChange } from "./account.ts";

const LENGTH = 24;
/** So many of these; codes that were made earlier have ten. */
const SHAPE = /^(?:[0-9a-hjkmnp-tv-z]{24}|[0-9a-hjkmnp-tv-z]{10})$/;

/** A code as it is hashed, from what somebody typed; null where that is no recovery code. */
export const recoveryCodeIn = (typed: string): string | null => {
  const code = typedCodeIn(typed);
  return SHAPE.test(code) ? code : null;
};

/** Keyed, though 120 bits are more than anybody can try: so nobody can who has a copy of the database alone. */
export const recoveryHashOf = (auth: Pick<Auth, "lastingKeyFor">, userId: string, code: string) =>
  fingerprintOf(auth.lastingKeyFor("recovery code"), `${userId} ${code}`);

/** Uses a recovery code up, in the caller's transaction. @returns whether it was good. */
export const spendRecoveryCode = async (tx: Tx, userId: string, code: string): Promise<boolean> => {
  const { recoveryCodes: t } = tx.tables;
  const isIt = and(eq(t.hash, recoveryHashOf(tx.auth, userId, code)), eq(t.userId, userId));
  const spent = await tx
    .update(t)
    .set({ usedAt: tx.clock.now() })
    .where(and(isIt, isNull(t.usedAt)))
    .returning({ hash: t.hash });
  return spent.length > 0;
};

/**
 * New codes. They stand nowhere but in what is returned.
 * @returns each as it is shown, to be given to `keepRecoveryCodes` as they are.
 */
const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inGroups(drawTypedCode(LENGTH), 6));

/** Keeps new codes in the place of all that a member had, in the caller's transaction. */
const keepRecoveryCodes = async (
  tx: Tx,
  userId: string,
  codes: readonly string[],
): Promise<void> => {
  const { recoveryCodes: t } = tx.tables;
  await tx.delete(t).where(eq(t.userId, userId));
  const createdAt = tx.clock.now();
  await tx.insert(t).values(
    codes.map((shown) => ({
      hash: recoveryHashOf(tx.auth, userId, recoveryCodeIn(shown) ?? shown),
      userId,
      createdAt,
    })),
  );
};

/** How many codes are left, and when they were made; null where there never were any. */
export const recoveryCodesOf = async (
  reader: Reader,
  userId: string,
): Promise<{ left: number; madeAt: Date } | null> => {
  const { recoveryCodes: t } = reader.tables;
  const found = await reader
    .select({ usedAt: t.usedAt, createdAt: t.createdAt })
    .from(t)
    .where(eq(t.userId, userId))
    .limit(RECOVERY_CODES);
  const [first] = found;
  if (first === undefined) return null;
  return { left: found.filter(({ usedAt }) => usedAt === null).length, madeAt: first.createdAt };
};

/** The purpose of the key with which secrets of apps are encrypted. */
export const TOTP_KEY = "authenticator app";

/** What came of a code of an app: `used` where it, or a later one, was good before. */
export type TotpOutcome = "ok" | "used" | "wrong";

/** Uses a code of a member's app up, in the caller's transaction. */
export const spendTotpCode = async (tx: Tx, userId: string, code: string): Promise<TotpOutcome> => {
  const { totpFactors: t } = tx.tables;
  const [factor] = await tx.select({ secret: t.secret }).from(t).where(eq(t.userId, userId));
  if (factor === undefined) return "wrong";
  const secret = decrypt(tx.auth.lastingKeyFor(TOTP_KEY), factor.secret, userId);
  const now = tx.clock.now();
  const step = secret === null ? null : totpStepOf(secret, code, now);
  if (step === null) return "wrong";
  const spent = await tx
    .update(t)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(t.userId, userId), lt(t.lastStep, step)))
    .returning({ userId: t.userId });
  return spent.length > 0 ? "ok" : "used";
};

/**
 * Keeps a member's app, in place of the one they had.
 * @param step of the code with which it was confirmed: that is used up.
 * @returns whether they had one.
 */
const keepApp = async (
  tx: Tx,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<boolean> => {
  const { totpFactors: t } = tx.tables;
  const gone = await tx.delete(t).where(eq(t.userId, userId)).returning({ userId: t.userId });
  const addedAt = tx.clock.now();
  await tx.insert(t).values({
    userId,
    secret: encrypt(tx.auth.lastingKeyFor(TOTP_KEY), secret, userId),
    addedAt,
    lastStep: step,
    lastUsedAt: addedAt,
  });
  return gone.length > 0;
};

/** The purpose of the key with which what is being set up is handed to the browser and back. */
const SETUP_KEY = "authenticator app being set up";

/**
 * Makes a secret for an app. Nothing is kept of it: the browser hands it back, sealed, with the first
 * code, and can do so for half an hour in the session in which it was made.
 */
export const beginApp = ({ auth, actor, clock, config }: MemberCtx): AppSetup => {
  const secret = makeTotpSecret();
  const until = clock.now().getTime() + APP_SETUP_MS;
  const { name } = config.community.brand;
  return {
    secret,
    address: totpAddress(secret, { issuer: name, label: actor.user.email }),
    setup: encrypt(auth.lastingKeyFor(SETUP_KEY), `${until} ${secret}`, actor.session.id),
  };
};

const secretIn = ({ auth, actor, clock }: MemberCtx, setup: string): string => {
  const text = decrypt(auth.lastingKeyFor(SETUP_KEY), setup, actor.session.id);
  const [until = "", secret = ""] = text?.split(" ") ?? [];
  if (text === null || Number(until) <= clock.now().getTime())
    throw new AppError("bad_request", FACTORS.setupOver);
  return secret;
};

/**
 * Keeps an app whose first code is right, in place of the one there was, and makes recovery codes where
 * there are none. Whoever has just typed its code has proven it in this session; all others end.
 * @returns the codes, shown this once.
 * @throws {AppError} `bad_request` for a wrong code or a setup that has run out, `step_up`,
 *   `too_many_requests`.
 */
export const addApp = async (
  ctx: MemberCtx,
  { setup, code }: z.infer<typeof addAppInput>,
): Promise<AddedApp> => {
  const { userId } = ctx.actor;
  const secret = secretIn(ctx, setup);
  const step = totpStepOf(secret, code.replace(/[\s-]/g, ""), ctx.clock.now());
  if (step === null) throw wrongInput(FACTORS.codeWrong, ["code"]);
  const codes = drawRecoveryCodes();
  return ctx.write(async (tx) => {
    await assertMayChange(tx);
    await countAccountChange(tx);
    const isReplaced = await keepApp(tx, { userId, secret, step });
    const left = (await recoveryCodesOf(tx, userId))?.left ?? 0;
    if (left === 0) await keepRecoveryCodes(tx, userId, codes);
    await tx.audit({ action: "factor.added", subject: userId, after: { factor: "totp" } });
    await tx.auth.sessions.noteSecondFactor(tx, tx.actor.session.id);
    // Whoever logged in elsewhere has not proven it, and may be the reason why it was added.
    await endOthers(tx);
    tx.publish({ type: "account.changed", userId });
    const event = isReplaced ? "factorReplaced" : "factorAdded";
    await tellOfSecurity(tx, { userId, event });
    return { recoveryCodes: left === 0 ? codes : null };
  });
};

/**
 * Removes whatever is kept of a person's second factors and logins, in the caller's transaction.
 * @returns whether they had an app.
 */
export const forgetFactors = async (tx: Tx, userId: string): Promise<boolean> => {
  const { totpFactors: t, recoveryCodes, pendingLogins, factorResets } = tx.tables;
  const apps = await tx.delete(t).where(eq(t.userId, userId)).returning({ userId: t.userId });
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
  await tx.delete(factorResets).where(eq(factorResets.userId, userId));
  return apps.length > 0;
};

/**
 * Removes an app that was added at a moment or later, with its recovery codes, and whatever logins and resets have
 * begun, in the caller's transaction. What stood before stays, recovery codes that were made since excepted.
 */
export const forgetFactorsSince = async (tx: Tx, userId: string, since: Date): Promise<void> => {
  const { totpFactors: t, recoveryCodes, pendingLogins, factorResets } = tx.tables;
  const apps = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), gte(t.addedAt, since)))
    .returning({ userId: t.userId });
  const isNew = apps.length > 0 ? undefined : gte(recoveryCodes.createdAt, since);
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isNew));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
  await tx.delete(factorResets).where(eq(factorResets.userId, userId));
};

/**
 * Makes ten new recovery codes; the ones before are good no more.
 * @returns the codes, shown this once.
 * @throws {AppError} `conflict` without an app, `step_up`, `too_many_requests`.
 */
export const makeRecoveryCodes = async (ctx: MemberCtx): Promise<AddedApp> => {
  const { userId } = ctx.actor;
  const recoveryCodes = drawRecoveryCodes();
  return ctx.write(async (tx) => {
    const { totpFactors: t } = tx.tables;
    const [app] = await tx.select({ userId: t.userId }).from(t).where(eq(t.userId, userId));
    if (app === undefined) throw new AppError("conflict", FACTORS.noApp);
    await assertMayChange(tx);
    await countAccountChange(tx);
    await keepRecoveryCodes(tx, userId, recoveryCodes);
    await tx.audit({ action: "factor.codes_made", subject: userId });
    await tellOfSecurity(tx, { userId, event: "recoveryCodesMade" });
    return { recoveryCodes };
  });
};

/**
 * Removes one's app, with the recovery codes that stand for it: the password alone is asked for again, and all other sessions end.
 * @throws {AppError} `conflict` without an app, `step_up`, `too_many_requests`.
 */
export const removeApp = (ctx: MemberCtx): Promise<string> => {
  const { userId } = ctx.actor;
  return ctx.write(async (tx) => {
    await assertMayChange(tx);
    await countAccountChange(tx);
    if (!(await forgetFactors(tx, userId))) throw new AppError("conflict", FACTORS.noApp);
    await tx.audit({ action: "factor.removed", subject: userId, before: { factor: "totp" } });
    await endOthers(tx);
    await tx.auth.sessions.forgetSecondFactor(tx, userId);
    tx.publish({ type: "account.changed", userId });
    await tellOfSecurity(tx, { userId, event: "factorRemoved" });
    return FACTORS.removed;
  });
};
