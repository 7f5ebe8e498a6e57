import { Link } from "@tanstack/react-router";
import { ArrowRight, ShoppingCart } from "lucide-react";
import type { ReactNode } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { PointsText } from "#client/components/marks.tsx";
import { StaleShop, usePackages } from "#client/components/orders/order-parts.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { LegalNote, Page } from "#client/components/page.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn, tierColumns } from "#client/lib/cn.ts";
import { useInTurn } from "#client/lib/lists.ts";
import { ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import {
  currencyOf,
  linesOf,
  subtotalOf,
  useObstacles,
  useRunningTiers,
} from "#client/lib/shop.ts";
import { useOwnLang, useSite, useTierOf } from "#client/lib/site.ts";
import { dateFormat, moneyText } from "#shared/rules/format.ts";
import type { Emblem } from "#shared/schemas/community/play.ts";
import type { ShopPackage, ShopPackages } from "#shared/schemas/shop.ts";
import { SHOP, SHOP_SCREEN } from "#shared/shop-messages.ts";
import {
  InCart,
  PackageCard,
  PackageText,
  PromoCard,
  shelvesOf,
  type Subscription,
  Swap,
} from "./package-card.tsx";

const longDay = dateFormat({ dateStyle: "long" });

type Look = { text: string; edge: string; chosen: string; sky: string; marks: string };

const LOOK: Record<Emblem, Look> = {
  plain: {
    text: "text-ink",
    edge: "hover:border-ground-500",
    chosen: "border-faint",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-stone-300)_20%,transparent),transparent)]",
    marks: "[&_li]:marker:text-faint",
  },
  laurel: {
    text: "text-laurel",
    edge: "hover:border-laurel/60",
    chosen: "border-laurel/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-laurel)_22%,transparent),transparent)]",
    marks: "[&_li]:marker:text-laurel",
  },
  crystal: {
    text: "text-crystal",
    edge: "hover:border-crystal/60",
    chosen: "border-crystal/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-crystal)_20%,transparent),transparent)]",
    marks: "[&_li]:marker:text-crystal",
  },
  blades: {
    text: "text-blades",
    edge: "hover:border-blades/60",
    chosen: "border-blades/70",
    sky: "bg-[radial-gradient(26rem_17rem_at_50%_2rem,color-mix(in_srgb,var(--color-blades)_26%,transparent),transparent)]",
    marks: "[&_li]:marker:text-blades",
  },
};

/** The highest tier that runs beside this one, and until when, said before anything is paid for it. */
const OtherTier = ({ tier }: { tier: string }) => {
  const other = useRunningTiers(tier)?.[0];
  const tierOf = useTierOf();
  if (other === undefined) return null;
  const say = other.isRenewed ? SHOP_SCREEN.otherRenews : SHOP_SCREEN.otherRuns;
  return (
    <p className="mt-3 text-center text-sm text-pretty text-muted">
      {say(tierOf(other.tier).title, longDay(new Date(other.endsAt)))}
    </p>
  );
};

/** Puts the subscription into the cart, in the place of another one, or takes it out [SHOP-04]. */
const Choice = ({ pkg }: { pkg: ShopPackage }) => {
  const { subscription } = useCart();
  const obstacle = useObstacles().get(pkg.id);
  if (pkg.isSoldOut)
    return (
      <Button variant="outline" className="w-full" disabled>
        {SHOP.soldOutMark}
      </Button>
    );
  if (subscription?.id === pkg.id)
    return <InCart name={pkg.name} onRemove={() => cart.setSubscription(null)} />;
  if (obstacle !== undefined)
    return (
      <div className="space-y-3">
        <p className="text-sm text-pretty text-muted">{obstacle.message}</p>
        <Button asChild variant="outline" className="w-full">
          {obstacle.orderId === null ? (
            <Link to="/member/subscription">{SHOP_SCREEN.manageSubscription}</Link>
          ) : (
            <Link to="/member/purchases" search={{ order: obstacle.orderId }}>
              Open Purchases
            </Link>
          )}
        </Button>
      </div>
    );
  return (
    <Button
      variant={subscription === null ? "primary" : "outline"}
      className="w-full"
      onClick={() => cart.setSubscription(pkg)}
    >
      <ShoppingCart aria-hidden />
      {subscription === null ? SHOP_SCREEN.addToCart : SHOP_SCREEN.takeInstead}{" "}
      <span className="sr-only">{pkg.name}</span>
    </Button>
  );
};

/** A tier for a month, again every month. */
const SubscriptionCard = ({ tier, pkg }: Subscription) => {
  const look = LOOK[useTierOf()(tier).emblem];
  const isChosen = useCart().subscription?.id === pkg.id;
  const isOwn = useIdentity()?.tier === tier;
  return (
    <li
      className={cn(
        "panel relative isolate flex flex-col overflow-hidden p-6 transition-colors duration-300 sm:p-7 md:max-lg:grid md:max-lg:grid-cols-[15rem_minmax(0,1fr)] md:max-lg:items-center md:max-lg:gap-x-8",
        isChosen ? look.chosen : look.edge,
      )}
    >
      <div aria-hidden className={cn("absolute inset-0 -z-10", look.sky)} />
      {isOwn && (
        <p
          className={cn(
            "absolute top-5 right-5 md:max-lg:right-auto md:max-lg:left-5 rounded-full border border-current px-3 py-0.5 text-sm font-semibold",
            look.text,
          )}
        >
          Your tier
        </p>
      )}
      <div>
        <TierEmblem tier={tier} className="mx-auto size-36 lg:size-40" />
        <h3
          className={cn(
            "mt-4 text-center font-display text-4xl leading-none font-black wrap-anywhere",
            look.text,
          )}
        >
          {pkg.name}
        </h3>
        <p className="mt-4 flex items-baseline justify-center gap-2">
          <span className="font-display text-5xl leading-none font-black tabular-nums">
            {moneyText(pkg.total_price, pkg.currency)}
          </span>
          <span className="text-muted">/ month</span>
        </p>
      </div>
      <div className="flex flex-1 flex-col">
        <PackageText html={pkg.description} className={cn("mt-5 md:max-lg:mt-0", look.marks)} />
        <Swap className="mt-auto pt-7">
          <Choice pkg={pkg} />
        </Swap>
        <OtherTier tier={tier} />
      </div>
    </li>
  );
};

const CARDS = ["a", "b", "c"];
const GRID = [...CARDS, "d", "e", "f"];

/** Holds the places of the cards until it is known what the shop sells. */
const ShopSkeletons = () => (
  <output className="block">
    <span className="sr-only">{SHOP_SCREEN.loading}</span>
    <Skeleton className="h-12 w-72 max-w-full" />
    <div className="mt-7 grid gap-5 lg:grid-cols-3">
      {CARDS.map((key) => (
        <div
          key={key}
          className="panel grid gap-x-8 gap-y-6 p-7 md:max-lg:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <div className="flex flex-col items-center gap-4">
            <Skeleton className="hexagon size-36 lg:size-40" />
            <Skeleton className="h-9 w-48" />
            <Skeleton className="h-11 w-36" />
          </div>
          <div>
            <Skeleton className="h-40 w-full" />
            <Skeleton className="mt-7 h-11 w-full" />
          </div>
        </div>
      ))}
    </div>
    <Skeleton className="mt-12 h-41 w-full" />
    <Skeleton className="mt-14 h-12 w-64 max-w-full" />
    <div className="mt-7 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {GRID.map((key) => (
        <div key={key} className="panel flex flex-col gap-4 p-5">
          <Skeleton className="size-36 self-center" />
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="mt-3 h-11 w-full" />
        </div>
      ))}
    </div>
  </output>
);

/** What the member has already, beside what there is to buy. */
const Balance = () => {
  const member = useIdentity();
  return (
    <p className="mt-5 flex min-h-9 flex-wrap items-center gap-x-3 text-lg text-muted">
      {member?.points !== undefined && (
        <>
          You have
          <Link
            to="/member/points"
            className="font-display text-3xl font-extrabold tracking-wide text-ink transition-colors hover:text-accent-strong"
          >
            <PointsText points={member.points} />
          </Link>
        </>
      )}
    </p>
  );
};

const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="panel flex flex-col items-center px-6 py-14 text-center">
    <h2 className="headline text-4xl">{title}</h2>
    <p className="mt-3 max-w-md text-pretty text-muted">{children}</p>
    <Button asChild variant="outline" className="mt-6">
      <Link to="/">{SHOP_SCREEN.backToServers}</Link>
    </Button>
  </div>
);

/** Whether cards stand better in rows of four than of three. */
const fillsFours = (count: number) => count % 3 !== 0 && [0, 3].includes(count % 4);

const Shelves = ({ data, updatedAt, isStale }: ShopPackages) => {
  const { tiers } = useSite();
  const { subscriptions, promo, singles, bestId } = shelvesOf(data, tiers);
  const isRestDrawn = useInTurn(true) || subscriptions.length === 0;
  if (subscriptions.length === 0 && promo === null && singles.length === 0)
    return <Nothing title={SHOP_SCREEN.emptyTitle}>{SHOP_SCREEN.emptyText}</Nothing>;
  return (
    <>
      {isStale && <StaleShop updatedAt={updatedAt} className="mb-10" />}
      {subscriptions.length > 0 && (
        <section aria-labelledby="tiers-title">
          <h2 id="tiers-title" className="headline text-5xl">
            Subscriptions
          </h2>
          <ul className={cn("mt-7 grid gap-5", tierColumns(subscriptions.length))}>
            {subscriptions.map(({ tier, pkg }) => (
              <SubscriptionCard key={pkg.id} tier={tier} pkg={pkg} />
            ))}
          </ul>
        </section>
      )}
      {isRestDrawn && promo !== null && <PromoCard pkg={promo} />}
      {isRestDrawn && singles.length > 0 && (
        <section aria-labelledby="points-title" className="mt-14">
          <h2 id="points-title" className="headline text-5xl">
            Buy Points
          </h2>
          <ul
            className={cn(
              "mt-7 grid gap-5 sm:grid-cols-2",
              fillsFours(singles.length) ? "xl:grid-cols-4" : "lg:grid-cols-3",
            )}
          >
            {singles.map((pkg) => (
              <PackageCard key={pkg.id} pkg={pkg} isBest={pkg.id === bestId} />
            ))}
          </ul>
        </section>
      )}
      <LegalNote className="mt-8" />
      <CartBar packages={data} />
    </>
  );
};

const Content = () => {
  const { shop } = useSite();
  const packages = usePackages();
  if (shop === null) return <Nothing title={SHOP_SCREEN.noShop}>{SHOP.notConfigured}</Nothing>;
  if (packages.data !== undefined) return <Shelves {...packages.data} />;
  if (!packages.isError) return <ShopSkeletons />;
  return (
    <LoadFailed
      message={messageOf(packages.error) ?? SHOP.loadFailed}
      isRetrying={packages.isFetching}
      onRetry={() => void packages.refetch()}
    />
  );
};

/** What there is to buy: tiers, the gift, points [SHOP-18]. Nothing for guests. */
export const ShopScreen = () => {
  const user = useSession();
  const { brand, home, shop, tiers } = useSite();
  const own = useOwnLang();
  return (
    <Page className="pb-6">
      {user !== null && (
        <div key={user?.id} className="contents">
          <PageHeader eyebrow={home.services.eyebrow} title="Shop">
            <p>{SHOP_SCREEN.pointsHint(brand.currency, tiers)}</p>
            {shop?.note !== undefined && (
              <p {...own} className="mt-3 whitespace-pre-line">
                {shop.note}
              </p>
            )}
            <Balance />
          </PageHeader>
          <div className="shell pt-12">
            <Content />
          </div>
        </div>
      )}
    </Page>
  );
};

/** What is in the cart, on the lower edge of the shop; says so when it changes. */
const CartBar = ({ packages }: { packages: readonly ShopPackage[] }) => {
  const present = useCart();
  const { tiers } = useSite();
  const count = cart.count(present);
  const total = moneyText(subtotalOf(linesOf(present, packages)), currencyOf(packages, tiers));
  return (
    <div
      data-floats
      className="pointer-events-none sticky bottom-4 z-20 mt-12 flex min-h-16 justify-center"
    >
      <div
        className={
          count === 0
            ? "sr-only"
            : "panel pointer-events-auto flex w-full max-w-xl animate-page-in items-center gap-4 border-ground-500 bg-ground-900 py-2.5 pr-2.5 pl-5"
        }
      >
        {count > 0 && <ShoppingCart className="size-5 shrink-0 text-accent" aria-hidden />}
        <output className="min-w-0 flex-1 truncate font-semibold">
          {count > 0 && (
            <>
              {count === 1 ? "1 item" : `${count} items`}
              <span className="text-faint"> · </span>
              <span className="tabular-nums">{total}</span>
            </>
          )}
        </output>
        {count > 0 && (
          <Button asChild>
            <Link to="/shop/cart">
              {SHOP_SCREEN.goToCart}
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        )}
      </div>
    </div>
  );
};

export const loadShop: ScreenLoader = ({ queries, site }) => {
  if (site.shop === null) return undefined;
  // What the member cannot buy now changes with every order: the screen asks for that itself.
  void queries.shop.promoStatus.prefetch();
  return queries.shop.packages.ensureData(undefined, ONCE);
};
