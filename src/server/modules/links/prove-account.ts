import { and, eq } from "drizzle-orm";
import { keepProof, type Proof } from "#server/auth/proofs.ts";
import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";

/**
 * Keeps, for 30 minutes, that a browser has proven an account elsewhere (facts §3).
 * @param given.browserSecret of that browser's cookie.
 * @returns false where a member has linked this account already: then there is nothing to keep.
 */
export const proveAccount = (
  { store, clock }: { store: Store; clock: Clock },
  given: Proof & { browserSecret: string },
): Promise<boolean> =>
  store.write(async (tx) => {
    const { links } = store.tables;
    const [taken] = await tx
      .select({ platform: links.platform })
      .from(links)
      .where(and(eq(links.platform, given.platform), eq(links.externalId, given.externalId)))
      .limit(1);
    if (taken !== undefined) return false;
    await keepProof(store, tx, clock, given);
    return true;
  });
