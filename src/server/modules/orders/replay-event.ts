import { eq } from "drizzle-orm";
import { ORDERS } from "#shared/shop-messages.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { workEvent } from "./work-event.ts";

/**
 * Works on an event again; what it did before it does not do twice.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it cannot be worked on now either.
 */
export const replayEvent = async (ctx: MemberContext, { id }: { id: number }): Promise<string> => {
  const { store, actor } = ctx;
  const { storeEvents: t } = store.tables;
  await store.write(async (tx) => {
    const [found] = await tx.select({ id: t.id }).from(t).where(eq(t.id, id));
    if (found === undefined) throw new AppError("not_found", ORDERS.unknownEvent);
    await assertStillAdmin(ctx, tx);
    const entry = { actorId: actor.userId, subject: null, after: { eventId: id } };
    await writeAudit(ctx, tx, { action: "shop.event_replayed", ...entry });
  });
  if (!(await workEvent(ctx, id, true))) throw new AppError("conflict", ORDERS.replayFailed);
  return ORDERS.replayed;
};
