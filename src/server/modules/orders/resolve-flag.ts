import { eq } from "drizzle-orm";
import { ORDERS } from "#shared/shop-messages.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { settleFlags } from "./flags.ts";

/**
 * Notes that an Admin has looked at something. What is settled already stays as it is.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const resolveFlag = async (ctx: MemberContext, { id }: { id: number }): Promise<string> => {
  const { store, clock, actor } = ctx;
  const { shopFlags: t } = store.tables;
  await store.write(async (tx) => {
    const [found] = await tx
      .select({ isResolved: t.isResolved, reference: t.reference })
      .from(t)
      .where(eq(t.id, id));
    if (found === undefined) throw new AppError("not_found", ORDERS.unknownFlag);
    if (found.isResolved) return;
    await assertStillAdmin(ctx, tx);
    await settleFlags(store, tx, clock, [found.reference], actor.userId);
    const entry = { actorId: actor.userId, subject: null, after: { flagId: id } };
    await writeAudit(ctx, tx, { action: "order.flag_resolved", ...entry });
    tx.publish({ type: "orders.changed", userId: null });
  });
  return ORDERS.resolved;
};
