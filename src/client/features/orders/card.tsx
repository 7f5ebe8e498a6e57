import { useId } from "react";
import {
  OrderGain,
  OrderItems,
  OrderState,
  Renewals,
  Reviews,
} from "#client/components/orders/order-parts.tsx";
import { OrderWay } from "#client/components/orders/order-way.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { priceText } from "#shared/rules/format.ts";
import type { Order } from "#shared/schemas/orders.ts";
import { CartAgain } from "./cart-again.tsx";
import { PayOn } from "./pay-on.tsx";

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
export const OrderCard = ({ order }: { order: Order }) => {
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
              <OrderState state={state} />
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
export const OrderCardSkeletons = () => (
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
