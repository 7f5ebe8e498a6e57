import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useCart } from "#client/lib/cart.ts";

/**
 * A place in which a pressed button makes way for other controls of the cart: the focus goes on to
 * what bears `data-more`, else to the first of them, instead of getting lost.
 */
export const Swap = ({ className, children }: { className?: string; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // Drawn again with every change of the cart, as its contents are.
  useCart();
  useLayoutEffect(() => {
    const element = place.current;
    const wasPressed = isPressed.current;
    isPressed.current = false;
    if (element === null || !wasPressed || element.contains(document.activeElement)) return;
    const next =
      element.querySelector<HTMLElement>("[data-more]") ??
      element.querySelector<HTMLElement>("button:not(:disabled), a");
    next?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={place}
      className={className}
      onClickCapture={() => {
        isPressed.current = true;
        requestAnimationFrame(() => {
          isPressed.current = false;
        });
      }}
    >
      {children}
    </div>
  );
};
