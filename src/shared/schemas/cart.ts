import { z } from "zod/mini";
import { BASKET_ITEMS_MAX } from "#shared/constants/shop.ts";
import { quantity } from "./shop.ts";

/** A package as the cart remembers it [SHOP-06]. What it costs is asked of the shop again. */
const cartPackage = z.object({
  id: z.int().check(z.positive()),
  name: z.string().check(z.maxLength(200)),
  image: z.nullable(z.string().check(z.maxLength(500))),
  total_price: z.number().check(z.minimum(0)),
});
export type CartPackage = z.infer<typeof cartPackage>;
const cartItem = z.object({ package: cartPackage, quantity });

/** What lies under `zlgCart`: one subscription or none, and single packages with their quantity. */
export const cart = z.object({
  subscription: z.nullable(cartPackage),
  single: z.array(cartItem).check(z.maxLength(BASKET_ITEMS_MAX - 1)),
});
export type Cart = z.infer<typeof cart>;
