import { and, eq, gt, inArray, lt, lte, or } from "drizzle-orm";
import type { Clock } from "#server/core/clock.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import type { Reader, Store, TimedTx } from "./store.ts";

/** A lease that lasts so much longer than its term was taken before the clock was set back. */
const SET_BACK_MS = HOUR_MS;
/** After so long nobody renews a lease any more. */
const FORGOTTEN_MS = DAY_MS;

/**
 * Takes a lease, or renews it for the one who holds it. Of several who ask, one gets it; a lease
 * that has run out is anybody's, and so is one that ends more than an hour after its time.
 * @param lease.holder who asks, such as an instance's id.
 * @param lease.ttlMs how long it is held from now.
 * @param alongside what else the holder, and nobody else, writes in the same transaction.
 * @returns true for the holder.
 */
export const takeLease = (
  store: Store,
  clock: Clock,
  lease: { name: string; holder: string; ttlMs: number },
  alongside?: (tx: TimedTx) => Promise<void>,
): Promise<boolean> => {
  const { leases } = store.tables;
  const { name, holder, ttlMs } = lease;
  const now = clock.now();
  const until = new Date(now.getTime() + ttlMs);
  const latest = new Date(until.getTime() + SET_BACK_MS);
  return store.write(async (tx) => {
    const taken = await tx
      .insert(leases)
      .values({ name, holder, until })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, until },
        setWhere: or(eq(leases.holder, holder), lte(leases.until, now), gt(leases.until, latest)),
      })
      .returning({ name: leases.name });
    if (taken.length === 1) await alongside?.({ ...tx, clock });
    return taken.length === 1;
  });
};

/**
 * Renews what `holder` has, all of it in one write; what another has taken meanwhile stays theirs.
 * @returns the names that it still holds.
 */
export const renewLeases = (
  store: Store,
  clock: Clock,
  { names, holder, ttlMs }: { names: readonly string[]; holder: string; ttlMs: number },
): Promise<readonly string[]> => {
  const { leases } = store.tables;
  const until = new Date(clock.now().getTime() + ttlMs);
  return store.write(async (tx) => {
    const kept = await tx
      .update(leases)
      .set({ until })
      .where(and(eq(leases.holder, holder), inArray(leases.name, [...names])))
      .returning({ name: leases.name });
    return kept.map(({ name }) => name);
  });
};

/** Removes up to `max` leases that ended long ago, such as those of instances that are no more. */
export const forgetLeases = async (tx: TimedTx, max: number): Promise<number> => {
  const { leases } = tx.tables;
  const ended = tx
    .select({ name: leases.name })
    .from(leases)
    .where(lt(leases.until, new Date(tx.clock.now().getTime() - FORGOTTEN_MS)))
    .limit(max);
  const gone = await tx
    .delete(leases)
    .where(inArray(leases.name, ended))
    .returning({ name: leases.name });
  return gone.length;
};

/** A lease that somebody has. */
export type HeldLease = { name: string; holder: string };
const HELD_MAX = 500;

/** The leases that are held now, by name; at most 500. */
export const readLeases = async (reader: Reader, clock: Clock): Promise<HeldLease[]> => {
  const { leases: t } = reader.tables;
  return await reader
    .select({ name: t.name, holder: t.holder })
    .from(t)
    .where(gt(t.until, clock.now()))
    .orderBy(t.name)
    .limit(HELD_MAX);
};

/** Lets a lease go, so that the next need not wait for its end. Another's lease stays. */
export const releaseLease = (
  store: Store,
  { name, holder }: { name: string; holder: string },
): Promise<void> => {
  const { leases } = store.tables;
  return store.write(async (tx) => {
    await tx.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
  });
};
