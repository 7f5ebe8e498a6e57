import { and, eq, isNull } from "drizzle-orm";
import type { Auth } from "#server/auth/auth.ts";
import { fingerprintOf } from "#server/auth/secrets.ts";
import { drawTypedCode, inGroups, typedCodeIn } from "#server/auth/typed-codes.ts";
import type { Tx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { RECOVERY_CODES } from "#shared/constants/factors.ts";

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
export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inGroups(drawTypedCode(LENGTH), 6));

/** Keeps new codes in the place of all that a member had, in the caller's transaction. */
export const keepRecoveryCodes = async (
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
