import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, eq, inArray, lte, or } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { GIVE_UP_MS, KEPT_MS } from "./deliver-outbox.ts";
import { MAIL_KIND } from "./queue.ts";

const SLICE = 500;

/**
 * Removes mails that were sent, or given up, more than seven days ago.
 * @param signal stops between two slices.
 */
export const forgetOldMail = async (
  { tables, read, write, clock }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const { outbox } = tables;
  const until = new Date(clock.now().getTime() - KEPT_MS);
  while (!signal.aborted) {
    const old = await read
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          eq(outbox.kind, MAIL_KIND),
          or(
            lte(outbox.sentAt, until),
            lte(outbox.failedAt, until),
            // Where mail is switched off, nobody gives up what waits.
            lte(outbox.createdAt, new Date(until.getTime() - GIVE_UP_MS)),
          ),
        ),
      )
      .limit(SLICE);
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await write(async (tx) => {
      await tx.delete(outbox).where(inArray(outbox.id, ids));
    });
    await yieldToEventLoop();
  }
};
