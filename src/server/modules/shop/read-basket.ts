import type { MemberContext } from "#server/context.ts";
import type { Basket } from "#shared/schemas/shop.ts";
import { AppError } from "#server/errors.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { askBasket } from "./ask-basket.ts";
import { basketWire, paidBasket } from "./basket-wire.ts";
import { abandonOrder, notePaid, ownOrder, reopen } from "./own-order.ts";
import { shopOf } from "./shop-of.ts";
import { isStoreFailure, tellRefusal } from "./store-refusal.ts";

/**
 * One's own basket. Once we know that it is paid the store is not asked; when the store says so
 * first, that is noted, and credits nothing (facts §4). One that the store has forgotten is given up.
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
  const told = await askBasket(api, ident).catch(async (error: unknown) => {
    if (!isStoreFailure(error) || error.reason !== "missing") return tellRefusal(ctx)(error);
    await store.write((tx) => abandonOrder(store, tx, order));
    throw new AppError("not_found", SHOP.basketGone);
  });
  // One that was closed is empty, and stays so.
  if (told.packages.length > 0 && order.state === "abandoned")
    await ctx.store.write((tx) => reopen(ctx, tx, order));
  if (told.isComplete) await store.write((tx) => notePaid(ctx, tx, order, told));
  return { data: basketWire(told) };
};
