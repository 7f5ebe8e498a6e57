import { and, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { TimedReader, TimedTx } from "#server/store/store.ts";
import {
  ADDRESS_CHANGES_MAX,
  ADDRESS_REVERT_MS,
  CODE_TTL_MS,
  type CodeKind,
  MERGE_CODE_LENGTH,
  SIGNOUT_TTL_MS,
} from "#shared/constants/accounts.ts";
import { MAIL_TRIED_MS } from "#shared/constants/mail.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { hashOf, randomSecret } from "./secrets.ts";

/** Letters and digits that nobody mistakes for each other: five bits each. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** What people read for what: `O` is a nought, `I` and `L` are a one. */
const MISREAD: Readonly<Record<string, string>> = { o: "0", i: "1", l: "1" };

/** A code that a person may have to type, of so many letters and digits. */
export const drawTypedCode = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => ALPHABET[byte % 32]).join(
    "",
  );

const GROUPS = { 5: /.{1,5}/g, 6: /.{1,6}/g } as const;

/** A code as people read and type it: in groups with dashes between them. */
export const inGroups = (code: string, size: keyof typeof GROUPS): string =>
  (code.match(GROUPS[size]) ?? [code]).join("-");

/** What somebody typed, as the code was drawn; what cannot be one comes back as it is. */
export const typedCodeIn = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[\s-]/g, "")
    .replace(/[oil]/g, (letter) => MISREAD[letter] ?? letter);

/** So long a code that was used is still known as such. */
const KEPT_MS = 7 * DAY_MS;

type Whose = { userId: string; kind: CodeKind };

/** Makes what these users have not used of these kinds good for nothing, in the caller's transaction. */
export const revokeCodes = async (
  tx: TimedTx,
  { userId, kinds }: { userId: string | readonly string[]; kinds: readonly CodeKind[] },
): Promise<void> => {
  const { oneTimeCodes } = tx.tables;
  const isTheirs = inArray(oneTimeCodes.userId, [userId].flat());
  const isOfKind = inArray(oneTimeCodes.kind, [...kinds]);
  await tx.delete(oneTimeCodes).where(and(isTheirs, isOfKind, isNull(oneTimeCodes.usedAt)));
};

/** So many links of a kind are good at once: where a new one would end the others, one. */
const LIVE_MAX: Readonly<Record<CodeKind, number>> = {
  verify: 1,
  reset: 5,
  browser: 5,
  factors: 1,
  // Each mail has its own, and one that came days ago is to work still.
  signout: 200,
  address: 1,
  merge: 1,
  // One for each change that can be taken back: a later one must not end an earlier.
  revert: 2 * ADDRESS_CHANGES_MAX,
};

const LIFE_MS: Readonly<Record<CodeKind, number>> = {
  verify: CODE_TTL_MS,
  reset: CODE_TTL_MS,
  browser: CODE_TTL_MS,
  factors: CODE_TTL_MS,
  signout: SIGNOUT_TTL_MS,
  address: CODE_TTL_MS,
  merge: CODE_TTL_MS,
  revert: ADDRESS_REVERT_MS,
};

/** Those of a user and kind that can be used, or wait for their mail: as many as may be, the newest first. */
const findLive = (tx: TimedTx, { userId, kind }: Whose) => {
  const { oneTimeCodes: t } = tx.tables;
  return tx
    .select({ hash: t.hash })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        eq(t.kind, kind),
        isNull(t.usedAt),
        gt(t.expiresAt, tx.clock.now()),
      ),
    )
    .orderBy(desc(t.createdAt), desc(t.hash))
    .limit(LIVE_MAX[kind]);
};

/** @returns false where there is none, and none may be made. */
const makeRoom = async (
  tx: TimedTx,
  { userId, kind, isOwners }: Whose & { isOwners: boolean },
): Promise<boolean> => {
  const { oneTimeCodes: t } = tx.tables;
  const live = await findLive(tx, { userId, kind });
  const oldest = live[LIVE_MAX[kind] - 1];
  if (oldest !== undefined && isOwners) await tx.delete(t).where(eq(t.hash, oldest.hash));
  return oldest === undefined || isOwners;
};

/**
 * Reserves a code for a mail, in the caller's transaction. The code itself is made when the mail is
 * sent (`drawCode`), so that no copy of the database holds one, and its life begins then.
 * @param whose.about what it is for, where a kind is for several things: an id.
 * @param whose.dueAt when its mail is sent at the earliest.
 * @param whose.isOwners whether a browser asks that the account knows. Others get no new one while
 *   there are as many as may be good at once: they must not end those that the owner asked for.
 * @returns what to draw it by; null where there is none for them.
 */
export const reserveCode = async (
  tx: TimedTx,
  {
    userId,
    kind,
    isOwners,
    about = null,
    dueAt: createdAt = tx.clock.now(),
  }: Whose & { isOwners: boolean; about?: string | null; dueAt?: Date | undefined },
): Promise<string | null> => {
  const { oneTimeCodes: t } = tx.tables;
  if (LIVE_MAX[kind] === 1) await revokeCodes(tx, { userId, kinds: [kind] });
  else if (!(await makeRoom(tx, { userId, kind, isOwners }))) return null;
  // Of a secret that nobody knows.
  const hash = hashOf(randomSecret());
  // While its mail waits it counts among those that are good, and is found when the mail is sent.
  const expiresAt = new Date(createdAt.getTime() + MAIL_TRIED_MS);
  await tx.insert(t).values({ hash, userId, kind, about, createdAt, expiresAt });
  return hash;
};

/** True where a code that waits would be one too many: newer ones have been drawn while it did. */
const isOneTooMany = async (tx: TimedTx, reserved: string, whose: Whose): Promise<boolean> => {
  const live = await findLive(tx, whose);
  return live.length === LIVE_MAX[whose.kind] && live.every(({ hash }) => hash !== reserved);
};

/** 75 random bits where people type the code, and 256 where it is in a link. */
const makeCode = (kind: CodeKind): string =>
  kind === "merge" ? drawTypedCode(MERGE_CODE_LENGTH) : randomSecret();

/**
 * Makes the code that was reserved, for the mail that carries it, in the caller's transaction. It is
 * good for an hour from now, or as long as its kind is, and one use; what was drawn before is good for nothing.
 * @param reserved from `reserveCode`, or the last drawing.
 * @returns the code, to be mailed now and never again, and what to draw it by the next time; null
 *   where it was revoked or used, or where newer ones took its place while its mail waited.
 */
export const drawCode = async (
  tx: TimedTx,
  reserved: string,
): Promise<{ code: string; reserved: string } | null> => {
  const { oneTimeCodes: t } = tx.tables;
  const isUnused = and(eq(t.hash, reserved), isNull(t.usedAt));
  const [whose] = await tx.select({ userId: t.userId, kind: t.kind }).from(t).where(isUnused);
  if (whose === undefined || (await isOneTooMany(tx, reserved, whose))) return null;
  const code = makeCode(whose.kind);
  const hash = hashOf(code);
  const [drawn] = await tx
    .update(t)
    .set({ hash, expiresAt: new Date(tx.clock.now().getTime() + LIFE_MS[whose.kind]) })
    .where(isUnused)
    .returning({ hash: t.hash });
  return drawn === undefined ? null : { code, reserved: hash };
};

/**
 * Makes a code that somebody is handed at once, in the caller's transaction: it is good for an hour from
 * now, and makes room for itself where there are as many as may be good at once.
 */
export const issueCode = async (tx: TimedTx, whose: Whose): Promise<string> => {
  const reserved = await reserveCode(tx, { ...whose, isOwners: true });
  const drawn = reserved === null ? null : await drawCode(tx, reserved);
  if (drawn === null) throw new Error("A code that was just reserved cannot be drawn.");
  return drawn.code;
};

/** What came of a code. A replaced one is unknown. */
export type CodeOutcome =
  | { outcome: "ok"; userId: string; about: string | null }
  | { outcome: "unknown" | "expired" | "used" };

/** What would come of a code, which is not used up by that. */
export const findCode = async (
  reader: TimedReader,
  { code, kind }: { code: string; kind: CodeKind },
): Promise<CodeOutcome> => {
  const { oneTimeCodes: t } = reader.tables;
  const [row] = await reader
    .select({ userId: t.userId, about: t.about, usedAt: t.usedAt, expiresAt: t.expiresAt })
    .from(t)
    .where(and(eq(t.hash, hashOf(code)), eq(t.kind, kind)));
  if (row === undefined) return { outcome: "unknown" };
  if (row.usedAt !== null) return { outcome: "used" };
  return row.expiresAt > reader.clock.now()
    ? { outcome: "ok", userId: row.userId, about: row.about }
    : { outcome: "expired" };
};

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
    .returning({ userId: oneTimeCodes.userId, about: oneTimeCodes.about });
  if (spent !== undefined) return { outcome: "ok", ...spent };
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
