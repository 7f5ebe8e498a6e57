import { isIP } from "node:net";
import { eq } from "drizzle-orm";
import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import type { MemberContext } from "#server/context.ts";
import type { StoreApi } from "#server/providers/shop/port.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type { MadeBasket, NewBasket } from "#shared/schemas/shop.ts";
import { noteSilence } from "./catalogue.ts";
import { chooseItems } from "./choose-items.ts";
import { assertNotSubscribed } from "./obstacles.ts";
import { shopOf } from "./shop-of.ts";
import { isStoreFailure, tellRefusal } from "./store-refusal.ts";

/** When the store is first asked about a basket of which it has not told us anything. */
const FIRST_CHECK_MS = 2 * 60_000;

/** The order comes first, so that whatever the store makes of it is bound to something. */
const writeOrder = (
  ctx: MemberContext,
  { items, currency }: { items: readonly OrderItem[]; currency: string },
): Promise<number> => {
  const { store, clock, config, actor } = ctx;
  const { promoPackage } = config.community.shop;
  return store.write(async (tx) => {
    const { basketsByMember: limit } = config.community.limits;
    assertAllowed(await countAttempt(store, tx, clock, "basketsByMember", actor.userId, limit));
    await assertNotSubscribed(ctx, tx, items, null);
    const createdAt = clock.now();
    const [order] = await tx
      .insert(store.tables.orders)
      .values({
        userId: actor.userId,
        state: "open",
        items,
        currency,
        hasPromo: items.some(({ packageId }) => packageId === promoPackage),
        createdAt,
        nextCheckAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
      })
      .returning({ id: store.tables.orders.id });
    if (order === undefined) throw new Error("The order was not written.");
    return order.id;
  });
};

const makeBasket = async (ctx: MemberContext, api: StoreApi, orderId: number): Promise<string> => {
  const { config, actor, address } = ctx;
  const { ident } = await api.createBasket({
    custom: { userId: actor.userId, orderId },
    completeUrl: `${config.publicUrl}/member/purchases`,
    cancelUrl: `${config.publicUrl}/shop/cart`,
    // The store takes IPv4 alone.
    ipAddress: isIP(address) === 4 ? address : null,
  });
  return ident;
};

/**
 * Makes a basket at the store that belongs to its creator (facts §4). Prices are the store's.
 * @throws {AppError} `bad_request` for what cannot be bought, with the reason `already_subscribed` for
 *   a tier that runs; `too_many_requests`, `bad_gateway`.
 */
export const createBasket = async (ctx: MemberContext, input: NewBasket): Promise<MadeBasket> => {
  const { store, actor } = ctx;
  const { orders } = store.tables;
  const api = shopOf(ctx);
  const orderId = await writeOrder(ctx, await chooseItems(ctx, api, input));
  const change = (set: { ident: string } | { state: "abandoned"; nextCheckAt: null }) =>
    store.write(async (tx) => {
      await tx.update(orders).set(set).where(eq(orders.id, orderId));
      tx.publish({ type: "orders.changed", userId: actor.userId });
    });
  try {
    const ident = await makeBasket(ctx, api, orderId);
    await change({ ident });
    return { data: { ident, orderId } };
  } catch (error) {
    await change({ state: "abandoned", nextCheckAt: null });
    if (isStoreFailure(error) && error.reason === "unreachable") await noteSilence(ctx);
    return tellRefusal(ctx)(error);
  }
};
