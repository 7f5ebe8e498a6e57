import { and, eq, inArray, lte } from "drizzle-orm";
import { AppError } from "#server/core/errors.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { CALLS } from "#shared/proof-messages.ts";
import type { Reader, TimedTx } from "./store.ts";

/** So long a client may come back with the same key. */
const KEPT_MS = DAY_MS;

export type Request = {
  /** Whose key it is: a user's id, or the hash of a secret. Another's key of that name is another key. */
  actor: string;
  /** The client's own, with what it is for before it; null: it is done in any case. */
  key: string | null;
  /** What is asked for. A hash of it is kept, so whatever is secret in it has to be keyed before. */
  content: string;
};

type Kept = { contentHash: string; result: unknown };

const hashOf = (content: string) => new Bun.CryptoHasher("sha256").update(content).digest("hex");

// Before contents were kept, a row held the result alone, which was a number.
const isKept = (row: unknown): row is Kept => typeof row === "object" && row !== null;

/**
 * What came of a request that was made before.
 * @param reader `ctx.read`, or the transaction under way.
 * @returns null where it has not been made.
 * @throws {AppError} `conflict` where the key was used for something else.
 */
export const findDone = async (
  reader: Reader,
  { actor, key, content }: Request,
): Promise<{ result: unknown } | null> => {
  const { idempotency } = reader.tables;
  if (key === null) return null;
  const [done] = await reader
    .select({ kept: idempotency.result })
    .from(idempotency)
    .where(and(eq(idempotency.actor, actor), eq(idempotency.key, key)));
  if (done === undefined) return null;
  if (!isKept(done.kept)) return { result: done.kept };
  if (done.kept.contentHash !== hashOf(content)) throw new AppError("conflict", CALLS.usedOnceKey);
  return { result: done.kept.result };
};

/**
 * Does something once, in the caller's transaction, however often it is asked for with one key.
 * @param work gives what can be written as JSON.
 * @returns what `work` gave the first time.
 * @throws {AppError} `conflict` where the key was used for something else.
 */
export const once = async <Result>(
  tx: TimedTx,
  request: Request,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { actor, key, content } = request;
  if (key === null) return work();
  const done = await findDone(tx, request);
  // Written below, by the same use case.
  if (done !== null) return done.result as Result;
  const result = await work();
  const kept: Kept = { contentHash: hashOf(content), result };
  const row = { actor, key, result: kept, createdAt: tx.clock.now() };
  await tx.insert(tx.tables.idempotency).values(row);
  return result;
};

/** Removes up to `max` keys with which nobody comes back. @returns how many. */
export const forgetKeys = async (tx: TimedTx, max: number): Promise<number> => {
  const { idempotency } = tx.tables;
  const old = lte(idempotency.createdAt, new Date(tx.clock.now().getTime() - KEPT_MS));
  const due = await tx
    .select({ actor: idempotency.actor, key: idempotency.key })
    .from(idempotency)
    .where(old)
    .limit(max);
  for (const actor of new Set(due.map((row) => row.actor))) {
    const keys = due.filter((row) => row.actor === actor).map(({ key }) => key);
    await tx
      .delete(idempotency)
      .where(and(eq(idempotency.actor, actor), inArray(idempotency.key, keys), old));
  }
  return due.length;
};
