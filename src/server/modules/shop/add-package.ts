import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { StoreApi, StoreBasket } from "#server/providers/shop/port.ts";
import type { Basket, BasketItem } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { inTurn } from "./ask-basket.ts";
import { basketWire } from "./basket-wire.ts";
import { readCatalogue } from "./catalogue.ts";
import { countItem } from "./count-item.ts";
import { notePaid, openOrder } from "./own-order.ts";
import { assertPromoAllowed } from "./promo.ts";
import { shopOf } from "./shop-of.ts";
import { isStoreFailure, tellRefusal } from "./store-refusal.ts";

const refuse = (sentence: string, reason: string) =>
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
 * Puts a package of the order into one's own basket; one that is there already stays as it is.
 * @throws {AppError} `bad_request` with a reason, `limit_reached` among them (facts §4); `not_found`,
 *   `conflict` for a basket that is paid, `too_many_requests`, `bad_gateway`.
 */
export const addPackage = async (ctx: MemberContext, input: BasketItem): Promise<Basket> => {
  const { store, config } = ctx;
  const { ident, packageId, quantity } = input;
  const api = shopOf(ctx);
  const order = await openOrder(ctx, ident);
  const asked = order.items.find((item) => item.packageId === packageId)?.quantity ?? 0;
  if (quantity > asked) throw refuse(SHOP.notInOrder, "not_in_order");
  await countItem(ctx);
  if (packageId === config.community.shop.promoPackage) await assertPromoAllowed(ctx);
  return inTurn(api, ident, async () => {
    const present = await api.basket(ident).catch(tellRefusal(ctx));
    if (present.isComplete) {
      await store.write((tx) => notePaid(ctx, tx, order, present));
      throw new AppError("conflict", SHOP.paidBasket);
    }
    return basketWire(await fill(ctx, api, present, input));
  });
};
