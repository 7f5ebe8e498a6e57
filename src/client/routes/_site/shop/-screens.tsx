import { CartScreen } from "#client/features/cart/screen.tsx";
import { CheckoutPanel, ThanksDialog } from "#client/features/checkout/panel.tsx";
import { useCheckout } from "#client/features/checkout/use-checkout.ts";
import { cart, useCart } from "#client/lib/cart.ts";
import { useObstacles } from "#client/lib/shop.ts";

export * from "#client/features/shop/screens.tsx";

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
