import { eq } from "drizzle-orm";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberCtx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { processEvent } from "./process-event.ts";

/**
 * Works on an event again; what it did before it does not do twice.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it cannot be worked on now either.
 */
export const replayEvent = async (ctx: MemberCtx, { id }: { id: number }): Promise<string> => {
  const { shopEvents: t } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx.select({ id: t.id }).from(t).where(eq(t.id, id));
    if (found === undefined) throw new AppError("not_found", ORDERS.unknownEvent);
    await assertStillAdmin(tx);
    await tx.audit({ action: "shop.event_replayed", subject: null, after: { eventId: id } });
  });
  if (!(await processEvent(ctx, id, true))) throw new AppError("conflict", ORDERS.replayFailed);
  return ORDERS.replayed;
};
