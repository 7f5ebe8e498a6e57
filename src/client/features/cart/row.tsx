import { Trash2 } from "lucide-react";
import { PackagePicture } from "#client/components/packages.tsx";
import { QuantityStepper } from "#client/components/quantity-stepper.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { CartLine } from "#client/lib/cart-lines.ts";
import { cn } from "#client/lib/cn.ts";
import { LIMIT_PULSE_MS } from "#shared/constants/shop.ts";
import { priceText } from "#shared/rules/format.ts";
import { CART } from "#shared/shop-messages.ts";

/** As often as the border pulses in that time. */
const PULSES = 3;
const PULSE = {
  animationDuration: `${LIMIT_PULSE_MS / PULSES}ms`,
  animationIterationCount: PULSES,
};

const unitText = ({ isSubscription, priceCents }: CartLine, currency: string) => {
  const price = priceText(priceCents / 100, currency);
  return isSubscription ? CART.renewed(price) : priceCents === 0 ? price : `${price} each`;
};

type CartRowProps = {
  line: CartLine;
  currency: string;
  /** Tebex gives no more of it: framed in red, and pulsing at first [SHOP-12]. */
  isLimited: boolean;
  isLocked: boolean;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
};

/** A thing in the cart, with what it comes to [SHOP-06]. */
export const CartRow = ({
  line,
  currency,
  isLimited,
  isLocked,
  onQuantity,
  onRemove,
}: CartRowProps) => {
  const { name, image, tier, isSubscription, quantity, priceCents, limit, problem } = line;
  return (
    <li
      data-limited={isLimited || undefined}
      style={isLimited ? PULSE : undefined}
      className={cn(
        "panel grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-4 p-4 @2xl:grid-cols-[5.5rem_minmax(0,1fr)_9.5rem_minmax(7.5rem,max-content)] @2xl:gap-x-6 @2xl:p-5",
        isLimited && "animate-limit border-ember",
      )}
    >
      <PackagePicture
        image={image}
        tier={tier}
        className={cn("size-18 @2xl:size-22", problem !== null && "opacity-60 grayscale")}
      />
      <div className="min-w-0">
        <h2 className="font-display text-2xl leading-tight font-extrabold wrap-anywhere @2xl:text-3xl">
          {name}
        </h2>
        <p className="text-[0.95rem] text-muted tabular-nums">{unitText(line, currency)}</p>
        {problem !== null && <p className="mt-1 font-semibold text-ember">{problem}</p>}
        {problem === null && limit !== null && (
          <p className={cn("mt-1 text-sm", quantity > limit ? "text-ember" : "text-muted")}>
            {CART.limitOf(limit)}
          </p>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${name}`}
          className="mt-1 -ml-3"
          disabled={isLocked}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
          Remove
        </Button>
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 @2xl:contents">
        {isSubscription || problem !== null ? (
          <p className="text-muted @2xl:text-center">
            {isSubscription ? "1 subscription" : `Quantity ${quantity}`}
          </p>
        ) : (
          <QuantityStepper
            name={name}
            quantity={quantity}
            isDisabled={isLocked}
            className="w-38"
            onChange={onQuantity}
          />
        )}
        <p
          className={cn(
            "ml-auto text-right font-display text-3xl leading-none font-extrabold tabular-nums",
            problem !== null && "text-faint line-through",
          )}
        >
          <span className="sr-only">Price: </span>
          {priceText((priceCents * quantity) / 100, currency)}
        </p>
      </div>
    </li>
  );
};
