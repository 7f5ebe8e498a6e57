import { and, eq, lt } from "drizzle-orm";
import { decrypt, encrypt } from "#server/auth/encryption.ts";
import { totpStepOf } from "#server/auth/totp.ts";
import type { Tx } from "#server/context/context.ts";

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
export const keepApp = async (
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
