import { isIP } from "node:net";
import type { MemberCtx } from "#server/context/context.ts";
import { noteSilence } from "#server/modules/catalogue/index.ts";
import { createOrder, moveOrder, nameBasket, TRANSITIONS } from "#server/modules/orders/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import { type ShopApi, ShopFailure } from "#server/providers/shop/port.ts";
import type { MadeBasket, NewBasket } from "#shared/schemas/shop.ts";
import { chooseItems } from "./choose-items.ts";
import { assertNotSubscribed } from "./obstacles.ts";
import { shopOf, throwRefusal } from "./tebex.ts";

const makeBasket = async (ctx: MemberCtx, api: ShopApi, orderId: number): Promise<string> => {
  const { config, actor, address } = ctx;
  const { ident } = await api.createBasket({
    custom: { userId: actor.userId, orderId },
    completeUrl: `${config.publicUrl}/member/purchases`,
    cancelUrl: `${config.publicUrl}/shop/cart`,
    // Tebex takes IPv4 alone.
    ipAddress: isIP(address) === 4 ? address : null,
  });
  return ident;
};

/**
 * Makes a basket at Tebex that belongs to its creator [SHOP-07]. Prices are Tebex's.
 * @throws {AppError} `bad_request` for what cannot be bought, with the reason `already_subscribed` for
 *   a tier that runs; `too_many_requests`, `bad_gateway`.
 */
export const createBasket = async (ctx: MemberCtx, input: NewBasket): Promise<MadeBasket> => {
  const { userId } = ctx.actor;
  const api = shopOf(ctx);
  const chosen = await chooseItems(ctx, api, input);
  const orderId = await ctx.write(async (tx) => {
    await assertNotStruck(tx, { act: "buying" });
    await tx.count("basketsByMember", userId);
    await assertNotSubscribed(tx, chosen.items, null);
    return createOrder(tx, chosen);
  });
  try {
    const ident = await makeBasket(ctx, api, orderId);
    await ctx.write((tx) => nameBasket(tx, { orderId, ident }));
    return { data: { ident, orderId } };
  } catch (error) {
    await ctx.write((tx) => moveOrder(tx, { id: orderId, userId }, TRANSITIONS.abandoned()));
    if (error instanceof ShopFailure && error.reason === "unreachable") await noteSilence(ctx);
    return throwRefusal(ctx)(error);
  }
};
