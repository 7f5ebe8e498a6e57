import type { MemberContext } from "#server/context.ts";
import { AppError, type ErrorReason } from "#server/errors.ts";
import type { StoreApi, StoreBasket } from "#server/providers/shop/port.ts";
import type { Reserved } from "#shared/constants/shop.ts";
import type { Basket, BasketItem } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { basketWire } from "./basket-wire.ts";
import { readCatalogue } from "./catalogue.ts";
import { countItem } from "./count-item.ts";
import { findObstacles, refusalOf } from "./obstacles.ts";
import { notePaid, type OwnOrder, ownOrder, reopen } from "./own-order.ts";
import { inTurn } from "./in-turn.ts";
import { releaseReservations, reserve, reservedOf } from "./reservations.ts";
import { shopOf } from "./shop-of.ts";
import { isStoreFailure, tellRefusal } from "./store-refusal.ts";

const refuse = (sentence: string, reason: ErrorReason) =>
  new AppError("bad_request", sentence, {}, reason);

/** Puts in what is missing: the store would add to what is there. */
const fill = async (
  ctx: MemberContext,
  api: StoreApi,
  present: StoreBasket,
  { ident, packageId, quantity }: BasketItem,
): Promise<StoreBasket> => {
  const there = present.packages.find(({ id }) => id === packageId)?.quantity ?? 0;
  if (there >= quantity) return present;
  const { packages = [] } = (await readCatalogue(ctx.store)) ?? {};
  const type = packages.find(({ id }) => id === packageId)?.type;
  if (type === undefined) throw refuse(SHOP.unknownPackage, "refused");
  return await api
    .addPackage(ident, { packageId, quantity: quantity - there, type })
    .catch((error: unknown) => {
      // The basket was there just now: it is the package.
      if (isStoreFailure(error) && error.reason === "missing")
        throw refuse(SHOP.unknownPackage, "refused");
      return tellRefusal(ctx)(error);
    });
};

/**
 * The order as it stands once it is its turn; what can be in one basket of the member alone is
 * reserved for it in the same transaction.
 */
const prepare = (
  ctx: MemberContext,
  { ident, packageId, quantity }: BasketItem,
): Promise<{ order: OwnOrder; what: Reserved | null }> => {
  const { store, clock, actor } = ctx;
  return store.write(async (tx) => {
    const order = await ownOrder(ctx, ident, tx);
    if (order.paidAt !== null) throw new AppError("conflict", SHOP.paidBasket);
    // Somebody's other tab may have given it up since this call came.
    await reopen(ctx, tx, order);
    const item = order.items.find((one) => one.packageId === packageId);
    if (item === undefined || quantity > item.quantity)
      throw refuse(SHOP.notInOrder, "not_in_order");
    const what = reservedOf(ctx, packageId);
    if (what === null) return { order, what };
    const obstacle = (await findObstacles(ctx, tx, order.id))(item);
    if (obstacle !== null) throw refusalOf(obstacle);
    await reserve(store, tx, clock, { userId: actor.userId, what, orderId: order.id });
    return { order, what };
  });
};

/** What certainly is not in the basket after all is not kept for it. */
const releaseRefused = async (
  { store }: MemberContext,
  { id }: OwnOrder,
  what: Reserved | null,
  error: unknown,
): Promise<void> => {
  if (what === null || !(error instanceof AppError) || error.code !== "bad_request") return;
  await store.write((tx) => releaseReservations(store, tx, id, what));
};

/**
 * Puts a package of the order into one's own basket; one that is there already stays as it is.
 * @throws {AppError} `bad_request` with a reason: `limit_reached` (facts §4) and
 *   `already_subscribed` among them; `not_found`, `conflict` for a basket that is paid,
 *   `too_many_requests`, `bad_gateway`.
 */
export const addPackage = async (ctx: MemberContext, input: BasketItem): Promise<Basket> => {
  const { store } = ctx;
  const { ident, packageId, quantity } = input;
  const api = shopOf(ctx);
  const { id, items } = await ownOrder(ctx, ident);
  const asked = items.find((item) => item.packageId === packageId)?.quantity ?? 0;
  if (quantity > asked) throw refuse(SHOP.notInOrder, "not_in_order");
  await countItem(ctx);
  return inTurn(ctx, id, async () => {
    const { order, what } = await prepare(ctx, input);
    const present = await api.basket(ident).catch(tellRefusal(ctx));
    if (present.isComplete) {
      await store.write((tx) => notePaid(ctx, tx, order, present));
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
