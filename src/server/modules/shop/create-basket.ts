import { isIP } from "node:net";
import { eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context.ts";
import { noteSilence } from "#server/modules/catalogue/index.ts";
import { type ShopApi, ShopFailure } from "#server/providers/shop/port.ts";
import { one } from "#server/store/one.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type { MadeBasket, NewBasket } from "#shared/schemas/shop.ts";
import { chooseItems } from "./choose-items.ts";
import { assertNotSubscribed } from "./obstacles.ts";
import { shopOf } from "./shop-of.ts";
import { throwRefusal } from "./tebex-refusal.ts";

/** When Tebex is first asked about a basket of which it has not told us anything. */
const FIRST_CHECK_MS = 2 * MINUTE_MS;

/** The order comes first, so that whatever Tebex makes of it is bound to something. */
const writeOrder = (
  ctx: MemberCtx,
  { items, currency }: { items: readonly OrderItem[]; currency: string },
): Promise<number> => {
  const { clock, config, actor } = ctx;
  const { promoPackage } = config.community.shop;
  return ctx.write(async (tx) => {
    await tx.count("basketsByMember", actor.userId);
    await assertNotSubscribed(tx, items, null);
    const createdAt = clock.now();
    const order = one(
      await tx
        .insert(ctx.tables.orders)
        .values({
          userId: actor.userId,
          state: "open",
          items,
          currency,
          hasPromo: items.some(({ packageId }) => packageId === promoPackage),
          createdAt,
          nextCheckAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
        })
        .returning({ id: ctx.tables.orders.id }),
    );
    return order.id;
  });
};

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
  const { actor } = ctx;
  const { orders } = ctx.tables;
  const api = shopOf(ctx);
  const orderId = await writeOrder(ctx, await chooseItems(ctx, api, input));
  const change = (set: { ident: string } | { state: "abandoned"; nextCheckAt: null }) =>
    ctx.write(async (tx) => {
      await tx.update(orders).set(set).where(eq(orders.id, orderId));
      tx.publish({ type: "orders.changed", userId: actor.userId });
    });
  try {
    const ident = await makeBasket(ctx, api, orderId);
    await change({ ident });
    return { data: { ident, orderId } };
  } catch (error) {
    await change({ state: "abandoned", nextCheckAt: null });
    if (error instanceof ShopFailure && error.reason === "unreachable") await noteSilence(ctx);
    return throwRefusal(ctx)(error);
  }
};
