import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { MemberCtx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { lastPaidPromo } from "./promo.ts";
import { shopOf } from "./shop-of.ts";

/**
 * Says that the promo of a paid order was received [SHOP-09]. The order's event says the same, and
 * it does not matter which of the two comes first.
 * @throws {AppError} `bad_request` for another package, `conflict` where no such order is paid.
 */
export const claimPromo = async (
  ctx: MemberCtx,
  { packageId }: { packageId: number },
): Promise<string> => {
  const { config, actor } = ctx;
  shopOf(ctx);
  if (packageId !== config.community.shop.promoPackage)
    throw new AppError("bad_request", SHOP.notPromo);
  await ctx.write(async (tx) => {
    const { users } = ctx.tables;
    const paidAt = await lastPaidPromo(tx, actor.userId);
    if (paidAt === null) throw new AppError("conflict", SHOP.noPaidPromo);
    const isOlder = or(isNull(users.promoReceivedAt), lt(users.promoReceivedAt, paidAt));
    const noted = await tx
      .update(users)
      .set({ promoReceivedAt: paidAt })
      .where(and(eq(users.id, actor.userId), isOlder))
      .returning({ id: users.id });
    if (noted.length > 0) tx.publish({ type: "account.changed", userId: actor.userId });
  });
  return SHOP.promoClaimed;
};
