import { and, eq, gt, gte, inArray, lte, or, sql } from "drizzle-orm";
import { AppError, type ErrorCode, retryAfter } from "#server/core/errors.ts";
import type { StoreTx, TimedReader, TimedTx } from "#server/store/store.ts";
import {
  type Limit,
  type LimitName,
  type Limits,
  NOTE_LIMITS,
  type NoteName,
} from "#shared/constants/limits.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { hashOf } from "./secrets.ts";

/** Where something is counted: the limit, and whom it is counted for. */
export type Counted = {
  name: LimitName | NoteName;
  /**
   * Whom it is counted for: a user id, or an address as `countedAddress` gives it; several parts in
   * one string.
   */
  subject: string;
};

/** Something that is tried. */
export type Attempt = Counted & {
  /** In place of the community's own. */
  limit?: Limit;
  /** What it counts for, such as the points that are asked for; at most `limit.max`. One by default. */
  amount?: number;
  /** When it was made, where it is counted later; a window that it begins runs from then. */
  madeAt?: Date;
};

/** With what the community's own limits are known. */
type Limited = { readonly config: { readonly community: { readonly limits: Limits } } };
type LimitedTx = TimedTx & Limited;

type Refused = {
  allowed: false;
  refused: Counted;
  windowEndsAt: Date;
  retryAfterSeconds: number;
};

export type Verdict =
  | {
      allowed: true;
      /** How many more the window allows. */
      left: number;
    }
  | Refused;

/** A limit refuses somebody. */
export class LimitReached extends AppError {
  readonly refused: Counted;
  readonly windowEndsAt: Date;

  constructor(
    { refused, windowEndsAt, retryAfterSeconds }: Refused,
    sentence: string = MESSAGES.tooManyAttempts,
    code: ErrorCode = "too_many_requests",
  ) {
    super(code, sentence, retryAfter(retryAfterSeconds));
    this.refused = refused;
    this.windowEndsAt = windowEndsAt;
  }
}

/** Takes attempts back that turned out not to count, such as those of a login that succeeded. */
export const giveBackAttempts = async (
  tx: TimedTx,
  attempts: readonly Counted[],
): Promise<void> => {
  const { limits } = tx.tables;
  const isCounting = and(gt(limits.windowEndsAt, tx.clock.now()), gt(limits.count, 0));
  for (const counted of attempts)
    await tx
      .update(limits)
      .set({ count: sql`${limits.count} - 1` })
      .where(and(eq(limits.key, keyOf(counted)), isCounting));
};

/** Begins anew for a subject, such as an account whose password was just reset. */
export const forgetAttempts = async (tx: StoreTx, counted: Counted): Promise<void> => {
  const { limits } = tx.tables;
  await tx.delete(limits).where(eq(limits.key, keyOf(counted)));
};

const refusedUntil = (refused: Counted, windowEndsAt: Date, now: Date): Refused => ({
  allowed: false,
  refused,
  windowEndsAt,
  retryAfterSeconds: Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000),
});

const isNote = (name: LimitName | NoteName): name is NoteName => Object.hasOwn(NOTE_LIMITS, name);

/** The community's own limit, unless the attempt brings another. */
const limitOf = ({ config }: Limited, { name, limit }: Attempt): Limit =>
  limit ?? (isNote(name) ? NOTE_LIMITS[name] : config.community.limits[name]);

/** A subject may be an address: only its hash is kept. */
const keyOf = ({ name, subject }: Counted) => `${name}:${hashOf(subject)}`;

/** By how much the clocks of instances may differ: none begins a window anew that another has begun. */
const CLOCKS_APART_MS = MINUTE_MS;

const countOne = async (tx: LimitedTx, attempt: Attempt): Promise<Verdict> => {
  const now = tx.clock.now();
  const { name, subject, amount = 1, madeAt = now } = attempt;
  const { limits } = tx.tables;
  const limit = limitOf(tx, attempt);
  const key = keyOf(attempt);
  const windowEndsAt = new Date(madeAt.getTime() + limit.windowMs);
  const latestEnd = new Date(now.getTime() + limit.windowMs + CLOCKS_APART_MS);
  // A window that ends later than one of now would was begun by a clock that has been set back since.
  const isOver = or(lte(limits.windowEndsAt, now), gt(limits.windowEndsAt, latestEnd));
  const newEnd = sql.param(windowEndsAt, limits.windowEndsAt);
  const [counted] = await tx
    .insert(limits)
    .values({ key, count: amount, windowEndsAt })
    .onConflictDoUpdate({
      target: limits.key,
      set: {
        count: sql`case when ${isOver} then ${sql.param(amount, limits.count)} else ${limits.count} + ${sql.param(amount, limits.count)} end`,
        windowEndsAt: sql`case when ${isOver} then ${newEnd} else ${limits.windowEndsAt} end`,
      },
      setWhere: or(isOver, lte(limits.count, limit.max - amount)),
    })
    .returning({ count: limits.count });
  if (counted !== undefined) return { allowed: true, left: Math.max(0, limit.max - counted.count) };
  const [full] = await tx
    .select({ windowEndsAt: limits.windowEndsAt })
    .from(limits)
    .where(eq(limits.key, key));
  return refusedUntil({ name, subject }, full?.windowEndsAt ?? windowEndsAt, now);
};

/**
 * Counts attempts before they are made: of those that come at once, no more than the limit are
 * allowed. What is refused is not counted and prolongs nothing; what one of several limits refuses
 * is counted under none. In a use case: `tx.count` and `tx.tryCount`.
 * @returns the refusal, or what the last of them says.
 */
export const countAttempts = async (
  tx: LimitedTx,
  attempts: readonly Attempt[],
): Promise<Verdict> => {
  let verdict: Verdict = { allowed: true, left: 0 };
  for (const [index, attempt] of attempts.entries()) {
    verdict = await countOne(tx, attempt);
    if (verdict.allowed) continue;
    await giveBackAttempts(tx, attempts.slice(0, index));
    return verdict;
  }
  return verdict;
};

/**
 * What a limit says that refuses already; null where it does not. Counts and writes nothing: for
 * what may come in floods.
 */
export const findRefusal = async (
  reader: TimedReader & Limited,
  attempt: Attempt,
): Promise<Refused | null> => {
  const { limits } = reader.tables;
  const now = reader.clock.now();
  const { name, subject } = attempt;
  const isFull = and(gt(limits.windowEndsAt, now), gte(limits.count, limitOf(reader, attempt).max));
  const [full] = await reader
    .select({ windowEndsAt: limits.windowEndsAt })
    .from(limits)
    .where(and(eq(limits.key, keyOf(attempt)), isFull));
  return full === undefined ? null : refusedUntil({ name, subject }, full.windowEndsAt, now);
};

/** Whether a limit refuses already. */
export const isUsedUp = async (reader: TimedReader & Limited, attempt: Attempt): Promise<boolean> =>
  (await findRefusal(reader, attempt)) !== null;

/** @throws {LimitReached} `too_many_requests` with `Retry-After`, where the attempt is refused. */
export const assertAllowed = (verdict: Verdict): void => {
  if (!verdict.allowed) throw new LimitReached(verdict);
};

/** Removes up to `max` counts whose window has ended. @returns how many. */
export const forgetLimits = async (tx: TimedTx, max: number): Promise<number> => {
  const { limits } = tx.tables;
  const over = tx
    .select({ key: limits.key })
    .from(limits)
    .where(lte(limits.windowEndsAt, tx.clock.now()))
    .limit(max);
  const gone = await tx
    .delete(limits)
    .where(inArray(limits.key, over))
    .returning({ key: limits.key });
  return gone.length;
};
