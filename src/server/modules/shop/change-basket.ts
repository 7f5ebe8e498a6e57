import { isIP } from "node:net";
import type { Ctx, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  type Catalogue,
  fetchCatalogue,
  isSold,
  noteSilence,
  readCatalogue,
  readOrFetchCatalogue,
  type ShownPackage,
} from "#server/modules/catalogue/index.ts";
import {
  changeItems,
  createOrder,
  findBasket,
  inTurn,
  moveOrder,
  nameBasket,
  notePaid,
  releaseReservations,
  reserve,
  reservedOf,
  takeOut,
  TRANSITIONS,
} from "#server/modules/orders/index.ts";
import { assertNotStruck } from "#server/modules/strikes/index.ts";
import { type ShopApi, type ShopBasket, ShopFailure } from "#server/providers/ports/outside.ts";
import { toCents } from "#shared/rules/lines.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type {
  Basket,
  BasketItem,
  ChangedBasket,
  MadeBasket,
  NewBasket,
  ShopPackage,
  ShopPackages,
} from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { countItem, shopOf, throwRefusal } from "./index.ts";
import { assertNotSubscribed, findObstacles, refusalOf } from "./obstacles.ts";
import { basketWire, openOrder, type OwnOrder, ownOrder } from "./read-basket.ts";

/** Whether a package cannot be bought any more. */
const isSoldOut = ({ clock }: Ctx, { expiresAt }: ShownPackage): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime();

const toWire = (ctx: Ctx, shown: ShownPackage): ShopPackage => {
  const { packages, promoPackage } = ctx.config.community.shop;
  const { id, name, type, totalPrice, currency, image, description } = shown;
  const gives = packages.find((one) => one.id === id);
  return {
    id,
    name,
    type,
    total_price: totalPrice,
    currency,
    image,
    description,
    points: gives === undefined || gives.points === 0 ? null : gives.points,
    tier: gives?.tier ?? null,
    isPromo: id === promoPackage,
    isSoldOut: isSoldOut(ctx, shown),
    limit: shown.userLimit,
  };
};

/**
 * What the shop sells, as Tebex last said [SHOP-01]: what gives nothing is left out [SHOP-24].
 * @throws {AppError} `bad_gateway` where the store has never said it and does not now.
 */
export const listPackages = async (ctx: MemberCtx): Promise<ShopPackages> => {
  const api = shopOf(ctx);
  const { fetchedAt, isStale, packages } = await readOrFetchCatalogue(ctx, api).catch(
    throwRefusal(ctx),
  );
  const sold = packages.filter(({ id }) => isSold(ctx.config.community, id));
  return { data: sold.map((one) => toWire(ctx, one)), updatedAt: fetchedAt, isStale };
};

/** What Tebex said so lately is not asked for again because somebody names what is not in it. */
const JUST_NOW_MS = 10_000;

type Items = NewBasket["items"];
type Chosen = { shown: ShownPackage; quantity: number };

const refuse = (sentence: string) => new AppError("bad_request", sentence);

/** The catalogue, asked for anew where a package is not in it: it may be one that is new. */
const catalogueWith = async (ctx: MemberCtx, api: ShopApi, items: Items): Promise<Catalogue> => {
  const present = await readCatalogue(ctx.read);
  const isThere = ({ packageId }: Items[number]) =>
    present?.packages.some(({ id }) => id === packageId) === true;
  const ageMs =
    present === null ? Infinity : ctx.clock.now().getTime() - Date.parse(present.fetchedAt);
  return present !== null && (items.every(isThere) || ageMs < JUST_NOW_MS)
    ? present
    : await fetchCatalogue(ctx, api).catch(throwRefusal(ctx));
};

const assertBuyable = (ctx: MemberCtx, chosen: readonly Chosen[]): void => {
  if (chosen.some(({ shown }) => isSoldOut(ctx, shown))) throw refuse(SHOP.soldOut);
  if (chosen.some(({ shown, quantity }) => shown.totalPrice === 0 && quantity > 1))
    throw refuse(SHOP.oneFree);
  const recurring = chosen.filter(({ shown }) => shown.type === "subscription");
  if (recurring.length > 1 || recurring.some(({ quantity }) => quantity > 1))
    throw refuse(SHOP.oneSubscription);
};

/**
 * What an order is to have, at Tebex's own prices.
 * @throws {AppError} `bad_request` for what cannot be bought together or at all; `bad_gateway`.
 */
const chooseItems = async (
  ctx: MemberCtx,
  api: ShopApi,
  { items }: NewBasket,
): Promise<{ items: readonly OrderItem[]; currency: string }> => {
  if (new Set(items.map(({ packageId }) => packageId)).size < items.length)
    throw refuse(SHOP.twice);
  const { packages } = await catalogueWith(ctx, api, items);
  const chosen = items.map(({ packageId, quantity }): Chosen => {
    const shown = packages.find(({ id }) => id === packageId);
    if (shown === undefined) throw refuse(SHOP.unknownPackage);
    if (!isSold(ctx.config.community, packageId)) throw refuse(SHOP.notSold);
    return { shown, quantity };
  });
  assertBuyable(ctx, chosen);
  return {
    items: chosen.map(({ shown: { id, name, totalPrice }, quantity }) => ({
      packageId: id,
      name,
      quantity,
      price: toCents(totalPrice * quantity) / 100,
    })),
    currency: chosen[0]?.shown.currency ?? "",
  };
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
