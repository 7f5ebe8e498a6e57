import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, lte } from "drizzle-orm";
import type { Ctx } from "#server/context.ts";
import { processEvent } from "./process-event.ts";

const SLICE = 20;

/** Works on the events that wait and are due, oldest first, until `signal` ends it. */
export const processInbox = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock } = ctx;
  const { shopEvents: t } = ctx.tables;
  while (!signal.aborted) {
    const due = await ctx.read
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.state, "waiting"), lte(t.nextAttemptAt, clock.now())))
      .orderBy(asc(t.nextAttemptAt), asc(t.id))
      .limit(SLICE);
    if (due.length === 0) return;
    for (const { id } of due) {
      if (signal.aborted) return;
      await processEvent(ctx, id);
      await yieldToEventLoop();
    }
  }
};
