import type { MemberContext } from "#server/context.ts";
import { shopOf } from "./shop-of.ts";

/** When the member last received the promo (facts §4). */
export const readPromoStatus = (ctx: MemberContext): { promoReceivedDate: string | null } => {
  shopOf(ctx);
  return { promoReceivedDate: ctx.actor.user.promoReceivedAt?.toISOString() ?? null };
};
