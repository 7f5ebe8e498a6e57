import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { notePaid, moveOrder, TRANSITIONS } from "#server/modules/orders/index.ts";
import { ShopFailure, type ShopApi, type ShopBasket } from "#server/providers/shop/port.ts";
import type { Basket, SignInLinks } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { basketWire, paidBasket } from "./basket-wire.ts";
import { ownOrder, openOrder } from "./own-order.ts";
import { shopOf, throwRefusal, countItem } from "./tebex.ts";

/** What is being asked, by the basket's ident. */
const asking = new WeakMap<ShopApi, Map<string, Promise<ShopBasket>>>();

/**
 * A basket, as Tebex has it. Whoever asks while somebody else does gets the same answer, so that
 * nobody can have us ask Tebex as often as they ask us.
 * @throws {ShopFailure} as Tebex's API does.
 */
export const askBasket = (api: ShopApi, ident: string): Promise<ShopBasket> => {
  const baskets = asking.get(api) ?? new Map<string, Promise<ShopBasket>>();
  asking.set(api, baskets);
  const present = baskets.get(ident);
  if (present !== undefined) return present;
  const asked = api.basket(ident).finally(() => baskets.delete(ident));
  baskets.set(ident, asked);
  return asked;
};

/**
 * One's own basket. Once we know that it is paid Tebex is not asked; when Tebex says so
 * first, that is noted, and credits nothing [SHOP-15]. One that Tebex has forgotten is given up.
 * @throws {AppError} `not_found`, `bad_gateway`.
 */
export const readBasket = async (
  ctx: MemberCtx,
  { ident }: { ident: string },
): Promise<{ data: Basket }> => {
  const api = shopOf(ctx);
  const order = await ownOrder(ctx.read, ident);
  if (order.paidAt !== null) return { data: paidBasket(ident, order) };
  const basket = await askBasket(api, ident).catch(async (error: unknown) => {
    if (!(error instanceof ShopFailure) || error.reason !== "missing")
      return throwRefusal(ctx)(error);
    await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.abandoned()));
    throw new AppError("not_found", SHOP.basketGone);
  });
  // One that was closed is empty, and stays so.
  if (basket.packages.length > 0 && order.state === "abandoned")
    await ctx.write((tx) => moveOrder(tx, order, TRANSITIONS.reopened()));
  if (basket.isComplete) await ctx.write((tx) => notePaid(tx, order, basket));
  return { data: basketWire(basket) };
};

/** Where Tebex leads back to: a page of the server that closes its window. */
const RETURN_PATH = "/auth/tebex/return";

/**
 * Where the buyer signs in at Tebex; empty where nobody has to.
 * @throws {AppError} `not_found`, `conflict` for a basket that is paid,
 *   `too_many_requests`, `bad_gateway`.
 */
export const listSignInLinks = async (
  ctx: MemberCtx,
  { ident }: { ident: string },
): Promise<SignInLinks> => {
  const api = shopOf(ctx);
  await openOrder(ctx, ident);
  await countItem(ctx);
  const links = await api
    .signInLinks(ident, `${ctx.config.publicUrl}${RETURN_PATH}`)
    .catch(throwRefusal(ctx));
  return links.map(({ name, url }) => ({ name, url }));
};
