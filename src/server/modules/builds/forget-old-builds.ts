import { lt } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";

/** Removes the files of builds that nobody can still have open. */
export const forgetOldBuilds = async ({
  store,
  clock,
}: {
  store: Store;
  clock: Clock;
}): Promise<void> => {
  const { buildAssets } = store.tables;
  await store.write(async (tx) => {
    await tx.delete(buildAssets).where(lt(buildAssets.expiresAt, clock.now()));
  });
};
