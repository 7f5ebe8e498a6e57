import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  type Catalogue,
  fetchCatalogue,
  isSold,
  readCatalogue,
  type ShownPackage,
} from "#server/modules/catalogue/index.ts";
import type { ShopApi } from "#server/providers/shop/port.ts";
import { toCents } from "#shared/rules/numbers.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type { NewBasket } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { isSoldOut } from "./list-packages.ts";
import { throwRefusal } from "./tebex.ts";

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
export const chooseItems = async (
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
