import { Link, useNavigate } from "@tanstack/react-router";
import { CreditCard, ShoppingCart } from "lucide-react";
import { useId, useState } from "react";
import { ListScreen } from "#client/components/list-screen.tsx";
import { Moment } from "#client/components/marks.tsx";
import {
  OrderGain,
  OrderItems,
  OrderStateMark,
  Renewals,
  Reviews,
  usePackages,
} from "#client/components/orders/order-parts.tsx";
import { OrderWay } from "#client/components/orders/order-way.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { cart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { FRESH, FRESH_PAGES, ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { priceText } from "#shared/rules/format.ts";
import type { Order } from "#shared/schemas/orders.ts";
import type { ShopPackage } from "#shared/schemas/shop.ts";
import { ORDERS, PURCHASES } from "#shared/shop-messages.ts";

export { SubscriptionPage } from "./subscription-page.tsx";

/** Puts what was ordered into the cart, as far as it is sold. @returns how much of it. */
const putAgain = (items: Order["items"], sold: readonly ShopPackage[]): number => {
  let put = 0;
  for (const { packageId, quantity } of items) {
    const pkg = sold.find(({ id, isSoldOut }) => id === packageId && !isSoldOut);
    if (pkg === undefined) continue;
    put += 1;
    if (pkg.type === "subscription") cart.setSubscription(pkg);
    else {
      cart.add(pkg);
      cart.setQuantity(pkg.id, quantity);
    }
  }
  return put;
};

/** The way on from an order whose basket cannot be paid any more. */
const CartAgain = ({ items, describedBy }: Pick<Order, "items"> & { describedBy: string }) => {
  const packages = usePackages();
  const navigate = useNavigate();
  const sold = packages.data?.data;
  const again = () => {
    if (sold === undefined) return;
    const put = putAgain(items, sold);
    if (put < items.length) toast("info", put === 0 ? ORDERS.allGone : ORDERS.someGone);
    if (put > 0) void navigate({ to: "/shop/cart" });
  };
  return (
    <Button
      variant="outline"
      aria-describedby={describedBy}
      isBusy={packages.isPending}
      onClick={again}
    >
      {!packages.isPending && <ShoppingCart aria-hidden />}
      {ORDERS.cartAgain}
    </Button>
  );
};

/** Leads an open basket on to Tebex, whose page comes back here once it is paid. */
const usePayOn = (ident: string) => {
  const { shop } = useSite();
  const { shop: asked, orders } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether there is nothing in the basket that could be paid. */
  const [isOver, setIsOver] = useState(false);
  const close = trpc.shop.closeBasket.useMutation({
    onError: (error) => setProblem(messageOf(error) ?? ORDERS.closeFailed),
    onSettled: () => orders.invalidate(),
  });
  const payOn = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const { data } = await asked.basket.fetch({ ident }, { staleTime: 0, gcTime: 0 });
      if (data.complete) await orders.invalidate();
      else if (data.packages.length === 0) {
        setProblem(ORDERS.emptyBasket);
        setIsOver(true);
      } else if (shop !== null) {
        window.location.assign(`${shop.checkoutUrl}/${ident}`);
        return;
      }
    } catch (error) {
      setProblem(messageOf(error) ?? ORDERS.basketFailed);
      setIsOver(codeOf(error) === "not_found");
    }
    setIsBusy(false);
  };
  return { isBusy, problem, isOver, payOn, close };
};

/** Goes on with the payment of an open basket, if there is anything in it. */
const PayOn = ({
  ident,
  items,
  describedBy,
}: Pick<Order, "items"> & { ident: string; describedBy: string }) => {
  const { isBusy, problem, isOver, payOn, close } = usePayOn(ident);
  return (
    <div className="mt-5 border-t border-ground-700 pt-5">
      {problem !== null && <Alert className="mb-4">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        {isOver ? (
          <CartAgain items={items} describedBy={describedBy} />
        ) : (
          <Button isBusy={isBusy} aria-describedby={describedBy} onClick={() => void payOn()}>
            {!isBusy && <CreditCard aria-hidden />}
            {PURCHASES.payOn}
          </Button>
        )}
        <Button
          variant="ghost"
          isBusy={close.isPending}
          aria-describedby={describedBy}
          onClick={() => close.mutate({ ident })}
        >
          {ORDERS.closeBasket}
        </Button>
      </div>
      <p className="mt-3 text-sm text-pretty text-faint">{PURCHASES.unpaidHint}</p>
    </div>
  );
};

const CARD = "panel @container p-5 sm:p-7";
const TOTAL = "font-display text-3xl leading-none font-extrabold tabular-nums";

const TransactionOf = ({ order: { payments } }: { order: Order }) => {
  const id = payments.find(({ sequence }) => sequence === "first")?.transactionId;
  return (
    id != null && (
      <p className="text-sm text-faint">
        Payment <span className="wrap-anywhere select-all">{id}</span>
      </p>
    )
  );
};

/** One order: what it has, what it cost, how far it has come and what it brought. */
const OrderCard = ({ order }: { order: Order }) => {
  const id = useId();
  const { state, ident, total, currency, createdAt } = order;
  return (
    <li>
      <article aria-labelledby={id} className={CARD}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <h2 id={id} className="headline text-3xl">
              Order #{order.id}
            </h2>
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
              <OrderStateMark state={state} />
              <Moment at={createdAt} />
            </p>
          </div>
          {total !== null && (
            <p className={cn(TOTAL, state === "refunded" && "text-faint line-through")}>
              <span className="sr-only">Total: </span>
              {priceText(total, currency)}
            </p>
          )}
        </div>
        <div className="mt-5 border-t border-ground-700 pt-5">
          <OrderItems order={order} />
        </div>
        <div className="mt-6">
          <OrderWay order={order} />
        </div>
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 empty:hidden">
          <OrderGain order={order} />
          <TransactionOf order={order} />
        </div>
        <div className="mt-5 space-y-3 empty:hidden">
          <Reviews order={order} />
        </div>
        <div className="mt-4 empty:hidden">
          <Renewals order={order} />
        </div>
        {state === "open" && ident !== null && (
          <PayOn ident={ident} items={order.items} describedBy={id} />
        )}
        {state === "abandoned" && (
          <div className="mt-5 border-t border-ground-700 pt-5">
            <CartAgain items={order.items} describedBy={id} />
          </div>
        )}
      </article>
    </li>
  );
};

/** Holds the place of the first orders. */
const OrderCardSkeletons = () => (
  <SkeletonRows rows={3} look="cards" className={CARD}>
    <div className="flex items-start justify-between gap-6">
      <div>
        <Skeleton className="h-7 w-36" />
        <Skeleton className="mt-2.5 h-6 w-44" />
      </div>
      <Skeleton className="h-8 w-20" />
    </div>
    <div className="mt-5 border-t border-ground-700 pt-5">
      <Skeleton className="h-6 w-64 max-w-full" />
    </div>
    <Skeleton className="mt-6 h-28 w-full @2xl:h-14" />
    <Skeleton className="mt-5 h-6 w-32" />
  </SkeletonRows>
);

type PurchaseSearch = {
  /** The number of the only order that is shown. */
  order?: number | undefined;
};

/** What the server is asked for. */
const purchaseInputOf = ({ order }: PurchaseSearch) => ({
  orderId: order,
  limit: PAGE_SIZE,
});

/** One's own orders, newest first, or one of them, each with its way. Kept fresh by the feed. */
const PurchasesPage = ({ search, onSearch }: SearchProps<PurchaseSearch>) => {
  const { shop } = useSite();
  const list = trpc.orders.mine.useInfiniteQuery(purchaseInputOf(search), {
    ...PAGED,
    staleTime: LOADED_FRESH_MS,
  });
  return (
    <ListScreen
      eyebrow={PURCHASES.eyebrow}
      title={PURCHASES.title}
      intro={PURCHASES.intro}
      actions={
        search.order !== undefined && (
          <Button asChild variant="outline" size="sm" className="max-md:h-11">
            <Link to="/member/purchases">{PURCHASES.showAll}</Link>
          </Button>
        )
      }
      noMatch={
        search.order === undefined
          ? null
          : { ...PURCHASES.noMatch, onClear: () => onSearch({ order: undefined }) }
      }
      list={list}
      items={itemsOf(list.data)}
      counted={["order", "orders"]}
      failure={ORDERS.loadFailed}
      look="cards"
      skeletons={<OrderCardSkeletons />}
      empty={
        <EmptyPanel title={PURCHASES.empty.title} text={PURCHASES.empty.text}>
          {shop !== null && (
            <Button asChild>
              <Link to="/shop">{PURCHASES.empty.action}</Link>
            </Button>
          )}
        </EmptyPanel>
      }
    >
      {(order) => <OrderCard key={order.id} order={order} />}
    </ListScreen>
  );
};

export const Purchases = withSearch(PurchasesPage);

export const loadPurchases: ScreenLoader<PurchaseSearch> = ({ queries, search }) => {
  void queries.orders.mine.prefetchInfinite(purchaseInputOf(search), FRESH_PAGES);
};

export const loadSubscription: ScreenLoader = ({ queries }) =>
  queries.orders.subscription.fetch(undefined, { ...FRESH, ...ONCE });
