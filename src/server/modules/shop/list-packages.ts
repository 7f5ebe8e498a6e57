import type { MemberContext } from "#server/context.ts";
import type { ShopPackage, ShopPackages } from "#shared/schemas/shop.ts";
import { fetchCatalogue, readCatalogue, type ShopContext, type ShownPackage } from "./catalogue.ts";
import { shopOf } from "./shop-of.ts";
import { tellRefusal } from "./store-refusal.ts";

/** Whether a package cannot be bought any more. */
export const isSoldOut = (
  { clock }: Pick<ShopContext, "clock">,
  { expiresAt }: ShownPackage,
): boolean => expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime();

const toWire = (ctx: ShopContext, shown: ShownPackage): ShopPackage => {
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
  };
};

/**
 * What the shop sells, as the store last said (facts §4).
 * @throws {AppError} `bad_gateway` where the store has never said it and does not now.
 */
export const listPackages = async (ctx: MemberContext): Promise<ShopPackages> => {
  const api = shopOf(ctx);
  const present = await readCatalogue(ctx.store);
  const { fetchedAt, isStale, packages } =
    present ?? (await fetchCatalogue(ctx, api).catch(tellRefusal(ctx)));
  return { data: packages.map((one) => toWire(ctx, one)), updatedAt: fetchedAt, isStale };
};
