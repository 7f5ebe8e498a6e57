import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { inTurn, takeOut, notePaid, changeItems } from "#server/modules/orders/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import type { Basket, ChangedBasket } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { basketWire } from "./basket-wire.ts";
import { chooseItems } from "./choose-items.ts";
import { assertNotSubscribed } from "./obstacles.ts";
import { openOrder, ownOrder } from "./own-order.ts";
import { countItem, shopOf, throwRefusal } from "./tebex.ts";

/**
 * Says what is to be bought with one's own basket, so that a changed cart needs neither another one
 * nor another sign-in. What is not in it any more is taken out at Tebex; what is new in it is
 * put in by `addPackage`.
 * @throws {AppError} `bad_request` for what cannot be bought, `already_subscribed` among its reasons;
 *   `not_found`, `conflict` for a basket that is paid, `too_many_requests`, `bad_gateway`.
 */
export const updateBasket = async (
  ctx: MemberCtx,
  { ident, items }: ChangedBasket,
): Promise<Basket> => {
  const api = shopOf(ctx);
  const { id } = await openOrder(ctx, ident);
  await countItem(ctx);
  const chosen = await chooseItems(ctx, api, { items });
  return inTurn(ctx, id, async () => {
    const order = await ownOrder(ctx.read, ident);
    const basket = await api.basket(ident).catch(throwRefusal(ctx));
    if (basket.isComplete) {
      await ctx.write((tx) => notePaid(tx, order, basket));
      throw new AppError("conflict", SHOP.paidBasket);
    }
    // Out before it is let go: else another basket could have it at the same time.
    const emptied = await takeOut(api, basket, chosen.items).catch(throwRefusal(ctx));
    await ctx.write(async (tx) => {
      await assertNotStruck(tx, { act: "buying" });
      await assertNotSubscribed(tx, chosen.items, id);
      await changeItems(tx, id, chosen);
    });
    return basketWire(emptied);
  });
};
