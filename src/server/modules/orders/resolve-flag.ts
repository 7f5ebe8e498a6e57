import { eq } from "drizzle-orm";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberCtx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ORDERS } from "#shared/shop-messages.ts";
import { settleFlags } from "./flags.ts";

/**
 * Notes that an Admin has looked at something. What is settled already stays as it is.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const resolveFlag = async (ctx: MemberCtx, { id }: { id: number }): Promise<string> => {
  const { actor } = ctx;
  const { shopFlags: t } = ctx.tables;
  await ctx.write(async (tx) => {
    const [found] = await tx
      .select({ isResolved: t.isResolved, reference: t.reference })
      .from(t)
      .where(eq(t.id, id));
    if (found === undefined) throw new AppError("not_found", ORDERS.unknownFlag);
    if (found.isResolved) return;
    await assertStillAdmin(tx);
    await settleFlags(tx, [found.reference], actor.userId);
    await tx.audit({ action: "order.flag_resolved", subject: null, after: { flagId: id } });
    tx.publish({ type: "orders.changed", userId: null });
  });
  return ORDERS.resolved;
};
