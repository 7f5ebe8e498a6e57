import { and, asc, eq, lte } from "drizzle-orm";
import { setImmediate as others } from "node:timers/promises";
import type { ShopContext } from "./lines.ts";
import { workEvent } from "./work-event.ts";

const SLICE = 20;

/** Works on the events that wait and are due, oldest first, until `signal` ends it. */
export const workInbox = async (ctx: ShopContext, signal: AbortSignal): Promise<void> => {
  const { store, clock } = ctx;
  const { storeEvents: t } = store.tables;
  while (!signal.aborted) {
    const due = await store.read
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.state, "waiting"), lte(t.nextAttemptAt, clock.now())))
      .orderBy(asc(t.nextAttemptAt), asc(t.id))
      .limit(SLICE);
    if (due.length === 0) return;
    for (const { id } of due) {
      if (signal.aborted) return;
      await workEvent(ctx, id);
      await others();
    }
  }
};
