import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { noteReceivedPromo } from "#server/modules/members/index.ts";
import { lastPaidPromo } from "#server/modules/orders/index.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { shopOf } from "./tebex.ts";

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
    const paidAt = await lastPaidPromo(tx, actor.userId);
    if (paidAt === null) throw new AppError("conflict", SHOP.noPaidPromo);
    await noteReceivedPromo(tx, { userId: actor.userId, at: paidAt });
  });
  return SHOP.promoClaimed;
};

/** When the member last received the promo [SHOP-09]. */
export const readPromoStatus = (ctx: MemberCtx): { promoReceivedDate: string | null } => {
  shopOf(ctx);
  return { promoReceivedDate: ctx.actor.user.promoReceivedAt?.toISOString() ?? null };
};
