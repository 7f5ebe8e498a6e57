import { useSyncExternalStore } from "react";
import type { Cart } from "#shared/schemas/cart.ts";
import { CART_KEY, createCartStore, EMPTY_CART } from "./cart-store.ts";

export type { Cart, CartPackage } from "#shared/schemas/cart.ts";

/** What is done to the cart of this browser. All tabs follow. */
export const cart = createCartStore({
  // The browser may refuse the storage itself: it is asked for when it is needed.
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
});

const subscribe = (onChange: () => void) => {
  // `key` is null where somebody cleared the whole storage.
  const listen = ({ key }: StorageEvent) => {
    if (key === CART_KEY || key === null) onChange();
  };
  window.addEventListener("storage", listen);
  const unsubscribe = cart.subscribe(onChange);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", listen);
  };
};

/** The cart, drawn again whenever it changes here or in another tab; empty before the page is live. */
export const useCart = (): Cart => useSyncExternalStore(subscribe, cart.read, () => EMPTY_CART);
