import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { QUANTITY_MAX } from "#shared/constants/shop.ts";
import { CART } from "#shared/shop-messages.ts";

/** The quantity that somebody typed, at least 1 [SHOP-05]; null where it is no number yet. */
export const typedQuantity = (text: string): number | null => {
  const digits = text.trim();
  if (!/^\d+$/.test(digits)) return null;
  return Math.min(QUANTITY_MAX, Math.max(1, Number(digits)));
};

const buttonClass =
  "grid size-11 shrink-0 place-items-center text-muted transition-colors hover:bg-ground-700 hover:text-accent-strong focus-visible:-outline-offset-2 aria-disabled:pointer-events-none aria-disabled:opacity-40 [&_svg]:size-4";

type QuantityStepperProps = {
  /** Of what there are so many. */
  name: string;
  quantity: number;
  isDisabled?: boolean;
  /** 0 where the last one goes. */
  onChange: (quantity: number) => void;
  className?: string;
};

/** How many there are: one less, one more, or a number that is typed [SHOP-05]. */
export const QuantityStepper = ({
  name,
  quantity,
  isDisabled = false,
  onChange,
  className,
}: QuantityStepperProps) => {
  /** What is being typed, also where it is no number yet. */
  const [text, setText] = useState<string | null>(null);
  const isFull = isDisabled || quantity >= QUANTITY_MAX;
  return (
    <fieldset
      aria-label={CART.quantityOf(name)}
      className={cn(
        "flex h-11 items-center overflow-hidden rounded-lg border border-ground-500 bg-ground-950/70",
        className,
      )}
    >
      <button
        type="button"
        aria-label={quantity === 1 ? CART.remove(name) : `One ${name} less`}
        className={buttonClass}
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onChange(quantity - 1)}
      >
        <Minus aria-hidden />
      </button>
      <input
        aria-label={`Quantity of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        className="h-full w-10 min-w-0 flex-1 bg-transparent text-center font-semibold tabular-nums outline-none focus-visible:bg-ground-800 focus-visible:shadow-[inset_0_-2px_0_var(--color-accent)] disabled:opacity-60"
        disabled={isDisabled}
        value={text ?? String(quantity)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(null)}
        onKeyDown={({ key }) => {
          if (key === "Enter" || key === "Escape") setText(null);
        }}
        onChange={(event) => {
          const typed = typedQuantity(event.target.value);
          // A number always stands there as it is in the cart; anything else until it is one, or left.
          setText(typed === null ? event.target.value : null);
          if (typed !== null && typed !== quantity) onChange(typed);
        }}
      />
      <button
        type="button"
        data-more
        aria-label={`One ${name} more`}
        className={buttonClass}
        // At the most there can be, whoever pressed it stays on it.
        aria-disabled={isFull || undefined}
        onClick={() => !isFull && onChange(quantity + 1)}
      >
        <Plus aria-hidden />
      </button>
    </fieldset>
  );
};
