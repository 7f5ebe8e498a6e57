import { CartScreen } from "#client/features/cart/screen.tsx";
import { CheckoutPanel } from "#client/features/checkout/panel.tsx";
import { ThanksDialog } from "#client/features/checkout/thanks-dialog.tsx";
import { useCheckout } from "#client/features/checkout/use-checkout.ts";
import { cart, useCart } from "#client/lib/cart.ts";
import { useObstacles } from "#client/lib/use-obstacles.ts";

export * from "#client/features/shop/screens.ts";

export const Cart = () => {
  const checkout = useCheckout(cart.items(useCart()), cart.settle);
  return (
    <CartScreen
      limitedId={checkout.notice?.offender ?? null}
      obstacles={useObstacles(checkout.ident)}
      isLocked={checkout.isLocked}
      renderCheckout={(isBlocked) => <CheckoutPanel checkout={checkout} isBlocked={isBlocked} />}
    >
      <ThanksDialog ident={checkout.thanked} onClose={checkout.endThanks} />
    </CartScreen>
  );
};
