import type { MemberCtx, Ctx } from "#server/context/context.ts";
import {
  isSold,
  readOrFetchCatalogue,
  type ShownPackage,
} from "#server/modules/catalogue/index.ts";
import type { ShopPackage, ShopPackages } from "#shared/schemas/shop.ts";
import { shopOf, throwRefusal } from "./tebex.ts";

/** Whether a package cannot be bought any more. */
export const isSoldOut = ({ clock }: Ctx, { expiresAt }: ShownPackage): boolean =>
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
