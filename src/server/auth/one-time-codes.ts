import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { CODE_TTL_MS, type CodeKind } from "#shared/constants/accounts.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { hashOf, randomSecret } from "./secrets.ts";

/** So long a code that was used is still known as such. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

type Whose = { userId: string; kind: CodeKind };

/** Makes what a user has not used of a kind good for nothing, in the caller's transaction. */
export const revokeCodes = async (store: Store, tx: Tx, { userId, kind }: Whose): Promise<void> => {
  const { oneTimeCodes } = store.tables;
  const isOfUser = and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.kind, kind));
  await tx.delete(oneTimeCodes).where(and(isOfUser, isNull(oneTimeCodes.usedAt)));
};

/**
 * Makes a code for a mail, in the caller's transaction. It is good for an hour and one use; codes of
 * the same kind that the user has not used are good for nothing from now on.
 * @returns the code. Only its hash is stored: it can be mailed now, and never again.
 */
export const issueCode = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  { userId, kind }: Whose,
): Promise<string> => {
  const { oneTimeCodes } = store.tables;
  const code = randomSecret();
  const createdAt = clock.now();
  await revokeCodes(store, tx, { userId, kind });
  const expiresAt = new Date(createdAt.getTime() + CODE_TTL_MS);
  await tx.insert(oneTimeCodes).values({ hash: hashOf(code), userId, kind, createdAt, expiresAt });
  return code;
};

/** What came of a code. A replaced one is unknown. */
export type CodeOutcome =
  | { outcome: "ok"; userId: string }
  | { outcome: "unknown" | "expired" | "used" };

/**
 * Uses a code up, in the transaction that does what it is good for. Of several who try at once, one
 * succeeds.
 */
export const spendCode = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  { code, kind }: { code: string; kind: CodeKind },
): Promise<CodeOutcome> => {
  const { oneTimeCodes } = store.tables;
  const now = clock.now();
  const isThisCode = and(eq(oneTimeCodes.hash, hashOf(code)), eq(oneTimeCodes.kind, kind));
  const [spent] = await tx
    .update(oneTimeCodes)
    .set({ usedAt: now })
    .where(and(isThisCode, isNull(oneTimeCodes.usedAt), gt(oneTimeCodes.expiresAt, now)))
    .returning({ userId: oneTimeCodes.userId });
  if (spent !== undefined) return { outcome: "ok", userId: spent.userId };
  const [row] = await tx
    .select({ usedAt: oneTimeCodes.usedAt })
    .from(oneTimeCodes)
    .where(isThisCode);
  if (row === undefined) return { outcome: "unknown" };
  return { outcome: row.usedAt === null ? "expired" : "used" };
};

/** Removes up to `max` codes that ran out a week ago or longer. @returns how many. */
export const forgetCodes = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  max: number,
): Promise<number> => {
  const { oneTimeCodes } = store.tables;
  const old = tx
    .select({ hash: oneTimeCodes.hash })
    .from(oneTimeCodes)
    .where(lt(oneTimeCodes.expiresAt, new Date(clock.now().getTime() - KEPT_MS)))
    .limit(max);
  const gone = await tx
    .delete(oneTimeCodes)
    .where(inArray(oneTimeCodes.hash, old))
    .returning({ hash: oneTimeCodes.hash });
  return gone.length;
};
