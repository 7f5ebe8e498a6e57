import { useSyncExternalStore } from "react";
import type { Cart } from "#shared/schemas/cart.ts";
import { CART_KEY, createCartStore, EMPTY_CART } from "./cart-store.ts";
import { browserStorage, onStoredElsewhere } from "./storage.ts";

export type { Cart, CartPackage } from "#shared/schemas/cart.ts";

/** What is done to the cart of this browser. All tabs follow. */
export const cart = createCartStore(browserStorage);

const subscribe = (onChange: () => void) => {
  const leaveOthers = onStoredElsewhere((key) => {
    if (key === CART_KEY || key === null) onChange();
  });
  const leaveCart = cart.subscribe(onChange);
  return () => {
    leaveOthers();
    leaveCart();
  };
};

/** The cart, drawn again whenever it changes here or in another tab; empty before the page is live. */
export const useCart = (): Cart => useSyncExternalStore(subscribe, cart.read, () => EMPTY_CART);
