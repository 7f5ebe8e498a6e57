import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { isSold, readCatalogue } from "#server/modules/catalogue/index.ts";
import {
  inTurn,
  moveOrder,
  notePaid,
  TRANSITIONS,
  releaseReservations,
  reserve,
  reservedOf,
} from "#server/modules/orders/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import { type ShopApi, type ShopBasket, ShopFailure } from "#server/providers/shop/port.ts";
import type { Basket, BasketItem } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { basketWire } from "./basket-wire.ts";
import { findObstacles, refusalOf } from "./obstacles.ts";
import { type OwnOrder, ownOrder } from "./own-order.ts";
import { countItem, shopOf, throwRefusal } from "./tebex.ts";

/** Puts in what is missing: Tebex would add to what is there. */
const fill = async (
  ctx: MemberCtx,
  api: ShopApi,
  present: ShopBasket,
  { ident, packageId, quantity }: BasketItem,
): Promise<ShopBasket> => {
  const there = present.packages.find(({ id }) => id === packageId)?.quantity ?? 0;
  if (there >= quantity) return present;
  const { packages = [] } = (await readCatalogue(ctx.read)) ?? {};
  const type = packages.find(({ id }) => id === packageId)?.type;
  if (type === undefined) throw new AppError("refused", SHOP.unknownPackage);
  if (!isSold(ctx.config.community, packageId)) throw new AppError("refused", SHOP.notSold);
  return await api
    .addPackage(ident, { packageId, quantity: quantity - there, type })
    .catch((error: unknown) => {
      // The basket was there just now: it is the package.
      if (error instanceof ShopFailure && error.reason === "missing")
        throw new AppError("refused", SHOP.unknownPackage);
      return throwRefusal(ctx)(error);
    });
};

/**
 * The order as it stands once it is its turn; what can be in one basket of the member alone is
 * reserved for it in the same transaction.
 */
const prepare = (
  ctx: MemberCtx,
  { ident, packageId, quantity }: BasketItem,
): Promise<{ order: OwnOrder; what: string | null }> => {
  const { actor } = ctx;
  return ctx.write(async (tx) => {
    await assertNotStruck(tx, { act: "buying" });
    const order = await ownOrder(tx, ident);
    if (order.paidAt !== null) throw new AppError("conflict", SHOP.paidBasket);
    // Somebody's other tab may have given it up since this call came.
    if (order.state === "abandoned") await moveOrder(tx, order, TRANSITIONS.reopened());
    const item = order.items.find((one) => one.packageId === packageId);
    if (item === undefined || quantity > item.quantity)
      throw new AppError("not_in_order", SHOP.notInOrder);
    const what = reservedOf(ctx, packageId);
    if (what === null) return { order, what };
    const obstacle = (await findObstacles(tx, order.id))(item);
    if (obstacle !== null) throw refusalOf(obstacle);
    await reserve(tx, { userId: actor.userId, what, orderId: order.id });
    return { order, what };
  });
};

/** What certainly is not in the basket after all is not kept for it. */
const releaseRefused = async (
  { write }: MemberCtx,
  { id }: OwnOrder,
  what: string | null,
  error: unknown,
): Promise<void> => {
  if (what === null || !(error instanceof AppError) || error.kind !== "bad_request") return;
  await write((tx) => releaseReservations(tx, id, what));
};

/**
 * Puts a package of the order into one's own basket; one that is there already stays as it is.
 * @throws {AppError} with a code of the shop, such as `limit_reached` [SHOP-20]; `not_found`, `conflict`
 *   for a basket that is paid, `too_many_requests`, `bad_gateway`.
 */
export const addPackage = async (ctx: MemberCtx, input: BasketItem): Promise<Basket> => {
  const { ident, packageId, quantity } = input;
  const api = shopOf(ctx);
  const { id, items } = await ownOrder(ctx.read, ident);
  const asked = items.find((item) => item.packageId === packageId)?.quantity ?? 0;
  if (quantity > asked) throw new AppError("not_in_order", SHOP.notInOrder);
  await countItem(ctx);
  return inTurn(ctx, id, async () => {
    const { order, what } = await prepare(ctx, input);
    const present = await api.basket(ident).catch(throwRefusal(ctx));
    if (present.isComplete) {
      await ctx.write((tx) => notePaid(tx, order, present));
      throw new AppError("conflict", SHOP.paidBasket);
    }
    try {
      return basketWire(await fill(ctx, api, present, input));
    } catch (error) {
      if (!present.packages.some((one) => one.id === packageId))
        await releaseRefused(ctx, order, what, error);
      throw error;
    }
  });
};
