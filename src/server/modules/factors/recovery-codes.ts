import { and, eq, isNull } from "drizzle-orm";
import type { Auth } from "#server/auth/auth.ts";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { Tx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { RECOVERY_CODES } from "#shared/constants/factors.ts";

/** Letters and digits that nobody mistakes for each other: five bits each. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 24;
/** So many of these; codes that were made earlier have ten. */
const SHAPE = /^(?:[0-9a-hjkmnp-tv-z]{24}|[0-9a-hjkmnp-tv-z]{10})$/;

/** What people read for what: `O` is a nought, `I` and `L` are a one. */
const MISREAD: Readonly<Record<string, string>> = { o: "0", i: "1", l: "1" };

/** A code as it is hashed, from what somebody typed; null where that is no recovery code. */
export const recoveryCodeIn = (typed: string): string | null => {
  const code = typed
    .toLowerCase()
    .replace(/[\s-]/g, "")
    .replace(/[oil]/g, (letter) => MISREAD[letter] ?? letter);
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

const drawRecoveryCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => ALPHABET[byte % 32]).join(
    "",
  );

/** As people read and type it: six letters or digits, a dash, six more, and so on. */
const shownAs = (code: string): string => (code.match(/.{6}/g) ?? [code]).join("-");

/**
 * New codes. They stand nowhere but in what is returned.
 * @returns each as it is shown, to be given to `keepRecoveryCodes` as they are.
 */
export const drawRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => shownAs(drawRecoveryCode()));

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
