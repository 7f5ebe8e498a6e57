import type { RequestCtx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ShopApi } from "#server/providers/shop/port.ts";
import { SHOP } from "#shared/shop-messages.ts";

/** Tebex. @throws {AppError} `unavailable` where none is configured. */
export const shopOf = ({ shop }: Pick<RequestCtx, "shop">): ShopApi => {
  if (shop === null) throw new AppError("unavailable", SHOP.notConfigured);
  return shop;
};
