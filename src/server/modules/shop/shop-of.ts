import type { RequestContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { StoreApi } from "#server/providers/shop/port.ts";
import { SHOP } from "#shared/shop-messages.ts";

/** The store. @throws {AppError} `unavailable` where none is configured. */
export const shopOf = ({ shop }: Pick<RequestContext, "shop">): StoreApi => {
  if (shop === null) throw new AppError("unavailable", SHOP.notConfigured);
  return shop;
};
