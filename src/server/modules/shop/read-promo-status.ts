import type { MemberCtx } from "#server/context.ts";
import { shopOf } from "./shop-of.ts";

/** When the member last received the promo [SHOP-09]. */
export const readPromoStatus = (ctx: MemberCtx): { promoReceivedDate: string | null } => {
  shopOf(ctx);
  return { promoReceivedDate: ctx.actor.user.promoReceivedAt?.toISOString() ?? null };
};
