import { eq } from "drizzle-orm";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import type { MemberContext } from "#server/context.ts";

/** How much waits for an Admin: what is not settled, and events not worked on; both up to 100. */
export const countTrouble = async ({
  store,
}: MemberContext): Promise<{ flags: number; waiting: number }> => {
  const { shopFlags: f, storeEvents: e } = store.tables;
  const [flags, waiting] = await Promise.all([
    store.read.select({ id: f.id }).from(f).where(eq(f.isResolved, false)).limit(COUNT_MAX),
    store.read.select({ id: e.id }).from(e).where(eq(e.state, "waiting")).limit(COUNT_MAX),
  ]);
  return { flags: flags.length, waiting: waiting.length };
};
