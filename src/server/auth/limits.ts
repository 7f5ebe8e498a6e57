import { and, eq, gt, gte, inArray, lte, or, sql } from "drizzle-orm";
import {
  type Limit,
  type LimitName,
  LIMITS,
  NOTE_LIMITS,
  type NoteName,
} from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Clock } from "#server/clock.ts";
import { AppError, type ErrorReason } from "#server/errors.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { hashOf } from "./secrets.ts";

/** Where something is counted: the limit, and whom it is counted for. */
export type Counted = { name: LimitName | NoteName; subject: string };

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
    reason?: ErrorReason,
  ) {
    super("too_many_requests", sentence, { "Retry-After": String(retryAfterSeconds) }, reason);
    this.refused = refused;
    this.windowEndsAt = windowEndsAt;
  }
}

/**
 * Takes back attempts that turned out to be allowed without limit, such as a login that succeeded.
 * @param subject as it was counted.
 */
export const giveBackAttempt = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  name: LimitName,
  subject: string,
): Promise<void> => {
  const { limits } = store.tables;
  const isCounting = and(gt(limits.windowEndsAt, clock.now()), gt(limits.count, 0));
  await tx
    .update(limits)
    .set({ count: sql`${limits.count} - 1` })
    .where(and(eq(limits.key, keyOf(name, subject)), isCounting));
};

/**
 * Begins anew for a subject, such as an account whose password was just reset.
 * @param subject as it was counted.
 */
export const forgetAttempts = async (
  store: Store,
  tx: Tx,
  name: LimitName,
  subject: string,
): Promise<void> => {
  const { limits } = store.tables;
  await tx.delete(limits).where(eq(limits.key, keyOf(name, subject)));
};

const refusedUntil = (refused: Counted, windowEndsAt: Date, now: Date): Refused => ({
  allowed: false,
  refused,
  windowEndsAt,
  retryAfterSeconds: Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000),
});

const USUAL = { ...LIMITS, ...NOTE_LIMITS };

/** A subject may be an address: only its hash is kept. */
const keyOf = (name: LimitName | NoteName, subject: string) => `${name}:${hashOf(subject)}`;

/**
 * Counts an attempt before it is made, in the caller's transaction: of attempts that come at once,
 * no more than the limit are allowed. What is refused is not counted and prolongs nothing.
 * @param subject whom it is counted for: a user id, or an address as `countedAddress` gives it;
 *   several parts in one string.
 * @param limit the community's own, `config.community.limits`.
 * @param amount what it counts for, such as the points that are asked for; at most `limit.max`.
 */
export const countAttempt = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  name: LimitName | NoteName,
  subject: string,
  limit: Limit = USUAL[name],
  amount = 1,
): Promise<Verdict> => {
  const { limits } = store.tables;
  const key = keyOf(name, subject);
  const now = clock.now();
  const windowEndsAt = new Date(now.getTime() + limit.windowMs);
  // A window that ends later than a new one would was begun by a clock that has been set back since.
  const isOver = or(lte(limits.windowEndsAt, now), gt(limits.windowEndsAt, windowEndsAt));
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
 * What a limit says that refuses already; null where it does not. Counts and writes nothing: for
 * what may come in floods.
 * @param subject as it is counted.
 */
export const findRefusal = async (
  store: Store,
  clock: Clock,
  name: LimitName | NoteName,
  subject: string,
  limit: Limit = USUAL[name],
): Promise<Refused | null> => {
  const { limits } = store.tables;
  const now = clock.now();
  const isFull = and(gt(limits.windowEndsAt, now), gte(limits.count, limit.max));
  const [full] = await store.read
    .select({ windowEndsAt: limits.windowEndsAt })
    .from(limits)
    .where(and(eq(limits.key, keyOf(name, subject)), isFull));
  return full === undefined ? null : refusedUntil({ name, subject }, full.windowEndsAt, now);
};

/** Whether a limit refuses already. */
export const isUsedUp = async (...asked: Parameters<typeof findRefusal>): Promise<boolean> =>
  (await findRefusal(...asked)) !== null;

/** @throws {LimitReached} `too_many_requests` with `Retry-After`, where the attempt is refused. */
export const assertAllowed = (verdict: Verdict): void => {
  if (!verdict.allowed) throw new LimitReached(verdict);
};

/** Removes up to `max` counts whose window has ended. @returns how many. */
export const forgetLimits = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  max: number,
): Promise<number> => {
  const { limits } = store.tables;
  const over = tx
    .select({ key: limits.key })
    .from(limits)
    .where(lte(limits.windowEndsAt, clock.now()))
    .limit(max);
  const gone = await tx
    .delete(limits)
    .where(inArray(limits.key, over))
    .returning({ key: limits.key });
  return gone.length;
};
