import { toCents } from "#shared/rules/lines.ts";
import type { Obstacle, ShopPackage } from "#shared/schemas/shop.ts";
import { CART, SHOP } from "#shared/shop-messages.ts";
import type { Cart, CartPackage } from "./cart.ts";
import { useSession } from "./session/use-session.ts";
import { useSite } from "./site.ts";
import { trpc } from "./trpc.ts";

const NONE: readonly Obstacle[] = [];

/**
 * What the member cannot buy now, by package, in the words in which the server would refuse it. While
 * that is not known nothing is kept from anybody: the server says so at the checkout.
 * @param ident of the basket that is being filled; what that one has is no obstacle.
 */
export const useObstacles = (ident: string | null = null): ReadonlyMap<number, Obstacle> => {
  const { shop } = useSite();
  const user = useSession();
  const isAsked = shop !== null && user != null;
  const { data = NONE } = trpc.shop.obstacles.useQuery(
    { ident },
    { enabled: isAsked, staleTime: 0 },
  );
  return new Map(data.map((one) => [one.packageId, one]));
};

/** A tier that the member has now. */
export type RunningTier = {
  tier: string;
  endsAt: string;
  /** Whether a subscription is charged for it again. */
  isRenewed: boolean;
};

/**
 * The tiers that run beside one that could be bought, the highest first. Where the server does not
 * say it there are none: nothing is kept from anybody for that.
 * @param bought null where none is, and nothing is asked.
 * @returns undefined until it is known.
 */
export const useRunningTiers = (bought: string | null): RunningTier[] | undefined => {
  const isAsked = bought !== null;
  const { data, isError } = trpc.orders.subscription.useQuery(undefined, { enabled: isAsked });
  if (!isAsked || (data === undefined && isError)) return [];
  return data?.tiers
    .filter(({ tier }) => tier !== bought)
    .map(({ tier, endsAt }) => ({
      tier,
      endsAt,
      isRenewed: data.subscriptions.some((one) => one.tier === tier && one.state === "active"),
    }));
};

type Obstacles = ReadonlyMap<number, Pick<Obstacle, "message">>;

/** A line of the cart as it is shown. */
export type CartLine = {
  /** As the cart remembers it. */
  package: CartPackage;
  name: string;
  image: string | null;
  tier: string | null;
  isSubscription: boolean;
  quantity: number;
  /** Of one piece, in cents. */
  priceCents: number;
  /** So many of it one can have, ever; null where that is not known. */
  limit: number | null;
  /** Why it cannot be bought; null where it can. */
  problem: string | null;
};

const lineOf = (
  kept: CartPackage,
  quantity: number,
  isSubscription: boolean,
  packages: readonly ShopPackage[] | undefined,
  obstacles: Obstacles,
): CartLine => {
  const sold = packages?.find(({ id }) => id === kept.id);
  const isGone = packages !== undefined && sold === undefined;
  const { name, image, total_price } = sold ?? kept;
  return {
    package: kept,
    name,
    image,
    tier: sold?.tier ?? null,
    isSubscription,
    quantity,
    priceCents: toCents(total_price),
    limit: sold?.limit ?? null,
    problem: isGone
      ? CART.gone
      : sold?.isSoldOut === true
        ? SHOP.soldOut
        : (obstacles.get(kept.id)?.message ?? null),
  };
};

/**
 * The cart with the names and prices of the shop, the subscription first.
 * @param packages what the shop sells; undefined while that is not known: then the cart's own count.
 * @param obstacles why packages cannot be bought now, by their ids.
 */
export const linesOf = (
  { subscription, single }: Cart,
  packages: readonly ShopPackage[] | undefined,
  obstacles: Obstacles = new Map(),
): CartLine[] => [
  ...(subscription === null ? [] : [lineOf(subscription, 1, true, packages, obstacles)]),
  ...single.map((item) => lineOf(item.package, item.quantity, false, packages, obstacles)),
];

/** What the lines that can be bought come to, in the shop's currency. */
export const subtotalOf = (lines: readonly CartLine[]): number =>
  lines.reduce(
    (sum, { priceCents, quantity, problem }) =>
      problem === null ? sum + priceCents * quantity : sum,
    0,
  ) / 100;

/** The currency of the shop; until it is known that of the tiers, and dollars without any. */
export const currencyOf = (
  packages: readonly ShopPackage[] | undefined,
  tiers: readonly { currency: string }[],
): string => packages?.[0]?.currency ?? tiers[0]?.currency ?? "USD";
