import { Link } from "@tanstack/react-router";
import { ArrowRight, ShoppingCart } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { currencyOf, linesOf, subtotalOf } from "#client/lib/cart-lines.ts";
import { cart, useCart } from "#client/lib/cart.ts";
import { moneyText } from "#client/lib/money.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { SHOP_SCREEN } from "#shared/shop-messages.ts";

/** What is in the cart, on the lower edge of the shop; says so when it changes. */
export const CartBar = ({ packages }: { packages: readonly ShopPackage[] }) => {
  const present = useCart();
  const count = cart.count(present);
  const total = moneyText(subtotalOf(linesOf(present, packages)), currencyOf(packages));
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-12 flex min-h-16 justify-center">
      <div
        className={
          count === 0
            ? "sr-only"
            : "panel pointer-events-auto flex w-full max-w-xl animate-page-in items-center gap-4 border-night-500 bg-night-900 py-2.5 pr-2.5 pl-5"
        }
      >
        {count > 0 && <ShoppingCart className="size-5 shrink-0 text-amber" aria-hidden />}
        <output className="min-w-0 flex-1 truncate font-semibold">
          {count > 0 && (
            <>
              {count === 1 ? "1 item" : `${count} items`}
              <span className="text-faint"> · </span>
              <span className="tabular-nums">{total}</span>
            </>
          )}
        </output>
        {count > 0 && (
          <Button asChild>
            <Link to="/shop/cart">
              {SHOP_SCREEN.goToCart}
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        )}
      </div>
    </div>
  );
};
