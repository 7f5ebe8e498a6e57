import type { MemberContext } from "#server/context.ts";
import type { Basket } from "#shared/schemas/shop.ts";
import { askBasket } from "./ask-basket.ts";
import { basketWire, paidBasket } from "./basket-wire.ts";
import { notePaid, ownOrder, reopen } from "./own-order.ts";
import { shopOf } from "./shop-of.ts";
import { tellRefusal } from "./store-refusal.ts";

/**
 * One's own basket. Once we know that it is paid the store is not asked; when the store says so
 * first, that is noted, and credits nothing (facts §4).
 * @throws {AppError} `not_found`, `bad_gateway`.
 */
export const readBasket = async (
  ctx: MemberContext,
  { ident }: { ident: string },
): Promise<{ data: Basket }> => {
  const { store } = ctx;
  const api = shopOf(ctx);
  const order = await ownOrder(ctx, ident);
  if (order.paidAt !== null) return { data: paidBasket(ident, order) };
  await reopen(ctx, order);
  const told = await askBasket(api, ident).catch(tellRefusal(ctx));
  if (told.isComplete) await store.write((tx) => notePaid(ctx, tx, order, told));
  return { data: basketWire(told) };
};
