import { z } from "zod/mini";
import {
  BASKET_ITEMS_MAX,
  OBSTACLE_REASONS,
  PACKAGE_TYPES,
  QUANTITY_MAX,
} from "#shared/constants/shop.ts";

/** A package as the shop shows it. Names on the wire are Tebex's. */
const shopPackage = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(PACKAGE_TYPES),
  /** In the shop's currency, with taxes. */
  total_price: z.number(),
  /** Three letters, such as USD. */
  currency: z.string(),
  /** A path on this site. */
  image: z.nullable(z.string()),
  /** HTML that is safe to show. */
  description: z.string(),
  /** Points of one piece; null where none are configured. */
  points: z.nullable(z.int()),
  /** The key of the tier of one month. */
  tier: z.nullable(z.string()),
  isPromo: z.boolean(),
  isSoldOut: z.boolean(),
  /** So many of it one buyer can have, ever; null where Tebex says nothing of it. */
  limit: z.nullable(z.int()),
});
export type ShopPackage = z.infer<typeof shopPackage>;

/** `GET tebex/packages`. */
export const shopPackages = z.object({
  data: z.array(shopPackage),
  /** When Tebex said so. */
  updatedAt: z.iso.datetime(),
  /** True while Tebex does not answer: this is what it last said. */
  isStale: z.boolean(),
});
export type ShopPackages = z.infer<typeof shopPackages>;

/** The id of a package; older clients write it as a string. */
const packageId = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);
const quantity = z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX));

/** `POST tebex/create-basket`. Prices are Tebex's: nobody can send any. */
export const newBasket = z.object({
  items: z
    .array(z.object({ packageId, quantity }))
    .check(z.minLength(1), z.maxLength(BASKET_ITEMS_MAX)),
});
export type NewBasket = z.infer<typeof newBasket>;
export const basketIdent = z.object({ ident: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
export const basketItem = z.extend(basketIdent, { packageId, quantity });
export type BasketItem = z.infer<typeof basketItem>;
/** `PUT tebex/basket/{ident}`: from now on these are to be bought with it. */
export const changedBasket = z.extend(basketIdent, newBasket.shape);
export type ChangedBasket = z.infer<typeof changedBasket>;

/** Why a package cannot be bought now. */
export const obstacle = z.object({
  packageId: z.int(),
  error: z.enum(OBSTACLE_REASONS),
  /** The sentence with which the server refuses it. */
  message: z.string(),
  /** The order whose open basket has it; null where that is not why. */
  orderId: z.nullable(z.int()),
});
export type Obstacle = z.infer<typeof obstacle>;
/** `ident` of the basket that is being filled: what that one has is no obstacle. */
export const obstaclesInput = z.object({
  ident: z.optional(z.nullable(basketIdent.shape.ident)),
});

/** A basket at Tebex, as far as its buyer needs it. */
export const basket = z.object({
  ident: z.string(),
  /** Whether it is paid. */
  complete: z.boolean(),
  total: z.number(),
  currency: z.string(),
  packages: z.array(
    z.object({ id: z.int(), name: z.string(), quantity: z.int(), price: z.number() }),
  ),
});
export type Basket = z.infer<typeof basket>;
export const basketReply = z.object({ data: basket });
export const madeBasket = z.object({ data: z.object({ ident: z.string(), orderId: z.int() }) });
export type MadeBasket = z.infer<typeof madeBasket>;

/** `POST tebex/authenticate-basket`: where the buyer can sign in; empty where nobody has to. */
export const signInLinks = z.array(z.object({ name: z.string(), url: z.string() }));
export type SignInLinks = z.infer<typeof signInLinks>;

/** `GET tebex/promo-status`. */
export const promoStatus = z.object({ promoReceivedDate: z.nullable(z.iso.datetime()) });
export const promoClaim = z.object({ packageId });
