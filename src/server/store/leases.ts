import { and, eq, gt, lte, or } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store } from "./store.ts";

/** A lease that lasts longer than this many terms was taken by a clock that has been set back since. */
const TERMS_MAX = 10;

/**
 * Takes a lease, or renews it for the one who holds it. Of several who ask, one gets it; a lease
 * that has run out is anybody's.
 * @param lease.holder who asks, such as an instance's id.
 * @param lease.ttlMs how long it is held from now.
 * @returns true for the holder.
 */
export const takeLease = (
  store: Store,
  clock: Clock,
  lease: { name: string; holder: string; ttlMs: number },
): Promise<boolean> => {
  const { leases } = store.tables;
  const { name, holder, ttlMs } = lease;
  const now = clock.now();
  const until = new Date(now.getTime() + ttlMs);
  const latest = new Date(now.getTime() + TERMS_MAX * ttlMs);
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
    return taken.length === 1;
  });
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
