import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, type SQL } from "drizzle-orm";
import type { Tx, Ctx } from "#server/context/context.ts";
import { withdrawMail } from "#server/modules/mail/index.ts";
import { removeBelongings } from "./remove-belongings.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 10;

/**
 * Works off the accounts for which `isDue` holds, in slices: takes back mail that waits for them and
 * what is theirs alone, then has `finish` deal with the account itself. One that is no longer due
 * when its turn comes, since its owner came back, is left alone.
 * @param signal stops between two slices.
 */
export const removeDue = async (
  ctx: Ctx,
  isDue: SQL | undefined,
  finish: (tx: Tx, userId: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const { users } = ctx.tables;
  while (!signal.aborted) {
    const due = await ctx.read
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(isDue)
      .limit(SLICE);
    if (due.length === 0) return;
    const addresses = due.flatMap(({ email }) => email ?? []);
    await withdrawMail(ctx, addresses, signal);
    if (signal.aborted) return;
    for (const { id } of due) {
      const removeSome = () =>
        ctx.write(async (tx) => {
          const isStillDue = and(eq(users.id, id), isDue);
          const [still] = await tx.select({ id: users.id }).from(users).where(isStillDue);
          if (still === undefined) return true;
          const isAll = await removeBelongings(tx, id);
          if (isAll) await finish(tx, id);
          return isAll;
        });
      while (!(await removeSome())) await yieldToEventLoop();
      await yieldToEventLoop();
    }
  }
};
