import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  findBasket,
  inTurn,
  takeOut,
  notePaid,
  moveOrder,
  TRANSITIONS,
} from "#server/modules/orders/index.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { ownOrder } from "./own-order.ts";
import { countItem, shopOf, throwRefusal } from "./tebex.ts";

/**
 * Gives up one's own basket: it is emptied at Tebex, so that nobody pays it in another window,
 * and what it had reserved can be put into another one.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`, `conflict` for a basket that is paid, `too_many_requests`,
 *   `bad_gateway`.
 */
export const closeBasket = async (
  ctx: MemberCtx,
  { ident }: { ident: string },
): Promise<string> => {
  const api = shopOf(ctx);
  const { id } = await ownOrder(ctx.read, ident);
  await countItem(ctx);
  return inTurn(ctx, id, async () => {
    const order = await ownOrder(ctx.read, ident);
    if (order.paidAt !== null) throw new AppError("conflict", SHOP.paidBasket);
    const basket = await findBasket(api, ident).catch(throwRefusal(ctx));
    if (basket?.isComplete === true) {
      await ctx.write((tx) => notePaid(tx, order, basket));
      throw new AppError("conflict", SHOP.paidBasket);
    }
    if (basket !== null) await takeOut(api, basket, []).catch(throwRefusal(ctx));
    if (!(await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.abandoned()))))
      throw new AppError("conflict", SHOP.paidBasket);
    return SHOP.basketClosed;
  });
};
