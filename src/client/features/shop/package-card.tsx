import { ShoppingCart, Trash2 } from "lucide-react";
import { PackagePicture } from "#client/components/packages.tsx";
import { QuantityStepper } from "#client/components/quantity-stepper.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { priceText } from "#shared/rules/format.ts";
import { pointsText } from "#shared/rules/format.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { SHOP, SHOP_SCREEN } from "#shared/shop-messages.ts";
import { PackageText, Swap, addToCart, setInCart } from "./card-parts.tsx";

const Control = ({ pkg }: { pkg: ShopPackage }) => {
  const item = useCart().single.find((each) => each.package.id === pkg.id);
  if (item !== undefined && pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" onClick={() => cart.remove(pkg.id)}>
        <Trash2 aria-hidden />
        Remove <span className="sr-only">{pkg.name}</span>
      </Button>
    );
  if (item !== undefined)
    return (
      <QuantityStepper
        name={pkg.name}
        quantity={item.quantity}
        className="w-full"
        onChange={(quantity) => setInCart(pkg, quantity)}
      />
    );
  if (pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" disabled>
        {SHOP.soldOutMark}
      </Button>
    );
  return (
    <Button variant="outline" className="w-full" onClick={() => addToCart(pkg)}>
      <ShoppingCart aria-hidden />
      {SHOP_SCREEN.addToCart} <span className="sr-only">{pkg.name}</span>
    </Button>
  );
};

/** What a package gives, in the community's currency. */
export const PointsChip = ({ points }: { points: number }) => {
  const { brand } = useSite();
  return (
    <span className="inline-flex items-center gap-2 self-start rounded-full border border-accent/40 bg-accent/10 py-0.5 pr-3 pl-2.5 font-semibold text-accent-strong tabular-nums">
      <span
        aria-hidden
        className="hexagon h-3.5 w-3 bg-linear-to-b from-accent-strong to-accent-deep"
      />
      {pointsText(points)} {brand.currency}
    </span>
  );
};

type PackageCardProps = {
  pkg: ShopPackage;
  /** Whether no other gives more points for its money. */
  isBest: boolean;
};

/** A single package of the "Buy Points" grid. */
export const PackageCard = ({ pkg, isBest }: PackageCardProps) => (
  <li
    className={cn(
      "panel relative flex flex-col overflow-hidden transition-colors duration-300",
      isBest ? "border-accent/50" : "hover:border-ground-500",
    )}
  >
    <div
      className={cn(
        "flex flex-1 gap-4 p-5 sm:flex-col",
        pkg.isSoldOut && "[&_img]:grayscale [&_svg]:grayscale",
      )}
    >
      <PackagePicture image={pkg.image} className="size-24 sm:size-36 sm:self-center" />
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="font-display text-3xl leading-none font-extrabold wrap-anywhere">
          {pkg.name}
        </h3>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {pkg.points !== null && <PointsChip points={pkg.points} />}
          {pkg.limit !== null && (
            <p className="rounded-full border border-ground-500 px-3 py-0.5 font-semibold text-muted">
              {SHOP_SCREEN.limit(pkg.limit)}
            </p>
          )}
          {isBest && (
            <p className="rounded-full border border-transparent bg-accent px-3 py-0.5 font-semibold text-ground-950">
              Best value
            </p>
          )}
        </div>
        <PackageText html={pkg.description} className="mt-3 text-[0.95rem]" />
      </div>
    </div>
    <div className="grid grid-cols-[auto_minmax(0,11rem)] items-center justify-between gap-4 border-t border-ground-700 bg-ground-950/40 px-5 py-4 lg:grid-cols-[auto_minmax(0,9.5rem)]">
      <p
        className={cn(
          "font-display text-4xl leading-none font-black tabular-nums",
          pkg.isSoldOut && "text-faint",
        )}
      >
        {priceText(pkg.total_price, pkg.currency)}
      </p>
      <Swap>
        <Control pkg={pkg} />
      </Swap>
    </div>
  </li>
);
