import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { toast } from "#client/lib/toast.ts";
import { htmlPolicy } from "#client/lib/trusted-html.ts";
import { TRUSTED_TYPES, onlyPlainTags } from "#shared/rules/package-html.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { CART, SHOP } from "#shared/shop-messages.ts";

/** Markup of what the shop says of a package: the only text that becomes markup on our pages. */
const packageHtml = htmlPolicy(TRUSTED_TYPES.packageHtml, onlyPlainTags);

type PackageTextProps = {
  /** HTML that the server has made harmless (shared/schemas/shop.ts). */
  html: string;
  className?: string;
};

/** What Tebex says of a package. */
export const PackageText = ({ html, className }: PackageTextProps) => {
  // The same object for the same text: React would else write the markup anew each time.
  const markup = useMemo(() => ({ __html: packageHtml(html) }), [html]);
  return (
    html !== "" && (
      <div
        className={cn("package-text", className)}
        // oxlint-disable-next-line react/no-danger -- cleaned on the server, and let through tag by tag
        dangerouslySetInnerHTML={markup}
      />
    )
  );
};

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
      element.querySelector<HTMLElement>('button:not([aria-disabled="true"]), a');
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
