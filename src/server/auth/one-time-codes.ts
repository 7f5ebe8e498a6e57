import { and, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { TimedTx } from "#server/store/store.ts";
import { CODE_TTL_MS, type CodeKind } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { hashOf, randomSecret } from "./secrets.ts";

/** So long a code that was used is still known as such. */
const KEPT_MS = 7 * DAY_MS;

type Whose = { userId: string; kind: CodeKind };

/** Makes what a user has not used of these kinds good for nothing, in the caller's transaction. */
export const revokeCodes = async (
  tx: TimedTx,
  { userId, kinds }: { userId: string; kinds: readonly CodeKind[] },
): Promise<void> => {
  const { oneTimeCodes } = tx.tables;
  const isOfUser = and(eq(oneTimeCodes.userId, userId), inArray(oneTimeCodes.kind, [...kinds]));
  await tx.delete(oneTimeCodes).where(and(isOfUser, isNull(oneTimeCodes.usedAt)));
};

/** So many links of a kind are good at once: where a new one would end the others, one. */
const LIVE_MAX: Readonly<Record<CodeKind, number>> = { verify: 1, reset: 5, browser: 5 };

/** @returns false where there is none, and none may be made. */
const makeRoom = async (
  tx: TimedTx,
  { userId, kind, isOwners }: Whose & { isOwners: boolean },
): Promise<boolean> => {
  const { oneTimeCodes: t } = tx.tables;
  const isTheirs = and(eq(t.userId, userId), eq(t.kind, kind));
  const live = await tx
    .select({ hash: t.hash })
    .from(t)
    .where(and(isTheirs, isNull(t.usedAt), gt(t.expiresAt, tx.clock.now())))
    .orderBy(desc(t.createdAt), desc(t.hash))
    .limit(LIVE_MAX[kind]);
  const oldest = live[LIVE_MAX[kind] - 1];
  if (oldest !== undefined && isOwners) await tx.delete(t).where(eq(t.hash, oldest.hash));
  return oldest === undefined || isOwners;
};

/**
 * Reserves a code for a mail, in the caller's transaction. The code itself is made when the mail is
 * sent (`drawCode`), so that no copy of the database holds one.
 * @param whose.isOwners whether a browser asks that the account knows. Others get no new one while
 *   there are as many as may be good at once: they must not end those that the owner asked for.
 * @returns what to draw it by; null where there is none for them.
 */
export const reserveCode = async (
  tx: TimedTx,
  { userId, kind, isOwners }: Whose & { isOwners: boolean },
): Promise<string | null> => {
  const { oneTimeCodes: t } = tx.tables;
  const createdAt = tx.clock.now();
  if (LIVE_MAX[kind] === 1) await revokeCodes(tx, { userId, kinds: [kind] });
  else if (!(await makeRoom(tx, { userId, kind, isOwners }))) return null;
  // Of a secret that nobody knows.
  const hash = hashOf(randomSecret());
  const expiresAt = new Date(createdAt.getTime() + CODE_TTL_MS);
  await tx.insert(t).values({ hash, userId, kind, createdAt, expiresAt });
  return hash;
};

/**
 * Makes the code that was reserved, for the mail that carries it, in the caller's transaction. It is
 * good for an hour from now and one use; what was drawn before is good for nothing.
 * @param reserved from `reserveCode`, or the last drawing.
 * @returns the code, to be mailed now and never again, and what to draw it by the next time; null
 *   where it was revoked or used.
 */
export const drawCode = async (
  tx: TimedTx,
  reserved: string,
): Promise<{ code: string; reserved: string } | null> => {
  const { oneTimeCodes: t } = tx.tables;
  const code = randomSecret();
  const hash = hashOf(code);
  const [drawn] = await tx
    .update(t)
    .set({ hash, expiresAt: new Date(tx.clock.now().getTime() + CODE_TTL_MS) })
    .where(and(eq(t.hash, reserved), isNull(t.usedAt)))
    .returning({ hash: t.hash });
  return drawn === undefined ? null : { code, reserved: hash };
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
  tx: TimedTx,
  { code, kind }: { code: string; kind: CodeKind },
): Promise<CodeOutcome> => {
  const { oneTimeCodes } = tx.tables;
  const now = tx.clock.now();
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

/** Removes all codes of a user, in the caller's transaction. */
export const removeCodes = async (tx: TimedTx, userId: string): Promise<void> => {
  const { oneTimeCodes: t } = tx.tables;
  await tx.delete(t).where(eq(t.userId, userId));
};

/**
 * As many statements as reserving a code takes, so that the time does not tell that nobody gets one.
 * @param isAsked whether it was asked already which codes there are.
 */
export const reserveNoCode = async (tx: TimedTx, isAsked: boolean): Promise<void> => {
  const { oneTimeCodes: t } = tx.tables;
  if (!isAsked) await removeCodes(tx, "");
  await tx.delete(t).where(eq(t.hash, ""));
};

/** Removes up to `max` codes that ran out a week ago or longer. @returns how many. */
export const forgetCodes = async (tx: TimedTx, max: number): Promise<number> => {
  const { oneTimeCodes } = tx.tables;
  const old = tx
    .select({ hash: oneTimeCodes.hash })
    .from(oneTimeCodes)
    .where(lt(oneTimeCodes.expiresAt, new Date(tx.clock.now().getTime() - KEPT_MS)))
    .limit(max);
  const gone = await tx
    .delete(oneTimeCodes)
    .where(inArray(oneTimeCodes.hash, old))
    .returning({ hash: oneTimeCodes.hash });
  return gone.length;
};
