import { eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";

/** How much waits for an Admin: what is not settled, and events not worked on; both up to 100. */
export const countTrouble = async ({
  tables,
  read,
}: MemberCtx): Promise<{ flags: number; waiting: number }> => {
  const { shopFlags: f, shopEvents: e } = tables;
  const [flags, waiting] = await Promise.all([
    read.select({ id: f.id }).from(f).where(eq(f.isResolved, false)).limit(COUNT_MAX),
    read.select({ id: e.id }).from(e).where(eq(e.state, "waiting")).limit(COUNT_MAX),
  ]);
  return { flags: flags.length, waiting: waiting.length };
};
