import { useSyncExternalStore } from "react";
import { BASKET_ITEMS_MAX, QUANTITY_MAX } from "#shared/constants/shop.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { createEmitter } from "./emitter.ts";
import { type SafeStorage, browserStorage, onStoredElsewhere, parseStored } from "./storage.ts";

/** Where the browser keeps the cart [SHOP-06]. */
export const CART_KEY = "zlgCart";

/** A package as the cart remembers it [SHOP-06]. What it costs is asked of the shop again. */
export type CartPackage = Pick<ShopPackage, "id" | "name" | "image" | "total_price">;
type CartItem = { package: CartPackage; quantity: number };
/** One subscription or none, and single packages with their quantity. */
export type Cart = { subscription: CartPackage | null; single: CartItem[] };

const EMPTY_CART: Cart = { subscription: null, single: [] };
const NAME_MAX = 200;
const IMAGE_MAX = 500;

const isFree = (pkg: CartPackage) => pkg.total_price === 0;

/** No more of a package than the cart remembers of it: whatever else the shop says stays there. */
const remembered = ({ id, name, image, total_price }: CartPackage): CartPackage => ({
  id,
  name,
  image,
  total_price,
});

type Unknown<Shape> = { readonly [Name in keyof Shape]?: unknown } | null | undefined;

const isShort = (value: unknown, max: number) => typeof value === "string" && value.length <= max;
const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max;

// Every page of a member counts what is in the cart: by hand, it comes without the 12 kB of a schema.
const isPackage = (value: unknown): value is CartPackage => {
  const { id, name, image, total_price } = (value as Unknown<CartPackage>) ?? {};
  return (
    isCount(id) &&
    isShort(name, NAME_MAX) &&
    (image === null || isShort(image, IMAGE_MAX)) &&
    Number.isFinite(total_price) &&
    Number(total_price) >= 0
  );
};
const isItem = (value: unknown): value is CartItem => {
  const item = value as Unknown<CartItem>;
  return isPackage(item?.package) && isCount(item.quantity, QUANTITY_MAX);
};

/** What an old build, another tab or a curious hand left there; whatever is no cart is an empty one. */
const parse = (text: string | null): Cart => {
  const { subscription, single } = (parseStored(text) as Unknown<Cart>) ?? {};
  const isCart =
    (subscription === null || isPackage(subscription)) &&
    Array.isArray(single) &&
    single.length < BASKET_ITEMS_MAX &&
    single.every(isItem);
  if (!isCart) return EMPTY_CART;
  const seen = new Set<number>();
  return {
    subscription: subscription === null ? null : remembered(subscription),
    single: single.flatMap(({ package: pkg, quantity }) => {
      if (seen.has(pkg.id)) return [];
      seen.add(pkg.id);
      return { package: remembered(pkg), quantity: isFree(pkg) ? 1 : quantity };
    }),
  };
};

/** The cart of a browser [SHOP-04]. All its tabs share the storage. */
export const createCartStore = (storage: SafeStorage) => {
  const changes = createEmitter();
  let lastText: string | null = null;
  let last: Cart = EMPTY_CART;

  /** The present cart; the same object until it changes. */
  const read = (): Cart => {
    const text = storage.getItem(CART_KEY);
    if (text !== lastText) {
      lastText = text;
      last = parse(text);
    }
    return last;
  };
  const write = (next: Cart) => {
    storage.setItem(CART_KEY, JSON.stringify(next));
    changes.emit();
  };
  /** Takes a package out, the subscription too. */
  const remove = (id: number) => {
    const { subscription, single } = read();
    write({
      subscription: subscription?.id === id ? null : subscription,
      single: single.filter((item) => item.package.id !== id),
    });
  };
  /**
   * Sets how many there are of a single package of the cart; 0 removes it.
   * @returns false where that is not possible: there is one of a free item at most [SHOP-05].
   */
  const setQuantity = (id: number, quantity: number): boolean => {
    if (quantity <= 0) {
      remove(id);
      return true;
    }
    const { subscription, single } = read();
    const item = single.find((each) => each.package.id === id);
    if (item === undefined || quantity > (isFree(item.package) ? 1 : QUANTITY_MAX)) return false;
    write({
      subscription,
      single: single.map((each) => (each === item ? { package: item.package, quantity } : each)),
    });
    return true;
  };
  /**
   * Puts one of a single package into the cart, or one more where it is there [SHOP-04].
   * @param at where among the single packages a new one stands; at the end unless it is given.
   * @returns false where the cart can hold no more of it, as of a free item.
   */
  const add = (pkg: CartPackage, at = Infinity): boolean => {
    const { subscription, single } = read();
    const item = single.find((each) => each.package.id === pkg.id);
    if (item !== undefined) return setQuantity(pkg.id, item.quantity + 1);
    if (single.length >= BASKET_ITEMS_MAX - 1) return false;
    const added = { package: remembered(pkg), quantity: 1 };
    write({ subscription, single: single.toSpliced(Math.min(at, single.length), 0, added) });
    return true;
  };
  return {
    read,
    add,
    setQuantity,
    remove,
    /** Takes the place of the subscription that was there; null removes it [SHOP-04]. */
    setSubscription: (pkg: CartPackage | null) =>
      write({ ...read(), subscription: pkg === null ? null : remembered(pkg) }),
    /** Takes out what was bought: what was put in meanwhile, here or in another tab, stays. */
    settle: (bought: readonly { packageId: number; quantity: number }[]) => {
      const paid = new Map(bought.map(({ packageId, quantity }) => [packageId, quantity]));
      const { subscription, single } = read();
      write({
        subscription: subscription !== null && paid.has(subscription.id) ? null : subscription,
        single: single.flatMap((item) => {
          const quantity = item.quantity - (paid.get(item.package.id) ?? 0);
          return quantity > 0 ? { package: item.package, quantity } : [];
        }),
      });
    },
    /** How many things are in it, as the badge counts them. */
    count: ({ subscription, single }: Cart): number =>
      single.reduce((sum, { quantity }) => sum + quantity, subscription === null ? 0 : 1),
    /** What a basket is made of: ids and quantities. What they cost, Tebex says. */
    items: ({ subscription, single }: Cart): { packageId: number; quantity: number }[] => [
      ...(subscription === null ? [] : [{ packageId: subscription.id, quantity: 1 }]),
      ...single.map((item) => ({ packageId: item.package.id, quantity: item.quantity })),
    ],
    /** Hears of changes that are made here. @returns a function that ends it. */
    subscribe: changes.subscribe,
  };
};

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
