import { useNavigate } from "@tanstack/react-router";
import { ShoppingCart } from "lucide-react";
import { usePackages } from "#client/components/packages.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cart } from "#client/lib/cart.ts";
import { toast } from "#client/lib/toast.ts";
import type { Order } from "#shared/schemas/orders.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { ORDERS } from "#shared/shop-messages.ts";

/** Puts what was ordered into the cart, as far as it is sold. @returns how much of it. */
const putAgain = (items: Order["items"], sold: readonly ShopPackage[]): number => {
  let put = 0;
  for (const { packageId, quantity } of items) {
    const pkg = sold.find(({ id, isSoldOut }) => id === packageId && !isSoldOut);
    if (pkg === undefined) continue;
    put += 1;
    if (pkg.type === "subscription") cart.setSubscription(pkg);
    else {
      cart.add(pkg);
      cart.setQuantity(pkg.id, quantity);
    }
  }
  return put;
};

/** The way on from an order whose basket cannot be paid any more. */
export const CartAgain = ({
  items,
  describedBy,
}: Pick<Order, "items"> & { describedBy: string }) => {
  const packages = usePackages();
  const navigate = useNavigate();
  const sold = packages.data?.data;
  const again = () => {
    if (sold === undefined) return;
    const put = putAgain(items, sold);
    if (put < items.length) toast("info", put === 0 ? ORDERS.allGone : ORDERS.someGone);
    if (put > 0) void navigate({ to: "/shop/cart" });
  };
  return (
    <Button
      variant="outline"
      aria-describedby={describedBy}
      isBusy={packages.isPending}
      onClick={again}
    >
      {!packages.isPending && <ShoppingCart aria-hidden />}
      {ORDERS.cartAgain}
    </Button>
  );
};
