import { and, eq, inArray, lte } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "./store.ts";

/** So long a client may come back with the same key. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Does something once, in the caller's transaction, however often it is asked for with one key.
 * @param given.actor whose key it is: a user's id. Another's key of the same name is another key.
 * @param given.key the client's own, with what it is for before it; null: it is done in any case.
 * @param work gives what can be written as JSON.
 * @returns what `work` gave the first time.
 */
export const once = async <Result>(
  store: Store,
  tx: Tx,
  clock: Clock,
  { actor, key }: { actor: string; key: string | null },
  work: () => Promise<Result>,
): Promise<Result> => {
  if (key === null) return work();
  const { idempotency } = store.tables;
  const [done] = await tx
    .select({ result: idempotency.result })
    .from(idempotency)
    .where(and(eq(idempotency.actor, actor), eq(idempotency.key, key)));
  // Written below, by the same verb.
  if (done !== undefined) return done.result as Result;
  const result = await work();
  await tx.insert(idempotency).values({ actor, key, result, createdAt: clock.now() });
  return result;
};

/** Removes up to `max` keys with which nobody comes back. @returns how many. */
export const forgetKeys = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  max: number,
): Promise<number> => {
  const { idempotency } = store.tables;
  const old = lte(idempotency.createdAt, new Date(clock.now().getTime() - KEPT_MS));
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
