import { cart } from "#client/lib/cart.ts";
import { toast } from "#client/lib/toast.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { CART, SHOP } from "#shared/shop-messages.ts";

const sayRefused = (pkg: ShopPackage) =>
  toast("error", pkg.total_price === 0 ? SHOP.oneFree : CART.full);

/** One more of a single package; says so where the cart can hold no more of it [SHOP-05]. */
export const addToCart = (pkg: ShopPackage) => {
  if (!cart.add(pkg)) sayRefused(pkg);
};

/** So many of a single package that is in the cart; 0 takes it out. */
export const setInCart = (pkg: ShopPackage, quantity: number) => {
  if (!cart.setQuantity(pkg.id, quantity)) sayRefused(pkg);
};
