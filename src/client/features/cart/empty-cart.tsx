import { Link } from "@tanstack/react-router";
import { Button } from "#client/components/ui/button.tsx";
import { CART } from "#shared/shop-messages.ts";

/** An open cart with nothing but the moon in it. Decoration only. */
const Moonlit = () => (
  <svg viewBox="0 0 200 150" className="w-52" aria-hidden="true" focusable="false">
    <path
      d="M128 12 158 29.500v35L128 82 98 64.500v-35z"
      className="fill-amber/15 stroke-amber/60"
    />
    <path d="M134 34a16 16 0 1 0 9 25 19 19 0 0 1-9-25z" className="fill-amber-strong" />
    <path
      d="M18 34h20l16 66h86l16-46H45"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="fill-none stroke-night-500"
    />
    <path
      d="M62 70h84M66 86h76M76 55l8 44M104 55v44M130 55l-6 44"
      strokeWidth="2"
      className="fill-none stroke-night-600"
    />
    {[68, 126].map((x) => (
      <path
        key={x}
        d="M0-11 9.500-5.500v11L0 11-9.500 5.500v-11z"
        transform={`translate(${x} 124)`}
        strokeWidth="4"
        className="fill-night-800 stroke-night-500"
      />
    ))}
  </svg>
);

/** Nothing in the cart: the way back to the shop. */
export const EmptyCart = () => (
  <div className="panel mt-8 flex flex-col items-center px-6 py-14 text-center">
    <Moonlit />
    <p className="headline mt-6 text-4xl">{CART.empty}</p>
    <p className="mt-3 max-w-md text-pretty text-muted">{CART.emptyText}</p>
    <Button asChild className="mt-7">
      <Link to="/shop">{CART.keepShopping}</Link>
    </Button>
  </div>
);
